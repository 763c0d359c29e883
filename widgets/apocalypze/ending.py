"""The end of a game: the debt that the loser couldn't pay, and what the game cost both players."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, pairwise

from apz.apocalypze.model import Position
from apz.apocalypze.rules.consumption import resources, resources_sum
from apz.core.trace import Note, Step
from apz.widgets.apocalypze.faces import art, still
from apz.widgets.apocalypze.pictured import pictured
from apz.widgets.base.tree import Tree, classes, h
from apz.widgets.table import explain
from apz.widgets.table.scene import Scene
from apz.widgets.table.unfold import number, terms
from apz.widgets.table.view import Ending, Turning

OUT = ("consume.out",)  # the note that a player is out
OWED = ("feed.owed", "combat.breach", "event.obliges")  # the notes that a player owes something
GONE = ("character.removed", "character.persisted")
CONSUMED = {"consume.deck": 1, "consume.hand": 2, "consume.survivor": 1}  # notes, and how many cards each is about
MOST_TURNINGS, MOST_SHOWN = 3, 3
LEAST = 2  # smaller debts aren't worth mentioning
TALLY = ("survivors", "raiders", "breach", "deck", "hand", "survivor")  # in the order we show them


def reason(scene: Scene) -> list[Note]:
    """Return the notes on the loser's debt and on their failure to pay it; [] if the last step knocked nobody out."""
    steps = scene.steps
    out = next(told(scene, OUT, steps[-1:]), None)
    if out is None:
        return []
    owed = (note for note in told(scene, OWED, steps) if note.values["player"] == out.values["player"])
    return [*islice(owed, 1), out]


def told(scene: Scene, keys: tuple[str, ...], steps: Sequence[Step]) -> Iterator[Note]:
    """Return an iterator over the notes that have one of the keys, last first, as the viewer may see them."""
    notes = (note for step in reversed(steps) for note in reversed(explain.notes_of(scene, step)))
    return (note for note in notes if note.key in keys)


def turnings(scene: Scene) -> list[Turning]:
    """Return the moments of the loser's biggest debts and of the last debt, in order; [] if nobody was knocked out."""
    if not reason(scene):
        return []
    loser = scene.visible.game.names[1 - scene.position.winner]
    found = [
        Turning(before, note, note.values["amount"])
        for before, number in pairwise(scene.line)
        if (step := scene.session.nodes[number].step) is not None
        for note in explain.notes_of(scene, step)
        if note.key in OWED and note.values["player"] == loser
    ]
    least = max((each.amount for each in found), default=0) / 2
    heavy = [each for each in sorted(found[:-1], key=lambda each: -each.amount) if each.amount >= max(least, LEAST)]
    heavy = heavy[: MOST_TURNINGS - 1]
    return sorted([*heavy, *found[-1:]], key=lambda each: scene.line.index(each.at))


def course(scene: Scene) -> list[Sequence[int]]:
    """Return how much each player could consume at the start, and at the end of each turn; [] without any steps."""
    ends: dict[int, Position] = {step.before.turn: step.after for step in scene.steps}
    if not ends:
        return []
    moments = [scene.steps[0].before, *ends.values()]
    return [[resources(position, player) for position in moments] for player in (0, 1)]


def picture(scene: Scene, seat: int) -> Tree:
    """Draw a player's stronghold at the end, with a few of that player's remaining characters."""
    seen = pictured(scene).seats[seat]
    left = (*seen.survivors, *pictured(scene).seats[1 - seat].raiders)[:MOST_SHOWN]
    return h(
        "div",
        h("span", art(seen.stronghold), class_="home stronghold"),
        h("ul", [still(scene, view) for view in left]) if left else None,
        class_=classes("scenery", scene.position.winner != seat and "dark"),
        aria_hidden="true",
    )


def sums(scene: Scene) -> list[Tree | None]:
    """Draw how much the loser could have consumed, as a sum; [] if nobody was knocked out."""
    winner = scene.position.winner
    if winner is None or not reason(scene):
        return []
    label = scene.ui("meal.could", player=scene.visible.game.names[1 - winner])
    have = resources_sum(scene.position, 1 - winner)
    line = h("p", label, ": ", number(scene, "sum.end", have, label))
    return [line, terms(scene, "sum.end", have, label)]


def tally(steps: Iterable[Step]) -> dict[str, list[int]]:
    """Return counts for both players by catalog key: characters lost, cards consumed, raiders that got in."""
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


ENDING = Ending(
    winner=lambda scene: scene.position.winner,
    picture=picture,
    turnings=turnings,
    course=course,
    reason=reason,
    tally=lambda scene: tally(scene.steps),
    sums=sums,
)
