"""Combat lanes, one per access point: both groups and their totals, or the cost of an unblocked group."""

from __future__ import annotations

from math import ceil

from apz.apocalypze.language.catalogs import view_words
from apz.apocalypze.model import Decision
from apz.apocalypze.rules.combat import unblocked_sum, wounds_of
from apz.apocalypze.rules.consumption import can_pay, resources
from apz.apocalypze.rules.find import called
from apz.apocalypze.show.picture import CardView, Lane, Seat
from apz.core.learning.questions import Question
from apz.core.trace import Sum
from apz.widgets.apocalypze import gestures
from apz.widgets.apocalypze.faces import CROWD, FEW, Marks, cards, marks, priced, row, target
from apz.widgets.apocalypze.labels import point_name
from apz.widgets.apocalypze.pictured import pictured
from apz.widgets.apocalypze.shortcuts import SEND_ALL
from apz.widgets.base.fields import icon
from apz.widgets.base.tree import Tree, button, classes, h, named
from apz.widgets.base.wording import drag_words
from apz.widgets.table.scene import Scene
from apz.widgets.table.unfold import number, terms

# who strikes whom: the attack total of one, the defense total of the other
STRIKES = (("counter", "defense"), ("attack", "guard"))
# the kinds of questions about nothing but the fight, and about no cards on the table at all
ABOUT_FIGHT = frozenset(["attack-total", "defense-total", "casualties", "breach", "takers", "wounds", "fates",
                         "ends-up", "block", "why"])  # fmt: skip
ABOUT_NOTHING = frozenset(["fact", "order"])
HIT = {"counter": "raider", "attack": "survivor"}  # the sign of the side that takes the wounds
MOST_SHARE = 16  # cards that share the lanes' room before they overlap
MOST_ATTS = 3  # attachments on one character that there's room for


def draw(scene: Scene) -> Tree:
    """Draw the current combat, or a note that there's none."""
    for player in (0, 1):
        seat = pictured(scene).seats[player]
        if seat.lanes:
            marked = marks(scene)
            drawn = fight(scene, player, seat, marked)
            place = h("div", drawn, class_=classes("site", *crowd(seat, marked), *held(scene, seat, drawn)))
            return h("div", h("div", place, class_="field"), data_keys="grid", class_="board alone")
    return h("p", scene.ui("combat.none"), class_="none")


def close_up(scene: Scene) -> Tree:
    """Draw only the essentials of combat: the access points in use, and the survivors who aren't at any."""
    marked = marks(scene)
    player = next(player for player in (0, 1) if pictured(scene).seats[player].lanes)
    seat = pictured(scene).seats[player]
    busy = tuple(each for each in seat.lanes if each.attackers or each.defenders)
    points = gestures.lit_points(scene.position, scene.moves, scene.state.chosen) if scene.yours else set()
    drawn = [lane(scene, each, seat, marked, points) for each in busy]
    title = scene.ui("editor.whose-survivors", player=seat.name)
    return h(
        "div",
        h("div", drawn, class_="lanes", key="lanes"),
        row(scene, title, seat.survivors, marked, "survivors", always=True, place=back(scene, Decision.DEFEND),
            at=f"survivors:{player}"),
        class_=classes("board", "close-up", not seat.survivors and "all-sent"),
        data_keys="grid",
        data_motion=scene.state.motion,
        aria_label=scene.ui("table.name"),
        role="group",
        **drag_words(scene),
    )  # fmt: skip


def fight(scene: Scene, player: int, seat: Seat, marked: Marks) -> list[Tree | None]:
    """Draw the attackers not sent yet, the access points, the cost of unblocked groups, and the survivors left over."""
    say = view_words(scene.language).text
    return [
        row(scene, say("show", "unsent"), seat.raiders, marked, "raiders",
            place=back(scene, Decision.ATTACK), at=f"raiders:{player}"),
        lanes(scene, player, marked),
        tabs(scene, seat),
        all_owed(scene, player, seat),
        row(scene, say("show", "background"), seat.survivors, marked, "survivors",
            place=back(scene, Decision.DEFEND), at=f"survivors:{player}"),
    ]  # fmt: skip


