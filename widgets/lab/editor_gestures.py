"""What the gestures of the editor are called, and what each does to it; an unknown one does nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from apz.apocalypze.model import PHASES
from apz.apocalypze.positions import COUNTED, askable, asked, asked_of, edits, engaged, grouped, owing, settled
from apz.apocalypze.positions.edits import PILES, ZONES
from apz.core.reading import STRANGE, clean, did_you_mean
from apz.widgets.base.gesture import Gesture
from apz.widgets.lab.editor_cards import FACES, NONE
from apz.widgets.table.update import PAGE

if TYPE_CHECKING:
    from apz.widgets.lab.editor_editing import Editing

LONGEST = 60  # name of a player
LONGEST_SEARCH = 100
MOST_MEANT = 12


def numeral(value: str) -> int:
    """A number that was typed; one that no field takes, where it is none, so that reading says what is wanted."""
    return int(value) if value.removeprefix("-").isdecimal() and len(value) < 9 else -1


def put(editor: Editing, gesture: Gesture) -> None:
    """Put a card that was offered somewhere, or search the one that was typed."""
    if gesture.about:
        editor.put(gesture.about, editor.many)
    elif editor.aim(gesture.values.get("player"), gesture.values.get("zone")):
        find(editor, gesture.text("card").strip()[:LONGEST_SEARCH])


def find(editor: Editing, text: str) -> None:
    """Put the card that is meant; if that is not clear, the cards that could be are offered."""
    editor.search, editor.meant, editor.faults, editor.said_last = text, [], (), ""
    editor.many, words = edits.counted(text)
    parts = words.casefold().split()
    near = [name for name in editor.cards if parts and all(part in name.casefold() for part in parts)]
    near = [name for name in near if edits.fits(editor.cards[name], editor.zone)] or near
    name = editor.cards.named(words) or (near[0] if len(near) == 1 else None)
    if name is not None:
        editor.put(name, editor.many)
    elif near:
        editor.meant = near[:MOST_MEANT]
    elif words:
        guess = did_you_mean(words, editor.cards)
        editor.meant = [guess] if guess else []
        editor.said_last = editor.scene.ui("editor.no-such-card", words=clean(words))


def to_moment(editor: Editing, meant: str, **fields: Any) -> None:
    """Another moment; where nobody has anything to decide in its phase, the game is further on, and that is said."""
    if editor.edit(edits.set_moment(**fields)) and editor.position.phase != meant:
        names = {each: editor.scene.ui(f"phases.{each}") for each in PHASES}
        now = names.get(editor.position.phase, editor.scene.ui("editor.over"))
        editor.said_last = editor.scene.ui("editor.goes-on", phase=names.get(meant, now), now=now)


def set_phase(editor: Editing, gesture: Gesture) -> None:
    """Another phase, from its beginning."""
    if gesture.value in PHASES:
        to_moment(editor, gesture.value, phase=gesture.value)


def move_chosen(editor: Editing, values: Mapping[str, Any]) -> None:
    """The form that puts the chosen card somewhere else."""
    zone = values.get("zone")
    if zone in ZONES and editor.aim(values.get("player"), zone) and editor.chosen is not None:
        editor.edit(edits.move(editor.chosen, editor.player, editor.zone))


def aim(editor: Editing, field: str, value: str) -> None:
    """One of the fields that say where the next card goes."""
    editor.aim(*((value, editor.zone) if field == "player" else (str(editor.player), value)))


def attach_to(editor: Editing, card: str, host: str) -> None:
    """The chosen card onto another one; from a card onto nothing it goes back to its owner's hand."""
    if host.isdecimal():
        editor.edit(edits.attach(int(card), int(host)))
    elif host == NONE:
        editor.edit(edits.move(int(card), editor.position.game.owners[int(card)], "hand"))


def look_at(editor: Editing, value: str) -> None:
    """Another pile to look at."""
    zone, _, player = value.partition(".")
    zone = "deck" if zone in ("top", "bottom") else zone
    if zone in PILES and player in ("0", "1"):
        editor.pile = (zone, int(player))


def another_name(editor: Editing, player: str, value: str) -> None:
    """Another name for a player, without what no text file may hold."""
    name = STRANGE.sub("", value).strip()[:LONGEST]
    if player in ("0", "1") and name and name != editor.position.game.names[int(player)]:
        editor.edit(edits.rename(int(player), name))


def another_home(editor: Editing, player: str, value: str) -> None:
    """Another stronghold for a player."""
    if player in ("0", "1") and value in editor.cards:
        editor.edit(edits.stronghold(int(player), value))


def set_player(editor: Editing, field: str, value: str) -> None:
    """Whose turn it is, or whose stronghold is occupied."""
    phase = editor.position.phase
    if value in ("0", "1"):
        to_moment(editor, phase, **{field: int(value)})
    elif field == "occupied" and value == NONE:
        to_moment(editor, phase, occupied=None)


