"""The editor's gestures, and the new state that each of them leads to."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from apz.apocalypze import positions
from apz.apocalypze.cards import Library
from apz.apocalypze.model import PHASES, RAIDER, STRONGHOLD, SURVIVOR, Card, Decision, Position
from apz.apocalypze.positions import edits, named_item, read_position
from apz.apocalypze.positions.edits import PILES, ROWS, Change, Lost, counted
from apz.core.reading import STRANGE, BadInput, Item, clean, did_you_mean
from apz.widgets.apocalypze.editor import gallery, library
from apz.widgets.apocalypze.editor.gallery import FILTERS
from apz.widgets.apocalypze.editor.places import AWAY, HOST, Place, Thing, place_named, thing_named
from apz.widgets.apocalypze.editor.state import EditorScene, EditorState, empty
from apz.widgets.base.gesture import Gesture
from apz.widgets.base.page import Effect
from apz.widgets.lab import update as lab
from apz.widgets.table.update import routed

LONGEST = 60  # characters of a player's name
LONGEST_SEARCH = 100
LONGEST_DRAFT = 20_000
NONE = "-"  # the value for no choice
FACES = {"human": False, "zombie": True, "bitten": "bitten"}
Route = Callable[[EditorScene, Gesture], EditorScene]


def update(scene: EditorScene, gesture: Gesture) -> tuple[EditorState, tuple[Effect, ...]]:
    """Return the state after a gesture, and its effects; late or unknown gestures change nothing."""
    late = not gesture.scope and gesture.at not in (None, scene.at) and gesture.verb not in ANYTIME
    lost = gesture.verb in ABOUT_CARD and not 0 <= gesture.number < len(scene.position.game.cards)
    after = scene if late or lost else routed(scene, gesture, ROUTES)
    return after.state, after.effects


def edit(scene: EditorScene, change: Change) -> EditorScene:
    """Return the scene after a change, or the unchanged scene with the faults that prevent it."""
    tried = scene.but(tries=scene.state.tries + 1)
    try:
        done = edits.edited(scene.position, change, scene.state.cards)
    except BadInput as bad:
        return tried.but(faults=bad.faults, in_text=False, where="")
    except Lost:
        return tried
    if done.position == scene.position:
        return tried.but(faults=(), said="")
    keep = scene.state.chosen
    return tried.replaced(done.position, None if keep is None else done.numbers.get(keep))


def read(scene: EditorScene, source: Callable[[], Item | str], draft: str | None = None) -> EditorScene:
    """Return the scene with a position read from `source`, or with its faults and the text kept as a draft."""
    try:
        return scene.replaced(read_position(source(), scene.state.cards))
    except BadInput as bad:
        kept = draft if draft and len(draft) <= LONGEST_DRAFT else ""
        return scene.but(faults=bad.faults, in_text=draft is not None, draft=kept)


def walk(scene: EditorScene, by: int) -> EditorScene:
    """Return the scene one edit earlier (-1) or later (1), or unchanged if there's no such edit."""
    state = scene.state
    line, at = (*state.past, state.position, *state.future), len(state.past) + by
    if not 0 <= at < len(line):
        return scene
    return scene.but(past=line[:at], position=line[at], future=line[at + 1 :]).moved_on()


# ---- cards


def find(scene: EditorScene, gesture: Gesture) -> EditorScene:
    """Filter the gallery by the typed name."""
    return scene.but(search=gesture.value[:LONGEST_SEARCH])


def show_only(scene: EditorScene, gesture: Gesture) -> EditorScene:
    """Filter the gallery by kind, deck or faction."""
    field, value = gesture.about, gesture.value
    field, value = (field, value) if field in FILTERS else ("kind", field)
    known = field in FILTERS and value in FILTERS[field](scene.state)
    return scene.but(**{field: value}, **({"search": ""} if field == "kind" else {})) if known else scene


