"""The home page: what this is, where the learner can go on, and the doors to everything."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from apz.widgets.app.offers import offers
from apz.widgets.app.place import LEARN, PLAY, moved
from apz.widgets.app.state import AppScene, Way
from apz.widgets.base.tree import Tree, button, h
from apz.widgets.learn import first_game
from apz.widgets.learn.state import LESSON, PRACTISE

MARK = "M32 3 4 20v9h5v30h46V29h5v-9z"  # a house, and the letter in its wall
LETTER = "M19 26h27v6L30 47h16v7H18v-6l16-15H19z"


def mark() -> Tree:
    """Draw the sign of the app."""
    shapes = (h("path", d=MARK, class_="app-wall"), h("path", d=LETTER, class_="app-letter"))
    return h("svg", *shapes, viewBox="0 0 64 64", class_="app-mark", aria_hidden="true", focusable="false")


def draw(scene: AppScene) -> Tree:
    """Draw the page, in the order in which it is read."""
    found = offers(scene)
    played = any(way.kind == PLAY and moved(way.given) for way in found.values())
    return h(
        "main",
        h("section", mark(), h("div", hero(scene, found)), class_="app-hero"),
        back(scene, found) if found else None,
        first_game.draw(scene, played),
        h("div", [door(scene, kind) for kind in scene.doors], class_="app-doors"),
        foot(scene),
        class_="app-home",
    )


def hero(scene: AppScene, found: Mapping[str, Way]) -> list[Tree]:
    """Draw the name, what it is, and the one button for a learner who has just come."""
    course = scene.game.course()
    names = course.order()
    wanted = next((name for name in names if not scene.mastery.behind(name)), names[0])
    following = course.lesson(wanted, scene.language)
    begun = any(way.kind == LESSON and way.given.get("lesson") == wanted for way in found.values())
    word = "on" if begun else "begin" if wanted == names[0] else "next"
    begin = button(scene.says(f"home.{word}", title=following.title), scene.spelled(LESSON, wanted), class_="do main")
    minutes = scene.says("home.minutes", minutes=following.minutes, count=len(names), total=course.minutes())
    return [
        h("h1", scene.name, tabindex="-1", data_home="1"),
        h("p", scene.says("home.what", game=scene.game.title)),
        h("p", minutes),
        h("div", begin, class_="buttons"),
    ]


def back(scene: AppScene, found: Iterable[str]) -> Tree:
    """Draw the ways back to where the learner was."""
    ways = [
        button(title, scene.spelled("back", str(number)), class_="do" if number == 0 else "ghost")
        for number, title in enumerate(found)
    ]
    why = h("p", scene.says("home.kept"), class_="soft")
    return h("section", h("h2", scene.says("home.back")), h("div", ways, class_="buttons"), why, class_="pane app-back")


def door(scene: AppScene, kind: str) -> Tree:
    """Draw one of the doors, with how the learner stands behind it."""
    lessons, mastery = scene.game.course().order(), scene.mastery
    count, due = sum(map(mastery.behind, lessons)), len(mastery.due(scene.state.today))
    practise = scene.says("home.due", count=due) if due else ""
    state = {LEARN: scene.says("home.lessons", done=count, count=len(lessons)), PRACTISE: practise}.get(kind, "")
    return h(
        "section",
        h("h2", scene.says(f"door.{kind}")),
        h("p", scene.says(f"inside.{kind}")),
        h("meter", min="0", max=str(len(lessons)), value=str(count), aria_label=state) if kind == LEARN else None,
        h("p", state, class_="soft") if state else None,
        h("div", button(scene.says(f"enter.{kind}"), scene.spelled("go", kind), class_="ghost"), class_="buttons"),
        class_="pane app-door",
        key=kind,
    )


def foot(scene: AppScene) -> Tree:
    """Draw what is kept where, what was put aside, and how all is forgotten."""
    kept = scene.says("home.in-browser" if scene.state.progress.in_browser else "home.nowhere")
    # one button becomes the other, so that a learner who pressed it by key is asked right there
    asking = scene.state.asking
    word, about = ("cancel", "app-really") if asking else ("forget", None)
    ways = [button(scene.says(f"home.{word}"), scene.spelled("ask"), class_="ghost", aria_describedby=about)]
    if asking:
        ways.append(button(scene.says("home.sure"), scene.spelled("forget"), class_="do", aria_describedby=about))
    really = h("p", scene.says("home.really"), class_="warn", id="app-really", key="really") if asking else None
    count = scene.state.progress.asides
    download = button(scene.says("home.download"), scene.spelled("asides"), class_="ghost")
    aside = h("div", h("p", scene.says("home.aside", count=count)), download, class_="buttons", key="aside")
    return h("footer", h("p", kept), aside if count else None, really, h("div", ways, class_="buttons", key="ways"),
             class_="app-foot")  # fmt: skip
