"""The store: holds the state that some panels share, changes it by gestures, and carries out what these lead to."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, ClassVar, Generic, Protocol

from apz.widgets.base.gesture import Gesture
from apz.widgets.base.page import Effect, Memo, PageScene, S
from apz.widgets.base.reports import report

log = logging.getLogger(__name__)


class Watcher(Protocol):
    """Who is told of every change: a panel."""

    speaks: ClassVar[bool]  # whether it shows answers
    away: bool  # whether no page shows it now

    def refresh(self) -> None:
        """Draw what there is to see now."""


class Store(Generic[S]):
    """The one place where a page's state is held; `update` says what each gesture makes of it."""

    def __init__(self, state: S) -> None:
        self.state = state
        self.memo = Memo()
        self.panels: list[Any] = []  # in the order in which they came; the newest that speaks announces results
        self.acts: dict[str, Callable[[Any], object]] = {}  # how effects are carried out
        self.busy = 0
        self._scene: PageScene[S] | None = None

    @property
    def scene(self) -> PageScene[S]:
        """The state as it is looked at."""
        if self._scene is None or self._scene.state is not self.state:
            self._scene = self.look(self.state)
        return self._scene

    def look(self, state: S) -> PageScene[S]:
        """Return the scene of a state."""
        return PageScene(state, self.memo)

    def update(self, scene: Any, gesture: Gesture) -> tuple[S, tuple[Effect, ...]]:
        """Return what a gesture makes of a state, and its effects; pure."""
        return scene.state, ()

    # ---- changes

    def send(self, gesture: Gesture) -> None:
        """Do what a gesture says; a fault of ours is shown, and all stays as it was."""
        with self.change():
            self.guarded(lambda: self.take(*self.update(self.scene, gesture)))

    def take(self, state: S, effects: tuple[Effect, ...] = ()) -> None:
        """Take over a state, and carry out the effects that led with it."""
        self.state = state
        for effect in effects:
            self.acts[effect.do](effect.about)

    def set(self, **fields: Any) -> None:
        """Set values of the state; nobody is told."""
        self.take(replace(self.state, **fields))

    def clear(self) -> None:
        """Let go of what is chosen, asked or answered; nobody is told."""
        self.take(self.scene.cleared().state)

    def offer(self, name: str, act: Callable[[Any], object]) -> None:
        """Offer an effect from now on, and say how it is carried out."""
        self.acts[name] = act
        self.set(offers=tuple(dict.fromkeys((*self.state.offers, name))))

    def guarded(self, act: Callable[[], object]) -> None:
        """Do something; a fault in it becomes a plain message with a report."""
        with self.change():
            try:
                act()
            except Exception as error:
                log.exception("a gesture failed")
                self.clear()
                self.set(trouble=self.report(error))

    def report(self, error: Exception) -> str:
        """Return what is needed to find a fault."""
        return report(error)

    # ---- who is told

    @property
    def speakers(self) -> list[Any]:
        """The panels that show answers and are seen."""
        return [panel for panel in self.panels if panel.speaks and not panel.away]

    def join(self, panel: Watcher) -> None:
        """Tell a panel of every change from now on."""
        self.leave(panel)
        self.panels.append(panel)

    def leave(self, panel: Watcher) -> None:
        """Tell a panel nothing more."""
        self.panels = [each for each in self.panels if each is not panel]

    @contextmanager
    def change(self) -> Iterator[None]:
        """Tell the panels once of all that happens inside, at its end."""
        self.busy += 1
        try:
            yield
        finally:
            self.busy -= 1
        self.tell()

    def tell(self) -> None:
        """Tell every panel to draw itself, unless more is about to change."""
        if not self.busy:
            for panel in tuple(self.panels):
                panel.refresh()
