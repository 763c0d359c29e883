"""View: the functions that draw one game and handle its gestures; shared screens use nothing else from it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from apz.core.learning.questions import Question
from apz.core.trace import EVERYBODY, Note, Refusal, Step
from apz.widgets.base.gesture import Gesture
from apz.widgets.base.page import PageScene
from apz.widgets.base.tree import Tree
from apz.widgets.table.scene import Scene

Draw = Callable[[Scene], Tree]
Route = Callable[[Scene, Gesture], Scene]  # returns the scene after a gesture


class Choice(NamedTuple):
    """One choice before a game: its catalog key, its options, and the default."""

    name: str
    options: Mapping[str, str]  # value -> how it's shown
    first: str
    pictures: Sequence[Tree] = ()  # one for each option, in their order


class Shortcut(NamedTuple):
    """One or more moves that are made with one button."""

    label: str
    moves: Sequence[Any]
    on_table: bool = False  # whether the table has the button instead of the prompt
    group: str = ""  # the words before the buttons of several shortcuts that differ only in `brief`
    brief: str = ""


@dataclass(frozen=True, eq=False, kw_only=True)
class Prompt:
    """A game's additions to the prompt."""

    heading: Callable[[Scene], str] = lambda scene: scene.words.waiting(scene.visible)
    rule: Callable[[Scene], str] = lambda scene: ""  # the rule to read at this decision
    kind: Callable[[Scene], str] = lambda scene: ""  # the kind of decision, for the catalog's text on what to do
    details: Callable[[Scene], list[Tree | None]] = lambda scene: []  # the sums behind it
    cause: Callable[[Scene], Tree | None] = lambda scene: None  # the piece behind it
    buttons: Callable[[Scene], list[Tree]] | None = None  # the moves that need no piece; by default all moves
    chosen: Callable[[Scene], list[Tree]] = lambda scene: []  # the moves with the chosen piece
    choosing: Callable[[Scene], str] = lambda scene: ""  # the same for screen readers
    label: Callable[[Scene, Any], str] = lambda scene, move: scene.words.move(scene.visible, move)  # on its button
    more: Callable[[Scene], str] = lambda scene: ""  # additions for screen readers
    quoted: Callable[[Scene, int], list[Tree | None]] = lambda scene, piece: []  # a piece's text
    says: Callable[[Scene, Any], list[Tree | None]] = lambda scene, move: []  # the text that a move uses
    with_pieces: Callable[[Scene], list[Any]] = lambda scene: []  # the moves that need a piece
    on_pieces: Callable[[Scene], bool] = lambda scene: False  # whether there are moves with a piece, too


@dataclass(frozen=True, eq=False, kw_only=True)
class Telling:
    """A game's part in telling its steps: the opening, short names, and which notes and reasons to leave out."""

    opening: Callable[[Any], Sequence[Note]] = lambda position: ()  # how a game began
    with_short_names: Callable[[Step], Step] = lambda step: step  # with names short enough to show
    aside: tuple[str, ...] = ()  # prefixes of the keys of notes that only lead to others
    parts: tuple[str, ...] = ()  # and of notes that are summed up when the whole is done
    details: tuple[str, ...] = ()  # and of notes that the table shows anyway when a bot did it
    # whether the reason for a step would give away its player's hand
    private: Callable[[Step], bool] = lambda step: any(note.secret != EVERYBODY for note in step.notes)


class Turning(NamedTuple):
    """A turning point of a game: the number of the moment before it, the note on what happened, and the cost."""

    at: int
    note: Note
    amount: int


@dataclass(frozen=True, eq=False, kw_only=True)
class Ending:
    """A game's description of its ending."""

    winner: Callable[[Scene], int | None] = lambda scene: None  # the seat that won, in a game that somebody wins
    picture: Callable[[Scene, int], Tree | None] = lambda scene, seat: None  # a picture of a seat at the end
    turnings: Callable[[Scene], list[Turning]] = lambda scene: []  # the deciding moments, in order
    course: Callable[[Scene], list[Sequence[int]]] = lambda scene: []  # how each seat stood, turn by turn
    reason: Callable[[Scene], list[Note]] = lambda scene: []  # the notes that say why, the deciding one first
    tally: Callable[[Scene], Mapping[str, Sequence[int]]] = lambda scene: {}  # rows of numbers, one for each seat
    sums: Callable[[Scene], list[Tree | None]] = lambda scene: []  # the numbers that decided it


