"""Editing a position: cards put anywhere by hand, the same as YAML and as Python, and every problem listed."""

from __future__ import annotations

import html
from collections.abc import Callable
from pathlib import Path
from typing import Any

from apz.apocalypze.cards import Library, library
from apz.apocalypze.kernel import new_session
from apz.apocalypze.model import Position
from apz.apocalypze.positions import (
    build,
    edits,
    named_item,
    named_positions,
    problems,
    read_position,
    seat,
    structure,
    write_position,
    write_python,
)
from apz.apocalypze.positions.edits import PILES, ZONES, Change, Lost
from apz.apocalypze.rules.find import called
from apz.apocalypze.show.picture import tamed
from apz.apocalypze.show.text import show
from apz.core.reading import BadInput, Fault, Item, clean
from apz.core.session import Session
from apz.core.trace import Refusal
from apz.widgets.base.gesture import Gesture
from apz.widgets.base.panel import MOST_BYTES, as_json
from apz.widgets.base.tree import Tree
from apz.widgets.lab import editor_view
from apz.widgets.lab.editor_cards import USUAL, did_put, usual
from apz.widgets.lab.editor_gestures import ABOUT_CARD, GESTURES, look_at
from apz.widgets.lab.editor_store import EditorStore
from apz.widgets.table import prompt as question
from apz.widgets.table.given import callable_or_none, said
from apz.widgets.table.panel import WithTable

MOST_STEPS = 200  # of undo


def empty(cards: Library | None = None) -> Position:
    """A position to begin with: two strongholds, and nobody there."""
    return build(seat("Police Station", name="Ann"), seat("Roadside Diner", name="Ben"), cards=cards)


def position_for(panel: object, given: object, cards: Library) -> Position:
    """The position that is edited: itself, or where it is written, or that of a session."""
    if isinstance(given, Path | str):
        return read_position(given, cards)
    found = given.position if isinstance(given, Session) else given
    if isinstance(found, Position):
        return found
    remedy = f"write {type(panel).__name__}(apz.new_game())"
    raise TypeError(f"{said(given)} where a position, its text or its Path is expected; {remedy}")


