"""The state of a page, as a frozen value, and the scene in which it's drawn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import count
from typing import Any, Generic, NamedTuple, Self, TypeVar

from apz import games
from apz.core.game import Game
from apz.core.language.words import Words
from apz.widgets.base.tree import Tree
from apz.widgets.base.wording import placed

NUMBERS = count()
THEMES = ("dark", "light", "auto")  # the first is everybody's until they choose; "auto" follows the device


class Effect(NamedTuple):
    """An effect: its name and its argument, to be carried out once after a gesture."""

    do: str
    about: Any = None


class Example(NamedTuple):
    """A named position played inside a page: its key (name@place), its moves so far, and its own state."""

    key: str
    moves: tuple[Any, ...]
    state: Any


@dataclass(frozen=True)
class PageState:
    """The state of any page: its language, its unfolded parts, and the report on its last error."""

    language: str = "en"
    game: str = games.DEFAULT
    opened: tuple[str, ...] = ()  # the unfolded parts, newest last
    query: str = ""  # the search in the rules
    example: Example | None = None
    inside: bool = False  # whether this is such an example
    trouble: str = ""  # the report on an internal error
    offers: tuple[str, ...] = ()  # the effects that can be carried out here
    base: str = ""  # the part of the page's address that all its places share


S = TypeVar("S", bound=PageState)
T = TypeVar("T")


class Memo:
    """A cache of earlier results, which never changes what's drawn."""

    def __init__(self) -> None:
        self.number = next(NUMBERS)  # tells one page from another in the same document
        self.kept: dict[Any, tuple[Any, Any]] = {}

    def once(self, name: Any, key: Any, make: Callable[[], T]) -> T:
        """Return the last result under this name if its key is unchanged, or else the new result of `make`."""
        found = self.kept.get(name)
        if found is None or found[0] != key:
            found = self.kept[name] = (key, make())
        result: T = found[1]
        return result


class PageScene(Generic[S]):
    """A state to draw; changing it returns a new scene."""

    yours = False  # whether a person must decide something here
    you: tuple[str, ...] = ()  # the names of the only person at the table, whom texts address as "you"

    def __init__(self, state: S, memo: Memo | None = None, effects: tuple[Effect, ...] = ()) -> None:
        self.state, self.memo, self.effects = state, memo or Memo(), effects
        self.trees: dict[Any, Tree] = {}

    def but(self, *effects: Effect, **fields: Any) -> Self:
        """Return the scene with changed values and additional effects."""
        return self.of(replace(self.state, **fields), (*self.effects, *effects))

    def of(self, state: S, effects: tuple[Effect, ...]) -> Self:
        """Return the scene for another state of the same page."""
        return type(self)(state, self.memo, effects)

    @property
    def language(self) -> str:
        """The learner's language."""
        return self.state.language

    @cached_property
    def game(self) -> Game[Any]:
        """The game that the page shows."""
        return games.game(self.state.game)

    @cached_property
    def view(self) -> Any:
        """The game's View, which draws the game and handles its gestures."""
        return games.view(self.game.name)

    @property
    def words(self) -> Words[Any]:
        """The game's texts in the learner's language."""
        return self.game.words(self.state.language)

    def ui(self, place: str, /, **values: Any) -> str:
        """Return a text from the panels' catalog by its place, such as "question.cancel"."""
        return placed(self.game, "panels", self.state.language, place, values, self.you)

    def told(self, place: str, /, **values: Any) -> str:
        """Return a text from the learning catalog by its place, such as "lesson.next"."""
        return placed(self.game, "learning", self.state.language, place, values)

    def says(self, place: str, /, **values: Any) -> str:
        """Return a text from the app's catalog by its place, such as "bar.home"."""
        return placed(self.game, "app", self.state.language, place, values)

    def cleared(self) -> Self:
        """Return the scene without a choice, a question or an answer; a hook that changes nothing by default."""
        return self

    def tree(self, part: Callable[[Any], Tree]) -> Tree:
        """Return the tree that a view draws for this scene, and draw it only once."""
        if part not in self.trees:
            self.trees[part] = part(self)
        return self.trees[part]
