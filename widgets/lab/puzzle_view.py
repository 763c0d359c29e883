"""The view of the puzzles: a list to choose from and, above the table, the goal, the hints and the verdict."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from apz.core.lab.puzzles import Puzzle, Verdict
from apz.core.reading import clean
from apz.core.trace import Step
from apz.widgets.base.tree import Tree, button, classes, h
from apz.widgets.lab.controls import folded, pane
from apz.widgets.lab.state import LabScene

SENTENCE = 600
LIST = "puzzles"  # unfolded while the puzzles are listed


def draw(scene: LabScene) -> Tree:
    """Draw a heading, and the puzzles under it if it's unfolded, easiest first."""
    listed = f"lab.{LIST}" in scene.state.opened
    items = [item(scene, puzzle) for puzzle in scene.game.puzzles()] if listed else []
    title = scene.ui("lab.find-best")
    return pane(scene, "puzzles", folded(scene, LIST, title, h("ol", items, class_="lab-puzzles", aria_label=title)))


def item(scene: LabScene, puzzle: Puzzle[Any]) -> Tree:
    """Draw one puzzle: its title, and its difficulty or a note that it's been solved."""
    done = puzzle.name in scene.state.found
    told = scene.ui("lab.found-it") if done else scene.ui(f"lab.difficulty-{puzzle.difficulty}")
    inside = (h("span", clean(puzzle.title(scene.language), SENTENCE)), h("small", told))
    return h("li", button(inside, f"puzzle:{puzzle.name}", class_=classes("ghost", done and "done")), key=puzzle.name)


def verdict(scene: LabScene, steps: Sequence[Step]) -> Verdict | None:
    """Return the verdict on the decision in these steps, or None as long as the decision is incomplete."""
    puzzle, key = scene.puzzle, (scene.state.puzzle, tuple([step.move for step in steps]), scene.language)
    if puzzle is None or not steps:
        return None
    return scene.memo.once("verdict", key, lambda: puzzle.verdict(steps, scene.language))


def above(scene: LabScene, steps: Sequence[Step]) -> Tree | None:
    """Draw the goal of the puzzle on the table, the hints so far, and the verdict; None if there's no puzzle."""
    puzzle, state = scene.puzzle, scene.state
    if puzzle is None:
        return None
    said, hints = verdict(scene, steps), puzzle.hints(scene.language)
    more = button(scene.ui("lab.hint"), "puzzle-hint", class_="ghost") if state.hints < len(hints) else None
    show = None if state.revealed else button(scene.ui("lab.reveal"), "puzzle-answer", class_="ghost")
    again = button(scene.ui("lab.again"), "puzzle-again", class_="ghost") if steps else None
    onward = button(scene.ui("lab.next-puzzle"), "puzzle-next", class_="do") if said and said.right else None
    told = [h("li", clean(each, SENTENCE)) for each in hints[: state.hints]]
    title = clean(puzzle.title(scene.language), SENTENCE)
    return h(
        "section",
        h("h2", title),
        h("p", h("b", clean(puzzle.goal(scene.language), SENTENCE)), " ",
          h("span", clean(puzzle.terms(scene.language), SENTENCE)), class_="lab-goal"),
        h("ol", told, class_="lab-lines") if told else None,
        h("p", clean(puzzle.answer(scene.language), SENTENCE), key="answer") if state.revealed else None,
        h("p", h("b", scene.ui("lab.right" if said.right else "lab.not-best")), " ", clean(said.said, SENTENCE),
          class_=classes("answer", not said.right and "refusal"), key="verdict") if said else None,
        h("div", onward, again, None if said and said.right else [more, show], class_="buttons"),
        class_=classes("lab-puzzle", bool(steps) and "begun", bool(told or said or state.revealed) and "told"),
        aria_label=title,
        key="puzzle",
    )  # fmt: skip


def said(scene: LabScene, steps: Sequence[Step]) -> str:
    """Return the announcement of the verdict, or "" if there's none yet."""
    found = verdict(scene, steps)
    told = scene.ui("lab.right" if found.right else "lab.not-best") if found else ""
    return clean(f"{told} {found.said}", SENTENCE) if found else ""
