"""The combat as lanes: an access point each, both groups, both sides' totals, or what an open door costs."""

from __future__ import annotations

from apz.apocalypze.language.catalogs import view_words
from apz.apocalypze.model import Decision
from apz.apocalypze.rules.combat import doors_sum, wounds_of
from apz.apocalypze.rules.consumption import can_pay, resources
from apz.apocalypze.rules.find import called
from apz.apocalypze.show.picture import CardView, Lane, Seat
from apz.core.trace import Sum
from apz.widgets.apocalypze import gestures
from apz.widgets.apocalypze.faces import Marks, card, marks, row
from apz.widgets.apocalypze.pictured import pictured
from apz.widgets.base.tree import Tree, button, classes, h
from apz.widgets.table.scene import Scene
from apz.widgets.table.unfold import number, terms

# who strikes whom: the attack total of one, the defense total of the other
STRIKES = (("attack", "guard", "▼"), ("counter", "defense", "▲"))


def draw(scene: Scene) -> Tree:
    """The combat that is on, or that there is none."""
    for player in (0, 1):
        seat = pictured(scene).seats[player]
        if seat.lanes:
            return h("div", fight(scene, player, seat, marks(scene)), data_keys="grid", class_="people fighting")
    return h("p", scene.ui("combat.none"), class_="none")


def fight(scene: Scene, player: int, seat: Seat, marked: Marks) -> list[Tree | None]:
    """Who is not sent yet, the access points, and who stays in the background."""
    say = view_words(scene.language).text
    return [
        row(scene, say("show", "unsent"), seat.raiders, marked, "raiders"),
        lanes(scene, player, marked),
        open_doors(scene, player, seat),
        row(scene, say("show", "background"), seat.survivors, marked, "survivors"),
    ]


def lanes(scene: Scene, player: int, marked: Marks) -> Tree:
    """The access points of the stronghold of this player."""
    seat = pictured(scene).seats[player]
    points = gestures.lit_points(scene.position, scene.moves, scene.state.chosen) if scene.yours else set()
    return h("div", [lane(scene, each, seat, marked, points) for each in seat.lanes], class_="lanes", key="lanes")


def lane(scene: Scene, lane: Lane, seat: Seat, marked: Marks, points: set[int]) -> Tree:
    """An access point."""
    title = scene.words.label("access-point", point=lane.point)
    title = title[:1].upper() + title[1:]
    state = view_words(scene.language).text("show", lane.state) if lane.state else ""
    return h(
        "section",
        heading(scene, lane.point, title, state, points),
        group(scene, lane.attackers, marked, scene.ui("combat.attackers", player=seat.other)),
        totals(scene, lane, seat, f"point:{lane.point}" if forming(scene) and scene.state.chosen is not None else None),
        group(scene, lane.defenders, marked, scene.ui("combat.defenders", player=seat.name)),
        class_=classes("lane", lane.state, lane.point in points and "lit"),
        aria_label=f"{title} {state}".strip(),
        key=f"lane{lane.point}",
    )


def forming(scene: Scene) -> bool:
    """Whether somebody at this table forms groups."""
    waiting = scene.position.waiting
    return scene.yours and waiting is not None and waiting.kind in gestures.GROUPING


def heading(scene: Scene, point: int, title: str, state: str, points: set[int]) -> Tree:
    """The name of an access point: a button while somebody can be sent there or it can be resolved next."""
    waiting = scene.position.waiting
    kind = waiting.kind if waiting else ""
    if not scene.yours or kind not in (Decision.ATTACK, Decision.DEFEND, Decision.ORDER):
        return h("h4", title, h("small", f" {state}") if state else None)
    text = scene.ui("combat.engage") if kind is Decision.ORDER else scene.ui("combat.send")
    if scene.state.chosen is not None and kind is not Decision.ORDER:
        text = scene.ui("combat.send-this", card=called(scene.visible, scene.state.chosen))
    doing = h("small", text) if point in points else h("small", state) if state else None
    return h("h4", button(title, f"point:{point}", doing, class_=classes("point", point in points and "lit")))


def group(scene: Scene, views: tuple[CardView, ...], marked: Marks, title: str) -> Tree | None:
    """The characters of one side."""
    if not views:
        return None
    return h("ul", [card(scene, view, marked) for view in views], class_="cards", data_row="1", aria_label=title)


def totals(scene: Scene, lane: Lane, seat: Seat, do: str | None) -> Tree | None:
    """Both sides' totals, or what an open door costs; `do` is what a click on them means."""
    if not scene.state.reckons:
        return None
    if lane.owed is not None:
        return open_door(scene, lane, lane.owed, seat, do)
    if not lane.sums:
        nobody = h("p", scene.ui("combat.nobody"), class_="none", data_do=do)
        return None if lane.attackers or lane.defenders else nobody
    names = {"▼": (seat.other, seat.name), "▲": (seat.name, seat.other)}
    strikes = [strike(scene, lane, attack, defense, arrow, *names[arrow]) for attack, defense, arrow in STRIKES]
    return h("div", strikes, class_="sum", data_do=do)


def strike(scene: Scene, lane: Lane, attack: str, defense: str, arrow: str, who: str, whom: str) -> list[Tree | None]:
    """One side's attack total less the other's defense total."""
    first, second = lane.sums[attack], lane.sums[defense]
    wounds = wounds_of(first, second)
    labels = {
        attack: scene.ui("combat.attack-of", player=who, point=lane.point),
        defense: scene.ui("combat.defense-of", player=whom, point=lane.point),
    }
    keys = {name: f"sum.{lane.point}.{name}" for name in (attack, defense)}
    say = scene.words.label
    line = h(
        "p",
        h("span", arrow, aria_hidden="true", class_="arrow"),
        h("small", say("att")), number(scene, keys[attack], first, labels[attack]), " − ",
        h("small", say("def")), number(scene, keys[defense], second, labels[defense]),
        h("b", scene.ui("combat.wounds", player=whom, wounds=wounds), class_="hit" if wounds else "ok"),
    )  # fmt: skip
    unfolded = [terms(scene, keys[name], lane.sums[name], labels[name]) for name in (attack, defense)]
    return [line, *unfolded]


def open_door(scene: Scene, lane: Lane, owed: Sum, seat: Seat, do: str | None) -> Tree:
    """Nobody meets the group: what the defender will have to consume."""
    key, label = f"sum.{lane.point}.owed", scene.ui("combat.owed", player=seat.name)
    place = seat.stronghold
    damage = scene.ui("combat.damage", home=place.name, damage=place.numbers[2].shown)
    return h(
        "div",
        h("p", scene.ui("combat.open", player=seat.name), " ", number(scene, key, owed, label)),
        h("p", damage) if key in scene.state.opened else None,
        terms(scene, key, owed, label),
        class_="sum open",
        data_do=do,
    )


def open_doors(scene: Scene, player: int, seat: Seat) -> Tree | None:
    """What all open doors together will cost, where there are several, and whether that can be paid."""
    if not scene.state.reckons:
        return None
    owed, have = doors_sum(scene.position), resources(scene.position, player)
    key, label = "sum.doors", scene.ui("combat.all-owed", player=seat.name)
    several = sum(1 for lane in seat.lanes if lane.owed) > 1
    short = not can_pay(scene.position, player, owed.total)
    if not several and not short:
        return None
    return h(
        "div",
        [h("p", label, " ", number(scene, key, owed, label)), terms(scene, key, owed, label)] if several else None,
        h("p", scene.ui("meal.cannot-pay", player=seat.name, have=have, owed=owed.total), class_="warn")
        if short
        else None,
        class_="sum doors",
        key="doors",
    )
