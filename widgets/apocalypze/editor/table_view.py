"""The editor's table: every zone of both players, for dragging cards, with each zone's faults next to it."""

from __future__ import annotations

from apz.apocalypze.rules.find import find
from apz.apocalypze.show.picture import CardView, Lane, Seat, card_view
from apz.widgets.apocalypze import lanes
from apz.widgets.apocalypze.editor import fault_view
from apz.widgets.apocalypze.editor.moment_view import home as home_fields
from apz.widgets.apocalypze.editor.places import HOST, Place, kinds
from apz.widgets.apocalypze.editor.state import EditorScene
from apz.widgets.apocalypze.faces import Marks, attachment, face, kind_of, marks, states
from apz.widgets.apocalypze.labels import point_name
from apz.widgets.apocalypze.pictured import pictured
from apz.widgets.base.fields import fold
from apz.widgets.base.tree import Tree, button, classes, h

EDIT = "seat"  # unfolds a player's name and stronghold
ENDS = ("top", "bottom")  # the two places next to each other that belong to one deck


def table(scene: EditorScene) -> Tree:
    """Draw both players with all their zones; the near player, who is the defender in combat, is below."""
    fought = [player for player, seen in enumerate(pictured(scene.table).seats) if seen.lanes]
    marked, near = marks(scene.table), fought[0] if fought else scene.table.bottom
    seats = [seat(scene, player, marked) for player in (1 - near, near)]
    first = h("p", scene.ui("editor.first"), class_="first", key="first") if scene.bare else None
    title = scene.ui("table.name")
    return h("section", seats, first, class_="table", data_keys="grid", aria_label=title, key="table")


def seat(scene: EditorScene, player: int, marked: Marks) -> Tree:
    """Draw a player: the stronghold, everyone at it, the hand and the piles."""
    seen = pictured(scene.table).seats[player]
    room = seen.stronghold.numbers[1].shown
    fighting = bool(seen.lanes)
    raiders, survivors = Place("raiders", 1 - player), Place("survivors", player)
    inside = "editor.background" if fighting else "editor.survivors"
    outside = "editor.unsent" if fighting else "editor.raiders"
    return h(
        "section",
        strip(scene, seen, player, marked),
        fight(scene, seen, player, marked) if fighting else None,
        h(
            "div",
            zone(scene, raiders, scene.ui(outside, player=seen.other), seen.raiders, marked),
            zone(scene, survivors, scene.ui(inside, count=len(seen.survivors), room=room), seen.survivors, marked),
            zone(scene, Place("hand", player), scene.ui("editor.hand", count=len(seen.hand)), seen.hand, marked),
            deck(scene, seen, player),
            discard(scene, seen, player, marked),
            class_="zones",
        ),
        class_=classes("ed-seat", fighting and "fought"),
        aria_label=f"{seen.name}, {seen.stronghold.name}",
        key=f"seat{player}",
    )


def strip(scene: EditorScene, seen: Seat, player: int, marked: Marks) -> Tree:
    """Draw a player's name and stronghold with its attachments, and the controls to change them."""
    place, view, key = Place("home", player), seen.stronghold, f"{EDIT}.{player}"
    opened = key in scene.state.opened
    told = scene.ui("editor.edit-player", player=seen.name)
    edit = fold(scene, key, scene.ui("editor.edit"), class_="ghost", aria_label=told)
    return h(
        "div",
        h(
            "div",
            face(scene.table, view, marked),
            [carried(scene, each, marked) for each in view.attached],
            class_=classes("spot", "stronghold", *states(view.id, marked)),
            data_row="1",
        ),
        h("div", h("h3", seen.name), here(scene, place), class_="who"),
        fault_view.beside(scene, place.name),
        h("div", home_fields(scene, player), class_="fields") if opened else None,
        edit,
        class_="ed-strip",
        **target(scene, place),
    )


def target(scene: EditorScene, place: Place) -> dict[str, str | None]:
    """Return the attributes that let an element take the card to be laid, by click or by drop."""
    return {
        "data_drop": place.name,
        "data_takes": place.takes,
        "role": "group",
        "aria_label": scene.called(place),
        "data_do": f"to:{place.name}" if scene.fits(place) else None,
        "key": place.name,
    }


def here(scene: EditorScene, place: Place) -> Tree | None:
    """Draw the button that lays the held card at a place; None if no card is held or it doesn't fit there."""
    held = scene.held
    if held is None or not scene.fits(place):
        return None
    label = scene.ui("editor.put-to", card=scene.name_of(held), place=scene.called(place))
    shown = scene.ui(f"editor.here-{place.zone}" if place.zone in ENDS else "editor.here")
    return button(shown, f"to:{place.name}", class_="here", aria_label=label)


