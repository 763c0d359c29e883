"""The lab's panel: ask about a position, play it out right there, and bring your moves back as a branch."""

from __future__ import annotations

import html
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from apz import games
from apz.core.session import Session
from apz.core.trace import Step
from apz.widgets.base.gesture import Gesture
from apz.widgets.base.panel import Panel
from apz.widgets.base.store import Store
from apz.widgets.base.tree import Tree, button, classes, h, plain
from apz.widgets.base.work import Job, Progress, Work, start
from apz.widgets.lab import puzzle_view, update, view
from apz.widgets.lab.state import CANCEL, PLAY, PUZZLE, WORK, LabScene, LabState
from apz.widgets.table import explain, still, tutor
from apz.widgets.table.given import callable_or_none, check_given, said
from apz.widgets.table.panel import WithTable
from apz.widgets.table.store import TableStore

BACK, BRANCH = "back", "branch"  # the gestures that go back from a game, without its line or with it


class LabStore(Store[Any]):
    """The store of a lab, which runs long jobs alongside the page, one of each kind."""

    scene_of: ClassVar[Any] = LabScene
    update_of = update.update

    def __init__(self, state: LabState) -> None:
        super().__init__(state)
        self.works: dict[str, Work] = {}
        self.acts[WORK] = lambda wanted: self.begin(*wanted)
        self.acts[CANCEL] = self.cancel

    def begin(self, kind: str, job: Job, arguments: tuple[Any, ...]) -> None:
        """Start a job, and cancel the last one of its kind."""
        self.cancel(kind)

        def told(progress: Progress) -> None:
            self.send(Gesture("told", kind, {"progress": progress}))

        self.works[kind] = start(job, arguments, told)

    def cancel(self, kind: str) -> None:
        """Stop the job of this kind, if there's one."""
        if kind in self.works:
            self.works.pop(kind).cancel()

    def leave(self, panel: Any) -> None:
        """Stop telling a panel about changes, and stop all jobs once there are no panels."""
        super().leave(panel)
        if not self.panels:
            for kind in [*self.works]:
                self.cancel(kind)


