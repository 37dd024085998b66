"""What helps a player of 生灵对决 at the keyboard: card texts, what blocks lead to, spellings, short lists."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import ClassVar

from rulekit.core.action import Action
from rulekit.core.errors import UnknownName, nearest
from rulekit.core.hidden import HIDDEN
from rulekit.core.prompt import Prompt as Base
from rulekit.core.prompt import Question
from rulekit.games.shengling.block_table import blocks_card
from rulekit.games.shengling.card_face import card_text, effect_text, printed
from rulekit.games.shengling.cards import Face, faces
from rulekit.games.shengling.cards import spelled as card_called
from rulekit.games.shengling.forecast import Forecast, forecast
from rulekit.games.shengling.memory import bare
from rulekit.games.shengling.state import PLAYERS, Place, State, other, read_place
from rulekit.games.shengling.verbs import VERBS
from rulekit.games.shengling.words import Words, standing
from rulekit.games.shengling.zones import power

__all__ = ["Prompt"]


class Prompt(Base):
    """One position of 生灵对决 at the keyboard."""

    @cached_property
    def words(self) -> Words:
        """How cards and places are worded."""
        return Words(self.phrasebook)

    @property
    def state(self) -> State:
        """The whole state before the action under way."""
        state: State = self.position.state
        return state

    @property
    def faces(self) -> Mapping[str, Face]:
        """The cards there are, by name."""
        return faces(self.state.own_cards)

    def glance(self) -> str:
        """Return both battlefields, and the own fuel, hand and duty."""
        state: State = self.seen.state
        lines = []
        for who in (other(self.viewer), self.viewer):
            player = state.player(who)
            field = "  ".join(f"{who}{n} {self.words.creature(c)}" for n, c in player.creatures())
            lines.append(self.say("glance.player", who=who, hp=player.hp, field=field or self.say("glance.empty")))
        return "\n".join([*lines, *self.groups("fuel", "hand", "duty")])

    # -- questions ---------------------------------------------------------------------------------

    def cards(self, rest: str) -> Iterator[str]:
        """Show the text of a card, or of those in the own hand and on the battlefield."""
        state: State = self.position.before.seen_by(self.viewer).state
        if rest:
            names = [self._find(state, rest)]
        else:
            held = [bare(card) for card in state.player(self.viewer).hand if card != HIDDEN]
            there = [c.card for who in (self.viewer, other(self.viewer)) for _, c in state.player(who).creatures()]
            names = list(dict.fromkeys([*held, *there]))
        for name in names:
            yield card_text(printed(self.faces[name], self.phrasebook, self.position.rulings), self.lang)
        if not names:
            yield self.say("card.none")

    def _find(self, state: State, text: str) -> str:
        """Return the card called `text`, by name or number, or the one on a slot."""
        place = read_place(text.upper())
        creature = state.creature(place) if place is not None else None
        name = card_called(text, state.own_cards) if creature is None else creature.card
        if name not in self.faces:
            names = [s for face in self.faces.values() for s in (face.name, face.card.title("en"), face.number)]
            raise UnknownName("no_card_called", name=text, nearest=nearest(text, names) or names[0])
        return name

    def blocks(self, rest: str) -> Iterator[str]:
        """Show what every answer to an attack leads to: the one that is open, or that of a creature named."""
        attacker = self._attacker()
        place = attacker if attacker is not None and not rest else read_place(rest.upper())
        if place is None or self.state.creature(place) is None:
            yield self.say("blocks.usage")
            return
        attack = Action(place.who, "attack", (str(place),))
        refused = VERBS.refusal(self.state, attack, self.position.rulings.choices) if attacker is None else None
        if refused is not None:
            yield self.phrasebook.text(f"illegal.{refused.code}", refused.params)
        else:
            yield str(blocks_card(self.position, str(place), lang=self.lang))

    def _attacker(self) -> Place | None:
        """Return who attacks while a block window is open."""
        pending = self.position.pending
        if pending is None or pending.decision.kind != "block":
            return None
        return read_place(pending.action.args[0])

    def graves(self, rest: str) -> Iterator[str]:
        """Show the graveyards, or that of one player."""
        for who in (rest.upper(),) if rest.upper() in PLAYERS else PLAYERS:
            cards = self.state.player(who).grave
            yield self.say("grave.some" if cards else "grave.none", who=who, n=len(cards), cards=cards)

    QUESTIONS: ClassVar[tuple[Question, ...]] = (
        Question(cards, ("card", "cards", "卡牌", "看牌", "c")),
        Question(blocks, ("blocks", "试挡", "b")),
        Question(graves, ("grave", "墓地", "g")),
    )

    # -- writing actions ---------------------------------------------------------------------------

    def word(self, word: str) -> str:
        """Read one word: a slot in small letters, the n-th fuel card."""
        if read_place(word.upper()):
            return word.upper()
        number = word.removeprefix("第").removesuffix("张")
        return f"f{number}" if number != word and number.isascii() and number.isdecimal() else word

    def follows(self, text: str) -> bool:
        """Tell whether a text is a slot or a card: in Chinese no space is needed before it."""
        return read_place(text.upper()) is not None or card_called(text, self.state.own_cards) in self.faces

    def meant(self, verb: str, words: Sequence[str]) -> str:
        """Take slots alone for blockers while a block window is open."""
        decision = self.position.decision
        window = decision is not None and decision.kind == "block"
        return "block" if not verb and window and words and all(map(read_place, words)) else verb

    # -- listing actions ---------------------------------------------------------------------------

    def item(self, action: Action) -> str:
        """Return what is done with a card, or with a creature and its effect."""
        first, *rest = map(str, action.args)
        where = self.say("item.to", place=rest[0]) if rest and action.verb in ("play", "sacrifice") else ""
        match action.verb:
            case "sacrifice":
                return self.words.card(first) + where
            case "play":
                face = self.faces[bare(first)]
                key = "item.creature" if face.creature else "item.strategy"
                return self.say(key, card=first, cost=face.cost, power=face.power) + where
        place = read_place(first)
        creature = self.state.creature(place) if place is not None else None
        assert creature is not None
        name = self.say("item.on_field", place=first, card=creature.card, power=power(self.state, creature))
        effect = self.faces[creature.card].effect(rest[0]) if rest else None
        return name if effect is None else f"{name}  {effect_text(effect, self.phrasebook, self.position.rulings)}"

    def option(self, action: Action) -> str:
        """Return one answer to the open decision; to a block window with what comes of it."""
        answer = str(action.args[0])
        attacker = self._attacker()
        if attacker is not None:
            places = [place for word in answer.split() if (place := read_place(word)) is not None]
            return self._outcome(forecast(self.state, attacker, places, self.position.rulings.choices))
        place = read_place(answer)
        creature = self.position.current.state.creature(place) if place is not None else None
        return (
            self.words.occupant(f"{answer} {creature.card}") if creature is not None else self.phrasebook.value(answer)
        )

    def _outcome(self, told: Forecast) -> str:
        def named(places: Sequence[Place]) -> str:
            return standing(self.words, self.state, *places)

        answered = named(told.places) if told.places else self.phrasebook.value(told.answer)
        parts = [self.say("option.powers", attack=told.attack, total=told.total)] if told.places else []
        parts += [self.say("option.destroyed", creatures=named(told.destroyed))] if told.destroyed else []
        parts += [self.say("option.returned", creatures=named(told.returned))] if told.returned else []
        if told.damage:
            parts.append(self.say("option.damage" if told.damage > 0 else "option.gain", n=abs(told.damage)))
        parts += [self.say("option.open")] if told.open is not None else []
        joined = self.say("option.join").join(parts or [self.say("option.nothing")])
        return self.say("option.line", answer=answered, parts=joined)
