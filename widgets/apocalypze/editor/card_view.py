"""The cards of the editor: the search that puts one, the chosen one with its states, and the piles."""

from __future__ import annotations

from apz.apocalypze.cards import library
from apz.apocalypze.model import ATTACHMENT
from apz.apocalypze.positions import group_of
from apz.apocalypze.positions.edits import PILES, ZONES, Draft, Spot, number
from apz.apocalypze.rules.find import find
from apz.widgets.apocalypze.editor import controls
from apz.widgets.apocalypze.editor.controls import choice, chosen_then, listed, pane, people
from apz.widgets.apocalypze.editor.state import USUAL, EditorScene
from apz.widgets.apocalypze.editor.update import FACES, NONE
from apz.widgets.base.tree import Tree, button, classes, h
from apz.widgets.table.prompt import refusal_text


def where(scene: EditorScene, player: int, zone: str, kept: bool = False) -> list[Tree]:
    """Draw the fields that say where a card is to go; kept, what they say stays for the next card."""
    zones = [(each, scene.ui(f"zones.{each}")) for each in ((USUAL, *ZONES) if kept else ZONES)]
    fields = (("player", "editor.side", people(scene), str(player)), ("zone", "editor.zone", zones, zone))
    return [
        h(
            "label",
            scene.ui(label),
            h("select", listed(options, value), name=name, value=value, data_do=f"aim:{name}" if kept else None),
            class_="place" if name == "zone" else None,
        )
        for name, label, options, value in fields
    ]


def put(scene: EditorScene) -> Tree:
    """Draw the search that puts a card somewhere; if several could be meant, they are offered."""
    state, known = scene.state, f"apz-cards-{scene.memo.number}"
    field = h("input", name="card", type="text", list=known, autocomplete="off", spellcheck="false", maxlength="100",
              placeholder=scene.ui("editor.search-example"), value=state.search, data_clear="1")  # fmt: skip
    form = h(
        "form",
        h("label", scene.ui("editor.search"), field),
        where(scene, state.player, state.zone, kept=True),
        h("button", scene.ui("editor.do-put"), type="submit", class_="do"),
        h("datalist", [h("option", value=name) for name in state.cards], id=known),
        data_do="put",
    )
    many = "" if state.many == 1 else f"{state.many} "
    found = [button(many + name, f"put:{name}", class_=classes("chip", state.cards[name].kind)) for name in state.meant]
    which = h("div", h("p", scene.ui("answers.which")), h("div", found, class_="chips"), key="meant") if found else None
    said = h("p", state.said, class_="answer", key="said") if state.said else None
    return pane(scene, "put", form, which, said, first_problem(scene))


def first_problem(scene: EditorScene) -> Tree | None:
    """Draw what breaks the rules first, beside where cards are put; all of it stands further down."""
    found = scene.problems
    if not found:
        return None
    count = scene.ui("editor.count", count=len(found))
    return h("p", h("b", count), " ", refusal_text(scene.table, found[0]), class_="warn", key="first-problem")


def chosen(scene: EditorScene) -> Tree:
    """Draw the chosen card: where it goes, its wounds, its face, its owner, its place in the row, or away with it."""
    card = scene.state.chosen
    if card is None:
        return pane(scene, "chosen", h("p", scene.ui("editor.choose"), class_="soft"))
    spots = {number(spot.row[spot.at]): spot for spot in Draft(scene.position).spots()}
    name = scene.words.name(scene.visible, card)
    says = [h("q", text) for text in library().texts(scene.position.game.cards[card], scene.language)]
    facts = [h("p", h("b", name)), h("p", says, class_="soft") if says else None]
    if card not in spots:
        return pane(scene, "chosen", facts, h("p", scene.ui("editor.set-stronghold"), class_="soft"))
    spot = spots[card]
    last = spot.at == len(spot.row) - 1
    return pane(
        scene,
        "chosen",
        facts,
        h("div", group(scene, card), hosts(scene, card, spot), states(scene, card, spot), class_="fields"),
        h("form", where(scene, spot.player, zone_of(scene, spot)),
          h("button", scene.ui("editor.move"), type="submit", class_="ghost"), data_do="move"),
        h(
            "div",
            button("↑ " + scene.ui("editor.up"), f"up:{card}", class_="ghost", disabled=spot.at == 0),
            button("↓ " + scene.ui("editor.down"), f"down:{card}", class_="ghost", disabled=last),
            button(scene.ui("editor.remove"), f"remove:{card}", class_="ghost"),
            button(scene.ui("question.cancel"), "escape", class_="ghost"),
            class_="buttons",
        ),
    )  # fmt: skip


