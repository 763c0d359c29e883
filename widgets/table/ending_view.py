"""The view of a game's end: who won and why, what decided the game, what it cost, and what to do next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from apz.core.reading import clean
from apz.widgets.base.tree import Child, Tree, button, classes, h
from apz.widgets.table import explain
from apz.widgets.table.view import Turning

TABLE = "end.table"  # unfolded while the table is shown instead
MOST_REFUSED, SENTENCE = 5, 600
WIDE, HIGH, EDGE = 560, 150, 10  # sizes of the turn-by-turn drawing


def draw(scene: Any, ways: Sequence[Tree], more: Sequence[Tree], below: Tree | None = None) -> Tree:
    """Draw who won and why, what decided it, the numbers, the buttons in `ways` and `more`, and `below`."""
    name = scene.says("end.title")
    why = [explain.line(scene, f"end{at}", note) for at, note in enumerate(scene.view.ending.reason(scene))]
    why.reverse()  # the last of them ended the game
    winner = scene.view.ending.winner(scene)
    won = winner is not None and len(scene.people) == 1 and winner == scene.bottom
    return h(
        "section",
        h(
            "div",
            h("div", [h("i") for _ in range(10)], class_="confetti", aria_hidden="true") if won else None,
            scene.view.ending.picture(scene, seat_shown(scene, winner)) if winner is not None else None,
            h("p", scene.says("end.turns", turns=turns(scene)), class_="soft"),
            h("h2", outcome(scene, winner)),
            h("div", why, scene.view.ending.sums(scene), class_="ending-why"),
            h("div", ways, class_="buttons"),
            h("div", more, table_button(scene), class_="buttons ending-more"),
            below,
            class_="ending-head",
        ),
        decided(scene),
        class_=classes("ending", won and "won"),
        aria_label=name,
        key="end",
        data_motion=scene.state.motion,
    )


def seat_shown(scene: Any, winner: int) -> int:
    """Return the number of the seat to picture: the only person's, or else the winner's."""
    return scene.bottom if len(scene.people) == 1 else winner


def outcome(scene: Any, winner: int | None) -> str:
    """Return a sentence on who won, with "you" for the only person at the table, or just the title if nobody won."""
    if winner is None:
        return str(scene.says("end.title"))
    if len(scene.people) != 1:
        return str(scene.says("end.won", player=scene.game.names(scene.visible)[winner]))
    return str(scene.says("end.you-won" if winner == scene.bottom else "end.you-lost"))


def called(scene: Any, seat: int) -> str:
    """Return a player's name, or "You" for the only person at the table."""
    alone = len(scene.people) == 1 and seat == scene.bottom
    return str(scene.says("end.you") if alone else scene.game.names(scene.visible)[seat])


def turns(scene: Any) -> int:
    """Return how many turns the game took."""
    count: int = scene.view.turn(scene.position) - scene.view.turn(scene.session.start) + 1
    return count


# ---- the deciding moments


def decided(scene: Any) -> Tree | None:
    """Draw the chart, the deciding moments, the mistakes and the numbers; None if there's nothing to tell."""
    found, counted, refused = scene.view.ending.turnings(scene), numbers(scene), illegal(scene)
    if not found and counted is None and refused is None:
        return None
    title = scene.says("end.decided")
    return h(
        "section",
        h("h3", title),
        stood(scene),
        h("ol", [turning(scene, each, found) for each in found], class_="turnings") if found else None,
        refused,
        costly(scene),
        counted,
        class_="pane ending-decided",
        aria_label=title,
    )


def turning(scene: Any, each: Turning, found: Sequence[Turning]) -> Tree:
    """Draw a deciding moment as a button that opens it; the costliest of several is marked as the turning point."""
    most = max(found, key=lambda other: other.amount)
    badge = h("em", scene.says("end.turning"), class_="turning-point") if each is most and found[1:] else None
    known = each is found[-1] and each.note in scene.view.ending.reason(scene)  # it's told next to the list
    told = scene.says("end.last") if known else explain.note_text(scene, each.note._replace(house=False))
    return moment(scene, each.at, [told, " ", badge])


def moment(scene: Any, at: int, told: Child, title: str = "", dated: bool = True) -> Tree:
    """Draw a moment as a button that opens it, with further buttons that `title` describes to screen readers.

    The turn comes first unless `dated` is False, because the text says it already.
    """
    turn = scene.says("end.turn", turn=scene.view.turn(scene.session.position_at(at)))
    opens = button(h("span", [h("b", turn), " "] if dated else None, told), f"go:{at}", class_="ghost")
    return h("li", opens, from_here(scene, at, f"{turn} {title}".strip()))


def from_here(scene: Any, at: int, named: str) -> Tree | None:
    """Draw the buttons to edit a moment in the lab or play it again; None if neither is offered."""
    ways = [way for way in ("edit", "retry") if way in scene.state.offers]
    texts = {way: scene.says(f"end.{way}") for way in ways}
    found = [button(text, f"{way}:{at}", class_="ghost", aria_label=f"{text}: {named}") for way, text in texts.items()]
    return h("div", found, class_="buttons from-here") if found else None


