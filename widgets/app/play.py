"""A game in the app: its state, the gestures at its end, its store and its panel."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from apz.core.language.rulebook import TUTOR
from apz.core.learning.events import Event, QuestionAnswered, RulesApplied, RulesMet
from apz.core.session import Session
from apz.core.trace import Refusal, Step
from apz.widgets.app.ending_view import END, deciding_lesson, draw
from apz.widgets.app.place import HOME, PLAY, SHARED
from apz.widgets.base.gesture import Gesture
from apz.widgets.base.page import Effect
from apz.widgets.base.work import start
from apz.widgets.learn.progress_store import ProgressStore
from apz.widgets.learn.state import GO, LESSON, RECORD, Go
from apz.widgets.table import history_nav
from apz.widgets.table.advice import warm_up
from apz.widgets.table.panels import Tutor
from apz.widgets.table.scene import Scene
from apz.widgets.table.state import Seats, TableState
from apz.widgets.table.store import TableStore

AGAIN = "again"  # the effect that starts another game like this one; its value says whether to swap seats


@dataclass(frozen=True)
class PlayState(TableState):
    """The state of a game in the app."""

    kind: str = PLAY  # whether it's the learner's own game or one that was opened
    back: str = HOME  # the page that the learner came from


# ---- the gestures at the end of a game


def learn(scene: Scene) -> Scene:
    """Go to the lesson about what decided the game."""
    lesson = deciding_lesson(scene)
    return scene.but(Effect(GO, (LESSON, {"lesson": lesson}))) if lesson else scene


def back(scene: Any) -> Scene:
    """Go to the page that the learner came from."""
    found: Scene = scene.but(Effect(GO, (scene.state.back, {})))
    return found


WAYS: Mapping[str, Callable[[Scene], Scene]] = {
    "again": lambda scene: scene.but(Effect(AGAIN, False)),
    "swap": lambda scene: scene.but(Effect(AGAIN, True)),
    "walk": lambda scene: history_nav.go(scene, "0").but(tab="history"),
    "back": back,
    LESSON: learn,
}


class PlayStore(TableStore):
    """The store of a game in the app."""

    stays = (*TableStore.stays, "kind", "back")

    def __init__(
        self, session: Session[Any], state: PlayState, go: Go | None = None, progress: ProgressStore | None = None
    ) -> None:
        super().__init__(session, state)
        self.acts[AGAIN] = self.again
        if go is not None:
            self.acts[GO] = lambda where: go(*where)
            self.offer("retry", self.retry)
        if progress is not None:
            self.acts[RECORD] = lambda events: progress.record(*events)

    def update(self, scene: Scene, gesture: Gesture) -> tuple[Any, tuple[Effect, ...]]:
        """Return the state after a gesture at the table or at the game's end, and its effects."""
        if gesture.verb != END:
            return super().update(scene, gesture)
        now = gesture.at in (None, scene.at) and scene.over
        after = WAYS[gesture.about](scene) if now and gesture.about in WAYS else scene
        return after.state, after.effects

    def retry(self, position: Any) -> None:
        """Start a new game from a moment of this one, as an exercise with the same players."""
        self.go_from(position, SHARED, self.state.seats)

    def again(self, swapped: bool) -> None:
        """Start another game with the same settings: reshuffled if it's the learner's own, else from the same start."""
        state: Any = self.state
        start, luck, like = self.session.start, secrets.randbelow(10**9), self.scene.view.set_up.again
        if state.kind == PLAY:
            start = like(start, luck) if like else self.scene.game.new_game(seed=luck)
        self.go_from(start, state.kind, state.seats[::-1] if swapped else state.seats)

    def go_from(self, start: Any, kind: str, seats: Seats) -> None:
        """Start a game from a position, with the settings of this game."""
        state: Any = self.state
        given = {"session": self.scene.game.new_session(start).text(), "seats": "-".join(seats), "back": state.back}
        how = {"hands": "open" if state.open_hands else "hidden", "quick": state.quick, "by_hand": state.by_hand}
        self.acts[GO]((kind, {**given, **how}))


class PlayPanel(Tutor):
    """The panel of a game in the app: the table, and its ending."""

    part = draw
    met: frozenset[str] = frozenset()  # the rules that were seen at work here
    applied: frozenset[str] = frozenset()  # those that the learner's own moves applied
    broken: frozenset[str] = frozenset()  # those that refused a learner's move
    warm = False  # whether advice was loaded

    def follow(self) -> None:
        """Record the rules that a learner saw, applied or broke; after the first move, load the adviser in advance."""
        super().follow()
        scene = self.scene
        if not self.warm and len(self.session.nodes) > 1 and scene.people:
            self.warm = True
            start(warm_up, (scene.game.name,), lambda progress: None)
        if not scene.people or RECORD not in self.store.acts:
            return
        events: list[Event] = []
        rules = ruled(scene, scene.recent) - self.met
        if rules:
            self.met |= rules
            events.append(RulesMet(tuple(sorted(rules))))
        own = [(at, step) for at, step in scene.recent if scene.game.decides(step.before) in scene.people]
        applied = ruled(scene, [each for each in own if each[0] not in scene.state.forced]) - self.applied
        if applied:
            self.applied |= applied
            events.append(RulesApplied(tuple(sorted(applied))))
        refusal = scene.state.answer
        if isinstance(refusal, Refusal) and breakable(scene, refusal.rule) and refusal.rule not in self.broken:
            self.broken |= {refusal.rule}
            events.append(QuestionAnswered((refusal.rule,), right=False))
        if events:
            self.store.acts[RECORD](events)


def ruled(scene: Scene, steps: Sequence[tuple[int, Step]]) -> frozenset[str]:
    """Return the ids of the rules at work in these steps."""
    return frozenset(note.rule for _, step in steps for note in step.notes) & scene.words.rules.keys()


def breakable(scene: Scene, rule: str) -> bool:
    """Return True if breaking a rule says something about what the learner knows; the program's own rules don't."""
    return rule in scene.words.rules and scene.words.rules[rule].kind != TUTOR