class Editing(WithTable):
    """A position to build by hand; `position`, `yaml` and `python` are always the same one."""

    steps_in = True  # nobody else speaks in an editor

    def __init__(
        self,
        position: Position | Session[Position] | Path | str | None = None,
        *,
        language: str | None = None,
        on_play: Callable[[Session[Position]], Any] | None = None,
        cards: Library | None = None,
        **settings: Any,
    ) -> None:
        self.cards = cards or library()
        self.on_play = callable_or_none(on_play)
        start = empty(cards) if position is None else position_for(self, position, self.cards)
        self.past: list[Position] = [start]
        self.at = 0
        self.version = -1  # of the position, downwards: no moment of a game that is played has such a number
        self.tries = 0  # so that a field shows again what is, after a try that could not be
        self.played: Session[Position] | None = None
        self.named = named_positions()
        self.chosen: int | None = None
        self.player, self.zone = 0, USUAL
        self.pile: tuple[str, int] = (PILES[0], 0)
        self.search, self.meant = "", list[str]()
        self.many: int = 1  # so many of what is meant
        self.faults: tuple[Fault, ...] = ()
        self.in_text = self.short = False
        self.said_last = ""
        super().__init__(EditorStore(new_session(start)).session, language=language, **settings)

    # ---- the position, in each of its forms

    @property
    def position(self) -> Position:
        """The position as it is now."""
        return self.past[self.at]

    @position.setter
    def position(self, position: Position) -> None:
        self.replace(position_for(self, position, self.cards))

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
        if not self.read(text):
            raise BadInput(self.faults)

    @property
    def python(self) -> str:
        """The position as the Python that builds it."""
        return write_python(self.position)

    @property
    def problems(self) -> list[Refusal]:
        """Every way in which the position breaks the rules."""
        return self.store.judged(self.position) if isinstance(self.store, EditorStore) else problems(self.position)

    @property
    def session(self) -> Session[Position]:
        """The session that plays on from the position; begun when it is first asked for."""
        if self.played is None or self.played.start != self.position:
            self.played = new_session(self.position)
        return self.played

    @property
    def midway(self) -> bool:
        """Whether the position says more of what is going on than that its phase begins."""
        return not {"combat", "waiting"}.isdisjoint(self.structure)

    # ---- what is done

    def replace(self, position: Position, chosen: int | None = None) -> None:
        """Another position instead; undo brings the one before back."""
        self.past = [*self.past[: self.at + 1], position][-MOST_STEPS:]
        self.at = len(self.past) - 1
        self.moved_on(chosen)
        self.store.tell()

    def show(self, session: Session[Position]) -> None:
        """Edit the position that a session is at."""
        self.replace(session.position)

    def edit(self, change: Change, keep: int | None = None) -> bool:
        """Make an edit; if no position can come of it, its faults are said and nothing is changed."""
        self.tries += 1
        try:
            done = edits.edited(self.position, change, self.cards)
        except BadInput as bad:
            self.faults, self.in_text = bad.faults, False
            self.store.tell()
            return False
        except Lost:
            return False
        if done.position == self.position:
            self.faults, self.said_last = (), ""
            return True
        keep = self.chosen if keep is None else keep
        self.replace(done.position, None if keep is None else done.numbers.get(keep))
        return True

    def moved_on(self, chosen: int | None) -> None:
        """After a change of the position: nothing that was said of the one before holds."""
        self.version -= 1
        self.chosen = chosen
        self.faults, self.meant, self.search, self.said_last = (), [], "", ""

    def clear(self) -> None:
        """Begin with nothing but two strongholds."""
        self.replace(empty(self.cards))

    def undo(self) -> bool:
        """Back to before the last edit."""
        return self.step(-1)

    def redo(self) -> bool:
        """Forward again."""
        return self.step(1)

    def step(self, by: int) -> bool:
        """Along the edits."""
        if not 0 <= self.at + by < len(self.past):
            return False
        self.at += by
        self.moved_on(None)
        self.store.tell()
        return True

    def read(self, text: str) -> bool:
        """Take the position out of a YAML text; if it cannot be read, its faults are said and nothing is changed."""
        return self.take(lambda: text, in_text=True)

    def take(self, source: Callable[[], Item | str], in_text: bool) -> bool:
        """Read a position from where it is written; else its faults are said, beside the text if it stands there."""
        try:
            position = read_position(source(), self.cards)
        except BadInput as bad:
            self.faults, self.in_text = bad.faults, in_text
            self.store.tell()
            return False
        self.replace(position)
        return True

    def load(self, name: str) -> bool:
        """Load one of the named positions; if there is none of that name, that is said."""
        return self.take(lambda: named_item(name), in_text=False)

    def play(self) -> Session[Position]:
        """Begin a new session here, with both seats; `on_play` is told of it."""
        self.played = new_session(self.position)
        if self.on_play:
            self.said_last = self.scene.ui("editor.played")
            self.on_play(self.played)
            self.store.tell()
        return self.played

    # ---- what is seen

    @property
    def holding(self) -> bool:
        """Whether there is something to let go."""
        return self.chosen is not None or bool(self.meant or self.faults or self.said_last)

    def draw(self) -> Tree:
        """The editor as a tree."""
        return editor_view.draw(self)

    def fitting(self) -> Tree:
        """The tree; without the texts, if their names are so long that it would be too big."""
        assert isinstance(self.store, EditorStore)
        self.store.lay(self.position, self.chosen)
        self.short = False
        tree = super().fitting()
        self.short = len(as_json(tree).encode(errors="replace")) > MOST_BYTES
        return self.draw() if self.short else tree

    @property
    def seen_at(self) -> int:
        """The moment that a gesture is made at: the version of the position."""
        return self.version

    @property
    def moment(self) -> str:
        """Where the editing is: after another try something may be said again, though in the same words."""
        return f"{self.version} {self.tries}"

    def said(self) -> str:
        """The announcement: what cannot be, or what was done, how many problems there are, and what is asked."""
        scene, found = self.scene, self.problems
        if scene.state.trouble:
            return scene.ui("trouble.said")
        if self.faults:
            first = self.faults[0]
            return clean(f"{scene.ui('editor.kept')} {first.found}; {first.remedy}", 400)
        card = called(scene.visible, self.chosen) if self.chosen is not None and not self.said_last else ""
        asked = clean(scene.words.waiting(tamed(self.position)), 400)
        worst = question.refusal_text(scene, found[0]) if found else ""
        told = (self.said_last, card, scene.ui("editor.count", count=len(found)), worst, asked)
        return " ".join(filter(None, told))

    def text(self) -> str:
        """The position as text, its problems, and its YAML."""
        wrong = [f"- {self.scene.words.refusal(problem)}" for problem in self.problems]
        return "\n".join([show(tamed(self.position), self.scene.language), "", *wrong, "", self.yaml])

    def html(self) -> str:
        """The position as HTML, and its problems and its YAML under it."""
        from apz.apocalypze.show.html import html as position_html  # seldom wanted, so loaded late

        wrong = [f"- {self.scene.words.refusal(problem)}" for problem in self.problems]
        below = html.escape("\n".join([*wrong, "", self.yaml]))
        return f"{position_html(tamed(self.position), self.scene.language)}<pre>{below}</pre>"

    # ---- gestures

    def on_gesture(self, gesture: Gesture) -> None:
        """Do what a gesture says; one that was made at an older position does nothing."""
        if gesture.scope:  # in an example that shows a rule
            super().on_gesture(gesture)
        elif gesture.at == self.version:
            self.store.guarded(lambda: self.route(gesture))

    def route(self, gesture: Gesture) -> None:
        """Do what a gesture says; an unknown one does nothing."""
        if gesture.verb in ABOUT_CARD and not 0 <= gesture.number < len(self.position.game.cards):
            return
        if gesture.verb in GESTURES:
            GESTURES[gesture.verb](self, gesture)

    def let_go(self) -> None:
        """Nothing is chosen, offered or said any more."""
        self.chosen, self.meant, self.faults, self.said_last = None, [], (), ""

    def choose(self, card: int) -> None:
        """Choose a card, or let go of it."""
        self.chosen = None if card == self.chosen else card

    def aim(self, player: object, zone: object) -> bool:
        """Where the next card goes; False if there is no such place."""
        if player not in ("0", "1") or zone not in (USUAL, *ZONES):
            return False
        self.player, self.zone = int(str(player)), str(zone)
        return True

    def put(self, name: str, many: int = 0) -> bool:
        """A new card to where it was to go, or many ("9 Biker"); it is chosen then, and the pile it is in is shown."""
        many, name = (many, name) if many else edits.counted(name)
        place = usual(self.cards[known]) if (known := self.cards.named(name)) and self.zone == USUAL else self.zone
        look_at(self, f"{place}.{self.player}")
        if known is None:
            self.said_last = self.scene.ui("editor.no-such-card", words=clean(name))
            self.store.tell()
        elif self.edit(edits.put(known, self.player, place, many=many), keep=len(self.position.game.cards)):
            self.said_last = did_put(self, known, many, place)
            return True
        return False
