"""The editor of positions as a panel: one is built by hand, then played on in the same place, with a way back."""

from __future__ import annotations

import html
from collections.abc import Callable
from pathlib import Path
from typing import Any

from apz.apocalypze.cards import Library, library
from apz.apocalypze.kernel import new_session
from apz.apocalypze.model import Position
from apz.apocalypze.positions import edits, read_position, structure, write_position, write_python
from apz.apocalypze.show.text import show
from apz.core.reading import BadInput
from apz.core.session import Session
from apz.core.trace import Refusal
from apz.widgets.apocalypze.editor import update, view
from apz.widgets.apocalypze.editor.state import PLAY, USUAL, EditorScene, EditorState, empty
from apz.widgets.base.gesture import Gesture, gesture
from apz.widgets.base.page import Effect
from apz.widgets.base.panel import MOST_BYTES, Panel, as_json
from apz.widgets.base.store import Store
from apz.widgets.base.tree import Tree, button, h, plain
from apz.widgets.table import explain, tutor
from apz.widgets.table.given import callable_or_none, check_given, said
from apz.widgets.table.panel import WithTable, still
from apz.widgets.table.store import TableStore

BACK = "back"


def position_for(given: object, cards: Library) -> Position:
    """Return the position that's edited: the given one, or where it's written, or that of a session."""
    if isinstance(given, Path | str):
        return read_position(given, cards)
    found = given.position if isinstance(given, Session) else given
    if isinstance(found, Position):
        return found
    remedy = "write PositionEditor(apz.new_game())"
    raise TypeError(f"{said(given)} where a position, its text or its Path is expected; {remedy}")


class EditorStore(Store[EditorState]):
    """The store of an editor."""

    @property
    def scene(self) -> EditorScene:
        """The editor to look at."""
        found = super().scene
        assert isinstance(found, EditorScene)
        return found

    def look(self, state: EditorState) -> EditorScene:
        """Return the scene of a state."""
        return EditorScene(state, self.memo)

    def update(self, scene: EditorScene, gesture: Gesture) -> tuple[EditorState, tuple[Effect, ...]]:
        """Return what a gesture makes of the state."""
        return update.update(scene, gesture)