def crowd(seen: Seat, marked: Marks) -> list[str]:
    """Return the style classes for a stronghold: many cards, attachments, prices, mentioned cards, or nobody there."""
    home, most = seen.stronghold, max(len(seen.raiders), len(seen.survivors))
    there, atts = characters(seen), attached(seen)
    cards = [*there, *(card for each in (home, *there) for card in each.attached)] if marked.spoken else ()
    found = {
        "several": most > 1,
        "crowd": most > FEW,
        "throng": most > CROWD,
        f"atts-{atts}": atts > 0,
        "priced": priced(there, marked),
        "spoken-of": any(card.id in marked.spoken for card in cards),
        "deserted": not (there or home.attached or home.id in marked.lit or home.id == marked.chosen),
    }
    return [name for name, on in found.items() if on]


def characters(seen: Seat) -> list[CardView]:
    """Return all characters at a stronghold."""
    sent = (each for lane in seen.lanes for each in lane.attackers + lane.defenders)
    return [*seen.raiders, *seen.survivors, *sent]


def attached(seen: Seat) -> int:
    """Return how many attachments there must be room for below each character at a stronghold."""
    return min(MOST_ATTS, max((len(each.attached) for each in characters(seen)), default=0))


def held(scene: Scene, seat: Seat, drawn: list[Tree | None]) -> list[str]:
    """Return the style classes for a stronghold in combat, so that CSS needs no slow selectors that look inside it."""
    raiders, _, _, owing, survivors = drawn
    busy = [max(len(each.attackers), len(each.defenders)) for each in seat.lanes if not idle(scene, each)]
    counts = scene.state.reckons or any(asks(scene, each) for each in seat.lanes)
    zones = (raiders is not None) + (survivors is not None)
    found = {
        "fighting": True,
        f"idle-{len(seat.lanes) - len(busy)}": 0 < len(busy) < len(seat.lanes),
        f"busy-{len(busy)}": len(busy) > 0,
        f"share-{sharing(scene, busy, counts)}": True,
        "forming": forming(scene),
        "wordless": not counts,
        f"zones-{zones}": zones > 0,
        "sending": raiders is not None,
        "guarded": len(seat.survivors) > 1,
        "unblocked": not any(lane.defenders for lane in seat.lanes),
        "owing": owing is not None,
        "engaged": any(lane.state == "now" for lane in seat.lanes),
    }
    return [name for name, on in found.items() if on]


def sharing(scene: Scene, busy: list[int], counts: bool) -> int:
    """Return how many cards must fit side by side, if so many are at each access point: 2 to MOST_SHARE.

    While groups are formed, all access points are equally wide; later each is as wide as its cards, or as its sum.
    """
    least = 1.5 if counts else 1
    cards = len(busy) * max(2, *busy) if busy and forming(scene) else ceil(sum(max(each, least) for each in busy))
    return min(max(cards, 2), MOST_SHARE)


def back(scene: Scene, kind: Decision) -> str:
    """Return "back", the place to drop a sent character, while this kind of group is being formed, or else ""."""
    waiting = scene.position.waiting
    return "back" if waiting is not None and waiting.kind is kind else ""


def lanes(scene: Scene, player: int, marked: Marks) -> Tree:
    """Draw the access points of a player's stronghold, side by side."""
    seat = pictured(scene).seats[player]
    points = gestures.lit_points(scene.position, scene.moves, scene.state.chosen) if scene.yours else set()
    drawn = [lane(scene, each, seat, marked, points) for each in seat.lanes]
    return h("div", drawn, class_="lanes", key="lanes")


