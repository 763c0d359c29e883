"""The store, which holds the state that panels share, applies gestures, and carries out their effects."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, ClassVar, Generic

from apz.widgets.base.gesture import Gesture
from apz.widgets.base.page import Effect, Memo, PageScene, S
from apz.widgets.base.trouble import report

log = logging.getLogger(__name__)


class Store(Generic[S]):
    """The holder of a page's state; `update_of` returns the state after a gesture, and its effects."""

    scene_of: ClassVar[Callable[[Any, Memo], Any]] = PageScene
    update_of: ClassVar[Callable[[Any, Gesture], tuple[Any, tuple[Effect, ...]]]]

    def __init__(self, state: S) -> None:
        self.state = state
        self.memo = Memo()
        self.panels: list[Any] = []  # in the order they joined; the newest one that speaks announces results
        self.acts: dict[str, Callable[[Any], object]] = {}  # how effects are carried out
        self.busy = 0
        self._scene: PageScene[S] | None = None

    @property
    def scene(self) -> PageScene[S]:
        """The scene of the current state."""
        if self._scene is None or self._scene.state is not self.state:
            self._scene = self.look(self.state)
        return self._scene

    def look(self, state: Any) -> Any:
        """Return the scene for a state."""
        return type(self).scene_of(state, self.memo)

    def update(self, scene: Any, gesture: Gesture) -> tuple[Any, tuple[Effect, ...]]:
        """Return the state after a gesture, and its effects, without carrying them out; a session may get new steps."""
        return type(self).update_of(scene, gesture)

    # ---- changes

    def send(self, gesture: Gesture) -> None:
        """Apply a gesture; an internal error becomes a message with a report."""
        with self.change():
            self.guarded(lambda: self.take(*self.update(self.scene, gesture)))

    def take(self, state: S, effects: tuple[Effect, ...] = ()) -> None:
        """Make this the current state, and carry out its effects."""
        self.state = state
        for effect in effects:
            self.acts[effect.do](effect.about)

    def set(self, **fields: Any) -> None:
        """Set values of the state without telling the panels."""
        self.take(replace(self.state, **fields))

    def clear(self) -> None:
        """Clear the current choice, question and answer, without telling the panels."""
        self.take(self.scene.cleared().state)

    def offer(self, name: str, act: Callable[[Any], object]) -> None:
        """Register a function that carries out the effect `name`, and list the effect as offered."""
        self.acts[name] = act
        self.set(offers=tuple(dict.fromkeys((*self.state.offers, name))))

    def guarded(self, act: Callable[[], object]) -> None:
        """Run a function; an error in it becomes a message with a report."""
        with self.change():
            try:
                act()
            except Exception as error:
                log.exception("a gesture failed")
                self.clear()
                self.set(trouble=self.report(error))

    def report(self, error: Exception) -> str:
        """Return the report on an error."""
        return report(error)

    # ---- panels

    @property
    def speakers(self) -> list[Any]:
        """The visible panels that announce and show answers."""
        return [panel for panel in self.panels if panel.speaks and not panel.away]

    def join(self, panel: Any) -> None:
        """Tell a panel about every change from now on."""
        self.leave(panel)
        self.panels.append(panel)

    def leave(self, panel: Any) -> None:
        """Stop telling a panel about changes."""
        self.panels = [each for each in self.panels if each is not panel]

    @contextmanager
    def change(self) -> Iterator[None]:
        """Tell the panels about all changes inside the block only once, at its end."""
        self.busy += 1
        try:
            yield
        finally:
            self.busy -= 1
        self.tell()

    def tell(self) -> None:
        """Tell every panel to redraw, unless more changes are on the way."""
        if not self.busy:
            for panel in tuple(self.panels):
                panel.refresh()
