"""View: how one game is seen and touched in panels; shared screens reach a game's drawing through this value alone."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from apz.core.trace import Note, Refusal, Step
from apz.widgets.base.gesture import Gesture
from apz.widgets.base.page import PageScene
from apz.widgets.base.tree import Tree
from apz.widgets.table.scene import Scene

Draw = Callable[[Scene], Tree]
Route = Callable[[Scene, Gesture], Scene]  # what a gesture makes of a scene


class Choice(NamedTuple):
    """One thing to choose before a game: its name in the catalog, what there is to choose, and what is chosen first."""

    name: str
    options: Mapping[str, str]  # value -> how it's shown
    first: str


class Shortcut(NamedTuple):
    """Moves that go together, made by one button."""

    label: str
    moves: Sequence[Any]


@dataclass(frozen=True, eq=False, kw_only=True)
class Prompt:
    """What a game adds to the question of who must do what."""

    heading: Callable[[Scene], str] = lambda scene: scene.words.waiting(scene.visible)
    rule: Callable[[Scene], str] = lambda scene: ""  # the rule to read at this decision
    kind: Callable[[Scene], str] = lambda scene: ""  # which decision it is: the catalog says how it's answered
    details: Callable[[Scene], list[Tree | None]] = lambda scene: []  # the sums behind it
    cause: Callable[[Scene], Tree | None] = lambda scene: None  # the piece behind it
    buttons: Callable[[Scene], list[Tree]] | None = None  # what can be done without a piece; unless told, every move
    chosen: Callable[[Scene], list[Tree]] = lambda scene: []  # what can be done with the chosen piece
    choosing: Callable[[Scene], str] = lambda scene: ""  # the same, to be heard
    label: Callable[[Scene, Any], str] = lambda scene, move: scene.words.move(scene.visible, move)  # on its button
    more: Callable[[Scene], str] = lambda scene: ""  # what else is to be heard
    quoted: Callable[[Scene, int], list[Tree | None]] = lambda scene, piece: []  # what a piece says
    says: Callable[[Scene, Any], list[Tree | None]] = lambda scene, move: []  # what the piece says that a move uses
    with_pieces: Callable[[Scene], list[Any]] = lambda scene: []  # the moves that need a piece
    on_pieces: Callable[[Scene], bool] = lambda scene: False  # whether something can be done with a piece too


@dataclass(frozen=True, eq=False, kw_only=True)
class Telling:
    """How a game's steps are told."""

    opening: Callable[[Any], Sequence[Note]] = lambda position: ()  # how a game began
    tamed: Callable[[Step], Step] = lambda step: step  # with names that can be shown
    aside: tuple[str, ...] = ()  # how the keys of notes begin that only lead to others
    parts: tuple[str, ...] = ()  # and of those that are told again when their whole is done


@dataclass(frozen=True, eq=False, kw_only=True)
class Ending:
    """What there is to say of a game that is over."""

    reason: Callable[[Scene], list[Note]] = lambda scene: []  # the notes that tell why, the deciding one first
    tally: Callable[[Scene], Mapping[str, Sequence[int]]] = lambda scene: {}  # rows of numbers, one for each seat
    sums: Callable[[Scene], list[Tree | None]] = lambda scene: []  # the numbers that decided it


@dataclass(frozen=True, eq=False, kw_only=True)
class SetUp:
    """The choices before a game, and the position that they make."""

    choices: Callable[[PageScene[Any], bool], list[Choice]] = lambda scene, newcomer: []
    start: Callable[[Mapping[str, str], int], Any] | None = None  # chosen values and luck; unless told, new_game(seed=)
    again: Callable[[Any, int], Any] | None = None  # the same start with other luck
    summary: Callable[[Any], list[str]] = lambda start: []  # what tells a game from others, in a few names


class Found(NamedTuple):
    """The pieces of one kind that a search found."""

    kind: str
    title: str
    names: Sequence[str]


@dataclass(frozen=True, eq=False, kw_only=True)
class LookUp:
    """The pieces of a game, to be looked up by name."""

    word: str  # what a piece is called in addresses
    named: Callable[[str], str | None]  # the full name of what somebody means
    found: Callable[[str, str], list[Found]]  # those in which words occur, in a language
    sheet: Callable[[PageScene[Any], str], Tree]  # one of them in full, in no game
    shown: Callable[[Scene, str], Scene]  # one of them at a table


@dataclass(frozen=True, eq=False, kw_only=True)
class View:
    """How a game is drawn and touched; all but its table has a plain form that does."""

    table: Draw
    routes: Mapping[str, Route] = field(default_factory=dict)  # gestures on its table, by verb
    title: Callable[[Scene], str] = lambda scene: scene.words.waiting(scene.visible)
    moment: Callable[[Any, str], str] = lambda position, language: ""  # when it is, in words
    turn: Callable[[Any], int] = lambda position: 0  # the number of the turn, in a game that has turns
    phases: Callable[[Scene], Tree | None] = lambda scene: None
    piece: Draw | None = None  # the piece that was looked at last, in full
    sheets: Mapping[str, Draw] = field(default_factory=dict)  # more sheets beside the table, by their names
    pieces: Callable[[Any], int] = lambda position: 0  # how many there are, numbered from 0
    in_sight: Callable[[Any, int], Collection[int]] = lambda position, seat: ()  # the hidden pieces that a seat knows
    numbered: Callable[[Any, Refusal], Refusal] = lambda position, refusal: refusal  # with equal pieces told apart

    options: Callable[[Scene], list[Any]] = lambda scene: []  # the moves of the chosen piece
    after: Callable[[Scene, Any], Scene] = lambda scene, move: scene  # what is chosen after a move
    shortcuts: Callable[[Scene], Mapping[str, Shortcut]] = lambda scene: {}  # moves that go together, by name
    clicks: Callable[[Scene, Any], list[tuple[str, ...]]] = lambda scene, move: []  # each way to make a move by clicks

    prompt: Prompt = field(default_factory=Prompt)
    telling: Telling = field(default_factory=Telling)
    ending: Ending = field(default_factory=Ending)
    set_up: SetUp = field(default_factory=SetUp)
    look_up: LookUp | None = None
    examples: Mapping[str, str] = field(default_factory=dict)  # rule, or the part before its dot -> named position
    example: Draw | None = None  # such a position inside a page; unless told, its table alone
    renamed: Callable[[Any, tuple[str, ...]], Any] = lambda position, names: position  # with other players
    editor: Callable[[], Any] | None = None  # loads the panel in which its positions are edited
    forms: Callable[[Any], Mapping[str, str]] = lambda position: {}  # a position in more forms to copy, by name
    picture: Callable[[Any, str], str] | None = None  # a position as HTML
