// Clicks and keys in the drawings of a lab, sent to Python; without this file the slider does the same job.
const PICK = ".rk-graph [data-id], .rk-tree [data-step]";
const LINK = "[data-ruling], [data-act], [data-thing]";
const GROUPS = ".widget-toggle-buttons, .widget-radio"; // controls of several parts, named as a whole
const PATIENCE = 5000; // milliseconds until a kernel that does not answer is spoken of
const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

function render({ model, el }) {
  el.classList.add("rk-said", "rk-failed");
  el.setAttribute("role", "alert");
  let root = null;
  let observer = null;
  let held = null; // selector of the element that had the focus before a redraw
  let timer = 0;
  let tries = 0;
  let shown = null; // the last refusal that was brought into sight
  let waiting = 0; // timer of a question to the kernel that is not answered yet

  const number = (node) => Number(node.dataset.step ?? node.dataset.id);
  const selector = (node) => {
    if (node.dataset.ruling !== undefined) return `[data-ruling="${CSS.escape(node.dataset.ruling)}"]`;
    if (node.dataset.thing !== undefined) return `[data-thing="${CSS.escape(node.dataset.thing)}"]`;
    if (node.dataset.act !== undefined) {
      return `[data-act="${CSS.escape(node.dataset.act)}"][data-value="${CSS.escape(node.dataset.value)}"]`;
    }
    const area = node.closest(".rk-graph") ? ".rk-graph" : ".rk-tree";
    const name = area === ".rk-graph" ? "data-id" : "data-step";
    return `${area} [${name}="${CSS.escape(node.getAttribute(name))}"]`;
  };
  const pick = (node) => {
    if (node.dataset.ruling !== undefined) model.send({ type: "ruling", id: node.dataset.ruling });
    else if (node.dataset.thing !== undefined) model.send({ type: "act", act: "thing", value: node.dataset.thing });
    else if (node.dataset.act !== undefined) model.send({ type: "act", act: node.dataset.act, value: node.dataset.value });
    else if (Number.isInteger(number(node))) model.send({ type: "pick", id: number(node) });
  };
  // In a grid of cells the arrows go from cell to cell.
  const beside = (node, step) => {
    const row = node.closest("tr");
    const rows = row && [...row.parentElement.children];
    const near = rows?.[rows.indexOf(row) + step[0]]?.cells[node.cellIndex + step[1]];
    return near?.matches("[data-thing], [data-act]") ? near : null;
  };
  const target = (event) => event.target.closest?.(`${PICK}, ${LINK}`);

  const onClick = (event) => {
    const node = target(event);
    if (!node) return;
    held = selector(node);
    pick(node);
  };
  const onKey = (event) => {
    const node = target(event);
    if (!node) return;
    const tree = node.closest(".rk-tree") !== null && node.dataset.ruling === undefined;
    const near = node.tagName === "TD" && ARROWS[event.key] ? beside(node, ARROWS[event.key]) : null;
    if (near) near.focus();
    else if (event.key === "Enter" || event.key === " ") pick(node);
    else if (tree && event.key === "ArrowDown") (held = ".rk-tree [aria-current]"), model.send({ type: "step" });
    else if (tree && event.key === "ArrowUp") (held = ".rk-tree [aria-current]"), model.send({ type: "back" });
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const onFocus = (event) => {
    const node = target(event);
    held = node ? selector(node) : null;
  };
  const scroll = () => {
    for (const now of root.querySelectorAll(".rk-tree [aria-current], .rk-graph [aria-current]")) {
      const box = now.closest(".rk-scroll");
      if (!box) continue;
      const a = now.getBoundingClientRect();
      const b = box.getBoundingClientRect();
      if (a.top < b.top || a.bottom > b.bottom) box.scrollTop += a.top - b.top - (b.height - a.height) / 2;
      if (a.left < b.left || a.right > b.right) box.scrollLeft += a.left - b.left - (b.width - a.width) / 2;
    }
  };
  // Where the front end hides an empty label, browsers give a control no name, whatever its title says.
  const name = () => {
    const title = root.querySelector(".rk-lab-title, .rk-question")?.textContent.trim();
    if (title) root.setAttribute("aria-label", title);
    for (const part of root.querySelectorAll(`.noUi-handle, input, select, textarea, ${GROUPS}`)) {
      const label = part.closest(`.widget-inline-hbox, ${GROUPS}`)?.querySelector(".widget-label");
      const text = label?.textContent.trim() || part.title || label?.title || "";
      if (text && part.getAttribute("aria-label") !== text) part.setAttribute("aria-label", text);
      if (part.matches(GROUPS)) part.setAttribute("role", part.matches(".widget-radio") ? "radiogroup" : "group");
    }
  };
  // A kernel that was restarted knows nothing of what is shown here: then the page says so.
  const lost = (is) => {
    if (root.classList.contains("rk-lost") === is) return;
    root.classList.toggle("rk-lost", is);
    el.textContent = is ? model.get("lost")[root.lang] : "";
  };
  const ask = () => {
    if (!root || waiting) return;
    waiting = setTimeout(() => lost(true), PATIENCE);
    try {
      model.send({ type: "ping" });
    } catch {
      lost(true);
    }
  };
  const answered = () => {
    if (!waiting) return; // another view of the same model asked
    clearTimeout(waiting);
    waiting = 0;
    lost(false);
  };
  // What a part of the lab answers to a reader is brought into sight.
  const answer = () => {
    const said = root.querySelector(".rk-reply .rk-failed");
    if (said && said !== shown) said.scrollIntoView({ block: "nearest" });
    shown = said;
  };
  const redrawn = () => {
    root.lang = root.classList.contains("rk-in-en") ? "en" : "zh";
    name();
    signed();
    grid();
    answer();
    scroll();
    const active = document.activeElement;
    if (held && (!active || active === document.body || !active.isConnected || held.includes("aria-current"))) {
      root.querySelector(held)?.focus({ preventScroll: true });
    }
  };
  // A grid of cells is one stop of the tab key.
  const grid = () => {
    for (const table of root.querySelectorAll(".rk-board")) {
      const cells = [...table.querySelectorAll("td[data-thing]")];
      const stop = cells.find((cell) => held === selector(cell)) ?? cells[0];
      for (const cell of cells) cell.tabIndex = cell === stop ? 0 : -1;
    }
  };
  // Every part of the lab leads to the code that draws it.
  const signed = () => {
    for (const [cls, source] of Object.entries(model.get("sources"))) {
      for (const part of root.getElementsByClassName(cls)) {
        if (part.dataset.source !== source) part.dataset.source = source;
      }
    }
  };
  const attach = () => {
    root = el.closest(".rk-explorer");
    if (!root) {
      if (tries++ < 100) timer = setTimeout(attach, 50);
      return;
    }
    root.setAttribute("data-lm-suppress-shortcuts", "true"); // keys here are not the notebook's
    root.setAttribute("role", "region");
    const status = root.querySelector(".rk-status");
    status?.setAttribute("role", "status");
    status?.setAttribute("aria-live", "polite");
    root.addEventListener("click", onClick);
    root.addEventListener("keydown", onKey);
    root.addEventListener("focusin", onFocus);
    for (const kind of ["click", "change"]) root.addEventListener(kind, ask, true);
    observer = new MutationObserver(redrawn);
    observer.observe(root, { childList: true, subtree: true });
    redrawn();
    root.setAttribute("data-rk-bridge", "on");
  };
  const onMessage = (message) => {
    if (message.type === "pong") answered();
    if (message.type === "show") {
      setTimeout(() => root?.querySelector(message.selector)?.scrollIntoView({ block: "center" }), 100);
    }
    if (message.type === "copy") navigator.clipboard?.writeText(message.text).catch(() => {});
  };
  model.on("msg:custom", onMessage);
  model.on("comm_live_update", ask);
  attach();
  return () => {
    clearTimeout(timer);
    observer?.disconnect();
    clearTimeout(waiting);
    model.off("msg:custom", onMessage);
    model.off("comm_live_update", ask);
    root?.removeEventListener("click", onClick);
    root?.removeEventListener("keydown", onKey);
    root?.removeEventListener("focusin", onFocus);
    for (const kind of ["click", "change"]) root?.removeEventListener(kind, ask, true);
  };
}

export default { render };