def illegal(scene: Any) -> Tree | None:
    """Draw the last few moments when a person tried an illegal move, each with its rule; None if there are none."""
    rules = scene.words.rules
    found = [(at, rules[rule].title) for at, rule in scene.state.refusals.items() if at in scene.line and rule in rules]
    if not found or not scene.people:
        return None
    items = [moment(scene, at, scene.says("end.refused", rule=rule), rule) for at, rule in found[-MOST_REFUSED:]]
    title = scene.says("end.illegal")
    return h("div", h("h4", title), h("ol", items, class_="turnings", aria_label=title), key="illegal")


def costly(scene: Any) -> Tree | None:
    """Draw the choices that could have been better, or a button to find them; None without a reviewer or people."""
    if scene.game.review is None or not scene.people:
        return None
    if not scene.state.reviewed:
        return h("div", button(scene.says("end.review"), "review", class_="ghost"), class_="buttons", key="costly")
    found = [(at, said) for at, said in scene.state.costly.items() if at in scene.line]
    items = [moment(scene, at, clean(said, SENTENCE), dated=False) for at, said in found]
    title = scene.says("end.costly")
    listed = h("ol", items, class_="turnings", aria_label=title) if items else None
    told = h("p", clean(scene.state.reviewed, SENTENCE), class_="soft")
    return h("div", h("h4", title), listed, told, key="costly")


def stood(scene: Any) -> Tree | None:
    """Draw a chart with a line for each seat, turn by turn, where the only person's line always has the first color.

    Return None if there are fewer than two values.
    """
    rows = scene.view.ending.course(scene)
    if not rows or len(rows[0]) < 2:
        return None
    most, last = max(1, *map(max, rows)), len(rows[0]) - 1

    def dot(turn: int, amount: int) -> tuple[int, int]:
        return EDGE + turn * (WIDE - 2 * EDGE) // last, HIGH - EDGE - amount * (HIGH - 2 * EDGE) // most

    ways = ["M" + " ".join(f"{x} {y}" for x, y in (dot(*each) for each in enumerate(row))) for row in rows]
    mine = scene.bottom if len(scene.people) == 1 else 0
    looks = [f"seat-{(seat - mine) % len(rows)}" for seat in range(len(rows))]
    lines = [h("path", d=way, class_=f"line {look}") for way, look in zip(ways, looks, strict=True)]
    ends = [dot(last, row[-1]) for row in rows]
    dots = [
        h("circle", cx=str(x), cy=str(y), r="5", class_=f"dot {look}") for (x, y), look in zip(ends, looks, strict=True)
    ]
    floor = h("path", d=f"M0 {HIGH - EDGE}H{WIDE}", class_="floor")
    named = [
        h("li", scene.says("end.stood", player=called(scene, seat), first=row[0], last=row[-1]), class_=looks[seat])
        for seat, row in enumerate(rows)
    ]
    shown = h("svg", floor, lines, dots, viewBox=f"0 0 {WIDE} {HIGH}", aria_hidden="true", focusable="false")
    return h("div", h("p", scene.says("end.course"), class_="soft"), shown, h("ul", named), class_="stood", key="stood")


def numbers(scene: Any) -> Tree | None:
    """Draw a table of the game's numbers for each player; None if there's nothing to count."""
    counted = scene.view.ending.tally(scene)
    if not counted:
        return None
    head = h("tr", h("td"), [h("th", called(scene, seat), scope="col") for seat in range(scene.game.seats)])
    rows = [
        h("tr", h("th", scene.says(f"tally.{key}"), scope="row"), [h("td", str(each)) for each in seats])
        for key, seats in counted.items()
    ]
    return h("table", h("thead", head), h("tbody", rows), class_="tally", aria_label=scene.says("end.counted"))


# ---- what's next


def another(scene: Any) -> str:
    """Return the key of the button to another game: one like this, or a whole one if this began with fewer pieces."""
    start, again = scene.session.start, scene.view.set_up.again
    return "anew" if again and scene.view.pieces(again(start, 0)) != scene.view.pieces(start) else "again"


def alone(scene: Any) -> Tree:
    """Draw the end of a game at its own table, with buttons to walk through it and, if offered, to start a new one."""
    new = [button(scene.says(f"end.{another(scene)}"), "new", class_="do")] if "new" in scene.state.offers else []
    return draw(scene, new, [button(scene.says("end.walk"), "go:0", class_="ghost")])


def table_button(scene: Any) -> Tree:
    """Draw the button that shows the table instead."""
    return button(scene.says("end.table"), f"open:{TABLE}", class_="ghost")


def end_button(scene: Any) -> Tree:
    """Draw the button that leads from the table back to the ending."""
    shown = button(scene.says("end.title"), f"open:{TABLE}", class_="do", aria_expanded="false", key=TABLE)
    return h("p", shown, class_="ended")