@dataclass(frozen=True, eq=False, kw_only=True)
class SetUp:
    """The choices before a game, and the position they lead to."""

    choices: Callable[[PageScene[Any], bool], list[Choice]] = lambda scene, newcomer: []
    start: Callable[[Mapping[str, str], int], Any] | None = None  # from chosen values and a seed; or new_game(seed=)
    again: Callable[[Any, int], Any] | None = None  # the same start with another seed
    summary: Callable[[Any], list[str]] = lambda start: []  # a few names that tell the game from others


class Found(NamedTuple):
    """The pieces of one kind that a search found."""

    kind: str
    title: str
    names: Sequence[str]


class Filter(NamedTuple):
    """A filter for pieces: its name, its title's place in the panels' catalog, and its values."""

    name: str
    title: str
    values: Mapping[str, str]  # value -> how it's shown


@dataclass(frozen=True, eq=False, kw_only=True)
class LookUp:
    """A game's pieces, to look up by name, words or filters."""

    word: str  # the word for a piece in addresses
    named: Callable[[str], str | None]  # the full name that a text stands for
    found: Callable[[str, str], list[Found]]  # the pieces that contain these words, in a language
    filters: Callable[[str], list[Filter]]  # the filters for them, in a language
    fits: Callable[[str, Mapping[str, str]], bool]  # whether a piece matches the chosen filter values
    tile: Callable[[PageScene[Any], str, str, bool], Tree]  # a piece by name, with its gesture, and whether it's chosen
    sheet: Callable[[PageScene[Any], str], Tree]  # a piece in full, outside any game
    shown: Callable[[Scene, str], Scene]  # a piece shown at a table


@dataclass(frozen=True, eq=False, kw_only=True)
class View:
    """The functions with which panels draw and handle a game; only its table has no default."""

    table: Draw
    close_up: Draw | None = None  # the part of the table a puzzle is about; by default all of it
    routes: Mapping[str, Route] = field(default_factory=dict)  # gestures on its table, by verb
    title: Callable[[Scene], str] = lambda scene: scene.words.waiting(scene.visible)
    moment: Callable[[Any, str], str] = lambda position, language: ""  # the turn and phase, in words
    turn: Callable[[Any], int] = lambda position: 0  # the number of the turn, in a game that has turns
    phases: Callable[[Scene], Tree | None] = lambda scene: None
    piece: Draw | None = None  # the last piece looked at, in full
    sheets: Mapping[str, Draw] = field(default_factory=dict)  # more sheets next to the table, by name
    pieces: Callable[[Any], int] = lambda position: 0  # how many there are, numbered from 0
    in_sight: Callable[[Any, int], Collection[int]] = lambda position, seat: ()  # the pieces a seat can see
    numbered: Callable[[Any, Refusal], Refusal] = lambda position, refusal: refusal  # with numbers on equal pieces

    # the piece a move starts with, and its targets
    touched: Callable[[Any, Any], Collection[int]] = lambda position, move: ()
    spoken_of: Callable[[Scene, str], Collection[int]] = lambda scene, text: ()  # the pieces in play that a text names
    # the pieces to bring into view for a text and the pieces it's about, the first one there is
    shown_first: Callable[[Scene, str, Sequence[int]], Sequence[int]] = lambda scene, text, pieces: ()
    answer_at: Callable[[Scene, Question], str] = lambda scene, question: ""  # the place to type its number
    asked_about: Callable[[Scene, Question], str] = lambda scene, question: ""  # a part of the table; "" is all of it
    coach: Callable[[], Tree] | None = None  # the face of the character who explains
    options: Callable[[Scene], list[Any]] = lambda scene: []  # the moves of the chosen piece
    after: Callable[[Scene, Any], Scene] = lambda scene, move: scene  # adjusts what's chosen after a move
    shortcuts: Callable[[Scene], Mapping[str, Shortcut]] = lambda scene: {}  # moves that go together, by name
    clicks: Callable[[Scene, Any], list[tuple[str, ...]]] = lambda scene, move: []  # clicks that try a move

    prompt: Prompt = field(default_factory=Prompt)
    telling: Telling = field(default_factory=Telling)
    ending: Ending = field(default_factory=Ending)
    set_up: SetUp = field(default_factory=SetUp)
    look_up: LookUp | None = None
    house_marks: bool = False  # whether its pieces can have house marks
    examples: Mapping[str, str] = field(default_factory=dict)  # rule, or the part before its dot -> named position
    example: Draw | None = None  # draws such a position inside a page; by default only its table
    renamed: Callable[[Any, tuple[str, ...]], Any] = lambda position, names: position  # with other player names
    editor: Callable[[], Any] | None = None  # loads its position editor
    forms: Callable[[Any], Mapping[str, str]] = lambda position: {}  # a position in more forms to copy, by name
