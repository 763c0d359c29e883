"""The editor's views of the chosen card, its places and states, and of piles in order."""

from __future__ import annotations

from apz.apocalypze.cards import library
from apz.apocalypze.positions.edits import PILES, Draft, Spot, number
from apz.apocalypze.rules.find import find
from apz.widgets.apocalypze.editor import controls
from apz.widgets.apocalypze.editor.controls import chosen_then, pane, people
from apz.widgets.apocalypze.editor.places import HOST, Place, Thing, kinds, points
from apz.widgets.apocalypze.editor.state import EditorScene
from apz.widgets.apocalypze.editor.update import FACES, usual_zone
from apz.widgets.base.fields import choice
from apz.widgets.base.tree import Tree, button, classes, h

WAYS = ("survivors", "raiders", "home", "hand", "top", "bottom", "discard")


def held(scene: EditorScene) -> Tree | None:
    """Draw the card to be laid with every place it can go to; None if there's no such card."""
    thing = scene.held
    if thing is None:
        return None
    name, card = scene.name_of(thing), thing.card
    options = {place.name: scene.called(place) for place in ways(scene, thing)}
    remove = button(scene.ui("editor.remove"), f"remove:{card}", class_="ghost") if removable(scene, thing) else None
    usual = usual_zone(scene.printed(thing))
    first = next((value for value in options if value.startswith(usual)), next(iter(options), ""))
    place = chosen_then(scene.ui("editor.where"), "to", options, first, scene.ui("editor.do-put"))
    title = scene.ui("editor.holding", card=name)
    return h(
        "section",
        h("h2", title),
        place if options else None,
        h("div", remove, button(scene.ui("question.cancel"), "escape", class_="ghost"), class_="buttons"),
        class_="held",
        aria_label=title,
        key="held",
    )


def removable(scene: EditorScene, thing: Thing) -> bool:
    """Return True if a thing is a card that's already in the position and isn't a stronghold."""
    return not thing.name and thing.card not in [side.stronghold for side in scene.position.sides]


def ways(scene: EditorScene, thing: Thing) -> list[Place]:
    """Return every place that a thing can go to: first the zones, then the cards it can be attached to."""
    zones = [Place(zone, player) for player in (0, 1) for zone in WAYS]
    found = []
    for zone in zones:
        found += [Place(zone.zone, zone.number, point) for point in range(points(scene.position, zone) + 1)]
    found += [Place(HOST, card) for card in hosts(scene) if card != thing.card]
    return [place for place in found if place.accepts(scene.printed(thing), laid=not thing.name)]


def hosts(scene: EditorScene) -> list[int]:
    """Return the ids of all cards in play that can have attachments, except the strongholds."""
    found = list[int]()
    for side in scene.position.sides:
        found += [each.id for each in side.fixtures]
        for who in side.survivors + side.raiders:
            found += [who.id, *(each.id for each in who.attached)]
    return found


def chosen(scene: EditorScene) -> Tree | None:
    """Draw the chosen card: name, text, settings, and buttons to reorder it; None without one or for a stronghold."""
    card = scene.state.chosen
    spots = {number(spot.row[spot.at]): spot for spot in Draft(scene.position).spots()} if card is not None else {}
    if card is None or card not in spots:
        return None
    spot = spots[card]
    says = [h("q", text) for text in library().texts(scene.position.game.cards[card], scene.language)]
    last = spot.at == len(spot.row) - 1
    return pane(
        scene,
        "chosen",
        h("p", h("b", scene.words.name(scene.visible, card))),
        h("p", says, class_="soft") if says else None,
        h("div", states(scene, card, spot), class_="fields"),
        h(
            "div",
            button("↑ " + scene.ui("editor.up"), f"up:{card}", class_="ghost", disabled=spot.at == 0),
            button("↓ " + scene.ui("editor.down"), f"down:{card}", class_="ghost", disabled=last),
            class_="buttons",
        ),
    )


def states(scene: EditorScene, card: int, spot: Spot) -> list[Tree]:
    """Draw the settings of a card: wounds and face for a character, and the owner; [] unless it's in play."""
    found, fields = find(scene.position, card), list[Tree]()
    if found is not None:
        fields.append(controls.number(scene, scene.ui("editor.wounds"), f"wounds:{card}", found.who.wounds, 0, 99))
        zombie = spot.row[spot.at].get("zombie", False)
        face = next(name for name, value in FACES.items() if value == zombie)
        options = {each: scene.ui(f"editor.face-{each}") for each in FACES}
        fields.append(choice(scene.ui("editor.face"), f"face:{card}", options, face))
    if found is not None or spot.zone == "attached":
        owner = str(scene.position.game.owners[card])
        fields.append(choice(scene.ui("editor.owner"), f"owner:{card}", people(scene), owner))
    return fields


def piles(scene: EditorScene) -> Tree:
    """Draw one hand, deck or discard pile in order, so that its cards can be chosen, dragged and reordered."""
    position = scene.visible
    zones = {pile: scene.ui(f"zones.{pile}") for pile in PILES}
    options = {
        f"{pile}.{player}": f"{name}: {zones[pile]} ({len(getattr(position.sides[player], pile))})"
        for player, name in enumerate(position.game.names)
        for pile in PILES
    }
    zone, player = scene.state.pile
    cards = getattr(position.sides[player], zone)
    items = [row(scene, card, index, len(cards)) for index, card in enumerate(cards)]
    picker = choice(scene.ui("editor.look"), "pile", options, f"{zone}.{player}")
    body = h("ol", items, class_="order") if items else h("p", scene.ui("editor.no-cards"), class_="soft")
    return pane(scene, "piles", picker, body)


def row(scene: EditorScene, card: int, index: int, count: int) -> Tree:
    """Draw a card in a pile with its buttons."""
    printed = scene.visible.game.cards[card]
    held = card == scene.state.chosen
    return h(
        "li",
        h("small", f"{index + 1}."),
        button(printed.name, f"card:{card}", class_=classes("chip", printed.kind, held and "chosen"),
               aria_pressed=held),
        button("↑", f"up:{card}", class_="ghost tiny", disabled=index == 0,
               aria_label=scene.ui("editor.up-card", card=printed.name)),
        button("↓", f"down:{card}", class_="ghost tiny", disabled=index == count - 1,
               aria_label=scene.ui("editor.down-card", card=printed.name)),
        data_drag=card,
        data_kinds=kinds(printed),
        data_name=printed.name,
        data_delete=f"remove:{card}",
        key=f"p{card}",
    )  # fmt: skip
