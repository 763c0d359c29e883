"""What the gestures of a page are called, and what each does to a desk; an unknown one does nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from apz.core.trace import Refusal
from apz.widgets.apocalypze import gestures, looks
from apz.widgets.table import clicks, examples, history_nav, typed
from apz.widgets.table.desk import Desk
from apz.widgets.table.seats import BOTS, OWN, YOU
from apz.widgets.table.wording import offered

Values = Mapping[str, Any]
Route = Callable[[Desk, str, int, Values], object]
LONGEST = 300


def gesture(desk: Desk, do: str, at: int, values: Values) -> None:
    """Do what a gesture says: a verb, and what it is about after a colon."""
    verb, _, rest = do.partition(":")
    if verb in NUMBERED and not rest.isdecimal():
        return
    if verb in ROUTES:
        ROUTES[verb](desk, rest, at, values)


def play(desk: Desk, text: str, at: int, values: Values) -> None:
    """A move by its button."""
    move = gestures.meant(text)
    with desk.change():
        if move is not None and desk.yours and desk.current(at):
            desk.do(move, at)


def next_move(desk: Desk, _: str, at: int, values: Values) -> None:
    """Let a bot move once, unless that was asked about a moment that is over."""
    with desk.change():
        if desk.current(at):
            desk.next()


def onward(desk: Desk, _: str, at: int, values: Values) -> None:
    """Let the bots move; until a person must decide means the same at whatever moment of theirs it was asked."""
    with desk.change():
        if (desk.bot and desk.people) or desk.current(at):
            desk.onward()


def go(desk: Desk, where: str, at: int, values: Values) -> None:
    """Along the history."""
    if where in ("undo", "redo") or where.isdecimal():
        history_nav.go(desk, where)


def show_tab(desk: Desk, name: str, at: int, values: Values) -> None:
    """Another sheet beside the table."""
    with desk.change():
        desk.tab = name


def find(desk: Desk, _: str, at: int, values: Values) -> None:
    """Search the rules."""
    with desk.change():
        desk.query = str(values.get("text", ""))[:LONGEST]


def escape(desk: Desk, _: str, at: int, values: Values) -> None:
    """Let go of what is chosen, asked or answered."""
    with desk.change():
        desk.let_go()


def calm(desk: Desk, _: str, at: int, values: Values) -> None:
    """The message about a fault has been read."""
    with desk.change():
        desk.trouble = ""


def put(desk: Desk, name: str, at: int, values: Values) -> None:
    """A control was set; what it does not offer changes nothing."""
    value = str(values.get("value", ""))
    with desk.change():
        if name in ("seat0", "seat1") and value in (YOU, *BOTS):
            seated = zip(desk.seat_names, desk.bots, strict=True)
            first, second = (bot if who == OWN and bot else who for who, bot in seated)
            desk.seat(*((value, second) if name == "seat0" else (first, value)))
        elif name == "hands" and value in ("open", "hidden"):
            desk.open_hands = value == "open"
        elif name == "pace" and value in ("step", "quick"):
            desk.quick = value == "quick"
            desk.after()
        elif name == "language" and value in offered():
            desk.language = value
            if not isinstance(desk.answer, Refusal):
                desk.answer = None
        elif name == "moment" and value.isdecimal():
            history_nav.go(desk, value)
        elif name == "along" and value.isdecimal():
            line = whole_line(desk)
            history_nav.go(desk, str(line[min(int(value), len(line) - 1)]))


def whole_line(desk: Desk) -> list[int]:
    """The moments from the start to now, and on along what was tried last."""
    line = desk.session.line()
    while tries := desk.session.nodes[line[-1]].tries:
        line.append(tries[-1])
    return line


NUMBERED = ("card", "point", "deck")
ROUTES: Mapping[str, Route] = {
    "card": lambda desk, rest, at, _: clicks.touch(desk, int(rest), at),
    "point": lambda desk, rest, at, _: clicks.send(desk, int(rest), at),
    "deck": lambda desk, rest, at, _: clicks.use_deck(desk, int(rest), at),
    "look": lambda desk, rest, at, _: looks.thing(desk, rest),
    "move": play,
    "go": go,
    "next": next_move,
    "onward": onward,
    "hint": lambda desk, rest, at, _: clicks.hint(desk),
    "open": lambda desk, rest, at, _: desk.toggle(rest[:LONGEST]),
    "tab": show_tab,
    "example": lambda desk, rest, at, _: examples.show(desk, rest),
    "command": lambda desk, rest, at, values: typed.command(desk, str(values.get("text", "")), at),
    "find": find,
    "edit": lambda desk, rest, at, _: desk.edit(desk.session.position) if desk.edit else None,
    "new": lambda desk, rest, at, _: desk.renew() if desk.renew else None,
    "escape": escape,
    "calm": calm,
    "set": put,
}
