"""Game: the one frozen value through which shared code reaches a game."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, NoReturn, TypeVar

from apz.core.language.texts import DEFAULT, Texts
from apz.core.reading import Item, stop
from apz.core.trace import Note, Refusal, Step

if TYPE_CHECKING:  # a game is named, then loaded part by part
    from argparse import ArgumentParser

    from apz.core.bots import Bot, Choice
    from apz.core.lab.functions import LabFunctions
    from apz.core.lab.puzzles import Puzzle
    from apz.core.lab.review import Review
    from apz.core.language.messages import Catalog
    from apz.core.language.rulebook import Rulebook
    from apz.core.language.words import Words
    from apz.core.learning.course import Course
    from apz.core.learning.practice import Exercises
    from apz.core.learning.teaching import Teaching
    from apz.core.named_positions import NamedPositions
    from apz.core.session import Kernel, Session

P = TypeVar("P")


class Option(NamedTuple):
    """One command-line option for a new game."""

    flag: str  # such as --deck
    keyword: str  # what new_game calls it
    metavar: str  # empty for a switch
    help: str


class Command(NamedTuple):
    """One command of `apz`, shared by all games or the game's own, such as `apz cards`."""

    name: str
    run: str  # module:function of the parsed arguments, returning the exit code
    does: str
    examples: str
    add: Callable[[ArgumentParser], None]  # adds its options, except --lang


@dataclass(frozen=True, eq=False, kw_only=True)
class Terminal(Generic[P]):
    """A game's additions to the terminal, all of them optional."""

    options: tuple[Option, ...] = ()  # of `apz play`
    adjusted: Callable[[P, Mapping[str, Any]], P] = lambda position, options: position  # applies options to a position
    commands: Callable[[], tuple[Command, ...]] = tuple
    look_up: Callable[[str, str], str] | None = None  # describes a piece by name, in a language; else BadInput
    introduced: Callable[[P, str], list[str]] = lambda position, language: []  # the first lines of a story
    balance: str = ""  # the module that measures how fair the game is


def _no_file(item: Item) -> NoReturn:
    """Raise BadInput for a file of an unknown kind; this is the default for games without file kinds of their own."""
    stop(item.file, item.line, "unknown-kind", "other-version")


@dataclass(frozen=True, eq=False, kw_only=True)
class Game(Generic[P]):
    """A game: its rules, words, lessons, bots and lab.

    Everything heavy loads on first use, so importing a game is quick. `apz.games.view` returns the View that draws it
    in panels.
    """

    name: str  # in files, addresses and on the command line
    title: str
    seats: int  # 1: solitaire; 2: two players, who may be bots

    # the rules
    kernel: Callable[[], Kernel[P]]
    new_game: Callable[..., P]  # seed=..., and the options of the game's own set-up
    legal_moves: Callable[[P], Collection[Any]]
    why_not: Callable[[P, Any], Refusal | None]
    problems: Callable[[P], list[Refusal]]  # the rules that a position breaks
    decides: Callable[[P], int | None]  # the seat that has to move; None when the game is over
    moment: Callable[[P], tuple[object, ...]]  # the turn and phase; when it changes, the table is shown again
    names: Callable[[P], Sequence[str]]  # the players' names by seat
    seen_by: Callable[[P, int], P]  # what a seat sees of a position

    # the words
    texts: Texts
    words: Callable[[str], Words[P]]
    teaching: Callable[[str], Teaching[P]]
    parse: Callable[[P, str, str], Any]  # what a typed command means: a move, several of them, or a Misread
    show: Callable[[P, str, bool], str]  # a position as text, with or without the pieces' own texts
    show_step: Callable[[Step | Refusal, str], str]  # who did what, then a line for each note
    with_short_names: Callable[[P], P] = lambda position: position  # with players' names that are short and on one line
    sums: Callable[[P, str], list[str]] = lambda position, language: []  # the totals that count now, as lines of text
    warning: Callable[[P, Any], Note | None] = lambda position, move: None  # why you should think twice

    # learning
    course: Callable[[], Course[P]]
    positions: Callable[[], NamedPositions]  # `named_position` reads one
    practises: Callable[[], Mapping[str, Sequence[str]]]  # the kinds of questions that practice a rule, by rule
    puzzles: Callable[[], Sequence[Puzzle[P]]] = tuple  # easiest first
    review: Callable[..., Review[P]] | None = None  # a session, refused tries with their moments, seat=, language=

    bots: Mapping[str, Callable[[int], Bot[P]]] = field(default_factory=dict)  # by name, made with a seed
    adviser: str = ""  # the bot that gives hints
    forced: Callable[[P], Any] = lambda position: None  # the only sensible move, if there's nothing to decide
    # the move that declines a question the game keeps asking, if it's asking one
    declines: Callable[[P], Any] = lambda position: None
    lab_functions: str = ""  # module:name of its LabFunctions
    terminal: Terminal[P] = field(default_factory=lambda: Terminal())
    own_file: Callable[[Item], Any] = _no_file  # for a file of no shared kind: its position or a files.Own

    def __repr__(self) -> str:
        return f"<Game {self.name}>"

    @property
    def languages(self) -> tuple[str, ...]:
        """The codes of the game's languages, English first."""
        return self.texts.languages

    def rules(self, language: str = DEFAULT) -> Rulebook:
        """Return the rule index in a language."""
        return self.texts.rules(language)

    def catalog(self, name: str, language: str = DEFAULT) -> Catalog:
        """Return a catalog by name: the shared texts, overridden by the game's own."""
        return self.texts.catalog(name, language)

    @cache  # noqa: B019 -- a game lives as long as the program
    def lab(self) -> LabFunctions[P] | None:
        """Return the game's lab (solver, coach and simulations), or None if it has none."""
        module, _, name = self.lab_functions.partition(":")
        return getattr(import_module(module), name) if module else None

    def exercises(self) -> Exercises:
        """Return everything the learner can practice, and the rules that are easy to mix up."""
        from apz.core.language.rulebook import TUTOR
        from apz.core.learning.practice import Exercises

        rules = self.rules()
        return Exercises(
            self.course().subject.practise,
            self.practises(),
            tuple(rules),
            lambda rule: [other.id for other in rules.related(rule)],
            frozenset(rule.id for rule in rules.values() if rule.kind == TUTOR),
        )

    def steps_of(self, bots: Sequence[Bot[P]], position: P) -> Iterator[tuple[Choice, Step]]:
        """Yield each bot's choice and the step it leads to, until the game ends; `bots` has one bot per seat."""
        while (seat := self.decides(position)) is not None:
            choice = bots[seat].choose(self.seen_by(position, seat))
            done = self.kernel().play(position, choice.move)
            if isinstance(done, Refusal):
                raise ValueError(f"{bots[seat]!r} chose a move that isn't legal: {choice.move!r} ({done.rule})")
            yield choice, done
            position = done.after

    def new_session(self, position: P) -> Session[P]:
        """Return a session that starts at `position`; raise TypeError if that isn't one of this game's positions."""
        from apz.core.session import Session

        if not isinstance(position, self.kernel().position):
            raise TypeError(f"a position of {self.name} is expected here, not {type(position).__name__}")
        return Session(position, self.kernel())

    @cache  # noqa: B019 -- a game lives as long as the program
    def named_position(self, name: str) -> P:
        """Return a named position, whose name may be shortened; raise BadInput unless just one name matches."""
        return self.kernel().read(self.positions().item(name))
