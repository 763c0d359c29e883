"""Questions about moves that any kernel can answer: is it legal, which rule refuses it, which rule causes an effect."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar
from zlib import crc32

from apz.core.language.rulebook import Rulebook
from apz.core.learning.questions import Maker, Option, Question, Reason, Said
from apz.core.luck import roll, shuffled
from apz.core.trace import EVERYBODY, Note, Refusal, Step

P = TypeVar("P")
Thing = TypeVar("Thing")
EASY, HARD = 1, 3
OPTIONS = {EASY: 3, 2: 4, HARD: 4}  # how many rules are offered at which level
LEGAL, NOT_LEGAL = "legal", "not-legal"
LETTERS = "abcdefgh"
SHOWN = 3  # how many effects of a legal move we tell
LOOKED = 4  # how many pieces are named to look at


def lucky(*things: object) -> int:
    """Return a seed that depends only on these values, so that the same values give the same question."""
    return roll(crc32(repr(things).encode()))[0]


def mixed(things: Sequence[Thing], luck: int) -> list[Thing]:
    """Return the things in a random order, which the seed `luck` decides."""
    return [things[index] for index in shuffled(tuple(range(len(things))), luck)[0]]


def chapter(rule: str) -> str:
    """Return the name of a rule's chapter, which begins its id."""
    return rule.partition(".")[0]


def told(done: Step | Refusal) -> tuple[Reason, ...]:
    """Return a move's first notes, or its refusal, as reasons."""
    return done.notes[:SHOWN] if isinstance(done, Step) else (done,)


def cited(done: Step | Refusal) -> tuple[str, ...]:
    """Return the rule that refuses a move, or the rules behind its effects."""
    return tuple(dict.fromkeys(note.rule for note in done.notes)) if isinstance(done, Step) else (done.rule,)


def rule_outcomes(options: Iterable[Option], right: str) -> dict[str, tuple[Reason, ...]]:
    """Return an explanation for each wrong option, which says what that rule is about."""
    return {
        option.answer: (Said("other-rule", {"rule": option.answer}),) for option in options if option.answer != right
    }