class Lab(WithTable):
    """The lab of a position: the best play with its proof, branches compared side by side, and simulated games.

    It takes a position or a session of a game that has a lab, and shows the same as `position.solve()`, `apz.what_if`
    and `apz.simulate`, without Python. If you pass `on_play`, it's called with the session to play; otherwise the game
    takes the lab's place until you go back.

    >>> import apz
    >>> from apz.widgets import Lab
    >>> lab = Lab(apz.named_position("church-doors"))
    >>> lab.solve().answers[0].summary()
    'access point 1: Civilian; access point 2: Alex Bloom, Cinda Parikh'
    """

    steps_in = True  # nothing else in a lab makes announcements
    store: Any  # the lab's own, or that of the game shown instead
    view_of = staticmethod(view.draw)  # how the lab itself is drawn

    def __init__(
        self,
        position: Any,
        *,
        language: str | None = None,
        on_play: Callable[[Session[Any]], Any] | None = None,
        **settings: Any,
    ) -> None:
        check_given(self, language, settings)
        shown = position.position if isinstance(position, Session) else position
        game = games.of(shown)
        if game is None or game.lab() is None:
            raise TypeError(f"{said(position)} where a position is expected; write Lab(apz.named_position(...))")
        state = LabState(position=shown, game=game.name, language=language or "en")
        self.settle_in(LabStore(state), on_play, settings)

    def settle_in(self, own: Any, on_play: Callable[[Session[Any]], Any] | None, settings: dict[str, Any]) -> None:
        """Set up the panel with the lab's own store."""
        self.on_play = callable_or_none(on_play)
        self.played: Session[Any] | None = None
        self.own = own
        own.acts[PLAY] = lambda line: self.play(*line)
        own.acts[PUZZLE] = lambda _: self.lay_puzzle()
        Panel.__init__(self, own, **settings)

    # ---- the results

    @property
    def scene(self) -> Any:
        """The scene being shown: the lab's or the game's."""
        return self.store.scene

    @property
    def state(self) -> Any:
        """The state of the lab."""
        return self.own.state

    @property
    def position(self) -> Any:
        """The position in the lab."""
        return self.state.position

    @property
    def tree(self) -> Any:
        """The tree of branches, as `apz.what_if` returns it."""
        return self.own.scene.what_if

    @property
    def simulation(self) -> Any:
        """The result of the simulation so far, or None if there's none."""
        asked = self.state.simulating
        return asked.result if asked else None

    def solve(self) -> Any:
        """Solve the position for the chosen aim, as the button does; return the result so far, or None."""
        self.own.send(Gesture("solve"))
        asked = self.own.scene.solving
        return asked.result if asked else None

    def keep(self, name: str, moves: Sequence[Any]) -> bool:
        """Keep moves from the position as a branch; return True if a branch was added."""
        before = len(self.tree)
        scene = self.own.scene
        after = update.kept(scene, update.free(scene, name.strip()) if name.strip() else name, moves)
        self.own.take(after.state)
        self.own.tell()
        return len(self.tree) > before

    # ---- the game shown instead

    @property
    def session(self) -> Session[Any]:
        """The session that plays the position, started on first use and again if the position has changed."""
        if self.played is None or self.played.start != self.position:
            self.played = self.own.scene.game.new_session(self.position)
        return self.played

    @property
    def playing(self) -> bool:
        """True if the panel shows the game instead of the lab."""
        return self.store is not self.own

    def play(self, steps: Sequence[Step] = (), at: int = 0) -> Session[Any]:
        """Return a new session with `steps`, at the moment after the first `at`; show it or pass it to `on_play`."""
        self.played = self.own.scene.game.new_session(self.position)
        for step in steps:
            self.played.add(step)
        self.played.go_to(self.played.line()[at])
        if self.on_play:
            self.on_play(self.played)
            self.own.tell()
        else:
            game = TableStore.of(self.played)
            game.set(language=self.store.state.language)
            game.offer(BRANCH, lambda kept: self.come_back(*kept))
            self.ways(game)
            self.move_to(game)
            game.tell()
        return self.played

    def lay_puzzle(self) -> None:
        """Show the chosen puzzle on a table in this panel."""
        puzzle = self.own.scene.puzzle
        assert puzzle is not None
        game = TableStore.of(self.own.scene.game.new_session(puzzle.position))
        game.set(language=self.store.state.language, advises=False)  # it has hints of its own
        self.move_to(game)
        game.tell()

    def ways(self, game: TableStore) -> None:
        """Register more ways back from a game; a hook for subclasses."""

    def come_back(self, name: str, moves: Sequence[Any]) -> None:
        """Return from the game to the lab, and keep these moves as a branch."""
        self.back()
        self.keep(name, moves)

    def back(self) -> None:
        """Return from the game to the lab."""
        self.own.set(language=self.store.state.language, puzzle="")
        self.move_to(self.own)
        self.own.tell()

    def on_gesture(self, gesture: Gesture) -> None:
        """Apply a gesture in the lab or in the game."""
        if self.playing and gesture.verb == BACK and not gesture.scope:
            self.store.guarded(self.back)
        elif self.playing and gesture.verb in update.PUZZLE_ROUTES:
            self.own.send(gesture._replace(at=None))
            self.store.tell()
        else:
            super().on_gesture(gesture)
            self.judge()

    def judge(self) -> None:
        """Mark the puzzle on the table as solved if the verdict is right."""
        name = self.own.state.puzzle
        if self.playing and self.on_puzzle:
            said = puzzle_view.verdict(self.own.scene, self.scene.steps)
            if said and said.right:
                self.own.set(found=self.own.state.found | {name})

    # ---- drawing

    def draw(self) -> Tree:
        """Draw the lab, or the game with the buttons that lead back from it and its puzzle above it."""
        scene = self.scene
        if not self.playing:
            found: Tree = scene.tree(type(self).view_of)
            return found
        bar = h("nav", self.way_buttons(), class_="buttons way-back", aria_label=scene.ui("lab.back"), key=BACK)
        puzzle = self.puzzle_tree()
        desk: Any = tutor.draw(scene)
        tag, looks, *inside = desk
        above = h("div", bar, puzzle, class_="lab-way", key="way")
        return [
            tag,
            {**looks, "class": classes(looks["class"], "in-lab", puzzle is not None and "puzzling")},
            above,
            *inside,
        ]

    def puzzle_tree(self) -> Tree | None:
        """Draw the puzzle's goal, hints and verdict above the table, or None if no puzzle is being played."""
        return puzzle_view.above(self.own.look(self.spoken_state()), self.scene.steps) if self.on_puzzle else None

    @property
    def on_puzzle(self) -> bool:
        """True if the game being shown is the chosen puzzle."""
        puzzle = self.own.scene.puzzle if self.own.state.puzzle else None
        return puzzle is not None and bool(self.scene.session.start == puzzle.position)

    def spoken_state(self) -> Any:
        """Return the lab's state, in the language of the store being shown."""
        return replace(self.own.state, language=self.store.state.language)

    def way_buttons(self) -> list[Tree]:
        """Draw the buttons that lead back from the game."""
        return [back_button(self.scene.ui("lab.back"))]

    def way_out(self) -> Tree:
        """Draw the button that leads away from content that can't be drawn: back to the lab, or undo."""
        back = button(self.scene.ui("lab.back"), BACK, class_="ghost")
        return back if self.playing else super().way_out()

    @property
    def seen_at(self) -> int:
        """The number of the moment that gestures apply to: the game's while it's shown, or else the lab's."""
        found: int = self.store.state.at if self.playing else self.own.scene.at
        return found

    def causes(self) -> tuple[object, ...]:
        """Return the values whose change makes an announcement new even if its words are the same."""
        return super().causes() if self.playing else ()

    def said(self) -> str:
        """Return the announcement to make after a gesture, which begins with the verdict in a puzzle."""
        if not self.playing:
            return Panel.said(self) or view.said(self.scene)
        verdict = puzzle_view.said(self.own.look(self.spoken_state()), self.scene.steps) if self.on_puzzle else ""
        return " ".join(filter(None, (verdict, super().said())))

    def text(self) -> str:
        """Return the position and the lab's results as text; during a game, the game and what just happened."""
        scene = self.scene
        shown = scene.game.show(scene.visible, scene.language, False)
        return f"{shown}\n\n{plain(explain.draw(scene)) if self.playing else self.found_text()}"

    def found_text(self) -> str:
        """Return the lab's panes as text: the solver, the branches, the simulation and any puzzles."""
        return "\n".join([plain(each) for each in view.panes(self.own.scene)])

    def html(self) -> str:
        """Return the position and the lab's results as HTML; during a game, the game and what just happened."""
        if self.playing:
            return super().html()
        shown = still.html(self.scene.visible, self.scene.language)
        return f"{shown}<pre>{html.escape(self.found_text())}</pre>"


def back_button(label: str) -> Tree:
    """Draw the button that leads back from a game; on a phone, next to a puzzle, only its arrow is seen."""
    return button(["←", h("span", " ", label)], BACK, class_="ghost")
