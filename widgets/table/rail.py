"""The rail: the phases of the turn, going back and forward, and the controls for seats, hands, pace and language."""

from __future__ import annotations

from apz.widgets.base.tree import Tree, button, h
from apz.widgets.base.wording import offered
from apz.widgets.table.scene import Scene
from apz.widgets.table.seats import OWN, YOU

RENEW = "renew"  # unfolded while it is asked whether a new game shall begin


def draw(scene: Scene) -> Tree:
    """The phases and the controls."""
    shown = "controls" in scene.state.opened
    return h(
        "header",
        h("h1", scene.view.title(scene)),
        scene.view.phases(scene),
        h(
            "div",
            button("↶ " + scene.ui("history.undo"), "go:undo", class_="ghost", disabled=scene.at == 0),
            button(scene.ui("history.redo") + " ↷", "go:redo", class_="ghost", disabled=not redoable(scene)),
            button(scene.ui("seats.controls"), "open:controls", class_="ghost",
                   aria_expanded="true" if shown else "false"),
            class_="tools",
        ),
        controls(scene) if shown else None,
        class_="rail",
    )  # fmt: skip


def redoable(scene: Scene) -> bool:
    """Whether there is something to go forward to."""
    return bool(scene.session.nodes[scene.at].tries)


def controls(scene: Scene) -> Tree:
    """Who sits where, whether hands are open, how quickly bots move, and the language."""
    names = scene.game.names(scene.visible)
    seats = [
        choice(scene, f"seat{player}", scene.ui("seats.seat", player=names[player]), scene.state.seats[player],
               {name: scene.ui(f"seats.{name}") for name in players(scene, scene.state.seats[player])})
        for player in range(scene.game.seats)
    ]  # fmt: skip
    hands = {name: scene.ui(f"seats.hands-{name}") for name in ("open", "hidden")}
    paces = {name: scene.ui(f"seats.pace-{name}") for name in ("step", "quick")}
    steps = {name: scene.ui(f"seats.steps-{name}") for name in ("self", "hand")}
    languages = {name: scene.ui(f"seats.language-{name}") for name in offered()}
    return h(
        "div",
        seats,
        choice(scene, "hands", scene.ui("seats.hands"), "open" if scene.state.open_hands else "hidden", hands)
        if scene.game.seats > 1
        else None,
        choice(scene, "pace", scene.ui("seats.pace"), "quick" if scene.state.quick else "step", paces),
        choice(scene, "steps", scene.ui("seats.steps"), "hand" if scene.state.by_hand else "self", steps),
        choice(scene, "language", scene.ui("seats.language"), scene.words.language, languages),
        new_game(scene) if "new" in scene.state.offers else None,
        class_="controls",
        role="group",
        aria_label=scene.ui("seats.controls"),
        key="controls",
    )


def new_game(scene: Scene) -> list[Tree | None]:
    """The way to a new game; one that is played is not thrown away by one click."""
    played, asking = len(scene.session.nodes) > 1, RENEW in scene.state.opened
    expanded = ("true" if asking else "false") if played else None
    new = button(
        scene.ui("seats.new-game"), f"open:{RENEW}" if played else "new", class_="ghost", aria_expanded=expanded
    )
    if not (played and asking):
        return [new]
    sure = button(scene.ui("seats.new-sure"), "new", class_="do")
    return [new, h("span", scene.ui("seats.new-really"), " ", sure, key=RENEW)]


def players(scene: Scene, now: str) -> tuple[str, ...]:
    """Who can be given a seat; a bot of one's own only where it sits already."""
    return (YOU, *scene.game.bots, *((OWN,) if now == OWN else ()))


def choice(scene: Scene, name: str, label: str, now: str, options: dict[str, str]) -> Tree:
    """One of several, chosen from a list."""
    items = [h("option", text, value=value, selected=value == now) for value, text in options.items()]
    return h("label", label, h("select", items, value=now, data_do=f"set:{name}"))
