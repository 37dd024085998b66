"""The one style sheet of everything drawn as HTML: colours for light and dark, and classes for views."""

from __future__ import annotations

import re
from functools import lru_cache
from html import escape

__all__ = ["STYLE", "styled"]

# Colours are chosen for at least 4.5:1 against their ground (3:1 for marks); light first, then what the
# reader's system prefers, then the theme of the front end, which may differ from the system's.
_LIGHT = (
    "--rk-bg:#ffffff;--rk-raised:#f5f7fa;--rk-ink:#1b2430;--rk-soft:#566173;--rk-line:#d3dae3;"
    "--rk-accent:#1f5fd6;--rk-accent-bg:#e4edfd;--rk-good:#146c39;--rk-good-bg:#dff4e6;"
    "--rk-bad:#a61b28;--rk-bad-bg:#fde4e6;--rk-dummy:#6b3fb5;--rk-dummy-bg:#efe7fb;"
    "--rk-wait:#8a4b00;--rk-wait-bg:#fdeed6;--rk-bet:#9a1664;--rk-bet-bg:#fce3f1;"
    "--rk-mark:#9a4a04;--rk-mark-bg:#fff0c2;--rk-hp:#d4303d;--rk-track:#e3e8ee"
)
_DARK = (
    "--rk-bg:#14181f;--rk-raised:#1d232d;--rk-ink:#e9edf3;--rk-soft:#a3aebd;--rk-line:#3a4452;"
    "--rk-accent:#86b1ff;--rk-accent-bg:#1d3156;--rk-good:#79d99b;--rk-good-bg:#173524;"
    "--rk-bad:#ff9a9f;--rk-bad-bg:#45191f;--rk-dummy:#c9aaff;--rk-dummy-bg:#32244f;"
    "--rk-wait:#ffbf66;--rk-wait-bg:#402c0f;--rk-bet:#ff9fd3;--rk-bet-bg:#451a34;"
    "--rk-mark:#ffc14d;--rk-mark-bg:#4a3500;--rk-hp:#ff6b74;--rk-track:#323b48"
)
_FONT = (
    "var(--jp-ui-font-family,system-ui),'Noto Sans SC','Noto Sans CJK SC','PingFang SC',"
    "'Microsoft YaHei','WenQuanYi Micro Hei',sans-serif"
)