def wait_for(editor: Editing, kind: str) -> None:
    """Something else is waited for; of whom, and how much, is what it would be in a game."""
    if kind in askable(editor.position):
        editor.edit(edits.at_moment(lambda position: asked(position, kind)))


def ask_player(editor: Editing, value: str) -> None:
    """It is somebody else's decision."""
    if value in ("0", "1") and editor.position.waiting:
        editor.edit(edits.at_moment(lambda position: asked_of(position, int(value))))


def ask_amount(editor: Editing, value: str) -> None:
    """How many wounds, or how much to consume."""
    if editor.position.waiting and editor.position.waiting.kind in COUNTED:
        editor.edit(edits.at_moment(lambda position: owing(position, numeral(value))))


def send(editor: Editing, card: str, value: str) -> None:
    """A character into the group at an access point, or into none."""
    point = 0 if value == NONE else numeral(value)
    editor.edit(edits.at_moment(lambda position: grouped(position, int(card), point)))


def engage(editor: Editing, value: str) -> None:
    """Another engagement is being resolved, or none."""
    point = 0 if value == NONE else numeral(value)
    editor.edit(edits.at_moment(lambda position: engaged(position, point)))


def resolve(editor: Editing, point: str, done: object) -> None:
    """An engagement is over, or is not."""
    editor.edit(edits.at_moment(lambda position: settled(position, numeral(point), done is True)))


def on_page(verb: str) -> Route:
    """Return a gesture that is the same on every page."""
    return lambda editor, gesture: editor.store.take(PAGE[verb](editor.scene, gesture).state)


Route = Callable[["Editing", Gesture], Any]
ABOUT_CARD = ("card", "up", "down", "remove", "wounds", "face", "owner", "attach", "group")
FACE_VALUES = dict(zip(FACES, (False, True, "bitten"), strict=True))
GESTURES: Mapping[str, Route] = {
    "card": lambda editor, gesture: editor.choose(int(gesture.about)),
    "escape": lambda editor, gesture: editor.let_go(),
    "put": put,
    "move": lambda editor, gesture: move_chosen(editor, gesture.values),
    "attach": lambda editor, gesture: attach_to(editor, gesture.about, gesture.value),
    "remove": lambda editor, gesture: editor.edit(edits.remove(int(gesture.about))),
    "up": lambda editor, gesture: editor.edit(edits.shift(int(gesture.about), -1)),
    "down": lambda editor, gesture: editor.edit(edits.shift(int(gesture.about), 1)),
    "wounds": lambda editor, gesture: editor.edit(edits.mark(int(gesture.about), "wounds", numeral(gesture.value))),
    "face": lambda editor, gesture: editor.edit(
        edits.mark(int(gesture.about), "zombie", FACE_VALUES.get(gesture.value, False))
    ),
    "owner": lambda editor, gesture: editor.edit(edits.mark(int(gesture.about), "owner", numeral(gesture.value))),
    "aim": lambda editor, gesture: aim(editor, gesture.about, gesture.value),
    "pile": lambda editor, gesture: look_at(editor, gesture.value),
    "deck": lambda editor, gesture: look_at(editor, f"deck.{gesture.about}"),
    "look": lambda editor, gesture: look_at(editor, gesture.about),
    "turn": lambda editor, gesture: editor.edit(edits.set_moment(turn=numeral(gesture.value))),
    "whose": lambda editor, gesture: set_player(editor, "whose", gesture.value),
    "occupied": lambda editor, gesture: set_player(editor, "occupied", gesture.value),
    "phase": set_phase,
    "wait": lambda editor, gesture: wait_for(editor, gesture.value),
    "decides": lambda editor, gesture: ask_player(editor, gesture.value),
    "amount": lambda editor, gesture: ask_amount(editor, gesture.value),
    "group": lambda editor, gesture: send(editor, gesture.about, gesture.value),
    "now": lambda editor, gesture: engage(editor, gesture.value),
    "resolved": lambda editor, gesture: resolve(editor, gesture.about, gesture.values.get("value")),
    "begin": lambda editor, gesture: editor.edit(edits.begin()),
    "name": lambda editor, gesture: another_name(editor, gesture.about, gesture.value),
    "home": lambda editor, gesture: another_home(editor, gesture.about, gesture.value),
    "yaml": lambda editor, gesture: editor.read(str(gesture.values.get("text", ""))),
    "reset": lambda editor, gesture: editor.moved_on(editor.chosen),
    "load": lambda editor, gesture: editor.load(gesture.value),
    "empty": lambda editor, gesture: editor.clear(),
    "undo": lambda editor, gesture: editor.undo(),
    "redo": lambda editor, gesture: editor.redo(),
    "go": lambda editor, gesture: editor.undo(),
    "play": lambda editor, gesture: editor.play(),
    **{verb: on_page(verb) for verb in ("open", "example", "calm")},
}
