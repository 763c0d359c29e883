"""The home page: an introduction, offers to resume, and a card for each section."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from apz.widgets.app import puzzle_view
from apz.widgets.app.offers import offers
from apz.widgets.app.place import LEARN, PLAY, moved
from apz.widgets.app.state import SIGNS, AppScene, Way
from apz.widgets.base.fields import icon
from apz.widgets.base.tree import Tree, button, classes, h
from apz.widgets.learn import first_game
from apz.widgets.learn.state import LESSON, PRACTISE

MARK = "M32 3 4 20v9h5v30h46V29h5v-9z"  # a house, and the letter in its wall
LETTER = "M19 26h27v6L30 47h16v7H18v-6l16-15H19z"


def mark() -> Tree:
    """Draw the app's logo."""
    shapes = (h("path", d=MARK, class_="app-wall"), h("path", d=LETTER, class_="app-letter"))
    return h("svg", *shapes, viewBox="0 0 64 64", class_="app-mark", aria_hidden="true", focusable="false")


def draw(scene: AppScene) -> Tree:
    """Draw the introduction, the puzzle or the logo, the buttons to start or resume, and the sections."""
    found = offers(scene)
    played = any(way.kind == PLAY and moved(way.given) for way in scene.state.ways)
    puzzle = puzzle_view.draw(scene)
    solved = puzzle is not None and scene.answering.answered  # then it leads into the lesson itself
    first = h(
        "div",
        h("header", headline(scene), class_="app-hero"),
        puzzle or mark(),
        h("div", None if solved else start(scene, found), back(scene, found) if found else None, class_="app-start"),
        class_=classes("app-first", "puzzled" if puzzle else None),
        key="first",
    )
    return h(
        "main",
        first,
        h("div", [door(scene, kind) for kind in scene.doors], class_="app-doors"),
        first_game.draw(scene, played),
        foot(scene),
        class_="app-home",
    )


def headline(scene: AppScene) -> list[Tree]:
    """Draw the game's name, a headline, and an introduction."""
    return [
        h(
            "h1",
            h("small", scene.says("home.kicker", game=scene.game.title)),
            " ",
            scene.says("home.headline"),
            tabindex="-1",
            data_home="1",
        ),
        h("p", scene.says("home.what", game=scene.game.title)),
    ]


def start(scene: AppScene, found: Mapping[str, Way]) -> list[Tree]:
    """Draw the button to the next lesson and how long a new one takes, or to practice once all lessons are done."""
    course = scene.game.course()
    names = course.order()
    wanted = next((name for name in names if not scene.mastery.behind(name)), None)
    if wanted is None:
        return [button(scene.says("door.practise"), scene.spelled("go", PRACTISE), class_="do main")]
    following = course.lesson(wanted, scene.language)
    begun = any(way.kind == LESSON and way.given.get("lesson") == wanted for way in found.values())
    word = "on" if begun else "begin" if wanted == names[0] else "next"
    on = button(scene.says(f"home.{word}", title=following.title), scene.spelled(LESSON, wanted), class_="do main")
    return [on] if begun else [on, h("p", scene.says("home.minutes", minutes=following.minutes), class_="soft")]


def back(scene: AppScene, found: Iterable[str]) -> Tree:
    """Draw the buttons that resume where the learner left off."""
    ways = [
        button(title, scene.spelled("back", str(number)), class_="do" if number == 0 else "ghost")
        for number, title in enumerate(found)
    ]
    why = h("p", scene.says("home.kept"), class_="soft")
    return h("section", h("h2", scene.says("home.back")), h("div", ways, class_="buttons"), why, class_="pane app-back")


def door(scene: AppScene, kind: str) -> Tree:
    """Draw the card for one section, with its description or the learner's progress."""
    course, mastery = scene.game.course(), scene.mastery
    lessons = course.order()
    done, due = sum(map(mastery.behind, lessons)), len(mastery.due(scene.state.today))
    told = scene.says(
        f"inside.{kind}", **({"count": len(lessons), "minutes": course.minutes()} if kind == LEARN else {})
    )
    if kind == LEARN and done:
        told = scene.says("home.lessons", done=done, count=len(lessons))
    elif kind == PRACTISE and due:
        told = scene.says("home.due", count=due)
    seen = icon(SIGNS[kind]), h("b", scene.says(f"door.{kind}")), " ", h("small", told)
    return button(seen, scene.spelled("go", kind), class_="pane app-door", key=kind)


def foot(scene: AppScene) -> Tree:
    """Draw where progress is saved, the note on records set aside, and the button to delete everything."""
    kept = scene.says("home.in-browser" if scene.state.progress.in_browser else "home.nowhere")
    # one button turns into the other, so that keyboard users are asked right where they are
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