def zone_of(scene: EditorScene, spot: Spot) -> str:
    """Return where a card is, as a place where cards can be put."""
    if spot.zone == "deck":
        return "bottom" if spot.at else "top"
    if spot.zone == "attached":
        return "home" if spot.host in [side.stronghold for side in scene.position.sides] else "hand"
    return spot.zone


def hosts(scene: EditorScene, card: int, spot: Spot) -> Tree | None:
    """Draw the choice of the card in play that an attachment is attached to."""
    position = scene.visible
    if position.game.cards[card].kind != ATTACHMENT and spot.zone != "attached":
        return None
    found = [side.stronghold for side in position.sides]
    for side in position.sides:
        found += [each.id for each in side.fixtures]
        for who in side.survivors + side.raiders:
            found += [who.id, *(each.id for each in who.attached)]
    entry = spot.row[spot.at]
    attached = next((each for each in found if spot.zone == "attached" and f"({each})" in entry["to"][-6:]), None)
    names = [scene.words.name(position, each) for each in found]
    options = [
        (str(each), f"{name} #{each}" if names.count(name) > 1 else name)
        for each, name in zip(found, names, strict=True)
        if each != card
    ]
    value = NONE if attached is None else str(attached)
    nothing = (NONE, scene.ui("editor.on-nothing"))
    label, do = scene.ui("editor.attach"), scene.ui("editor.do-attach")
    return chosen_then(label, f"attach:{card}", [nothing, *options], value, do)


def group(scene: EditorScene, card: int) -> Tree | None:
    """Draw the choice of the access point where a character of a combat is."""
    combat, point = scene.position.combat, group_of(scene.position, card)
    if combat is None or point is None:
        return None
    points = [(str(each), str(each)) for each in range(1, len(combat.attack) + 1)]
    options = [(NONE, scene.ui("editor.none")), *points]
    return choice(scene.ui("editor.point"), f"group:{card}", options, str(point) if point else NONE)


def states(scene: EditorScene, card: int, spot: Spot) -> list[Tree]:
    """Draw what can be said of a card in play."""
    found, fields = find(scene.position, card), list[Tree]()
    if found is not None:
        fields.append(controls.number(scene, scene.ui("editor.wounds"), f"wounds:{card}", found.who.wounds, 0, 99))
        zombie = spot.row[spot.at].get("zombie", False)
        face = next(name for name, value in FACES.items() if value == zombie)
        options = [(each, scene.ui(f"editor.face-{each}")) for each in FACES]
        fields.append(choice(scene.ui("editor.face"), f"face:{card}", options, face))
    if found is not None or spot.zone == "attached":
        owner = str(scene.position.game.owners[card])
        fields.append(choice(scene.ui("editor.owner"), f"owner:{card}", people(scene), owner))
    return fields


def piles(scene: EditorScene) -> Tree:
    """Draw one hand, deck or discard pile in its order, to choose cards of it and change the order."""
    position = scene.visible
    options = [
        (f"{pile}.{player}", f"{name}: {scene.ui(f'zones.{pile}')} ({len(getattr(position.sides[player], pile))})")
        for player, name in enumerate(position.game.names)
        for pile in PILES
    ]
    zone, player = scene.state.pile
    cards = getattr(position.sides[player], zone)
    items = [row(scene, card, index, len(cards)) for index, card in enumerate(cards)]
    picker = choice(scene.ui("editor.look"), "pile", options, f"{zone}.{player}")
    body = h("ol", items, class_="order") if items else h("p", scene.ui("editor.no-cards"), class_="soft")
    return pane(scene, "piles", picker, body)


def row(scene: EditorScene, card: int, index: int, count: int) -> Tree:
    """Draw a card of a pile with its buttons."""
    printed = scene.visible.game.cards[card]
    held = card == scene.state.chosen
    return h(
        "li",
        h("small", f"{index + 1}."),
        button(printed.name, f"card:{card}", class_=classes("chip", printed.kind, held and "chosen"),
               aria_pressed="true" if held else "false"),
        button("↑", f"up:{card}", class_="ghost tiny", disabled=index == 0,
               aria_label=scene.ui("editor.up-card", card=printed.name)),
        button("↓", f"down:{card}", class_="ghost tiny", disabled=index == count - 1,
               aria_label=scene.ui("editor.down-card", card=printed.name)),
    )  # fmt: skip
