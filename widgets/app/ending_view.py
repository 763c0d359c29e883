"""The app's view of a game and, once the game is over, of the next steps and the game's link."""

from __future__ import annotations

from typing import Any

from apz.core.sharing import session_link
from apz.widgets.app.address import naming, write_address
from apz.widgets.app.place import MOST_ADDRESS, PLAY
from apz.widgets.base.fields import copied, fold
from apz.widgets.base.tree import Tree, button, h
from apz.widgets.learn import coach
from apz.widgets.learn.state import LESSON
from apz.widgets.table import ending_view, tutor

END = "end"
SHARE = "end.share"  # while the link is unfolded


def draw(scene: Any) -> Tree:
    """Draw the table or, once the game is over, its ending with the app's next steps."""
    return tutor.desk(scene, ending, coach.spoken(scene))


def ending(scene: Any) -> Tree:
    """Draw the end of a game in the app."""
    return ending_view.draw(scene, main_ways(scene), more_ways(scene), shared(scene))


def main_ways(scene: Any) -> list[Tree]:
    """Draw the main next steps: play again, or go back to where the learner came from."""
    first = ending_view.another(scene) if scene.state.kind == PLAY else "same-start"
    back = button(scene.says(f"end.back-{scene.state.back}"), f"{END}:back", class_="ghost")
    return [button(scene.says(f"end.{first}"), f"{END}:again", class_="do"), back]


def more_ways(scene: Any) -> list[Tree]:
    """Draw the other next steps: swap sides, replay, take a lesson, share."""
    names = ["swap", "walk"] if len(set(scene.state.seats)) > 1 and scene.people else ["walk"]
    found = [button(scene.says(f"end.{name}"), f"{END}:{name}", class_="ghost") for name in names]
    if lesson := deciding_lesson(scene):
        title = scene.game.course().lesson(lesson, scene.language).title
        found.append(button(scene.says("end.lesson", title=title), f"{END}:{LESSON}", class_="ghost"))
    return [*found, fold(scene, SHARE, scene.says("end.share"), class_="ghost")]


def deciding_lesson(scene: Any) -> str:
    """Return the name of the first lesson that teaches the rule that decided the game, or "" if there's none."""
    course = scene.game.course()
    rules = {note.rule for note in scene.view.ending.reason(scene)[:1]}
    return next((name for name in course.order() if rules & set(course.lesson(name).teaches)), "")


def shared(scene: Any) -> Tree | None:
    """Draw the link that replays the game, or a note that the link is too long; None unless unfolded."""
    if SHARE not in scene.state.opened:
        return None
    link, key = session_link(scene.session), "app-end-link"
    if len(link) > MOST_ADDRESS:
        return h("p", scene.says("end.long"), key=key)
    parts = {**naming(scene.game.name), "session": link, "lang": scene.words.language}
    return copied(scene, key, scene.says("share.session"), f"{scene.state.base}{write_address(parts)}")