def tabs(scene: Scene, seat: Seat) -> Tree | None:
    """Draw a tab for each access point with its result, for narrow screens; None if there's just one access point."""
    found = [h("li", tab(scene, each, seat)) for each in seat.lanes]
    if len(found) < 2:
        return None
    return h("ul", found, class_="points live", aria_label=scene.ui("combat.points"), key="points")


def tab(scene: Scene, lane: Lane, seat: Seat) -> Tree:
    """Draw an access point's tab: its number, and so far, the wounds for the player who decides, or the cost."""
    said, shown = [point_name(scene, lane.point)], list[Tree]()
    if scene.state.reckons and lane.owed is not None:
        said.append(scene.ui("combat.left-open", owed=lane.owed.total))
        shown.append(h("span", icon("consume"), lane.owed.total, class_="hit"))
    elif scene.state.reckons and lane.sums:
        waiting = scene.position.waiting
        yours = pictured(scene).seats[waiting.player if waiting else scene.bottom].name
        for (attack, defense), whom in zip(STRIKES, (seat.other, seat.name), strict=True):
            wounds = wounds_of(lane.sums[attack], lane.sums[defense])
            said.append(scene.ui("combat.wounds", player=whom, wounds=wounds))
            if whom == yours:
                shown.append(h("span", icon("wound"), wounds, class_="hit" if wounds else None))
    return h(
        "button",
        named(": ".join([said[0], ", ".join(said[1:])]) if shown else said[0], h("b", lane.point), h("small", shown)),
        data_to=f"[data-place='point:{lane.point}']",
        class_=classes("ghost", lane.state, not (lane.attackers or lane.defenders) and "nobody"),
        key=f"tab{lane.point}",
    )


def idle(scene: Scene, lane: Lane) -> bool:
    """Return True if nobody is at an access point and nobody can be sent there anymore."""
    waiting = scene.position.waiting
    attacking = waiting is not None and waiting.kind is Decision.ATTACK
    return not (lane.attackers or lane.defenders or attacking)


def lane(scene: Scene, lane: Lane, seat: Seat, marked: Marks, points: set[int]) -> Tree:
    """Draw an access point: its attackers, the totals, and its defenders."""
    title = point_name(scene, lane.point)
    state = view_words(scene.language).text("show", lane.state) if lane.state else ""
    lit = lane.point in points
    do = f"point:{lane.point}" if forming(scene) and scene.state.chosen is not None else None
    attacking = gestures.decision(scene.position) is Decision.ATTACK
    plus = h("span", icon("plus"), class_="slot", data_do=do, aria_hidden="true") if lit and do else None
    slot = plus or free_place(scene, lane, seat)
    sums = totals(scene, lane, seat, do)
    return h(
        "section",
        side(scene, "out", lane.attackers, marked, "combat.attackers", seat.other, slot if attacking else None),
        h("div", heading(scene, lane.point, title, state, points), sums, class_="gate"),
        side(scene, "in", lane.defenders, marked, "combat.defenders", seat.name, None if attacking else slot),
        class_=classes("lane", lane.state, lit and "lit", idle(scene, lane) and "idle", asks(scene, lane) and "asks"),
        aria_label=f"{title} {state}".strip(),
        data_place=f"point:{lane.point}",
        **target(marked, f"point:{lane.point}"),
        key=f"lane{lane.point}",
    )


def free_place(scene: Scene, lane: Lane, seat: Seat) -> Tree | None:
    """Draw where a character can still be sent, before one is chosen; None if somebody's there or nobody's left."""
    if not forming(scene) or scene.state.chosen is not None:
        return None
    attacking = gestures.decision(scene.position) is Decision.ATTACK
    there, left = (lane.attackers, seat.raiders) if attacking else (lane.defenders, seat.survivors)
    if there or not left or not (attacking or lane.attackers):
        return None
    text = scene.ui("combat.send-here" if attacking else "combat.block-here")
    return h("span", text, class_="slot free", data_do=f"point:{lane.point}", aria_hidden="true")


