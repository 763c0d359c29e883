"""Questions about what is legal: is this move, which rule refuses it, and which of these moves are not."""

from __future__ import annotations

from collections.abc import Sequence

from apz.apocalypze.model import Position
from apz.apocalypze.moves import Move
from apz.apocalypze.play import play, why_not
from apz.apocalypze.teaching.questions.choices import (
    REFUSING,
    cards_of,
    look_at,
    lucky,
    move_of,
    name_of_mover,
    rule_options,
    rule_outcomes,
)
from apz.apocalypze.teaching.questions.distractors import holding, near
from apz.core.learning.questions import Maker, Option, Question, Reason, Said
from apz.core.trace import Refusal, Step

LEGAL, NOT_LEGAL = "legal", "not-legal"
LETTERS = "abcdefgh"
SHOWN = 3  # so many of the things that a legal move brings about are told


def told(done: Step | Refusal) -> tuple[Reason, ...]:
    """What came of a move that was tried."""
    return done.notes[:SHOWN] if isinstance(done, Step) else (done,)


def cited(done: Step | Refusal) -> tuple[str, ...]:
    """The rules by which a move is refused or does what it does."""
    return tuple(dict.fromkeys(note.rule for note in done.notes)) if isinstance(done, Step) else (done.rule,)


def legal(position: Position, move: Move | str, rule: str = "") -> Question:
    """Is this move legal? `rule` is what is practised, if that is not what the move comes to."""
    tried = move_of(position, move)
    done = play(position, tried)
    works = isinstance(done, Step)
    said = Said("can-be-played" if works else "is-taken-back", {"move": tried})
    return Question(
        kind="legal",
        position=position,
        ask=Said("legal", {"player": name_of_mover(position), "move": tried}),
        right=frozenset([LEGAL if works else NOT_LEGAL]),
        rules=tuple(dict.fromkeys((*([rule] if rule else ()), *cited(done)))),
        because=told(done),
        cards=look_at(position, cards_of(position, tried), done.cards if isinstance(done, Refusal) else ()),
        half=Said("legal", {"now": position}),
        options=(Option(LEGAL, Said(LEGAL)), Option(NOT_LEGAL, Said(NOT_LEGAL))),
        outcomes={NOT_LEGAL if works else LEGAL: (said,)},
        steps=(done,) if isinstance(done, Step) else (),
    )


def refused(position: Position, move: Move | str, level: int = 2) -> Question:
    """Which rule refuses this move?"""
    tried = move_of(position, move)
    refusal = why_not(position, tried)
    if refusal is None:
        raise ValueError("that move is legal")
    also = holding(position, tried)
    pool = [rule for rule in REFUSING if rule not in also]
    options = rule_options(refusal.rule, level, lucky(refusal.rule, tried, position.luck), pool, near(tried))
    return Question(
        kind="refused",
        position=position,
        ask=Said("refused", {"player": name_of_mover(position), "move": tried}),
        right=frozenset([refusal.rule]),
        rules=(refusal.rule,),
        because=(refusal, Said("rule-says", {"rule": refusal.rule})),
        cards=look_at(position, cards_of(position, tried), refusal.cards),
        options=options,
        outcomes=rule_outcomes(options, refusal.rule),
    )


def referee(position: Position, moves: Sequence[Move | str]) -> Question:
    """Which of these moves are illegal here?"""
    tried = [move_of(position, move) for move in moves]
    done = [play(position, move) for move in tried]
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
        ask=Said("referee", {"player": name_of_mover(position)}),
        right=frozenset(wrong),
        rules=tuple(dict.fromkeys(rules)),
        because=tuple(reasons),
        cards=look_at(position, [card for move in tried for card in cards_of(position, move)]),
        options=tuple(Option(letter, move) for letter, move in zip(LETTERS, tried, strict=False)),
        several=True,
        outcomes={letter: (reason,) for letter, reason in zip(LETTERS, reasons, strict=False)},
    )


MAKERS: dict[str, Maker] = {"legal": legal, "refused": refused, "referee": referee}