@dataclass(frozen=True, eq=False, kw_only=True)
class RuleQuestions(Generic[P]):
    """The makers of rule questions for one game, and the game's own functions that they need."""

    play: Callable[[P, Any], Step | Refusal]
    move: Callable[[P, str], Any]  # the move that a lesson's command means
    player: Callable[[P], str]  # who decides now, by name
    pieces: Callable[[P, Any], tuple[int, ...]]  # what a move names
    otherwise: Callable[[P], tuple[int, ...]]  # what to look at if nothing is named
    luck: Callable[[P], int]
    rules: Callable[[], Rulebook]
    refusing: Collection[str] = ()  # the rules that can refuse a move; empty for any
    close: Sequence[Collection[str]] = ()  # groups of rules that can be behind the same effect: never offered together
    near: Callable[[Any], Collection[str]] = lambda move: ()  # rules that seem to forbid a move of this kind
    holding: Callable[[P, Any], Collection[str]] = lambda position, move: ()  # other rules the move breaks
    telling: Callable[[Note], bool] = lambda note: True  # whether only one rule can be behind a note

    @property
    def makers(self) -> dict[str, Maker]:
        """The functions that make questions, by kind of question."""
        return {"legal": self.legal, "refused": self.refused, "referee": self.referee, "why": self.why}

    def move_of(self, position: P, move: Any) -> Any:
        """Return `move`, parsed first if it's a lesson's command."""
        return self.move(position, move) if isinstance(move, str) else move

    def look_at(self, position: P, *groups: Iterable[int]) -> tuple[int, ...]:
        """Return the pieces to look at: up to `LOOKED` of the first group with any, or else the game's own choice."""
        for group in groups:
            pieces = tuple(dict.fromkeys(piece for piece in group if piece >= 0))
            if pieces:
                return pieces[:LOOKED]
        return self.otherwise(position)

    def surely_wrong(self, rule: str, pool: Iterable[str]) -> list[str]:
        """Return the rules in a pool that are safe to offer as wrong answers if `rule` is right."""
        near = {rule, *(other.id for other in self.rules().related(rule))}
        near = near.union(*(each for each in self.close if rule in each))
        return [other for other in pool if other not in near and chapter(other) != "play"]

    def rule_options(
        self, rule: str, level: int, luck: int, pool: Iterable[str] = (), near: Collection[str] = ()
    ) -> tuple[Option, ...]:
        """Return the right rule among wrong ones; above the easy level, more of those come from the same chapter."""
        wrong = mixed(self.surely_wrong(rule, pool or self.rules()), luck)
        wrong.sort(key=lambda other: (chapter(other) != chapter(rule)) == (level > EASY))
        if near:
            wrong.sort(key=lambda other: other not in near)
        chosen = wrong[: OPTIONS.get(level, OPTIONS[HARD]) - 1]
        return tuple(Option(each, each) for each in mixed([rule, *chosen], luck + 1))

    def legal(self, position: P, move: Any, rule: str = "") -> Question:
        """Return a question on whether a move is legal; `rule`, if given, is the rule it practices."""
        tried = self.move_of(position, move)
        done = self.play(position, tried)
        works = isinstance(done, Step)
        said = Said("can-be-played" if works else "is-taken-back", {"move": tried})
        return Question(
            kind="legal",
            position=position,
            ask=Said("legal", {"player": self.player(position), "move": tried}),
            right=frozenset([LEGAL if works else NOT_LEGAL]),
            rules=tuple(dict.fromkeys((*([rule] if rule else ()), *cited(done)))),
            because=told(done),
            cards=self.look_at(position, self.pieces(position, tried), done.cards if isinstance(done, Refusal) else ()),
            half=Said("legal", {"now": position}),
            options=(Option(LEGAL, Said(LEGAL)), Option(NOT_LEGAL, Said(NOT_LEGAL))),
            outcomes={NOT_LEGAL if works else LEGAL: (said,)},
            steps=(done,) if isinstance(done, Step) else (),
        )

    def refused(self, position: P, move: Any, level: int = 2) -> Question:
        """Return a question on which rule refuses a move; raise ValueError if the move is legal."""
        tried = self.move_of(position, move)
        refusal = self.play(position, tried)
        if isinstance(refusal, Step):
            raise ValueError("that move is legal")
        also = self.holding(position, tried)
        pool = [rule for rule in self.refusing or self.rules() if rule not in also]
        luck = lucky(refusal.rule, tried, self.luck(position))
        options = self.rule_options(refusal.rule, level, luck, pool, self.near(tried))
        return Question(
            kind="refused",
            position=position,
            ask=Said("refused", {"player": self.player(position), "move": tried}),
            right=frozenset([refusal.rule]),
            rules=(refusal.rule,),
            because=(refusal, Said("rule-says", {"rule": refusal.rule})),
            cards=self.look_at(position, self.pieces(position, tried), refusal.cards),
            options=options,
            outcomes=rule_outcomes(options, refusal.rule),
        )

    def referee(self, position: P, moves: Sequence[Any]) -> Question:
        """Return a question on which of these moves are illegal; raise ValueError if all of them are legal."""
        tried = [self.move_of(position, move) for move in moves]
        done = [self.play(position, move) for move in tried]
        wrong = [letter for letter, each in zip(LETTERS, done, strict=False) if isinstance(each, Refusal)]
        if not wrong:
            raise ValueError("all of these moves are legal")
        reasons = [
            Said("move-refused", {"move": move, "refusal": each})
            if isinstance(each, Refusal)
            else Said("move-works", {"move": move, "note": each.notes[0]})
            for move, each in zip(tried, done, strict=True)
        ]
        rules = [rule for each in done if isinstance(each, Refusal) for rule in cited(each)]
        rules += [rule for each in done if isinstance(each, Step) for rule in cited(each)]
        return Question(
            kind="referee",
            position=position,
            ask=Said("referee", {"player": self.player(position)}),
            right=frozenset(wrong),
            rules=tuple(dict.fromkeys(rules)),
            because=tuple(reasons),
            cards=self.look_at(position, [piece for move in tried for piece in self.pieces(position, move)]),
            options=tuple(Option(letter, move) for letter, move in zip(LETTERS, tried, strict=False)),
            several=True,
            outcomes={letter: (reason,) for letter, reason in zip(LETTERS, reasons, strict=False)},
        )

    def why(self, position: P, move: Any, note: str = "", rule: str = "", level: int = 2) -> Question:
        """Return a question on which rule is behind a move's first note, or the first with this key and rule.

        Notes that aren't `telling` are left out. Raise ValueError if none is left, or if the move isn't legal.
        """
        tried = self.move_of(position, move)
        done = self.play(position, tried)
        if isinstance(done, Refusal):
            raise ValueError("that move isn't legal")
        found = [
            each for each in done.notes if note in ("", each.key) and rule in ("", each.rule) and self.telling(each)
        ]
        if not found:
            raise ValueError("no such thing happened")
        what = found[0]
        options = self.rule_options(what.rule, level, lucky(what.rule, tried, self.luck(position)))
        return Question(
            kind="why",
            position=position,
            ask=Said("why", {"player": self.player(position), "move": tried, "note": what}),
            right=frozenset([what.rule]),
            rules=(what.rule,),
            because=(Said("rule-says", {"rule": what.rule}),),
            cards=self.look_at(position, what.cards if what.secret == EVERYBODY else (), self.pieces(position, tried)),
            options=options,
            outcomes=rule_outcomes(options, what.rule),
            steps=(done,),
        )
