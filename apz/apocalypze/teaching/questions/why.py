"""Questions about reasons: something has just happened, and which rule is behind it?"""

from __future__ import annotations

from apz.apocalypze.model import Position
from apz.apocalypze.moves import Move
from apz.apocalypze.play import play
from apz.apocalypze.teaching.questions.choices import (
    cards_of,
    look_at,
    lucky,
    move_of,
    name_of_mover,
    rule_options,
    rule_outcomes,
)
from apz.core.learning.questions import Maker, Question, Said
from apz.core.trace import EVERYBODY, Note, Refusal

# What is said in passing: too little happens for a rule to be behind it.
PASSING = (
    "window.let", "window.passed", "consume.offered", "consume.offered-deck",
    "consume.offered-hand", "consume.paid", "combat.spent-itself", "event.lasts", "search.took-nothing",
)  # fmt: skip
# What a card or a place brought about: more than one rule is behind it.
BY_A_CARD = (
    ("character.wounded", "character.wounded"), ("character.kept", "event.resolve"),
    ("searchlight.drew", "event.resolve"), ("character.removed", "stronghold.capacity"),
)  # fmt: skip


def telling(note: Note) -> bool:
    """Whether one rule alone is behind what a note says."""
    if note.key in PASSING or note.rule.startswith("event.search"):
        return note.key == "search.found-nothing"
    return (note.key, note.rule) not in BY_A_CARD and note.rule != "text.once"


def why(position: Position, move: Move | str, note: str = "", rule: str = "", level: int = 2) -> Question:
    """Which rule is behind what this move brought about (the note with this key, or by this rule)?"""
    tried = move_of(position, move)
    done = play(position, tried)
    if isinstance(done, Refusal):
        raise ValueError("that move is not legal")
    found = [each for each in done.notes if note in ("", each.key) and rule in ("", each.rule) and telling(each)]
    if not found:
        raise ValueError("no such thing happened")
    told = found[0]
    options = rule_options(told.rule, level, lucky(told.rule, tried, position.luck))
    return Question(
        kind="why",
        position=position,
        ask=Said("why", {"player": name_of_mover(position), "move": tried, "note": told}),
        right=frozenset([told.rule]),
        rules=(told.rule,),
        because=(Said("rule-says", {"rule": told.rule}),),
        cards=look_at(position, told.cards if told.secret == EVERYBODY else (), cards_of(position, tried)),
        options=options,
        outcomes=rule_outcomes(options, told.rule),
        steps=(done,),
    )


MAKERS: dict[str, Maker] = {"why": why}