class PositionEditor(WithTable):
    """A position to build by hand: `position`, `yaml` and `python` are the same one, `session` plays it on.

    It begins with a position, or with one in a file (a Path), in a text or in a session; `position` and `yaml` can be
    set, too. If `on_play` is given, it's told of the session and shows it elsewhere; else it's seen instead.
    """

    steps_in = True  # nobody else speaks in an editor
    store: Any  # the editor's own, or that of the game that's seen instead

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
        self.on_play = callable_or_none(on_play)
        self.played: Session[Position] | None = None
        self.own = EditorStore(EditorState(cards=known, position=start, language=language or "en"))
        self.own.acts[PLAY] = lambda _: self.play()
        Panel.__init__(self, self.own, **settings)

    # ---- the position, in each of its forms

    @property
    def scene(self) -> Any:
        """What there is to see: the editor, or the game."""
        return self.store.scene

    @property
    def state(self) -> EditorState:
        """The state of the editor."""
        return self.own.state

    @property
    def position(self) -> Position:
        """The position as it is now."""
        return self.state.position

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
        """The position as the Python that builds it."""
        return write_python(self.position)

    @property
    def problems(self) -> list[Refusal]:
        """Every way in which the position breaks the rules."""
        return self.own.scene.problems

    @property
    def session(self) -> Session[Position]:
        """The session that plays on from the position; begun when it's first asked for."""
        if self.played is None or self.played.start != self.position:
            self.played = new_session(self.position)
        return self.played

    # ---- what is done

    def become(self, scene: EditorScene) -> bool:
        """Show what came of a change; return whether there's another position now, or the same one once more."""
        before = self.state.version
        self.own.take(scene.state)
        if self.playing and self.state.version != before:
            self.own.set(language=self.store.state.language)
            self.move_to(self.own)
        self.store.tell()
        return self.state.version != before

    def do(self, do: str, **values: Any) -> bool:
        """Make a gesture as in the page; return whether it changed the position."""
        return self.become(self.own.look(self.own.update(self.own.scene, gesture(do, **values))[0]))

    def replace(self, position: Position, step: bool = True) -> None:
        """Edit another position; undo brings back the one before, unless it isn't to be a step."""
        after = self.own.scene.replaced(position)
        self.become(after if step else after.but(past=self.state.past))

    def show(self, session: Session[Position]) -> None:
        """Edit the position that a session is at."""
        self.replace(session.position)

    def undo(self) -> bool:
        """Go back to before the last edit; return whether there was one."""
        return self.do("undo")

    def redo(self) -> bool:
        """Go forward again; return whether there was something to redo."""
        return self.do("redo")

    def load(self, name: str) -> bool:
        """Load a named position; return whether there's one of that name."""
        return self.do("load", value=name)

    def put(self, card: str, player: int = 0, zone: str = USUAL) -> bool:
        """Put a new card, or many ("9 Biker"), into a player's zone; return whether that could be."""
        many, name = edits.counted(card)
        aimed = update.aim(self.own.scene, str(player), zone)
        return self.become(update.put_named(aimed, name, many)) if aimed else False

    def say(self, text: str) -> None:
        """Say something beside the position."""
        self.own.set(said=text)

    def let_go(self) -> None:
        """Let go of what's chosen, offered or said."""
        self.own.clear()

    # ---- the game that is seen instead

    @property
    def playing(self) -> bool:
        """Whether the game is seen, and not the editor."""
        return self.store is not self.own

    def play(self) -> Session[Position]:
        """Begin a new session with the position, with both seats, and see it; or tell `on_play` of it."""
        self.played = new_session(self.position)
        if self.on_play:
            self.say(self.own.scene.ui("editor.played"))
            self.on_play(self.played)
            self.own.tell()
        else:
            game = TableStore.of(self.played)
            game.set(language=self.store.state.language)
            game.offer("edit", self.replace)
            self.move_to(game)
            game.tell()
        return self.played

    def back(self) -> None:
        """Go from the game back to the position as it was built."""
        self.become(self.own.scene.moved_on(self.state.chosen))

    def on_gesture(self, gesture: Gesture) -> None:
        """Do a gesture, in the editor or in the game."""
        if self.playing and gesture.verb == BACK and not gesture.scope:
            self.store.guarded(self.back)
        else:
            super().on_gesture(gesture)

    # ---- what is seen

    def draw(self) -> Tree:
        """Draw the editor, or the game with the ways back."""
        scene = self.scene
        if not self.playing:
            return view.draw(scene)
        ways = (("← " + scene.ui("editor.back"), BACK), (scene.ui("history.edit"), "edit"))
        buttons = [button(text, do, class_="ghost") for text, do in ways]
        bar = h("nav", buttons, class_="buttons way-back", aria_label=scene.ui("editor.way-back"), key=BACK)
        table = tutor.draw(scene)
        return [*table[:2], bar, *table[2:]]

    def fitting(self) -> Tree:
        """Draw a tree that isn't too big; without the texts, if their names are so long that it would be."""
        tree = super().fitting()
        long = not self.playing and len(as_json(tree).encode(errors="replace")) > MOST_BYTES
        return view.draw(self.scene, texts=False) if long else tree

    def way_out(self) -> Tree:
        """The way back from something that can't be drawn."""
        return button(self.scene.ui("editor.back"), BACK, class_="ghost") if self.playing else super().way_out()

    @property
    def seen_at(self) -> int:
        """The moment of the game, or the version of the position."""
        return self.store.state.at if self.playing else self.version

    @property
    def version(self) -> int:
        """The version of the position."""
        return self.state.version

    @property
    def moment(self) -> str:
        """Where the editing is: after another try something may be said again, though in the same words."""
        return "" if self.playing else f"{self.version} {self.state.tries}"

    def causes(self) -> tuple[object, ...]:
        """What makes an announcement another one though its words are the same."""
        return super().causes() if self.playing else ()

    def said(self) -> str:
        """Return the one announcement after a gesture."""
        return super().said() if self.playing else Panel.said(self) or view.said(self.scene)

    def text(self) -> str:
        """Return the position as text, its problems and its YAML; or the game and what just happened."""
        below = plain(explain.draw(self.scene)) if self.playing else self.faulty_yaml()
        return f"{show(self.scene.visible, self.scene.language)}\n\n{below}"

    def html(self) -> str:
        """Return the same as HTML."""
        if self.playing:
            return super().html()
        return f"{still(self.scene.table)}<pre>{html.escape(self.faulty_yaml())}</pre>"

    def faulty_yaml(self) -> str:
        """Return the problems of the position, and its YAML."""
        wrong = [f"- {self.scene.words.refusal(problem)}" for problem in self.problems]
        return "\n".join([*wrong, "", self.yaml])