def forming(scene: Scene) -> bool:
    """Return True if a person at this table is forming groups right now."""
    waiting = scene.position.waiting
    return scene.yours and waiting is not None and waiting.kind in gestures.GROUPING


def heading(scene: Scene, point: int, title: str, state: str, points: set[int]) -> Tree:
    """Draw an access point's name, as a button while a person forms groups or chooses the next engagement."""
    kind = gestures.decision(scene.position)
    if not scene.yours or kind not in (Decision.ATTACK, Decision.DEFEND, Decision.ORDER):
        return h("h4", title, h("small", f" {state}") if state else None)
    everybody = f"{SEND_ALL}-{point}"
    if scene.state.chosen is None and (everyone := scene.view.shortcuts(scene).get(everybody)):
        everyone_here = button(title, f"shortcut:{everybody}", h("small", everyone.label), class_="point")
        return h("h4", everyone_here, class_="to-point")
    text = scene.ui("combat.engage") if kind is Decision.ORDER else scene.ui("combat.send")
    if scene.state.chosen is not None and kind is not Decision.ORDER:
        sent = len(gestures.together(scene))
        name = called(scene.visible, scene.state.chosen)
        text = scene.ui("combat.send-these", count=sent) if sent > 1 else scene.ui("combat.send-this", card=name)
    doing = h("small", text) if point in points else h("small", state) if state else None
    chosen = button(title, f"point:{point}", doing, class_=classes("point", point in points and "lit"))
    return h("h4", chosen, class_="to-point")


def side(
    scene: Scene, where: str, views: tuple[CardView, ...], marked: Marks, told: str, player: str, slot: Tree | None
) -> Tree:
    """Draw one side's characters, and the slot for one more."""
    return h("div", cards(scene, scene.ui(told, player=player), views, marked), slot, class_=where)


def totals(scene: Scene, lane: Lane, seat: Seat, do: str | None) -> Tree | None:
    """Draw both sides' totals or the cost of an unblocked group, which send `do` when clicked, or a coach's field.

    Return None if there's nothing to draw.
    """
    if not scene.state.reckons:
        return asking(scene, lane, seat)
    if lane.owed is not None:
        return unblocked(scene, lane, lane.owed, seat, do)
    if not lane.sums:
        nobody = h("p", scene.ui("combat.nobody"), class_="none", data_do=do)
        return None if lane.attackers or lane.defenders else nobody
    names = {"counter": (seat.name, seat.other), "attack": (seat.other, seat.name)}
    return h(
        "div",
        [strike(scene, lane, *each, *names[each[0]]) for each in STRIKES],
        class_="sum",
        data_do=do,
        data_uncovered="1",
    )


def asking(scene: Scene, lane: Lane, seat: Seat) -> Tree | None:
    """Draw the field for the wounds that a side takes here; None if no coach asks for them."""
    defense = asks(scene, lane)
    if not defense:
        return None
    whom = seat.other if defense == "defense" else seat.name
    takes = h("span", h("b", scene.ui("table.you", player=whom)), " ", scene.ui("combat.takes", player=whom))
    return h("div", h("div", takes, scene.number_field(), class_="strike asked"), class_="sum")


def asks(scene: Scene, lane: Lane) -> str:
    """Return the name of the defense total behind the wounds that a coach asks for here; "" if none are asked for."""
    if scene.state.reckons:
        return ""
    return next((each for _, each in STRIKES if scene.field_at == wounds_at(lane.point, each)), "")


def answer_at(scene: Scene, question: Question) -> str:
    """Return the spot on the table where a question's number is typed, or "" if it isn't typed on the table."""
    combat = scene.position.combat
    if question.kind != "casualties" or combat is None:
        return ""
    point, attacker = question.ask.values["point"], scene.position.game.names[scene.position.player]
    return wounds_at(point, "defense" if question.ask.values["player"] == attacker else "guard")


