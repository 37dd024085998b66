"""What helps a player of 生灵对决 at the keyboard: card texts, what blocks lead to, spellings, short lists."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from rulekit.core.action import ANSWER, Action
from rulekit.core.catalogue import texts_of
from rulekit.core.errors import UnknownName, nearest
from rulekit.core.hidden import HIDDEN
from rulekit.core.position import Position
from rulekit.core.seen import SeenPosition
from rulekit.games.shengling.block_table import blocks_card
from rulekit.games.shengling.card_face import card_text, effect_text, printed
from rulekit.games.shengling.cards import faces
from rulekit.games.shengling.cards import spelled as card_called
from rulekit.games.shengling.forecast import Forecast, forecast
from rulekit.games.shengling.memory import bare
from rulekit.games.shengling.state import PLAYERS, Place, State, other, read_place
from rulekit.games.shengling.verbs import VERBS
from rulekit.games.shengling.view import View
from rulekit.games.shengling.words import Words
from rulekit.games.shengling.zones import power

__all__ = ["QUESTIONS", "answer", "glance", "help", "short", "spelled", "table"]

QUESTIONS = {
    "card": "card", "cards": "card", "卡牌": "card", "看牌": "card", "c": "card",
    "blocks": "blocks", "试挡": "blocks", "b": "blocks",
    "grave": "grave", "墓地": "grave", "g": "grave",
}  # fmt: skip
# What may be written in place of a verb.
SPELLINGS = {
    "开始": "begin", "献祭": "sacrifice", "使用": "play", "打出": "play", "发动": "activate", "攻击": "attack",
    "进入战斗": "enter_battle", "结束战斗": "end_battle", "结束回合": "end_turn", "投降": "surrender",
    "阻挡": "block", "挡": "block", "放弃阻挡": "decline", "不挡": "decline", "选择": "choose", "选": "choose",
    "是": "yes", "可以": "yes", "否": "no", "不用": "no",
    "enter battle": "enter_battle", "end battle": "end_battle", "end turn": "end_turn",
}  # fmt: skip
LISTED = ("sacrifice", "play", "activate", "attack")

_catalogue = texts_of(__package__, "prompt.yaml")


class _Teller:
    """The sentences of one position in one language."""

    def __init__(self, position: Position, lang: str) -> None:
        self.lang = lang
        self.phrasebook = position.phrasebook(lang)
        self.words = Words(self.phrasebook)
        self.table = faces(position.state.own_cards)

    def __call__(self, key: str, **params: Any) -> str:
        return self.phrasebook.word(_catalogue(), key, params)


def help(lang: str) -> str:
    """Return the ways to write actions and the questions of this game."""
    return _catalogue().text("help", lang, {})


def table(position: SeenPosition, lang: str) -> str:
    """Return nothing: the position in words says it all."""
    return ""


def glance(position: SeenPosition, lang: str) -> str:
    """Return both battlefields, and the own fuel, hand and duty."""
    tell = _Teller(position, lang)
    viewer = position.viewers[0]
    lines = []
    for who in (other(viewer), viewer):
        there = position.state.player(who).creatures()
        field = "  ".join(f"{who}{n} {tell.words.creature(c)}" for n, c in there)
        lines.append(
            tell("glance.player", who=who, hp=position.state.player(who).hp, field=field or tell("glance.empty"))
        )
    for group in View(position, lang).groups(viewer):
        if group.key in ("fuel", "hand", "duty") and group.chips:
            lines.append(tell("glance.group", label=group.label, chips="  ".join(c.text for c in group.chips)))
    return "\n".join(lines)


# -- questions --------------------------------------------------------------------------------------


def answer(position: Position, viewer: str, question: str, rest: str, lang: str) -> str:
    """Answer one of QUESTIONS as far as the viewer may know; raises UnknownName for an unknown card."""
    tell = _Teller(position, lang)
    match question:
        case "card":
            return "\n".join(_cards(tell, position, viewer, rest))
        case "blocks":
            return _blocks(tell, position, rest)
    return "\n".join(_graves(tell, position.state, rest))


def _cards(tell: _Teller, position: Position, viewer: str, rest: str) -> Iterator[str]:
    """Yield the text of a card, or of those in the own hand and on the battlefield."""
    state: State = position.before.seen_by(viewer).state
    if rest:
        names = [_find(state, rest)]
    else:
        held = [bare(card) for card in state.player(viewer).hand if card != HIDDEN]
        there = [c.card for who in (viewer, other(viewer)) for _, c in state.player(who).creatures()]
        names = list(dict.fromkeys([*held, *there]))
    for name in names:
        face = tell.table[name]
        yield card_text(printed(face, tell.phrasebook, position.rulings), tell.lang)
    if not names:
        yield tell("card.none")


def _find(state: State, text: str) -> str:
    """Return the card called `text`, by name or number, or the one on a slot."""
    known = faces(state.own_cards)
    place = read_place(text.upper())
    creature = state.creature(place) if place is not None else None
    name = card_called(text, state.own_cards) if creature is None else creature.card
    if name not in known:
        names = [s for face in known.values() for s in (face.name, face.card.title("en"), face.number)]
        raise UnknownName("unknown_card", name=text, nearest=nearest(text, names) or names[0])
    return name


def _blocks(tell: _Teller, position: Position, rest: str) -> str:
    """Return what every answer to an attack leads to: the one that is open, or that of a creature named."""
    attacker = _attacker(position)
    place = attacker if attacker is not None and not rest else read_place(rest.upper())
    if place is None or position.state.creature(place) is None:
        return tell("blocks.usage")
    if attacker is None:
        attack = Action(place.who, "attack", (str(place),))
        refused = VERBS.refusal(position.state, attack, position.rulings.choices)
        if refused is not None:
            return tell.phrasebook.text(f"illegal.{refused.code}", refused.params)
    return str(blocks_card(position, str(place), lang=tell.lang))


def _attacker(position: Position) -> Place | None:
    """Return who attacks while a block window is open."""
    pending = position.pending
    if pending is None or pending.decision.kind != "block":
        return None
    return read_place(pending.action.args[0])


def _graves(tell: _Teller, state: State, rest: str) -> Iterable[str]:
    for who in (rest.upper(),) if rest.upper() in PLAYERS else PLAYERS:
        cards = state.player(who).grave
        yield tell("grave.some", who=who, n=len(cards), cards=cards) if cards else tell("grave.none", who=who)


# -- writing and listing actions --------------------------------------------------------------------


def spelled(position: Position, line: str) -> str:
    """Return a line with Chinese verbs, slots and fuel as scenario files write them.

    >>> from rulekit import new_game
    >>> spelled(new_game("shengling"), "攻击a1")
    'attack A1'
    >>> spelled(new_game("shengling"), "献祭 战鼓獾 第3张")
    'sacrifice 战鼓獾 f3'
    """
    verb, rest = _verb(position.state, line)
    words = [_word(word) for word in rest.split()]
    window = position.decision is not None and position.decision.kind == "block"
    if not verb and window and words and all(map(read_place, words)):
        verb = "block"
    return " ".join([verb, *words] if verb else words)


def _verb(state: State, line: str) -> tuple[str, str]:
    """Split a verb off; in Chinese no space is needed where a card or a slot follows."""
    for name in sorted(SPELLINGS, key=len, reverse=True):
        head, rest = line[: len(name)].casefold(), line[len(name) :]
        if head != name:
            continue
        thing = rest.strip()
        if not thing or rest[0].isspace() or read_place(thing.upper()) or _is_card(state, thing):
            return SPELLINGS[name], thing
    return "", line


def _is_card(state: State, text: str) -> bool:
    return card_called(text, state.own_cards) in faces(state.own_cards)


def _word(word: str) -> str:
    """Read one word: a slot in small letters, the n-th fuel card."""
    if read_place(word.upper()):
        return word.upper()
    number = word.removeprefix("第").removesuffix("张")
    return f"f{number}" if number != word and number.isascii() and number.isdecimal() else word


def short(position: Position, action: Action, lang: str) -> tuple[str, str]:
    """Return an action for a list: the verb is the heading, what it is done with the item."""
    tell = _Teller(position, lang)
    if action.verb == ANSWER:
        return "", _option(tell, position, str(action.args[0]))
    if action.verb not in LISTED:
        return tell("short.other"), tell.phrasebook.action(action)
    return tell(f"short.{action.verb}"), _item(tell, position, action)


def _item(tell: _Teller, position: Position, action: Action) -> str:
    state: State = position.state
    first, *rest = map(str, action.args)
    where = tell("short.to", place=rest[0]) if rest and action.verb in ("play", "sacrifice") else ""
    match action.verb:
        case "sacrifice":
            return tell.words.card(first) + where
        case "play":
            face = tell.table[bare(first)]
            key = "short.creature" if face.creature else "short.strategy"
            return tell(key, card=first, cost=face.cost, power=face.power) + where
    place = read_place(first)
    creature = state.creature(place) if place is not None else None
    assert creature is not None
    name = tell("short.on_field", place=first, card=creature.card, power=power(state, creature))
    effect = tell.table[creature.card].effect(rest[0]) if rest else None
    return name if effect is None else f"{name}  {effect_text(effect, tell.phrasebook, position.rulings)}"


def _option(tell: _Teller, position: Position, option: str) -> str:
    """Return one answer to the open decision; to a block window with what comes of it."""
    attacker = _attacker(position)
    if attacker is None:
        place = read_place(option)
        creature = position.current.state.creature(place) if place is not None else None
        return (
            tell.words.occupant(f"{option} {creature.card}") if creature is not None else tell.phrasebook.value(option)
        )
    places = [place for word in option.split() if (place := read_place(word)) is not None]
    return _outcome(tell, position.state, forecast(position.state, attacker, places, position.rulings.choices))


def _outcome(tell: _Teller, state: State, told: Forecast) -> str:
    def named(places: Iterable[Place]) -> str:
        return tell.phrasebook.listed(
            tell.words.occupant(f"{place} {creature.card}")
            for place in places
            if (creature := state.creature(place)) is not None
        )

    answered = named(told.places) if told.places else tell.phrasebook.value(told.answer)
    powers = tell("option.powers", attack=told.attack, total=told.total) if told.places else ""
    gone = tell("option.destroyed", creatures=named(told.destroyed)) if told.destroyed else ""
    back = tell("option.returned", creatures=named(told.returned)) if told.returned else ""
    lost = tell("option.damage" if told.damage > 0 else "option.gain", n=abs(told.damage)) if told.damage else ""
    more = tell("option.open") if told.open is not None else ""
    parts = [part for part in (powers, gone, back, lost, more) if part] or [tell("option.nothing")]
    return tell("option.line", answer=answered, parts=tell("option.join").join(parts))
