"""The named positions that show a rule at work: found beside the package, played inside a page."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from apz.apocalypze.kernel import new_session
from apz.apocalypze.model import Position
from apz.apocalypze.positions import named_position, named_positions
from apz.core.session import Session
from apz.core.trace import Step
from apz.widgets.base.page import Example, Memo, PageScene
from apz.widgets.table.scene import Scene
from apz.widgets.table.state import TableState

# the position that shows a rule best: by the rule's id, or by the part before its dot
SHOWN_BY = {
    "combat": "police-station",
    "combat.where": "police-station-groups",
    "combat.groups": "police-station-groups",
    "combat.all-attack": "police-station-groups",
    "combat.defend": "police-station-groups",
    "combat.wounds": "wounded",
    "combat.wounded": "wounded",
    "combat.killed": "hansons",
    "combat.excess": "hansons",
    "character.wounded": "wounded",
    "character.killed": "hansons",
    "character.factions": "faction-clash",
    "character.raider": "faction-clash",
    "character.survivor": "first-turn",
    "character.unique": "full-house",
    "character.stats": "police-station",
    "character.zombie-not-human": "much-attached",
    "stronghold.capacity": "full-house",
    "stronghold.newest": "full-house",
    "stronghold.access": "police-station-groups",
    "stronghold.damage": "police-station",
    "stronghold.text": "church-table",
    "attach": "much-attached",
    "twofold": "much-attached",
    "draw": "much-attached",
    "occupy": "second-turn",
    "occupy.first": "first-turn",
    "occupy.any-number": "first-turn",
    "event": "molotov-answered",
    "timing": "molotov-answered",
    "timing.engagement": "pop-after-molotov",
    "event.one-copy": "pop-after-molotov",
    "consume": "starving",
    "consume.deck": "church-table",
    "feed": "church-table",
    "setup": "first-turn",
    "play": "first-turn",
}


def named_for(rule: str) -> str | None:
    """The name of the position that shows a rule, if there is one here."""
    name = SHOWN_BY.get(rule) or SHOWN_BY.get(rule.partition(".")[0])
    return name if name in named_positions() else None


def show(scene: Any, key: str) -> Any:
    """Lay a named position (name@place) inside a page, where it can be played; or put it away again."""
    name, open_now = key.partition("@")[0], scene.state.example
    if (open_now and open_now.key == key) or name not in named_positions() or scene.state.inside:
        return scene.but(example=None)
    return scene.but(example=Example(key, (), TableState(language=scene.language, inside=True)))


def opened(scene: PageScene[Any], key: str = "") -> Scene | None:
    """Return the scene of the example that is shown, or of the one at this place if it is."""
    example = scene.state.example
    if example is None or key not in ("", example.key):
        return None
    names = (scene.ui("rules.example-first"), scene.ui("rules.example-second"))
    name = example.key.partition("@")[0]
    session: Session[Position] = scene.memo.once(("session", example.key), names, lambda: begun(name, names))
    at = example.state.at
    if at >= len(session.nodes) or moves_to(session, at) != example.moves:
        at = replayed(session, example.moves)
    memo = scene.memo.once(("inside", example.key), names, Memo)
    return Scene(session, replace(example.state, at=at, language=scene.language), memo)


def begun(name: str, names: tuple[str, str]) -> Session[Position]:
    """Return a session that begins with a named position, between players of these names."""
    start = named_position(name)
    return new_session(start._replace(game=start.game._replace(names=names)))


def replayed(session: Session[Position], moves: Iterable[Any]) -> int:
    """Play moves from the start, as far as they are legal, and return the moment they lead to."""
    at = 0
    for move in moves:
        step = session.kernel.play(session.position_at(at), move)
        at = session.remember(at, step) if isinstance(step, Step) else at
    return at


def moves_to(session: Session[Position], at: int) -> tuple[Any, ...]:
    """Return the moves from the start to a moment."""
    return tuple(step.move for number in session.line(at) if (step := session.nodes[number].step) is not None)


def inside(scene: Any, act: Callable[[Scene], Scene]) -> Any:
    """Return the page after something was done in its example."""
    small = opened(scene)
    if small is None:
        return scene
    after = act(small)
    return scene.but(example=scene.state.example._replace(moves=moves_to(after.session, after.at), state=after.state))
