"""The position editor's panel: build a position, play it right there, and return to editing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from apz.apocalypze.cards import Library, library
from apz.apocalypze.model import Position
from apz.apocalypze.positions import edits, read_position, structure, write_position, write_python
from apz.core.reading import BadInput, clean
from apz.core.session import Session
from apz.core.trace import Refusal, Step
from apz.widgets.apocalypze.editor import update, view
from apz.widgets.apocalypze.editor.places import Place
from apz.widgets.apocalypze.editor.state import EditorScene, EditorState, empty
from apz.widgets.base.gesture import gesture
from apz.widgets.base.panel import MOST_BYTES, Panel, as_json
from apz.widgets.base.tree import Tree, button
from apz.widgets.lab.panel import Lab, LabStore, back_button
from apz.widgets.table.given import check_given, said
from apz.widgets.table.store import TableStore


def position_for(given: object, cards: Library) -> Position:
    """Return the position to edit, given as a position, a file's path, a text or a session."""
    if isinstance(given, Path | str):
        return read_position(given, cards)
    found = given.position if isinstance(given, Session) else given
    if isinstance(found, Position):
        return found
    remedy = "write PositionEditor(apz.new_game())"
    raise TypeError(f"{said(given)} where a position, its text or its Path is expected; {remedy}")


class EditorStore(LabStore):
    """The store of an editor."""

    scene_of, update_of = EditorScene, update.update


class PositionEditor(Lab):
    """A position editor and its lab: `position`, `yaml` and `python` show the same position, and `session` plays it.

    It starts from a position, a file (a Path), a text or a session; you can also set `position` and `yaml`.
    If you pass `on_play`, it's called with the session to show it elsewhere; otherwise the game replaces the editor.
    """

    def __init__(
        self,
        position: Position | Session[Position] | Path | str | None = None,
        *,
        language: str | None = None,
        on_play: Callable[[Session[Position]], Any] | None = None,
        cards: Library | None = None,
        **settings: Any,
    ) -> None:
        check_given(self, language, settings)
        known = cards or library()
        start = empty(cards) if position is None else position_for(position, known)
        own = EditorStore(EditorState(cards=known, position=start, language=language or "en"))
        self.settle_in(own, on_play, settings)

    # ---- the position, in each of its forms

    @property
    def position(self) -> Position:
        """The position being edited."""
        found: Position = self.state.position
        return found

    @position.setter
    def position(self, position: Position) -> None:
        self.replace(position_for(position, self.state.cards))

    @property
    def structure(self) -> dict[str, Any]:
        """The position as plain data."""
        return structure(self.position)

    @property
    def yaml(self) -> str:
        """The position as YAML."""
        return write_position(self.position)

    @yaml.setter
    def yaml(self, text: str) -> None:
        if not self.do("yaml", text=text):
            raise BadInput(self.state.faults)

    @property
    def python(self) -> str:
        """The Python code that builds the position."""
        return write_python(self.position)

    @property
    def problems(self) -> list[Refusal]:
        """The position's problems, as a refusal for each way in which it breaks the rules."""
        found: list[Refusal] = self.own.scene.problems
        return found

    # ---- editing

    def become(self, scene: EditorScene) -> bool:
        """Show the scene after a change; return True if the position has a new version."""
        before = self.state.version
        self.own.take(scene.state)
        if self.playing and self.state.version != before:
            self.own.set(language=self.store.state.language)
            self.move_to(self.own)
        self.store.tell()
        return bool(self.state.version != before)

    def do(self, do: str, **values: Any) -> bool:
        """Apply a gesture without carrying out its effects; return True if the position has a new version."""
        return self.become(self.own.look(self.own.update(self.own.scene, gesture(do, **values))[0]))

    def replace(self, position: Position, step: bool = True) -> None:
        """Edit another position; undo brings back the previous one if `step` is set."""
        after = self.own.scene.replaced(position)
        self.become(after if step else after.but(past=self.state.past))

    def show(self, session: Session[Position]) -> None:
        """Edit a session's current position."""
        self.replace(session.position)

    def undo(self) -> bool:
        """Undo the last edit; return True if there was one."""
        return self.do("undo")

    def redo(self) -> bool:
        """Redo the last undone edit; return True if there was one."""
        return self.do("redo")

    def load(self, name: str) -> bool:
        """Load a named position; return True if it could be loaded."""
        return self.do("load", value=name)

    def put(self, card: str, player: int = 0, zone: str = "") -> bool:
        """Put new cards ("9 Biker") into a zone, by default the one for their kind; return True if that worked."""
        many, words = edits.counted(card)
        name = self.state.cards.named(words)
        if name is None:
            said = self.own.scene.ui("editor.no-such-card", words=clean(words))
            return self.become(self.own.scene.cleared().but(said=said))
        place = Place(zone or update.usual_zone(self.state.cards[name]), player)
        held = self.own.scene.cleared().but(taken=name, many=many)
        return self.become(update.lay(held, held.held, place.name))

    def say(self, text: str) -> None:
        """Show a message next to the position."""
        self.own.set(said=text)

    def clear(self) -> None:
        """Clear the chosen card, the faults and the message."""
        self.own.clear()

    # ---- the game shown instead

    def play(self, steps: Sequence[Step] = (), at: int = 0) -> Session[Position]:
        """Return a new session, as in `Lab.play`; if it's passed to `on_play`, say so next to the position."""
        if self.on_play:
            self.say(self.own.scene.ui("editor.played"))
        return super().play(steps, at)

    def ways(self, game: TableStore) -> None:
        """Add the button that edits a moment of the game."""
        game.offer("edit", self.replace)

    def back(self) -> None:
        """Return from the game to the position being edited."""
        self.become(self.own.scene.moved_on(self.state.chosen).but(puzzle=""))

    # ---- drawing

    def draw(self) -> Tree:
        """Draw the editor, or the game with the buttons that lead back from it."""
        return super().draw() if self.playing else view.draw(self.scene)

    def way_buttons(self) -> list[Tree]:
        """Draw the buttons that lead back from the game: to the edited position, or to edit this moment instead."""
        scene = self.scene
        return [back_button(scene.ui("editor.back")), button(scene.ui("history.edit"), "edit", class_="ghost")]

    def fitting(self) -> Tree:
        """Draw the tree, leaving out as much as it takes if long names or many cards would make it too big."""
        if self.playing:
            return super().fitting()
        trees = (view.draw(self.scene, brief) for brief in range(5))
        fits = next((tree for tree in trees if len(as_json(tree).encode(errors="replace")) <= MOST_BYTES), None)
        return fits or super().fitting()

    @property
    def version(self) -> int:
        """The number of the position's version."""
        found: int = self.state.version
        return found

    @property
    def moment(self) -> str:
        """The version and the number of tries, so that a new try can repeat an announcement; "" during a game."""
        return "" if self.playing else f"{self.version} {self.state.tries}"

    def said(self) -> str:
        """Return the announcement to make after a gesture."""
        return super().said() if self.playing else Panel.said(self) or view.said(self.scene)

    def found_text(self) -> str:
        """Return the position's problems and its YAML as one text."""
        wrong = [f"- {self.scene.words.refusal(problem)}" for problem in self.problems]
        return "\n".join([*wrong, "", self.yaml])
