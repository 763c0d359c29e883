"""The view of a learner's record: a text to copy, and a warning if the record can't be saved."""

from __future__ import annotations

from apz.core.learning.progress import progress_text
from apz.widgets.base.tree import Tree, h
from apz.widgets.learn.scene import LearnScene


def unsaved(scene: LearnScene) -> Tree | None:
    """Draw the warning that the record can't be saved, with the record to copy; None if there's no problem."""
    progress = scene.state.progress
    if not progress.unsaved:
        return None
    why = progress.unsaved(scene.language)
    warning = h("p", scene.told("course.unsaved", file=progress.place, reason=why), class_="warn")
    return h("section", warning, exported(scene), class_="pane", role="alert", key="unsaved")


def exported(scene: LearnScene) -> Tree:
    """Draw the record as a text to copy, folded under a heading."""
    label = scene.told("course.export")
    text = h("textarea", readonly=True, rows="6", value=progress_text(scene.mastery), aria_label=label)
    return h("details", h("summary", label), text)