def take(scene: EditorScene, gesture: Gesture) -> EditorScene:
    """Take a card from the gallery, or put it back if it's already taken."""
    name = gesture.about
    if name not in scene.state.cards:
        return scene.cleared().but(said=scene.ui("editor.no-such-card", words=clean(name)))
    again = name == scene.state.taken
    return scene.cleared() if again else scene.cleared().but(taken=name, many=counted(scene.state.search)[0])


def put(scene: EditorScene, gesture: Gesture) -> EditorScene:
    """Take copies of the typed card, or say why not; among positions, load the first one that matches."""
    text = gesture.text("card").strip()[:LONGEST_SEARCH]
    scene = scene.cleared().but(search=text)
    if scene.state.kind == gallery.POSITIONS:
        fits = library.found(text, scene.language)
        return read(scene, lambda: named_item(fits[0])) if fits and text else scene
    many, words = counted(text)
    found = gallery.typed(scene.state)
    name = scene.state.cards.named(words) or (found[0] if len(found) == 1 else None)
    if name is not None and words:
        return scene.but(taken=name, many=many, kind=scene.state.cards[name].kind, search="")
    if found or not words:
        return scene.but(said=scene.ui("answers.which") if words else "")
    guess = did_you_mean(words, scene.state.cards)
    said = scene.ui("editor.no-such-card", words=clean(words))
    return scene.but(said=said, search=text.replace(words, guess) if guess else text)


def drop(scene: EditorScene, gesture: Gesture) -> EditorScene:
    """Lay the dragged card at the place where it was dropped."""
    what, _, where = gesture.about.partition(">")
    return lay(scene, thing_named(what, scene.position, tuple(scene.state.cards)), where)


def to(scene: EditorScene, gesture: Gesture) -> EditorScene:
    """Lay the chosen card at the chosen place."""
    return lay(scene, scene.held, gesture.about or gesture.value)


def lay(scene: EditorScene, thing: Thing | None, where: str) -> EditorScene:
    """Lay a thing at a place, whether it was dropped there or the place was chosen."""
    place = place_named(where, scene.position)
    if thing is None or place is None or (place.zone == AWAY and thing.name):
        return scene
    state, many = scene.state, scene.count(thing)
    first = len(scene.position.game.cards) if thing.name else thing.card
    tried = scene.but(tries=state.tries + 1, where=where, in_text=False, said="")
    try:
        done = laid(scene.position, thing, place, many, state.cards)
    except BadInput as bad:
        return tried.but(faults=bad.faults)
    except Lost:
        return tried.but(faults=())
    if done.position == scene.position:
        return tried.but(faults=())
    key = "editor.removed" if place.zone == AWAY else "editor.did-put"
    said = scene.ui(key, card=scene.name_of(thing), place=scene.called(place))
    after = tried.replaced(done.position, done.numbers.get(first)).but(said=said)
    return look_at(after, f"{place.zone}.{place.number}") if place.zone in ("top", "bottom", "discard") else after


def laid(position: Position, thing: Thing, place: Place, many: int, cards: Library) -> edits.Edited:
    """Return the edited position with a thing at a place; in combat, characters join the group there."""
    first = len(position.game.cards) if thing.name else thing.card
    done = edits.edited(position, change_for(position, thing, place, many, cards), cards)
    if place.zone not in ROWS or done.position.combat is None:
        return done
    grouped, waiting = done.position, done.position.waiting
    if place.zone == "survivors" and place.point and waiting and waiting.kind is Decision.ATTACK:
        grouped = positions.asked(grouped, Decision.DEFEND)
    for card in range(first, first + many):
        grouped = positions.grouped(grouped, done.numbers[card], place.point)
    again = edits.edited(done.position, edits.at_moment(lambda _: grouped), cards)
    numbers = {old: again.numbers[new] for old, new in done.numbers.items() if new in again.numbers}
    return edits.Edited(again.position, numbers)


