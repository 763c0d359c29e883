"""The bar above every page: the app's name, the doors, language and look, notices, and what can be shared."""

from __future__ import annotations

from collections.abc import Sequence

from apz.widgets.app import set_up_view
from apz.widgets.app.address import THEMES
from apz.widgets.app.fields import copied, options
from apz.widgets.app.home_view import mark
from apz.widgets.app.place import HOME
from apz.widgets.app.state import BEHIND, AppScene, Shared
from apz.widgets.base.tree import Tree, button, classes, h
from apz.widgets.base.trouble import trouble
from apz.widgets.base.wording import offered

LINKS = ("link", "session", "position")


def draw(scene: AppScene) -> Tree:
    """Draw the bar, what is said, and what can be shared."""
    name = button([mark(), h("span", scene.name)], scene.spelled("go", HOME), class_="app-name")
    here = BEHIND.get(scene.state.place, scene.state.place)
    doors = [
        button(scene.says(f"door.{kind}"), scene.spelled("go", kind), class_=classes("app-way", kind == here and "now"),
               aria_current="page" if kind == here else None)
        for kind in scene.doors
    ]  # fmt: skip
    nav = h("nav", doors, aria_label=scene.says("bar.nav"))
    return h(
        "header",
        h("div", name, nav, tools(scene), class_="app-line"),
        trouble(scene),
        notice(scene) if scene.state.notice else None,
        share(scene, scene.state.shared) if scene.state.shared else None,
        class_="app-bar",
    )


def tools(scene: AppScene) -> Tree:
    """Draw language, look, and the button to share."""
    languages = [each for each in offered() if each in scene.game.languages]
    opened = "true" if scene.state.shared else "false"
    return h(
        "div",
        choice(scene, "language", languages, scene.words.language) if languages[1:] else None,
        choice(scene, "theme", THEMES, scene.state.theme),
        button(scene.says("bar.share"), scene.spelled("share"), class_="ghost", aria_expanded=opened),
        class_="app-tools",
    )


def choice(scene: AppScene, name: str, names: Sequence[str], now: str) -> Tree:
    """Draw one of several, chosen at once."""
    choices = {each: scene.says(f"bar.{each}") for each in names}
    label = scene.says(f"bar.{name}")
    return h("select", options(choices, now), value=now, data_do=scene.spelled(name), aria_label=label)


def notice(scene: AppScene) -> Tree:
    """Draw what must be said, and a way to put it away."""
    shut = button("×", scene.spelled("shut"), class_="shut", aria_label=scene.says("bar.shut"))
    return h("div", h("p", scene.state.notice), shut, class_="app-told", key="told")


def share(scene: AppScene, found: Shared) -> Tree:
    """Draw what can be taken along from here: links, texts, a picture, a file."""
    title = scene.says("share.title")
    shut = button("×", scene.spelled("share"), class_="shut", aria_label=scene.says("bar.shut"))
    fields = {
        name: copied(scene, f"app-share-{name}", scene.says(f"share.{name}"), text, 2 if name in LINKS else 5)
        for name, text in found.texts.items()
    }
    forms = [field for name, field in fields.items() if name not in LINKS]
    files = [button(scene.says(f"share.{name}"), scene.spelled(name), class_="ghost") for name in found.files]
    return h(
        "section",
        shut,
        h("h2", title),
        [field for name, field in fields.items() if name in LINKS],
        [h("p", scene.says(f"share.{name}"), class_="soft") for name in found.notes],
        h("div", forms, class_="app-forms") if forms else None,
        h("div", files, class_="buttons") if files else None,
        class_="pane app-share",
        aria_label=title,
        key="share",
    )


def said(scene: AppScene) -> str:
    """Return what a screen reader hears."""
    asked = scene.says("home.really") if scene.state.asking else set_up_view.asked(scene)
    return asked or scene.state.notice or scene.door


def title(scene: AppScene) -> str:
    """Return what the window is called: where the learner is, and the app."""
    here = scene.state.title or scene.door
    return scene.name if scene.state.place == HOME else scene.says("bar.titled", here=here, name=scene.name)
