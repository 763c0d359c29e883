"""What the gestures of the editor are called, and what each does to it; an unknown one does nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from apz.apocalypze.model import PHASES
from apz.core.reading import clean, did_you_mean
from apz.widgets import edits, examples
from apz.widgets.editor_cards import FACES, NONE
from apz.widgets.edits import PILES

if TYPE_CHECKING:
    from apz.widgets.editor import PositionEditor

LONGEST = 60  # name of a player
LONGEST_SEARCH = 100
MOST_MEANT = 12


def numeral(value: str) -> int:
    """A number that was typed; one that no field takes, where it is none, so that reading says what is wanted."""
    return int(value) if value.isdecimal() and len(value) < 9 else -1


def put_typed(editor: PositionEditor, values: Mapping[str, Any]) -> None:
    """The form that searches a card and puts it somewhere."""
    text = str(values.get("card", "")).strip()[:LONGEST_SEARCH]
    if editor.aim(values.get("player"), values.get("zone")) and text:
        find(editor, text)


def find(editor: PositionEditor, text: str) -> None:
    """Put the card that is meant; if that is not clear, the cards that could be are offered."""
    editor.search, editor.faults, editor.said_last = text, (), ""
    words = text.casefold().split()
    near = [name for name in editor.cards if words and all(word in name.casefold() for word in words)]
    editor.meant = near[:MOST_MEANT]
    name = editor.cards.named(text) or (near[0] if len(near) == 1 else None)
    if name is not None:
        editor.put(name)
    elif not near:
        guess = did_you_mean(text, editor.cards)
        editor.meant = [guess] if guess else []
        editor.said_last = editor.desk.ui("editor.no-such-card", words=clean(text))


def to_phase(editor: PositionEditor, phase: str) -> None:
    """Another phase; where nobody has anything to decide in it, the game is further on then, and that is said."""
    if phase in PHASES and editor.edit(edits.set_moment(phase=phase)) and editor.position.phase != phase:
        names = {each: editor.desk.ui(f"phases.{each}") for each in PHASES}
        now = names.get(editor.position.phase, editor.desk.ui("editor.over"))
        editor.said_last = editor.desk.ui("editor.goes-on", phase=names[phase], now=now)


def move_chosen(editor: PositionEditor, values: Mapping[str, Any]) -> None:
    """The form that puts the chosen card somewhere else."""
    if editor.aim(values.get("player"), values.get("zone")) and editor.chosen is not None:
        editor.edit(edits.move(editor.chosen, editor.player, editor.zone))


def aim(editor: PositionEditor, field: str, value: str) -> None:
    """One of the fields that say where the next card goes."""
    editor.aim(*((value, editor.zone) if field == "player" else (str(editor.player), value)))


def attach_to(editor: PositionEditor, card: str, host: str) -> None:
    """The chosen card onto another one; from a card onto nothing it goes back to its owner's hand."""
    if host.isdecimal():
        editor.edit(edits.attach(int(card), int(host)))
    elif host == NONE:
        editor.edit(edits.move(int(card), editor.position.game.owners[int(card)], "hand"))


def look_at(editor: PositionEditor, value: str) -> None:
    """Another pile to look at."""
    zone, _, player = value.partition(".")
    if zone in PILES and player in ("0", "1"):
        editor.pile = (zone, int(player))


def another_name(editor: PositionEditor, player: str, value: str) -> None:
    """Another name for a player."""
    name = value.strip()[:LONGEST]
    if player in ("0", "1") and name and name != editor.position.game.names[int(player)]:
        editor.edit(edits.rename(int(player), name))


def another_home(editor: PositionEditor, player: str, value: str) -> None:
    """Another stronghold for a player."""
    if player in ("0", "1") and value in editor.cards:
        editor.edit(edits.stronghold(int(player), value))


def set_player(editor: PositionEditor, field: str, value: str) -> None:
    """Whose turn it is, or whose stronghold is occupied."""
    if value in ("0", "1"):
        editor.edit(edits.set_moment(**{field: int(value) + 1}))
    elif field == "occupied" and value == NONE:
        editor.edit(edits.set_moment(occupied=None))


def calm(editor: PositionEditor) -> None:
    """The message about a fault has been read."""
    editor.desk.trouble = ""


Gesture = Callable[["PositionEditor", str, str, Mapping[str, Any]], Any]
ABOUT_CARD = ("card", "up", "down", "remove", "wounds", "face", "owner", "attach")
FACE_VALUES = dict(zip(FACES, (False, True, "bitten"), strict=True))
GESTURES: Mapping[str, Gesture] = {
    "card": lambda editor, rest, value, values: editor.choose(int(rest)),
    "escape": lambda editor, rest, value, values: editor.let_go(),
    "put": lambda editor, rest, value, values: editor.put(rest) if rest else put_typed(editor, values),
    "move": lambda editor, rest, value, values: move_chosen(editor, values),
    "attach": lambda editor, rest, value, values: attach_to(editor, rest, value),
    "remove": lambda editor, rest, value, values: editor.edit(edits.remove(int(rest))),
    "up": lambda editor, rest, value, values: editor.edit(edits.shift(int(rest), -1)),
    "down": lambda editor, rest, value, values: editor.edit(edits.shift(int(rest), 1)),
    "wounds": lambda editor, rest, value, values: editor.edit(edits.mark(int(rest), "wounds", numeral(value))),
    "face": lambda editor, rest, value, values: editor.edit(
        edits.mark(int(rest), "zombie", FACE_VALUES.get(value, False))
    ),
    "owner": lambda editor, rest, value, values: editor.edit(edits.mark(int(rest), "owner", numeral(value) + 1)),
    "aim": lambda editor, rest, value, values: aim(editor, rest, value),
    "pile": lambda editor, rest, value, values: look_at(editor, value),
    "turn": lambda editor, rest, value, values: editor.edit(edits.set_moment(turn=numeral(value))),
    "whose": lambda editor, rest, value, values: set_player(editor, "whose", value),
    "occupied": lambda editor, rest, value, values: set_player(editor, "occupied", value),
    "phase": lambda editor, rest, value, values: to_phase(editor, value),
    "begin": lambda editor, rest, value, values: editor.edit(edits.begin()),
    "name": lambda editor, rest, value, values: another_name(editor, rest, value),
    "home": lambda editor, rest, value, values: another_home(editor, rest, value),
    "yaml": lambda editor, rest, value, values: editor.read(str(values.get("text", ""))),
    "load": lambda editor, rest, value, values: editor.load(value),
    "empty": lambda editor, rest, value, values: editor.clear(),
    "undo": lambda editor, rest, value, values: editor.undo(),
    "redo": lambda editor, rest, value, values: editor.redo(),
    "go": lambda editor, rest, value, values: editor.undo(),
    "play": lambda editor, rest, value, values: editor.play(),
    "open": lambda editor, rest, value, values: editor.desk.toggle(rest),
    "example": lambda editor, rest, value, values: examples.show(editor.desk, rest),
    "calm": lambda editor, rest, value, values: calm(editor),
}
