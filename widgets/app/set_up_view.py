"""The page before a game: its choices, a button to resume an unfinished game, and a field for a shared one."""

from __future__ import annotations

from collections.abc import Sequence

from apz.widgets.app.offers import left
from apz.widgets.app.place import PLAY
from apz.widgets.app.state import AppScene
from apz.widgets.base.fields import options, pane
from apz.widgets.base.tree import Tree, button, h
from apz.widgets.table.seats import YOU
from apz.widgets.table.view import Choice

HANDS, PACES = ("hidden", "open"), ("quick", "step")


def choices(scene: AppScene) -> list[Choice]:
    """Return all choices: the game's own and, if there are two seats, the opponent, hands and pace."""
    newcomer, bots = PLAY not in scene.state.last, tuple(scene.game.bots)
    found: list[Choice] = [*scene.view.set_up.choices(scene, newcomer)]
    if scene.game.seats < 2:
        return found
    bot, hands = bots[0] if newcomer and bots else scene.game.adviser or (*bots, YOU)[0], HANDS[newcomer]
    asked = [("against", (*bots, YOU), bot), *([("pace", PACES, PACES[0])] if bots else []), ("hands", HANDS, hands)]
    for name, values, first in asked:
        found.append(Choice(name, {value: scene.says(f"setup.{value}") for value in values}, first))
    return found


def draw(scene: AppScene) -> Tree:
    """Draw the form, the button to resume an unfinished game, and the field for a shared one."""
    name, found = scene.says("setup.title"), choices(scene)
    what = h("p", scene.says("setup.what" if PLAY in scene.state.last else "setup.newcomer")) if found else None
    game = left(scene)[1]
    on = h("div", button(scene.says("setup.go-on"), scene.spelled("on"), class_="do"), class_="buttons")
    running = h("section", h("p", scene.says("setup.running", game=game)), on, class_="pane app-setup")
    return h(
        "main",
        h("section", h("h1", name, tabindex="-1", data_home="1"), what, form(scene, found), class_="pane app-setup",
          aria_label=name),
        running if game else None,
        paste(scene),
        class_="app-home app-before",
    )  # fmt: skip


def form(scene: AppScene, found: Sequence[Choice]) -> Tree:
    """Draw all choices, with a warning if starting would replace an unfinished game."""
    asked_now = asked(scene)
    return h(
        "form",
        [choice(scene, each) for each in found],
        h("p", asked_now, class_="warn", id="app-lost", key="lost") if asked_now else None,
        h("div", ways(scene), class_="buttons", key="ways"),
        data_do=scene.spelled("begin", "sure" if asked_now else ""),
        class_="app-form",
    )


def choice(scene: AppScene, one: Choice) -> Tree:
    """Draw one choice."""
    shown = {value: text[:1].upper() + text[1:] for value, text in one.options.items()}
    field = h("select", options(shown, one.first), name=one.name, value=one.first)
    seen = h("span", one.pictures, class_="app-pictures", aria_hidden="true") if one.pictures else None
    return h("label", h("span", scene.says(f"choose.{one.name}")), seen, field, class_="pictured" if seen else None)


def ways(scene: AppScene) -> list[Tree]:
    """Draw the start button; if it would lose a game, draw a button that keeps the game and one that starts anyway.

    The button that keeps the game replaces the start button and takes over its focus.
    """
    if scene.state.losing is None:
        return [h("button", scene.says("setup.begin"), type="submit", class_="do main", key="begin")]
    about = "app-lost"
    return [
        button(scene.says("setup.keep"), scene.spelled("keep"), type="button", class_="do main", key="begin",
               aria_describedby=about),
        h("button", scene.says("setup.sure"), type="submit", class_="ghost", key="sure", aria_describedby=about),
    ]  # fmt: skip


def asked(scene: AppScene) -> str:
    """Return the warning about the game that would be lost, or "" if no game would be."""
    losing = scene.state.losing
    if losing is None:
        return ""
    shown = scene.game.with_short_names(losing)
    moment = scene.view.moment(shown, scene.language) or scene.words.waiting(shown)
    return scene.says("setup.really", moment=moment)


def paste(scene: AppScene) -> Tree:
    """Draw the field for pasting a shared game or position."""
    name = scene.says("setup.shared")
    wrong = scene.state.wrong
    invalid, about = ("true", "app-paste-wrong") if wrong else (None, None)
    field = h("textarea", name="text", rows="3", spellcheck="false", aria_label=name, aria_invalid=invalid,
              aria_describedby=about)  # fmt: skip
    read = h("button", scene.says("setup.open-it"), type="submit", class_="ghost")
    fault = h("p", scene.says("setup.bad"), id=about, class_="warn", role="alert") if wrong else None
    entry = h("form", field, read, data_do=scene.spelled("paste"), class_="app-paste")
    return pane(name, "app-setup", entry, fault)
