"""The controls that the lab's panes share."""

from __future__ import annotations

from apz.widgets.base.fields import fold, icon
from apz.widgets.base.tree import Child, Tree, h
from apz.widgets.lab.state import LabScene


def pane(scene: LabScene, name: str, *children: Child, mark: Tree | None = None) -> Tree:
    """Draw a part of the lab under its heading, with `mark` next to the heading."""
    title = scene.ui(f"lab.{name}")
    head = h("div", h("h2", title), mark, class_="lab-head")
    return h("section", head, children, class_=f"pane lab-{name}", aria_label=title, key=f"lab-{name}")


def folded(scene: LabScene, name: str, title: str, *children: Child) -> Tree:
    """Draw a heading, and the content under it if the heading is unfolded."""
    key = f"lab.{name}"
    opened = key in scene.state.opened
    head = fold(scene, key, [title, " ", icon("up" if opened else "down")], class_="fold")
    return h("div", h("h3", head), children if opened else None, class_="lab-fold", key=key)


def bar(part: float, label: str = "") -> Tree:
    """Draw a share from 0 to 1 as a bar, which is read aloud only if it has a label."""
    drawn = h(
        "svg",
        h("rect", width="100%", height="100%", class_="whole"),
        h("rect", width=f"{round(100 * part)}%", height="100%", class_="part"),
        aria_hidden="true",
        focusable="false",
    )
    return h(
        "span", drawn, role="img" if label else None, aria_label=label or None, class_="lab-bar", title=label or None
    )


def progress(label: str, done: int | None, of_all: int, stop: Tree) -> Tree:
    """Draw the progress of a job and its stop button; `done` is None if the progress is unknown."""
    share = 0.0 if done is None else done / max(1, of_all)
    drawn = h(
        "div",
        bar(share),
        role="progressbar",
        aria_label=label,
        aria_valuemin="0" if done is not None else None,
        aria_valuemax=str(of_all) if done is not None else None,
        aria_valuenow=str(done) if done is not None else None,
        class_="lab-progress" if done is not None else "lab-progress unknown",
    )
    return h("div", h("p", label, class_="soft"), h("div", drawn, stop, class_="lab-work"), key="working")