def change_for(position: Position, thing: Thing, place: Place, many: int, cards: Library) -> Change:
    """Return the change that lays a thing at a place."""
    name, card, player = thing.name, thing.card, place.number
    if place.zone == AWAY:
        return edits.remove(card)
    if name and place.zone == "home" and cards[name].kind == STRONGHOLD:
        return edits.stronghold(player, name)
    if place.zone == HOST:
        return edits.put(name, 0, HOST, host=player, many=many) if name else edits.attach(card, player)
    if name:
        return edits.put(name, player, place.zone, many=many)
    stays = place.zone in ROWS and any(who.id == card for who in getattr(position.sides[player], place.zone))
    return (lambda draft: None) if stays else edits.move(card, player, place.zone)


def usual_zone(card: Card) -> str:
    """Return the zone that a card belongs to by its kind."""
    return {SURVIVOR: "survivors", RAIDER: "raiders", STRONGHOLD: "home"}.get(card.kind, "hand")


def remove(scene: EditorScene, gesture: Gesture) -> EditorScene:
    """Take a card out of the game."""
    return lay(scene, Thing(card=gesture.number), Place(AWAY).name)


def look_at(scene: EditorScene, pile: str) -> EditorScene:
    """Show another hand, deck or discard pile."""
    zone, _, player = pile.partition(".")
    zone = "deck" if zone in ("top", "bottom") else zone
    return scene.but(pile=(zone, int(player))) if zone in PILES and player in ("0", "1") else scene


def choose(scene: EditorScene, gesture: Gesture) -> EditorScene:
    """Choose a card so that it can be changed or moved, or deselect it."""
    again = scene.state.lifted and gesture.number == scene.state.chosen
    return scene.cleared() if again else scene.cleared().but(chosen=gesture.number, lifted=True)


def mark(field: str, value: Callable[[str], Any]) -> Route:
    """Return a route that sets the wounds, face or owner of a card in play."""
    return lambda scene, gesture: edit(scene, edits.mark(gesture.number, field, value(gesture.value)))


def numeral(value: str) -> int:
    """Return the typed number, or -1, which is out of range, so that the error says what's allowed."""
    return int(value) if value.removeprefix("-").isdecimal() and len(value) < 9 else -1


# ---- players and the moment


def rename(scene: EditorScene, gesture: Gesture) -> EditorScene:
    """Rename a player, dropping characters that a text file can't hold."""
    player, name = gesture.number, STRANGE.sub("", gesture.value).strip()[:LONGEST]
    known = player in (0, 1) and name and name != scene.position.game.names[player]
    return edit(scene, edits.rename(player, name)) if known else scene


def rehome(scene: EditorScene, gesture: Gesture) -> EditorScene:
    """Give a player another stronghold."""
    known = gesture.number in (0, 1) and gesture.value in scene.state.cards
    return edit(scene, edits.stronghold(gesture.number, gesture.value)) if known else scene


def set_moment(scene: EditorScene, phase: str, /, **fields: Any) -> EditorScene:
    """Set whose turn it is, the phase or the stronghold; if there's nothing to decide there, move on and say so."""
    after = edit(scene, edits.set_moment(**fields))
    if after.state.faults or after.position.phase == phase:
        return after
    names = {each: scene.ui(f"phases.{each}") for each in PHASES}
    now = names.get(after.position.phase, scene.ui("editor.over"))
    return after.but(said=scene.ui("editor.goes-on", phase=names.get(phase, now), now=now))


def set_phase(scene: EditorScene, gesture: Gesture) -> EditorScene:
    """Set the position to the start of another phase."""
    return set_moment(scene, gesture.value, phase=gesture.value) if gesture.value in PHASES else scene


def set_player(scene: EditorScene, gesture: Gesture) -> EditorScene:
    """Set whose turn it is, or whose stronghold is occupied."""
    nobody = {NONE: None} if gesture.verb == "occupied" else {}
    players: dict[str, int | None] = {"0": 0, "1": 1, **nobody}
    if gesture.value not in players:
        return scene
    return set_moment(scene, scene.position.phase, **{gesture.verb: players[gesture.value]})


