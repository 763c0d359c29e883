"""The coach of a first game, who comments on new things, on each only once."""

from __future__ import annotations

from apz.core.trace import Note
from apz.widgets.base.tree import Tree, button, h
from apz.widgets.table import ending_view, tutor
from apz.widgets.table.panels import Tutor
from apz.widgets.table.scene import Scene
from apz.widgets.table.unfold import cited

COACH = "coach"


def coached(scene: Scene) -> bool:
    """Return True if this is the course's first game, played by one person."""
    opening = scene.game.course().opening
    return opening is not None and len(scene.people) == 1 and scene.session.start == opening()


def new(scene: Scene) -> Note | None:
    """Return the comment on the latest new thing; None if there's none, it's dismissed, or the learner isn't deciding.

    Each decision gets one comment; other new things wait until they come up again.
    """
    if not coached(scene) or scene.deciding != scene.bottom:
        return None
    said: set[str] = set()
    found: dict[str, Note] = {}
    last: Note | None = None
    for number in scene.line:
        node, position = scene.session.nodes[number], scene.session.position_at(number)
        for note in scene.game.course().first_times(position, node.step, scene.bottom):
            found[note.key] = note
        if number == scene.at or (
            scene.game.decides(position) == scene.bottom and number + 1 not in scene.state.forced
        ):
            last = next((note for key, note in reversed(found.items()) if key not in said), None)
            said |= {last.key} if last else set()
            found = {}
    return last if last and last.key not in scene.state.opened else None


def draw(scene: Scene) -> Tree:
    """Draw the table with its coach."""
    return tutor.desk(scene, ending_view.alone, spoken(scene))


def spoken(scene: Scene) -> Tree | None:
    """Draw the coach's current comment, with its rule and a button to dismiss it; None if there's none."""
    note = new(scene)
    if note is None or scene.over:
        return None
    name = scene.ui("coach.name")
    shut = button(scene.ui("coach.close"), f"open:{note.key}", class_="ghost")
    text = h("p", h("b", name), " ", scene.words.note(note))
    return h(
        "aside", text, h("div", shut, cited(scene, COACH, note.rule), class_="buttons"), class_="tip",
        aria_label=name, key=note.key, data_news=note.key,
    )  # fmt: skip


class FirstGame(Tutor):
    """The table of a first game, with its coach."""

    part = draw
