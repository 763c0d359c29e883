"""Worked steps with a gap: what happened, as the kernel notes it, with one number left out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from apz.apocalypze.language.commands import parse
from apz.apocalypze.language.rulebook import LANGUAGES
from apz.apocalypze.language.words import words
from apz.apocalypze.model import Position
from apz.apocalypze.moves import MOVES
from apz.apocalypze.teaching.questions.counts import draws, owed
from apz.apocalypze.teaching.questions.totals import breach, casualties
from apz.apocalypze.teaching.questions.wounds import wounds
from apz.core.learning.questions import Gap, Maker, Question, Said
from apz.core.trace import Note, Refusal, Step, Sum

MANY = 2  # a gap always reads as a plural, so that the wording gives nothing away
PLACES = ("point", "turn")  # numbers that only say where and when
COUNTS = ("count", "survivors")  # numbers of things that a sum next to them lists one by one


def gap(position: Position, play: Sequence[str], note: str, value: str, nth: int = 1) -> Question:
    """Ask: which number belongs in the gap? The gap is in the nth of these notes in the steps of these moves."""
    steps = played(position, play)
    notes = [each for step in steps for each in step.notes if each.key == note]
    if len(notes) < nth:
        raise ValueError(f'"{note}" is noted {len(notes)} times, not {nth}')
    told = notes[nth - 1]
    if value not in told.values:
        raise ValueError(f'"{note}" has no "{value}"; it has {", ".join(told.values)}')
    number = int(told.values[value])
    shown = told._replace(values={**told.values, value: Gap(MANY)})
    refuse_leaks(told, shown, value, number)
    before = next(step.before for step in steps if told in step.notes)
    return Question(
        kind="gap",
        position=position,
        ask=Said("gap", {"note": shown}),
        right=frozenset([str(number)]),
        rules=(told.rule,),
        because=(told,),
        cards=counted(told) or told.cards,
        mistakes=misunderstood(before, told, value, number),
        steps=steps,
    )


def refuse_leaks(told: Note, shown: Note, value: str, number: int) -> None:
    """Raise ValueError if the sentence has no gap, or gives its number away."""
    for language in LANGUAGES:
        if str(Gap(MANY)) not in words(language).note(shown):
            raise ValueError(f'"{told.key}" doesn\'t show its "{value}" as a number')
    for name, other in told.values.items():
        if name == value or name in PLACES or f"{{{name}" not in words().catalog.raw("notes", told.key):
            continue
        said = f'the gap gives its answer away: "{name}" of "{told.key}" '
        if isinstance(other, Sum) and value in COUNTS and len(other.terms) >= number:
            raise ValueError(f"{said}has a term for each one that's counted")
        parts = [other.total, *(abs(term.amount) for term in other.terms)] if isinstance(other, Sum) else [other]
        if number in [part for part in parts if isinstance(part, int)]:
            raise ValueError(f"{said}shows {number} as well")


def misunderstood(before: Position, told: Note, value: str, number: int) -> Mapping[str, Said]:
    """Return the known mistakes of the question that asks for the same number, or {} if there's none."""
    maker = SAME.get((told.key, value))
    try:
        same = maker(before, told) if maker else None
    except ValueError:
        return {}
    return same.mistakes if same and same.right == {str(number)} else {}


def played(position: Position, commands: Sequence[str]) -> tuple[Step, ...]:
    """Return the steps of these commands; raise ValueError if one of them can't be played."""
    steps: list[Step] = []
    for text in commands:
        move = parse(position, text)
        result = position.play(move) if isinstance(move, MOVES) else None
        if result is None or isinstance(result, Refusal):
            raise ValueError(f'"{text}" cannot be played')
        steps.append(result)
        position = result.after
    return tuple(steps)


def counted(note: Note) -> tuple[int, ...]:
    """Return the cards that a note's numbers come from."""
    sums = [value for value in note.values.values() if isinstance(value, Sum)]
    return tuple(dict.fromkeys(term.card for total in sums for term in total.terms if term.card >= 0))


SAME: dict[tuple[str, str], Callable[[Position, Note], Question]] = {
    ("combat.casualties", "wounds"): lambda before, told: casualties(
        before, told.values["point"], told.values["player"]
    ),
    ("combat.breach", "owed"): lambda before, told: breach(before),
    ("combat.wounds-put", "left"): lambda before, told: wounds(before, told.cards[0]),
    ("draw.drew", "count"): lambda before, told: draws(before),
    ("feed.owed", "owed"): lambda before, told: owed(before),
}  # notes with a number that other questions ask for, too

MAKERS: dict[str, Maker] = {"gap": gap}
