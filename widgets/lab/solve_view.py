"""The view of the solver: the aim, the best play with its value and proof, and the other answers in order."""

from __future__ import annotations

from typing import Any

from apz.core.reading import clean
from apz.widgets.base.fields import choice
from apz.widgets.base.tree import Tree, button, h
from apz.widgets.lab.controls import folded, pane, progress
from apz.widgets.lab.state import SOLVE, Asked, LabScene

SENTENCE, MOST_LINES = 400, 40


def draw(scene: LabScene) -> Tree:
    """Draw the choice of an aim, the button that starts the solver, and the answer; or why there's none."""
    wrong = unsolvable(scene)
    if wrong:
        return pane(scene, "solve", h("p", wrong, class_="soft"))
    asked = scene.solving
    running = asked is not None and asked.running
    ask = h(
        "div",
        choice(scene.ui("lab.aim"), "aim", scene.aims, scene.aim),
        None if running else button(scene.ui("lab.do-solve"), SOLVE, class_="ghost"),
        class_="lab-ask",
        key="ask",
    )
    found = asked.result if asked else None
    mark = h("span", scene.ui(f"lab.{found.sure}"), class_=f"lab-sure {found.sure}") if found else None
    return pane(scene, "solve", ask, working(scene, asked), solved(scene, found) if found else None, mark=mark)


def unsolvable(scene: LabScene) -> str:
    """Return why the position can't be solved, or "" if it can."""
    if scene.problems:
        return scene.ui("lab.faulty")
    if scene.game.decides(scene.position) is None:
        return scene.ui("lab.over")
    return "" if scene.lab.solvable(scene.position) else scene.ui("lab.unsolvable")


def working(scene: LabScene, asked: Asked | None) -> Tree | None:
    """Draw the note that the solver is at work, or why it was stopped or failed; None if there's neither."""
    if asked is None:
        return None
    if asked.running:
        stop = button(scene.ui("lab.stop"), f"stop:{SOLVE}", class_="ghost")
        return progress(scene.ui("lab.improving" if asked.result else "lab.solving"), None, 0, stop)
    return h("p", asked.wrong, class_="soft", key="working") if asked.wrong else None


def solved(scene: LabScene, found: Any) -> Tree:
    """Draw the best answer: its moves, its value, how certain the value is, the reasons, and the other answers."""
    best = found.answers[0]
    return h(
        "div",
        h("ul", [h("li", part) for part in parts(scene, best)], class_="lab-best"),
        h("p", h("strong", clean(best.value_text(scene.language), SENTENCE))),
        h("p", found.certainty(scene.language), class_="soft"),
        answer_buttons(scene, 0),
        folded(scene, "why", scene.ui("lab.why" if found.sure == "proven" else "lab.why-maybe"),
               h("ul", [h("li", line) for line in found.reasons(scene.language)], class_="lab-lines")),
        others(scene, found),
        folded(scene, "reckoning", scene.ui("lab.reckoning"), reckoning(scene, best)),
        class_="lab-solved",
        key="solved",
    )  # fmt: skip


def parts(scene: LabScene, answer: Any) -> list[str]:
    """Return an answer's summary as a list of its parts."""
    return [clean(part, SENTENCE) for part in answer.summary(scene.language).split("; ")]


def answer_buttons(scene: LabScene, number: int) -> Tree:
    """Draw the buttons that show an answer on the table and keep it as a branch."""
    show, keep = scene.ui("lab.show"), scene.ui("lab.keep")
    which = "" if number == 0 else f": {scene.ui('lab.answer', number=number + 1)}"
    return h(
        "div",
        button(show, f"answer:{number}", class_="ghost", aria_label=f"{show}{which}" if which else None),
        button(keep, f"keep:{number}", class_="ghost", aria_label=f"{keep}{which}" if which else None),
        class_="buttons",
    )  # fmt: skip


def others(scene: LabScene, found: Any) -> Tree | None:
    """Draw the other answers, best first; None if there are none."""
    if not found.answers[1:]:
        return None
    items = [
        h(
            "li",
            h("p", h("b", f"{number + 1}. "), "; ".join(parts(scene, answer))),
            h("p", h("strong", clean(answer.value_text(scene.language), SENTENCE))),
            answer_buttons(scene, number),
        )
        for number, answer in enumerate(found.answers[1:], 1)
    ]
    return folded(scene, "others", scene.ui("lab.others", count=len(items)), h("ul", items, class_="lab-others"))


def reckoning(scene: LabScene, answer: Any) -> Tree:
    """Draw the steps that follow from an answer."""
    lines = scene.memo.once(
        "reckoning", (answer.moves, scene.position, scene.language), lambda: answer.reckoning(scene.language)
    )
    return h("ol", [h("li", clean(line, SENTENCE)) for line in lines[:MOST_LINES]], class_="lab-lines")


def said(scene: LabScene) -> str:
    """Return the announcement about the solver, or "" if it hasn't been asked."""
    asked = scene.solving
    if asked is None or (asked.running and asked.result is None):
        return scene.ui("lab.solving") if asked else ""
    if asked.result is None:
        return asked.wrong
    best = asked.result.answers[0]
    told = (scene.ui("lab.solved"), best.summary(scene.language), best.value_text(scene.language))
    return clean(". ".join([*told, asked.result.certainty(scene.language)]), SENTENCE)