STYLE = f"""
.rk-root{{{_LIGHT}}}
@media (prefers-color-scheme:dark){{.rk-root{{{_DARK}}}}}
[data-jp-theme-light="true"] .rk-root,[data-vscode-theme-kind="vscode-light"] .rk-root{{{_LIGHT}}}
[data-jp-theme-light="false"] .rk-root,[data-vscode-theme-kind="vscode-dark"] .rk-root{{{_DARK}}}
.rk-root{{color:var(--rk-ink);background:var(--rk-bg);font:14px/1.5 {_FONT};
  border:1px solid var(--rk-line);border-radius:10px;padding:12px;box-sizing:border-box;max-width:100%}}
.rk-root *{{box-sizing:border-box}}
.rk-root img{{max-width:100%;height:auto}}
.rk-root p,.rk-root ul,.rk-root ol,.rk-root dl,.rk-root dd{{margin:0;padding:0}}
.rk-root ul,.rk-root ol{{list-style:none}}
.rk-root .rk-soft{{color:var(--rk-soft)}}
.rk-root .rk-line{{display:flex;flex-wrap:wrap;gap:4px 14px;align-items:baseline}}
.rk-root .rk-title{{font-size:15px;font-weight:700}}
.rk-root .rk-players{{display:flex;flex-wrap:wrap;gap:12px;margin:10px 0}}
.rk-root .rk-player{{flex:1 1 270px;min-width:0;background:var(--rk-raised);
  border:1.5px solid var(--rk-line);border-radius:10px;padding:10px 12px}}
.rk-root .rk-player.rk-on{{border-color:var(--rk-accent);box-shadow:0 0 0 1px var(--rk-accent)}}
.rk-root .rk-name{{font-size:18px;font-weight:700}}
.rk-root .rk-badge{{display:inline-block;font-size:12px;font-weight:600;border-radius:6px;padding:0 7px;
  color:var(--rk-accent);background:var(--rk-accent-bg);margin-inline-start:6px}}
.rk-root .rk-badge.rk-control{{color:var(--rk-bad);background:var(--rk-bad-bg)}}
.rk-root .rk-hp{{font-size:26px;font-weight:800;line-height:1.2;overflow-wrap:anywhere;
  font-variant-numeric:tabular-nums}}
.rk-root .rk-hp.rk-long{{font-size:17px}}
.rk-root .rk-life{{width:fit-content;max-width:100%;padding:0 4px}}
.rk-root .rk-bar{{height:6px;border-radius:3px;background:var(--rk-track);overflow:hidden;margin:4px 0 8px}}
.rk-root .rk-bar i{{display:block;height:100%;background:var(--rk-hp);border-radius:3px}}
.rk-root .rk-hands{{display:flex;justify-content:space-around;gap:8px;margin:6px 0 8px}}
.rk-root .rk-hand{{display:flex;align-items:center;gap:8px;margin:0}}
.rk-root .rk-hand b{{display:block;font-size:24px;line-height:1.1;font-variant-numeric:tabular-nums}}
.rk-root .rk-hand small{{color:var(--rk-soft);font-size:12px}}
.rk-root .rk-groups{{display:grid;grid-template-columns:max-content 1fr;gap:5px 10px;align-items:baseline;
  overflow:visible}}
.rk-root .rk-groups dt,.rk-root .rk-groups dd{{float:none;width:auto;margin:0}}
.rk-root .rk-groups dt{{color:var(--rk-soft);font-size:12.5px}}
.rk-root .rk-chips{{display:flex;flex-wrap:wrap;gap:6px 8px}}
.rk-root .rk-chip{{display:inline-flex;align-items:baseline;gap:5px;border:1px solid var(--rk-line);
  border-radius:7px;padding:0 8px;background:var(--rk-bg);color:var(--rk-ink);overflow-wrap:anywhere}}
.rk-root .rk-chip b{{font-variant-numeric:tabular-nums}}
.rk-root .rk-buff{{color:var(--rk-good);background:var(--rk-good-bg);border-color:currentColor}}
.rk-root .rk-debuff{{color:var(--rk-bad);background:var(--rk-bad-bg);border-color:currentColor}}
.rk-root .rk-dummy{{color:var(--rk-dummy);background:var(--rk-dummy-bg);border-color:currentColor}}
.rk-root .rk-wait{{color:var(--rk-wait);background:var(--rk-wait-bg);border-color:currentColor}}
.rk-root .rk-bet{{color:var(--rk-bet);background:var(--rk-bet-bg);border-color:currentColor}}
.rk-root .rk-faint{{color:var(--rk-soft);background:transparent;border-color:transparent;padding:0 2px}}
.rk-root .rk-pip{{border-radius:999px;font-weight:700}}
.rk-root .rk-gone{{border-style:dashed;background:transparent}}
.rk-root .rk-gone>span:first-child{{text-decoration:line-through}}
.rk-root .rk-changed{{outline:2.5px solid var(--rk-mark);outline-offset:1px;border-radius:7px}}
.rk-root .rk-chips.rk-changed{{width:fit-content;padding:0 2px}}
.rk-root .rk-line>.rk-changed{{padding:0 4px}}
.rk-root .rk-delta{{display:inline-block;color:var(--rk-mark);background:var(--rk-mark-bg);font-size:13px;
  font-weight:700;border-radius:5px;padding:0 6px;line-height:1.45;vertical-align:middle;
  font-variant-numeric:tabular-nums;overflow-wrap:anywhere}}
.rk-root .rk-ask{{border-inline-start:4px solid var(--rk-accent);background:var(--rk-accent-bg);
  padding:4px 10px;border-radius:4px;margin-top:8px}}
.rk-root .rk-result{{border-inline-start:4px solid var(--rk-bet);background:var(--rk-bet-bg);
  padding:4px 10px;border-radius:4px;margin-top:8px;font-weight:700}}
.rk-root .rk-change{{color:var(--rk-good)!important}}
.rk-root .rk-derivation,.rk-root .rk-clause{{color:var(--rk-accent)!important}}
.rk-root .rk-not:not(.rk-current)>span:first-child{{color:var(--rk-soft)!important}}
.rk-root .rk-ruling{{color:var(--rk-soft)!important}}
.rk-root .rk-trace ul{{border-color:var(--rk-line)!important}}
.rk-root .rk-current>span:first-child{{color:var(--rk-ink)!important;background:var(--rk-mark-bg)!important}}
.rk-root .rk-board{{border-collapse:separate;border-spacing:3px;margin:4px 0;table-layout:fixed;
  width:100%;max-width:480px}}
.rk-root .rk-board th{{font-weight:400;font-size:11.5px;color:var(--rk-soft);padding:0 4px;border:0;text-align:center;
  background:transparent;white-space:nowrap}}
.rk-root .rk-board th[scope=row],.rk-root .rk-board tr>th:first-child{{width:46px;text-align:start;padding:0}}
.rk-root .rk-board td{{height:34px;padding:2px 1px;text-align:center;vertical-align:middle;
  border:1px solid var(--rk-line);border-radius:6px;background:var(--rk-bg)}}
.rk-root .rk-board td.rk-card-on{{border-color:var(--rk-soft);box-shadow:0 1px 2px rgba(0,0,0,.14)}}
.rk-root .rk-board td.rk-behind{{border-style:dashed}}
.rk-root .rk-sym{{display:inline-block;width:17px;height:17px;line-height:17px;margin:2px 1px;font-size:11px;
  font-weight:700;text-align:center;color:var(--rk-bg);background:var(--rk-wait);border-radius:50%;
  vertical-align:middle}}
.rk-root .rk-sym.rk-leg{{background:var(--rk-accent);border-radius:4px}}
.rk-root .rk-sym.rk-covered{{color:var(--rk-soft);border:1.5px solid var(--rk-soft);line-height:14px;
  background:linear-gradient(to top right,transparent 44%,var(--rk-ink) 45%,var(--rk-ink) 55%,transparent 56%)}}
.rk-root .rk-sym.rk-held{{box-shadow:0 0 0 1.5px var(--rk-bg),0 0 0 3.5px var(--rk-soft);margin:3px 3px}}
.rk-root .rk-sym.rk-counted{{outline:2px dotted var(--rk-ink);outline-offset:2px;margin:3px 3px}}
.rk-root .rk-sym.rk-m1{{box-shadow:0 0 0 1.5px var(--rk-bg),0 0 0 3.5px var(--rk-good);margin:3px 3px}}
.rk-root .rk-sym.rk-m2{{box-shadow:0 0 0 1.5px var(--rk-bg),0 0 0 3.5px var(--rk-bet);margin:3px 3px}}
.rk-root .rk-sym.rk-m3{{box-shadow:0 0 0 1.5px var(--rk-bg),0 0 0 3.5px var(--rk-dummy);margin:3px 3px}}
.rk-root .rk-chip.rk-m1{{border:2px solid var(--rk-good);color:var(--rk-good);background:var(--rk-good-bg)}}
.rk-root .rk-chip.rk-m2{{border:2px solid var(--rk-bet);color:var(--rk-bet);background:var(--rk-bet-bg)}}
.rk-root .rk-chip.rk-m3{{border:2px solid var(--rk-dummy);color:var(--rk-dummy);background:var(--rk-dummy-bg)}}
.rk-root .rk-curtain{{display:flex;align-items:center;justify-content:center;height:150px;max-width:400px;margin:6px 0;
  border:1px solid var(--rk-line);border-radius:8px;background:repeating-linear-gradient(90deg,var(--rk-bet-bg) 0 14px,
  var(--rk-raised) 14px 18px,var(--rk-bet-bg) 18px 30px,var(--rk-track) 30px 34px)}}
.rk-root .rk-curtain span{{background:var(--rk-bg);border:1px solid var(--rk-line);border-radius:8px;padding:2px 12px;
  font-weight:600}}
.rk-root .rk-legend{{font-size:12px;color:var(--rk-soft);display:flex;flex-wrap:wrap;gap:2px 12px;margin:2px 0 6px}}
.rk-root .rk-sum{{font-variant-numeric:tabular-nums;font-weight:600;margin:2px 0 6px}}
.rk-root .rk-cards{{display:flex;flex-wrap:wrap;gap:8px;margin-top:8px;align-items:flex-start}}
.rk-root .rk-player:has(.rk-arena){{flex-basis:540px}}
.rk-root .rk-arena{{display:flex;flex-wrap:wrap;gap:10px 16px;align-items:flex-start}}
.rk-root .rk-front{{flex:1 1 510px;min-width:0;max-width:660px}}
.rk-root .rk-battlefield{{display:flex;flex-wrap:wrap;gap:6px;margin-bottom:8px}}
.rk-root .rk-zones{{flex:1 1 260px;min-width:0;display:flex;flex-direction:column;gap:8px}}
.rk-root .rk-slot{{flex:1 1 92px;max-width:128px;min-height:136px;display:flex;flex-direction:column;align-items:center;
  gap:3px;padding:3px;border:1px dashed var(--rk-line);border-radius:8px}}
.rk-root .rk-slotname{{font-size:11.5px;line-height:1.3;color:var(--rk-soft);align-self:flex-start;padding:0 2px}}
.rk-root .rk-noone{{color:var(--rk-soft);font-size:12px;margin:auto;text-align:center;overflow-wrap:anywhere}}
.rk-root .rk-noone.rk-gone{{border:0}}
.rk-root .rk-face{{width:84px;max-width:100%;min-height:106px;display:flex;flex-direction:column;gap:3px;padding:4px;
  background:var(--rk-bg);border:1.5px solid var(--rk-soft);border-radius:8px;box-shadow:0 1px 3px rgba(0,0,0,.16)}}
.rk-root .rk-face.rk-tapped{{width:100%;min-height:72px;margin:auto 0}}
.rk-root .rk-face.rk-full{{position:relative;width:168px;min-height:150px}}
.rk-root .rk-cardno{{position:absolute;right:6px;bottom:4px;font-size:10.5px;color:var(--rk-soft)}}
.rk-root .rk-heading{{font-weight:700;margin-top:10px}}
.rk-root .rk-top{{display:flex;flex-wrap:wrap;gap:0 4px;align-items:center;overflow-wrap:anywhere}}
.rk-root .rk-cost{{flex:none;min-width:19px;height:19px;line-height:16px;padding:0 2px;font-size:12px;text-align:center;
  color:var(--rk-accent);background:var(--rk-accent-bg);border:1.5px solid currentColor;border-radius:50%;
  font-variant-numeric:tabular-nums}}
.rk-root .rk-cardname{{font-size:12px;font-weight:700;line-height:1.35}}
.rk-root .rk-cardname .rk-delta{{margin-inline-start:4px}}
.rk-root .rk-tags{{display:flex;flex-wrap:wrap;gap:2px 3px}}
.rk-root .rk-tag{{font-size:10.5px;line-height:1.4;color:var(--rk-soft);border:1px solid var(--rk-line);
  border-radius:4px;padding:0 3px}}
.rk-root .rk-tag.rk-tag-key{{color:var(--rk-dummy);background:var(--rk-dummy-bg);border-color:currentColor}}
.rk-root .rk-power{{margin-top:auto;line-height:1.1;font-variant-numeric:tabular-nums}}
.rk-root .rk-power b{{font-size:23px;font-weight:800}}
.rk-root .rk-power i{{font-size:11px;font-style:normal;margin-inline-start:2px;vertical-align:6px}}
.rk-root .rk-power.rk-up{{color:var(--rk-good)}}
.rk-root .rk-power.rk-down{{color:var(--rk-bad)}}
.rk-root .rk-parts{{display:block;font-size:11px;color:var(--rk-ink)}}
.rk-root .rk-tapped .rk-power{{display:flex;align-items:baseline;gap:4px}}
.rk-root .rk-state.rk-changed{{margin:2px}}
.rk-root .rk-says{{font-size:11.5px;line-height:1.4}}
.rk-root .rk-states{{display:flex;flex-wrap:wrap;gap:2px 3px}}
.rk-root .rk-state{{font-size:10.5px;line-height:1.45;font-weight:600;border:1px solid currentColor;border-radius:4px;
  padding:0 3px;color:var(--rk-soft);background:var(--rk-bg);overflow-wrap:anywhere}}
.rk-root .rk-state.rk-buff{{color:var(--rk-good);background:var(--rk-good-bg)}}
.rk-root .rk-state.rk-debuff{{color:var(--rk-bad);background:var(--rk-bad-bg)}}
.rk-root .rk-state.rk-wait{{color:var(--rk-wait);background:var(--rk-wait-bg)}}
.rk-root .rk-state .rk-delta,.rk-root .rk-slotname .rk-delta,.rk-root .rk-top .rk-delta{{font-size:10.5px;
  padding:0 3px}}
.rk-root .rk-zone{{font-size:12.5px}}
.rk-root .rk-minis{{display:flex;flex-wrap:wrap;gap:4px;align-items:center;margin-top:3px}}
.rk-root .rk-mini{{width:60px;min-height:70px;padding:3px;background:var(--rk-bg);border:1.5px solid var(--rk-soft);
  border-radius:6px;display:flex;flex-direction:column;gap:2px}}
.rk-root .rk-mini.rk-tapped{{width:78px;min-height:52px;color:var(--rk-soft)}}
.rk-root .rk-face.rk-tapped,.rk-root .rk-mini.rk-tapped{{border-style:dashed;box-shadow:none;
  background:repeating-linear-gradient(135deg,var(--rk-bg) 0 7px,var(--rk-track) 7px 9px)}}
.rk-root:lang(en) .rk-mini{{width:70px}}
.rk-root:lang(en) .rk-mini.rk-tapped{{width:86px}}
.rk-root .rk-mini .rk-cost{{min-width:16px;height:16px;line-height:13px;font-size:10.5px}}
.rk-root .rk-mini .rk-cardname{{font-size:10.5px;font-weight:600;line-height:1.5}}
.rk-root .rk-mini .rk-power{{font-size:10.5px;color:var(--rk-soft)}}
.rk-root .rk-mini .rk-power b{{font-size:14px;color:var(--rk-ink)}}
.rk-root .rk-mini.rk-cardback{{align-items:center;justify-content:center;font-size:18px;color:var(--rk-soft);
  background:repeating-linear-gradient(45deg,var(--rk-raised) 0 5px,var(--rk-track) 5px 10px)}}
.rk-root .rk-grid{{border-collapse:collapse;table-layout:auto;width:100%;font-size:13.5px;margin:0}}
.rk-root .rk-grid th,.rk-root .rk-grid td{{border:1px solid var(--rk-line);padding:4px 9px;text-align:start;
  vertical-align:top;color:var(--rk-ink);background:var(--rk-bg);white-space:normal}}
.rk-root .rk-grid th{{background:var(--rk-raised)}}
.rk-root .rk-grid td.rk-soft{{color:var(--rk-soft);white-space:nowrap}}
.rk-root .rk-grid .rk-differs{{background:var(--rk-mark-bg);font-weight:700}}
.rk-root .rk-part img{{vertical-align:middle;margin-inline-end:6px}}
.rk-root .rk-gestures{{display:grid;grid-template-columns:repeat(auto-fill,minmax(150px,1fr));gap:10px}}
.rk-root .rk-gesture{{margin:0;padding:8px;text-align:center;background:var(--rk-raised);font-size:12.5px;
  border:1px solid var(--rk-line);border-radius:8px}}
.rk-root .rk-gesture b{{font-size:20px}}
.rk-root .rk-scroll{{overflow:auto;max-width:100%}}
.rk-root .rk-scroll img{{max-width:none!important}}
.rk-root details{{margin-top:10px;border-top:1px solid var(--rk-line);padding-top:8px}}
.rk-root summary{{cursor:pointer;font-weight:600}}
.rk-root :focus-visible{{outline:3px solid var(--rk-accent);outline-offset:2px}}
""".strip()


def styled(fragment: str, lang: str) -> str:
    """Return an HTML fragment with what it needs of the style sheet, inside the root element that scopes it.

    The other two classes keep notebooks from reading what stands between two `$` as a formula.
    """
    used = frozenset(_CLASS.findall(fragment)) | {"rk-root"}
    classes = "rk-root mathjax_ignore tex2jax_ignore"
    return f'<style>{_style_for(used)}</style><div class="{classes}" lang="{escape(lang)}">{fragment}</div>'


_CLASS = re.compile(r"\brk-[a-z0-9-]+")
_RULE = re.compile(r"(?P<selectors>[^{}]+)\{(?:[^{}]|\{[^{}]*\})*\}")  # braces nest once, in @media


@lru_cache(maxsize=256)
def _style_for(used: frozenset[str]) -> str:
    """Return the rules of which some selector names no class but those used: a notebook holds many fragments."""
    rules = (match for match in _RULE.finditer(STYLE))
    return "".join(m[0] for m in rules if any(used.issuperset(_CLASS.findall(s)) for s in m["selectors"].split(",")))
