"""The sheet of a table's settings: seats and play first, then looks and sound."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from apz.widgets.base.fields import options
from apz.widgets.base.page import THEMES, PageScene
from apz.widgets.base.tree import Tree, button, h
from apz.widgets.base.wording import named, offered
from apz.widgets.table.scene import Scene
from apz.widgets.table.seats import OWN, YOU
from apz.widgets.table.state import MOTIONS, TableState

MOST_ABREAST = 4  # values that fit side by side; more become a list
RENEW = "renew"  # unfolded while the learner is asked about starting a new game
SWITCH = ("off", "on")
# the settings that are the same at every table, with their values
EVERYWHERE: Mapping[str, tuple[str, ...]] = {
    "motion": MOTIONS,
    "sound": SWITCH,
    "steps": ("self", "hand"),
    "marks": ("on", "zoom"),
}


def fields(values: Mapping[str, str]) -> dict[str, Any]:
    """Return the settings that all tables share as fields of a table's state."""
    found: dict[str, Any] = {"motion": values["motion"]} if "motion" in values else {}
    for name, field, on in (("sound", "sound", "on"), ("steps", "by_hand", "hand"), ("marks", "house_marks", "on")):
        found |= {field: values[name] == on} if name in values else {}
    return found


def values(state: TableState) -> dict[str, str]:
    """Return the settings that all tables share, read from a table's state."""
    return {
        "motion": state.motion,
        "sound": "on" if state.sound else "off",
        "steps": "hand" if state.by_hand else "self",
        "marks": "on" if state.house_marks else "zoom",
    }


def draw(scene: Scene) -> Tree:
    """Draw the settings sheet."""
    name = scene.ui("seats.controls")
    shut = button("×", "open:controls", class_="shut", aria_label=scene.ui("question.close"))
    return h(
        "section",
        shut,
        h("h2", name),
        h("h3", scene.ui("seats.at-table")),
        played(scene),
        h("h3", scene.ui("seats.look")),
        seen(scene),
        h("div", new_game(scene), class_="buttons") if "new" in scene.state.offers else None,
        class_="controls",
        role="dialog",
        aria_label=name,
        key="controls",
    )


def played(scene: Scene) -> list[Tree | None]:
    """Draw who sits where, whether hands are open, how quickly bots move, and who makes forced moves."""
    names, state, now = scene.game.names(scene.visible), scene.state, values(scene.state)
    seats = [
        row(scene, f"seat{player}", state.seats[player],
            {name: scene.ui(f"seats.{name}") for name in players(scene, state.seats[player])},
            scene.ui("seats.seat", player=names[player]))
        for player in range(scene.game.seats)
    ]  # fmt: skip
    bots, several = len(scene.people) < scene.game.seats, scene.game.seats > 1
    return [
        *seats,
        choice(scene, "hands", "open" if state.open_hands else "hidden", ("open", "hidden")) if several else None,
        choice(scene, "pace", "quick" if state.quick else "step", ("step", "quick")) if bots else None,
        choice(scene, "steps", now["steps"], EVERYWHERE["steps"]),
    ]


def seen(scene: Scene) -> list[Tree | None]:
    """Draw the settings for looks, motion, sound, house marks and language."""
    theme, now = scene.state.theme, values(scene.state)
    names = ("motion", "sound", *(("marks",) if scene.view.house_marks else ()))
    languages = [each for each in offered() if each in scene.game.languages]
    return [
        choice(scene, "theme", theme, THEMES) if theme else None,
        row(scene, "language", scene.words.language, named(languages)) if languages[1:] else None,
        *(choice(scene, name, now[name], EVERYWHERE[name]) for name in names),
    ]


def choice(scene: PageScene[Any], name: str, now: str, values: Iterable[str], do: str = "") -> Tree:
    """Draw a setting whose texts are in the catalog."""
    return row(scene, name, now, {each: scene.ui(f"seats.{name}-{each}") for each in values}, do=do)


def row(scene: PageScene[Any], name: str, now: str, values: Mapping[str, str], label: str = "", do: str = "") -> Tree:
    """Draw a setting with its name, values, and a description if the catalog has one; picking a value sends `do`."""
    known = ("seats", f"{name}-about") in scene.game.catalog("panels", scene.language)
    about = scene.ui(f"seats.{name}-about") if known else ""
    do, label = do or f"set:{name}", label or scene.ui(f"seats.{name}")
    told = h("span", h("b", label), h("small", f" {about}") if about else None)
    if len(values) > MOST_ABREAST:
        return h("label", told, h("select", options(values, now), value=now, data_do=do), class_="setting", key=do)
    group = f"apz-{name}-{scene.memo.number}"  # tells the values apart from others on the page
    radios = [
        h("label", h("input", type="radio", name=group, value=value, checked=value == now, data_do=do), h("span", text))
        for value, text in values.items()
    ]
    return h("div", told, h("div", radios, class_="segments", role="radiogroup", aria_label=label), class_="setting",
             key=do)  # fmt: skip


def new_game(scene: Scene) -> list[Tree | None]:
    """Draw the button for a new game, which asks before replacing a game in progress."""
    played, asking = len(scene.session.nodes) > 1 + len(scene.state.forced), RENEW in scene.state.opened
    expanded = asking if played else None
    new = button(
        scene.ui("seats.new-game"), f"open:{RENEW}" if played else "new", class_="ghost", aria_expanded=expanded
    )
    if not (played and asking):
        return [new]
    sure = button(scene.ui("seats.new-sure"), "new", class_="do")
    return [new, h("span", scene.ui("seats.new-really"), " ", sure, key=RENEW)]


def players(scene: Scene, now: str) -> tuple[str, ...]:
    """Return the names of those who can take a seat; a custom bot is included only where it already sits."""
    return (YOU, *scene.game.bots, *((OWN,) if now == OWN else ()))
