"""The view of the lab: the table, with the solver, the branches and the simulation next to it."""

from __future__ import annotations

from apz.core.reading import clean
from apz.widgets.base.fields import icon
from apz.widgets.base.tree import Tree, button, h
from apz.widgets.base.trouble import trouble
from apz.widgets.lab import puzzle_view, simulate_view, solve_view, what_if_view
from apz.widgets.lab.state import LabScene
from apz.widgets.lab.update import playable

SENTENCE = 400


def draw(scene: LabScene) -> Tree:
    """Draw the whole lab for a position that isn't being edited."""
    play = button([icon("play"), " ", scene.ui("lab.play")], "play", class_="do play") if playable(scene) else None
    head = h(
        "section",
        trouble(scene),
        h("h1", scene.ui("lab.title"), class_="aloud"),
        h("h2", asked(scene), tabindex="-1", data_home="1"),
        h("div", play, class_="buttons") if play else None,
        class_="ask plain lab-top",
        aria_label=scene.ui("lab.title"),
        key="head",
    )
    body = h("div", h("div", scene.view.table(scene.table), class_="middle", key="middle"),
             h("aside", panes(scene), class_="side", aria_label=scene.ui("lab.tools")), class_="lab-bench")  # fmt: skip
    return h("main", head, body, class_="lab-page", data_frame="1")


def panes(scene: LabScene) -> list[Tree]:
    """Draw the lab's panes: the solver, the branches, the simulation and, if the game has any, the puzzles."""
    found = [solve_view.draw(scene), what_if_view.draw(scene), simulate_view.draw(scene)]
    return [*found, *([puzzle_view.draw(scene)] if scene.game.puzzles is not tuple else [])]


def asked(scene: LabScene) -> str:
    """Return the position's current decision as a sentence."""
    return clean(scene.words.waiting(scene.visible), SENTENCE)


def said(scene: LabScene) -> str:
    """Return the announcement: the lab's results or, without any, the question."""
    return found_out(scene) or asked(scene)


def found_out(scene: LabScene) -> str:
    """Return the announcements of the last refusal, the solver and the simulation, joined into one text."""
    return " ".join(filter(None, (scene.state.refused, solve_view.said(scene), simulate_view.said(scene))))
