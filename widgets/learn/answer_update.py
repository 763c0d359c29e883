"""The gestures next to the table: ticked, typed and picked answers, and each page's own acts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from apz.widgets.base.gesture import Gesture

MOST = 300  # characters of a gesture or of an answer
KEEPING = ("mark", "marked", "hint")  # the gestures after which ticks stay
Act = Callable[[Any, Gesture], Any]  # returns the scene after a gesture, whose `about` is the part after the moment


def beside(scene: Any, gesture: Gesture, acts: Mapping[str, Act]) -> Any:
    """Return the scene after a gesture next to the table; late or unknown gestures change nothing."""
    verb, _, rest = gesture.about[:MOST].partition(":")
    moment, _, about = rest.partition(":")
    if verb not in acts or moment.removeprefix("@") != scene.moment:
        return scene
    return acts[verb](scene.cleared(), gesture._replace(about=about))


def answering(acts: Mapping[str, Act], answer: Callable[[Any, str | frozenset[str]], Any]) -> Mapping[str, Act]:
    """Return the acts of a page that asks questions: the page's own, and those that answer a question."""
    own: dict[str, Act] = {
        "pick": lambda scene, gesture: answer(scene, gesture.about),
        "mark": lambda scene, gesture: scene.but(marked=scene.state.marked ^ {gesture.about}),
        "marked": lambda scene, gesture: answer(scene, scene.state.marked),
        "typed": lambda scene, gesture: answer(scene, gesture.text("text", MOST)),
        **acts,
    }
    return {verb: _asked(verb, act) for verb, act in own.items()}


def _asked(verb: str, act: Act) -> Act:
    """Return an act that also notes its verb, clears the input error and, unless the verb is in KEEPING, all ticks."""

    def after(scene: Any, gesture: Gesture) -> Any:
        found = act(scene.but(last=verb, unread=False), gesture)
        return found if verb in KEEPING else found.but(marked=frozenset())

    return after