def zone(scene: EditorScene, place: Place, title: str, views: tuple[CardView, ...], marked: Marks) -> Tree:
    """Draw a zone with its cards."""
    cards = [spot(scene, view, marked) for view in views]
    return h(
        "section",
        h("h4", title, " ", here(scene, place)),
        h("ul", cards, class_="cards", data_row="1", aria_label=title) if cards else None,
        fault_view.beside(scene, place.name),
        class_=classes("ed-zone", place.zone, not cards and "bare"),
        **target(scene, place),
    )


def spot(scene: EditorScene, view: CardView, marked: Marks) -> Tree:
    """Draw a draggable card with its attachments; a character in play takes more of them."""
    printed, place = scene.position.game.cards[view.id], Place(HOST, view.id)
    in_play = find(scene.position, view.id) is not None
    drop = {name: value for name, value in target(scene, place).items() if name in ("data_drop", "data_takes")}
    return h(
        "li",
        face(scene.table, view, marked),
        [carried(scene, each, marked) for each in view.attached],
        fault_view.badges(scene, view.id),
        here(scene, place) if in_play and view.id != scene.state.chosen else None,
        class_=classes("spot", kind_of(view), *states(view.id, marked)),
        data_drag=view.id,
        data_kinds=kinds(printed),
        data_delete=f"remove:{view.id}",
        key=f"c{view.id}",
        data_name=view.name,
        **(drop if in_play else {}),
    )


def carried(scene: EditorScene, view: CardView, marked: Marks) -> Tree:
    """Draw a draggable attachment."""
    return h(
        "span",
        attachment(scene.table, view, marked),
        fault_view.badges(scene, view.id),
        class_=classes("carried", kind_of(view)),
        data_drag=view.id,
        data_kinds=kinds(scene.position.game.cards[view.id]),
        data_name=view.name,
        data_delete=f"remove:{view.id}",
        key=f"a{view.id}",
    )


def fight(scene: EditorScene, seen: Seat, player: int, marked: Marks) -> Tree:
    """Draw the access points of an attacked stronghold."""
    return h("div", [lane(scene, each, seen, player, marked) for each in seen.lanes], class_="ed-lanes", key="lanes")


def lane(scene: EditorScene, lane: Lane, seen: Seat, player: int, marked: Marks) -> Tree:
    """Draw an access point: its attackers, both sides' totals, and its defenders."""
    title = point_name(scene, lane.point)
    return h(
        "section",
        group(scene, Place("raiders", 1 - player, lane.point), lane.attackers, marked),
        h("div", h("h4", title), lanes.totals(scene.table, lane, seen, None), class_="gate"),
        group(scene, Place("survivors", player, lane.point), lane.defenders, marked),
        class_=classes("ed-lane", lane.state),
        aria_label=title,
        key=f"lane{lane.point}",
    )


def group(scene: EditorScene, place: Place, views: tuple[CardView, ...], marked: Marks) -> Tree:
    """Draw one side's group at an access point."""
    cards = [spot(scene, view, marked) for view in views]
    return h(
        "div",
        h("ul", cards, class_="cards", data_row="1", aria_label=scene.called(place)) if cards else None,
        here(scene, place),
        fault_view.beside(scene, place.name),
        class_=classes("group", place.zone, not cards and "bare"),
        **target(scene, place),
    )


# ---- piles


def deck(scene: EditorScene, seen: Seat, player: int) -> Tree:
    """Draw a deck that accepts cards at the top or the bottom."""
    top, bottom = Place("top", player), Place("bottom", player)
    title = scene.ui("editor.deck-count", count=seen.deck)
    ends = [
        h(
            "div",
            here(scene, place) or h("span", scene.ui(f"editor.{place.zone}"), class_="soft"),
            class_="end",
            **target(scene, place),
        )
        for place in (top, bottom)
    ]
    return h(
        "section",
        h("h4", pile_button(scene, "deck", player, title)),
        h("div", ends, class_="ends"),
        fault_view.beside(scene, top.name),
        class_="ed-zone deck",
        key=f"deck{player}",
    )


def discard(scene: EditorScene, seen: Seat, player: int, marked: Marks) -> Tree:
    """Draw a discard pile as its top card."""
    place, title = Place("discard", player), scene.ui("editor.discard-count", count=seen.discard)
    cards = scene.position.sides[player].discard
    views = [card_view(scene.visible, cards[0], scene.language)] if cards else []
    return h(
        "section",
        h("h4", pile_button(scene, "discard", player, title), " ", here(scene, place)),
        h("ul", [spot(scene, view, marked) for view in views], class_="cards", data_row="1", aria_label=title)
        if views
        else None,
        fault_view.beside(scene, place.name),
        class_=classes("ed-zone discard", not views and "bare"),
        **target(scene, place),
    )


def pile_button(scene: EditorScene, pile: str, player: int, title: str) -> Tree:
    """Draw the button that shows a pile in its order."""
    whose = scene.visible.game.names[player]
    return button(title, f"look:{pile}.{player}", class_="pile-of", aria_label=f"{whose}: {title}")