def asked_about(scene: Scene, question: Question) -> str:
    """Return the part of the table that a question is about: "fight", "nothing" but the players, or "" (all of it)."""
    if question.kind in ABOUT_FIGHT and any(seat.lanes for seat in pictured(scene).seats):
        return "fight"
    return "nothing" if question.kind in ABOUT_NOTHING else ""


def wounds_at(point: int, defense: str) -> str:
    """Return the name of the spot where a side's wounds at an access point are shown."""
    return f"wounds:{point}.{defense}"


def strike(scene: Scene, lane: Lane, attack: str, defense: str, who: str, whom: str) -> list[Tree | None]:
    """Draw one side's attack total minus the other's defense total, and the resulting wounds."""
    first, second = lane.sums[attack], lane.sums[defense]
    wounds = wounds_of(first, second)
    labels = {
        attack: scene.ui("combat.attack-of", player=who, point=lane.point),
        defense: scene.ui("combat.defense-of", player=whom, point=lane.point),
    }
    keys = {name: f"sum.{lane.point}.{name}" for name in (attack, defense)}
    result = named(scene.ui("combat.wounds", player=whom, wounds=wounds), icon("wound") if wounds else None, wounds)
    marked = classes("result", "hit" if wounds else "ok")
    you, takes = scene.ui("table.you", player=whom), scene.ui("combat.takes", player=whom)
    line = h(
        "p",
        h("span", h("b", you), " ", h("span", takes), class_=f"whom {HIT[attack]}", aria_hidden="true"),
        number(scene, keys[attack], first, labels[attack]), icon("attack"), "−",
        number(scene, keys[defense], second, labels[defense]), icon("defense"), "=",
        h("b", result, class_=marked, data_place=wounds_at(lane.point, defense)),
        class_="strike",
    )  # fmt: skip
    unfolded = [terms(scene, keys[name], lane.sums[name], labels[name]) for name in (attack, defense)]
    return [line, *unfolded]


def unblocked(scene: Scene, lane: Lane, owed: Sum, seat: Seat, do: str | None) -> Tree:
    """Draw what the defender will have to consume for a group that nobody blocks."""
    key, label = f"sum.{lane.point}.owed", scene.ui("combat.owed", player=seat.name)
    damage, many = seat.stronghold.numbers[2].shown, len(lane.attackers)
    words = {
        key: h("small", scene.ui(f"combat.word-{key}", count=many), aria_hidden="true")
        for key in ("raiders", "damage", "consume")
        if scene.state.inside  # on a page for somebody who hasn't learned the signs yet
    }
    first, second = [h("b", many), icon("raider"), words.get("raiders")], [h("b", damage), icon("damage")]
    made = [*first, "×", *second, words.get("damage"), "="]
    plain = str(many * int(damage)) == str(owed.total)
    said = scene.ui("combat.damage", home=seat.stronghold.name, damage=damage)
    return h(
        "div",
        h("p", icon("warn"), h("b", scene.ui("combat.unblocked")), class_="title"),
        h("p", h("span", scene.ui("combat.open", player=seat.name), class_="aloud"),
          h("span", made, class_="made", aria_hidden="true") if plain else None,
          h("span", icon("consume"), words.get("consume"), number(scene, key, owed, label), class_="result hit"),
          class_="strike"),
        h("p", said, class_="soft") if key in scene.state.opened else None,
        terms(scene, key, owed, label),
        class_="sum open",
        data_do=do,
        data_uncovered="1",
    )  # fmt: skip


def all_owed(scene: Scene, player: int, seat: Seat) -> Tree | None:
    """Draw the cost of several unblocked groups, and a warning if the defender can't pay; None if neither is shown."""
    if not scene.state.reckons:
        return None
    owed, have = unblocked_sum(scene.position), resources(scene.position, player)
    key, label = "sum.all-owed", scene.ui("combat.all-owed", player=seat.name)
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
        class_="sum all-owed",
        key="all-owed",
    )
