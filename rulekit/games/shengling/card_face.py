"""One card of 生灵对决 as it is drawn: a frame with its cost, name, keywords and power; pure functions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from html import escape
from typing import TYPE_CHECKING

from rulekit.core.record import Path
from rulekit.core.show.sheet import Chip
from rulekit.core.show.sheet_html import Things, changed_class, delta_html, tag_attributes
from rulekit.core.show.view import view_words
from rulekit.games.shengling.cards import Effect, Face
from rulekit.games.shengling.statistics import shade

if TYPE_CHECKING:
    from rulekit.core.phrasebook import Phrasebook

__all__ = [
    "Look",
    "back_html",
    "card_html",
    "card_text",
    "current",
    "effect_text",
    "mini_html",
    "printed",
]

KEYWORDS = {"haste": "SL-7.14", "unity": "SL-7.15", "splash": "SL-7.16"}
SHADES = {"green": ("rk-up", "▲"), "red": ("rk-down", "▼"), "plain": ("", "")}


@dataclass(frozen=True, slots=True)
class Look:
    """What a card shows: `tags` are printed on it, `states` come and go; `parts` is how its power is made up.

    `power` is None for a strategy; `tip` stands behind the card, `power_tip` behind the number.
    """

    card: str
    name: str
    number: str
    cost: int
    power: int | None
    shade: str = "plain"
    parts: str = ""
    tags: tuple[Chip, ...] = ()
    states: tuple[Chip, ...] = ()
    tapped: bool = False
    text: str = ""
    tip: str = ""
    power_tip: str = ""
    delta: str = ""


def printed(face: Face, phrasebook: Phrasebook, rulings: Mapping[str, str]) -> Look:
    """Return a card as it is printed (SL-3.3), its texts as they read under the rulings."""
    lang = phrasebook.lang
    name = face.card.title(lang)
    text = "\n".join(filter(None, (effect_text(e, phrasebook, rulings) for e in face.card.effects)))
    head = view_words(__package__).text("card.tip", lang, {"name": name, "number": face.number, "cost": face.cost})
    return Look(
        card=face.name,
        name=name,
        number=face.number,
        cost=face.cost,
        power=face.power if face.creature else None,
        tags=tuple(_tags(face, phrasebook, rulings)),
        text=text,
        tip="\n".join(filter(None, (head, text))),
        power_tip=_clause("SL-3.8", phrasebook) if face.creature else "",
    )


def current(look: Look, bonus: int, reduction: int, phrasebook: Phrasebook) -> Look:
    """Return a printed creature with its current power and what that is made up of (SL-8.15, SL-8.20)."""
    base = look.power or 0
    now = max(0, base + bonus - reduction)
    parts = f"{base}" + (f" + {bonus}" if bonus else "") + (f" − {reduction}" if reduction else "")
    return replace(
        look,
        power=now,
        shade=shade(base, now),
        parts=parts if bonus or reduction else "",
        power_tip=_clause("SL-8.15", phrasebook),
    )


def _clause(id: str, phrasebook: Phrasebook) -> str:
    return f"{id} {phrasebook.rulebook.clause(id).text[phrasebook.lang]}"


def _tags(face: Face, phrasebook: Phrasebook, rulings: Mapping[str, str]) -> Iterator[Chip]:
    for keyword in face.card.keywords:
        yield Chip(phrasebook.value(keyword, "keyword"), _clause(KEYWORDS[keyword], phrasebook), tone="tag-key")
    if face.breaks:
        yield Chip(phrasebook.value("battle_break", "op"), _clause("SL-10.1", phrasebook), tone="tag-key")
    if face.damage_bonus:
        text = view_words(__package__).text("card.damage", phrasebook.lang, {"n": face.damage_bonus})
        yield Chip(text, _clause("SL-7.32", phrasebook), tone="tag-key")
    if not face.creature:
        yield Chip(view_words(__package__).text("card.strategy", phrasebook.lang, {}), _clause("SL-3.7", phrasebook))
        return
    timings = dict.fromkeys(e.timing for e in face.card.effects if e.timing != "static")
    for timing in timings:
        says = "\n".join(effect_text(e, phrasebook, rulings) for e in face.card.effects if e.timing == timing)
        yield Chip(phrasebook.value(timing, "timing"), says)


def effect_text(effect: Effect, phrasebook: Phrasebook, rulings: Mapping[str, str]) -> str:
    """Return the text of an effect as it reads under the rulings, without one what its ops are called."""
    texts = dict(effect.text_under(rulings))
    found = texts.get(phrasebook.lang) or next(iter(texts.values()), "")
    if found:
        return found
    words = view_words(__package__)
    ops = [
        phrasebook.word(words, "card.op" if op.n is None else "card.op_n", {"op": op.op, "n": op.n})
        for op in effect.ops_under(rulings.get)
    ]
    params = {"timing": effect.timing, "ops": phrasebook.text("word.list").join(ops)}
    return phrasebook.word(words, "card.effect", params)


# -- drawing ----------------------------------------------------------------------------------------


def card_html(look: Look, *, full: bool = False) -> str:
    """Return a card; `full` prints its text and number on it too."""
    names = ["rk-face", *(["rk-tapped"] if look.tapped else []), *(["rk-full"] if full else [])]
    out = [f"<div{tag_attributes(names, look.tip)}>{_top(look)}"]
    if look.tags:
        out.append(f'<div class="rk-tags">{" ".join(map(_tag, look.tags))}</div>')
    if full and look.text:
        lines = "<br>".join(map(escape, look.text.split("\n")))
        out.append(f'<p class="rk-says">{lines}</p>')
    if look.power is not None:
        out.append(_power(look))
    out.append(_states(look))
    if full:
        out.append(f'<span class="rk-cardno">{escape(look.number)}</span>')
    return "".join([*out, "</div>"])


def mini_html(look: Look, lang: str, *, power: bool = False, thing: Path = (), things: Things | None = None) -> str:
    """Return a small card, for hands and cost zones: turned sideways when tapped (SL-4.7).

    With `power` it also says the power of a creature, or that it is a strategy; `things` as in `tag_attributes`.
    """
    names = ["rk-mini", *(["rk-tapped"] if look.tapped else [])]
    strength = f"<b>{look.power}</b>" if look.power is not None else _say("card.strategy", lang)
    foot = f'<div class="rk-power">{strength}</div>' if power else ""
    return f"<div{tag_attributes(names, look.tip, thing, look.name, things)}>{_top(look)}{_states(look)}{foot}</div>"


def _say(key: str, lang: str) -> str:
    return escape(view_words(__package__).text(key, lang, {}))


def back_html(lang: str, tapped: bool = False) -> str:
    """Return the back of a card whose face is not known."""
    name = _say("card.hidden", lang)
    return f'<div class="rk-mini rk-cardback{" rk-tapped" if tapped else ""}" title="{name}">?</div>'


def _top(look: Look) -> str:
    name = Chip(look.name, delta=look.delta)
    return (
        f'<div class="rk-top"><b class="rk-cost">{look.cost}</b> '
        f'<span class="rk-cardname{changed_class(name)}">{escape(name.text)}{delta_html(name)}</span></div>'
    )


def _tag(tag: Chip) -> str:
    cls = "rk-tag rk-tag-key" if tag.tone == "tag-key" else "rk-tag"
    return f'<span class="{cls}" title="{escape(tag.tip)}">{escape(tag.text)}</span>'


def _states(look: Look) -> str:
    drawn = []
    for state in look.states:
        names = ["rk-state", *([f"rk-{state.tone}"] if state.tone else []), *(["rk-gone"] if state.gone else [])]
        names += ["rk-changed"] if state.delta else []
        attributes = tag_attributes(names, state.tip)
        drawn.append(f"<span{attributes}><span>{escape(state.text)}</span>{delta_html(state)}</span>")
    return f'<div class="rk-states">{" ".join(drawn)}</div>' if drawn else ""


def _power(look: Look) -> str:
    cls, arrow = SHADES[look.shade]
    mark = f"<i>{arrow}</i>" if arrow else ""
    parts = f' <span class="rk-parts">{escape(look.parts)}</span>' if look.parts else ""
    return f'<div class="rk-power {cls}" title="{escape(look.power_tip)}"><b>{look.power}</b>{mark}{parts}</div>'


def card_text(look: Look, lang: str) -> str:
    """Return a card as a line of text."""
    words = view_words(__package__)
    facts = [words.text("card.cost", lang, {"n": look.cost})]
    facts += [words.text("card.power", lang, {"n": look.power})] if look.power is not None else []
    facts += [tag.text for tag in look.tags]
    line = words.text("card.line", lang, {"number": look.number, "name": look.name, "facts": "  ".join(facts)})
    return "\n".join([line, *(f"  {says}" for says in look.text.split("\n") if says)])
