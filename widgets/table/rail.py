"""The rail: the phases of the turn, going back and forward, and the controls for seats, hands, pace and language."""

from __future__ import annotations

from apz.apocalypze.model import PHASES
from apz.apocalypze.show.picture import title
from apz.widgets.base.tree import Tree, button, classes, h
from apz.widgets.table.desk import Desk
from apz.widgets.table.seats import BOTS, OWN, YOU
from apz.widgets.table.wording import offered

RENEW = "renew"  # unfolded while it is asked whether a new game shall begin


def draw(desk: Desk) -> Tree:
    """The phases and the controls."""
    shown = "controls" in desk.opened
    return h(
        "header",
        h("h1", title(desk.position, desk.language)),
        phases(desk),
        h(
            "div",
            button("↶ " + desk.ui("history.undo"), "go:undo", class_="ghost", disabled=desk.session.at == 0),
            button(desk.ui("history.redo") + " ↷", "go:redo", class_="ghost", disabled=not redoable(desk)),
            button(desk.ui("seats.controls"), "open:controls", class_="ghost",
                   aria_expanded="true" if shown else "false"),
            class_="tools",
        ),
        controls(desk) if shown else None,
        class_="rail",
    )  # fmt: skip


def redoable(desk: Desk) -> bool:
    """Whether there is something to go forward to."""
    return bool(desk.session.nodes[desk.session.at].tries)


def phases(desk: Desk) -> Tree:
    """The four phases; what is over is ticked, the one that is on is marked."""
    now = desk.position.phase
    at = PHASES.index(now) if now in PHASES else len(PHASES)
    items = [
        h("li", button([h("span", "✓ ", aria_hidden="true") if index < at else None, desk.ui(f"phases.{phase}")],
                       f"look:phase.{phase}", aria_current="step" if index == at else None),
          class_=classes("phase", index < at and "done", index == at and "now"))
        for index, phase in enumerate(PHASES)
    ]  # fmt: skip
    return h("ol", items, class_="phases", aria_label=desk.ui("phases.name"))


def controls(desk: Desk) -> Tree:
    """Who sits where, whether hands are open, how quickly bots move, and the language."""
    names = desk.picture.seats
    seats = [
        choice(desk, f"seat{player}", desk.ui("seats.seat", player=names[player].name), desk.seat_names[player],
               {name: desk.ui(f"seats.{name}") for name in players(desk.seat_names[player])})
        for player in (0, 1)
    ]  # fmt: skip
    hands = {name: desk.ui(f"seats.hands-{name}") for name in ("open", "hidden")}
    paces = {name: desk.ui(f"seats.pace-{name}") for name in ("step", "quick")}
    languages = {name: desk.ui(f"seats.language-{name}") for name in offered()}
    return h(
        "div",
        seats,
        choice(desk, "hands", desk.ui("seats.hands"), "open" if desk.open_hands else "hidden", hands),
        choice(desk, "pace", desk.ui("seats.pace"), "quick" if desk.quick else "step", paces),
        choice(desk, "language", desk.ui("seats.language"), desk.words.language, languages),
        new_game(desk) if desk.renew else None,
        class_="controls",
        role="group",
        aria_label=desk.ui("seats.controls"),
        key="controls",
    )


def new_game(desk: Desk) -> list[Tree | None]:
    """The way to a new game; one that is played is not thrown away by one click."""
    played, asking = len(desk.session.nodes) > 1, RENEW in desk.opened
    expanded = ("true" if asking else "false") if played else None
    new = button(
        desk.ui("seats.new-game"), f"open:{RENEW}" if played else "new", class_="ghost", aria_expanded=expanded
    )
    if not (played and asking):
        return [new]
    sure = button(desk.ui("seats.new-sure"), "new", class_="do")
    return [new, h("span", desk.ui("seats.new-really"), " ", sure, key=RENEW)]


def players(now: str) -> tuple[str, ...]:
    """Who can be given a seat; a bot of one's own only where it sits already."""
    return (YOU, *BOTS, *((OWN,) if now == OWN else ()))


def choice(desk: Desk, name: str, label: str, now: str, options: dict[str, str]) -> Tree:
    """One of several, chosen from a list."""
    items = [h("option", text, value=value, selected=value == now) for value, text in options.items()]
    return h("label", label, h("select", items, value=now, data_do=f"set:{name}"))
