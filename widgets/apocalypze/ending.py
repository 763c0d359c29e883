"""The end of a game of ApocalypZe: what somebody couldn't consume, and what the game took from both players."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from apz.apocalypze.model import Position
from apz.apocalypze.rules.consumption import resources_sum
from apz.core.trace import Note, Step
from apz.widgets.base.tree import Tree, h
from apz.widgets.table import explain
from apz.widgets.table.scene import Scene
from apz.widgets.table.unfold import number, terms
from apz.widgets.table.view import Ending

OUT = ("consume.out",)  # the note of who is out
OWED = ("feed.owed", "combat.breach", "event.obliges")  # the notes of what had to be consumed
GONE = ("character.removed", "character.persisted")
CONSUMED = {"consume.deck": 1, "consume.hand": 2, "consume.survivor": 1}  # notes, and how many cards each is about
TALLY = ("survivors", "raiders", "breach", "deck", "hand", "survivor")  # in the order in which they are told


def reason(scene: Scene) -> list[Note]:
    """Return what the loser had to consume and for what, then that they couldn't; nothing where no step led here."""
    steps = scene.steps
    out = next(told(scene, OUT, steps[-1:]), None)
    if out is None:
        return []
    owed = (note for note in told(scene, OWED, steps) if note.values["player"] == out.values["player"])
    return [*islice(owed, 1), out]


def told(scene: Scene, keys: tuple[str, ...], steps: Sequence[Step]) -> Iterator[Note]:
    """Yield what steps tell under one of the keys, as it may be shown, the last first."""
    notes = (note for step in reversed(steps) for note in reversed(explain.notes_of(scene, step)))
    return (note for note in notes if note.key in keys)


def sums(scene: Scene) -> list[Tree | None]:
    """Draw what the loser could have consumed, as a sum."""
    winner = scene.position.winner
    if winner is None or not reason(scene):
        return []
    label = scene.ui("meal.could", player=scene.visible.game.names[1 - winner])
    have = resources_sum(scene.position, 1 - winner)
    line = h("p", label, ": ", number(scene, "sum.end", have, label))
    return [line, terms(scene, "sum.end", have, label)]


def tally(steps: Iterable[Step]) -> dict[str, list[int]]:
    """Return what became of both players' cards, as the steps tell it: characters lost, and what was consumed."""
    found: dict[str, list[int]] = {}

    def count(key: str, player: int, amount: int = 1) -> None:
        found.setdefault(key, [0, 0])[player] += amount

    for step in steps:
        before: Position = step.before
        for note in step.notes:
            if note.key in CONSUMED and before.waiting:
                count(note.key.partition(".")[2], before.waiting.player, CONSUMED[note.key])
            elif note.key == "combat.breach":
                count("breach", before.player, note.values["count"])
            elif note.key in GONE:
                for player, side in enumerate(before.sides):
                    for key, row in (("survivors", side.survivors), ("raiders", side.raiders)):
                        count(key, player, sum(who.id in note.cards for who in row))
    return {key: found[key] for key in TALLY if any(found.get(key, ()))}


ENDING = Ending(reason=reason, tally=lambda scene: tally(scene.steps), sums=sums)
