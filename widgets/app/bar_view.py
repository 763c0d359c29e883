"""The bar above every page: name, sections, sharing, settings and notices."""

from __future__ import annotations

from apz.widgets.app import puzzle_view, set_up_view
from apz.widgets.app.home_view import mark
from apz.widgets.app.place import HOME, PLAY, SHARED
from apz.widgets.app.state import BEHIND, MENU, SETTINGS, SIGNS, AppScene, Shared
from apz.widgets.base.fields import copied, icon
from apz.widgets.base.page import THEMES
from apz.widgets.base.tree import Tree, button, classes, h
from apz.widgets.base.trouble import trouble
from apz.widgets.base.wording import named, offered
from apz.widgets.table import settings
from apz.widgets.table.state import TableState

LINKS = ("link", "session", "position")
AT_TABLE = ("steps", "marks")  # the settings under "At the table"; the others are under "Look and sound"


def draw(scene: AppScene) -> Tree:
    """Draw the bar, its notices, and any open sheet."""
    name = button([mark(), h("span", scene.name)], scene.spelled("go", HOME), class_="app-name")
    here = BEHIND.get(scene.state.place, scene.state.place)
    doors = [
        button([icon(SIGNS[kind]), scene.says(f"door.{kind}")], scene.spelled("go", kind),
               class_=classes("app-way", kind == here and "now"), aria_current="page" if kind == here else None)
        for kind in scene.doors
    ]  # fmt: skip
    menu = scene.state.sheet == MENU
    nav = h("nav", doors, class_="open" if menu else None, aria_label=scene.says("bar.nav"))
    return h(
        "header",
        h("div", name, nav, tools(scene), class_="app-line"),
        settled(scene) if scene.state.sheet == SETTINGS else None,
        trouble(scene),
        notice(scene) if scene.state.notice else None,
        share(scene, scene.state.shared) if scene.state.shared else None,
        class_="app-bar",
        data_frame="bar",
        data_escape=scene.spelled("sheet") if scene.state.sheet else None,
    )


def tools(scene: AppScene) -> Tree:
    """Draw the buttons for sharing, settings and, on a phone, sections; a table has its own settings button."""
    state = scene.state
    return h(
        "div",
        tool(scene, "share", scene.spelled("share"), state.shared is not None),
        None if state.place in (PLAY, SHARED) else sheet_button(scene, "gear", SETTINGS),
        sheet_button(scene, "menu", MENU),
        class_="app-tools",
    )


def sheet_button(scene: AppScene, sign: str, name: str) -> Tree:
    """Draw the button that opens a sheet, or closes it."""
    opened = scene.state.sheet == name
    return tool(scene, sign, scene.spelled("sheet", "" if opened else name), opened, name)


def tool(scene: AppScene, sign: str, do: str, opened: bool, name: str = "") -> Tree:
    """Draw one of the bar's buttons as an icon."""
    label = scene.says(f"bar.{name or sign}")
    return button(icon(sign), do, class_=f"app-tool to-{name or sign}", title=label,
                  aria_label=label, aria_expanded=opened)  # fmt: skip


def settled(scene: AppScene) -> Tree:
    """Draw the settings sheet: the look, the language, and how tables move, sound and play."""
    state, title = scene.state, scene.says("bar.settings")
    languages = [each for each in offered() if each in scene.game.languages]
    now = {**settings.values(TableState()), "steps": "self", **state.liked}
    shut = button("×", scene.spelled("sheet"), class_="shut", aria_label=scene.says("bar.shut"))
    names = [name for name in settings.EVERYWHERE if name != "marks" or scene.view.house_marks]
    rows = {
        name: settings.choice(scene, name, now[name], settings.EVERYWHERE[name], scene.spelled("like", name))
        for name in names
    }
    language, theme = (scene.spelled(name) for name in ("language", "theme"))
    return h(
        "section",
        shut,
        h("h2", title),
        h("p", scene.says("bar.saved"), class_="soft"),
        h("h3", scene.ui("seats.look")),
        settings.choice(scene, "theme", state.theme, THEMES, theme),
        settings.row(scene, "language", scene.words.language, named(languages), do=language) if languages[1:] else None,
        [row for name, row in rows.items() if name not in AT_TABLE],
        h("h3", scene.ui("seats.at-table")),
        [row for name, row in rows.items() if name in AT_TABLE],
        class_="controls app-settings",
        role="dialog",
        aria_label=title,
        key="settings",
    )


def notice(scene: AppScene) -> Tree:
    """Draw a notice with a button to dismiss it."""
    shut = button("×", scene.spelled("shut"), class_="shut", aria_label=scene.says("bar.shut"))
    return h("div", h("p", scene.state.notice), shut, class_="app-told", key="told")


def share(scene: AppScene, found: Shared) -> Tree:
    """Draw the sharing sheet: links, texts, a picture, and a file."""
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
    """Return the announcement for screen readers."""
    asked = scene.says("home.really") if scene.state.asking else set_up_view.asked(scene)
    puzzle = puzzle_view.said(scene) if scene.state.place == HOME else ""
    return asked or scene.state.notice or puzzle or scene.door


def title(scene: AppScene) -> str:
    """Return the window's title: the current place and the app's name, or only the name at home."""
    here = scene.state.title or scene.door
    return scene.name if scene.state.place == HOME else scene.says("bar.titled", here=here, name=scene.name)