def at_moment(scene: EditorScene, make: Callable[..., Position], *values: Any) -> EditorScene:
    """Return the scene after `make` has changed the moment of its position, with the same cards."""
    return edit(scene, edits.at_moment(lambda position: make(position, *values)))


def wait_for(scene: EditorScene, gesture: Gesture) -> EditorScene:
    """Set the current decision, with the player and amount it would have in a game."""
    known = gesture.value in positions.askable(scene.position)
    return at_moment(scene, positions.asked, gesture.value) if known else scene


def decides(scene: EditorScene, gesture: Gesture) -> EditorScene:
    """Give the current decision to another player."""
    known = gesture.value in ("0", "1") and scene.position.waiting
    return at_moment(scene, positions.asked_of, int(gesture.value)) if known else scene


def owe(scene: EditorScene, gesture: Gesture) -> EditorScene:
    """Set how many wounds are left to assign, or how much is left to consume."""
    waiting = scene.position.waiting
    known = waiting and waiting.kind in positions.COUNTED
    return at_moment(scene, positions.owing, numeral(gesture.value)) if known else scene


def resolve(scene: EditorScene, gesture: Gesture) -> EditorScene:
    """Mark an engagement as resolved or unresolved."""
    return at_moment(scene, positions.settled, numeral(gesture.about), gesture.values.get("value") is True)


def point_of(gesture: Gesture) -> int:
    """Return the number of the chosen access point, or 0 if none is chosen."""
    return 0 if gesture.value == NONE else numeral(gesture.value)


def read_yaml(scene: EditorScene, gesture: Gesture) -> EditorScene:
    """Replace the position with the one in the typed YAML."""
    text = str(gesture.values.get("text", ""))
    return read(scene, lambda: text, draft=text)


ANYTIME = ("find", "show", "take", "put", "stop")  # gestures that mean the same even if the position has changed since
ABOUT_CARD = ("card", "up", "down", "remove", "wounds", "face", "owner")
ROUTES: Mapping[str, Route] = {
    **lab.ROUTES,
    "find": find,
    "show": show_only,
    "take": take,
    "put": put,
    "card": choose,
    "drop": drop,
    "to": to,
    "escape": lambda scene, gesture: scene.cleared(),
    "remove": remove,
    "up": lambda scene, gesture: edit(scene, edits.shift(gesture.number, -1)),
    "down": lambda scene, gesture: edit(scene, edits.shift(gesture.number, 1)),
    "wounds": mark("wounds", numeral),
    "face": mark("zombie", lambda value: FACES.get(value, False)),
    "owner": mark("owner", numeral),
    "pile": lambda scene, gesture: look_at(scene, gesture.value),
    "look": lambda scene, gesture: look_at(scene, gesture.about),
    "turn": lambda scene, gesture: edit(scene, edits.set_moment(turn=numeral(gesture.value))),
    "whose": set_player,
    "occupied": set_player,
    "phase": set_phase,
    "wait": wait_for,
    "decides": decides,
    "amount": owe,
    "now": lambda scene, gesture: at_moment(scene, positions.engaged, point_of(gesture)),
    "resolved": resolve,
    "begin": lambda scene, gesture: edit(scene, edits.begin()),
    "name": rename,
    "home": rehome,
    "yaml": read_yaml,
    "reset": lambda scene, gesture: scene.moved_on(scene.state.chosen),
    "load": lambda scene, gesture: read(scene, lambda: named_item(gesture.about or gesture.value)),
    "empty": lambda scene, gesture: scene.replaced(empty(scene.state.cards)),
    "undo": lambda scene, gesture: walk(scene, -1),
    "redo": lambda scene, gesture: walk(scene, 1),
    "go": lambda scene, gesture: walk(scene, -1),
}
