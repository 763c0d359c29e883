"""Named positions that show a rule at work, played inside a page."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from apz import games
from apz.core.game import Game
from apz.core.named_positions import about_position
from apz.core.session import Session
from apz.core.trace import Step
from apz.widgets.base.page import Example, Memo, PageScene
from apz.widgets.table.scene import Scene
from apz.widgets.table.state import TableState


def named_for(scene: PageScene[Any], rule: str) -> str | None:
    """Return the name of the position that shows a rule, or None if there's none."""
    known = scene.view.examples
    name: str = known.get(rule) or known.get(rule.partition(".")[0], "")
    return name if name in scene.game.positions().names() else None


def show(scene: Any, key: str) -> Any:
    """Return the page with a named position (name@place) opened for playing, or with no example open."""
    name, open_now = key.partition("@")[0], scene.state.example
    if (open_now and open_now.key == key) or name not in scene.game.positions().names() or scene.state.inside:
        return scene.but(example=None)
    return scene.but(example=Example(key, (), TableState(language=scene.language, inside=True)))


def opened(scene: PageScene[Any], key: str = "") -> Scene | None:
    """Return the scene of the open example; None if none is open, or if `key` names a different one."""
    example = scene.state.example
    if example is None or key not in ("", example.key):
        return None
    names = (scene.ui("rules.example-first"), scene.ui("rules.example-second"))[: scene.game.seats]
    name = example.key.partition("@")[0]
    session = scene.memo.once(("session", example.key), names, lambda: begun(scene.game, name, names))
    at = example.state.at
    if at >= len(session.nodes) or moves_to(session, at) != example.moves:
        at = replayed(session, example.moves)
    memo = scene.memo.once(("inside", example.key), names, Memo)
    return Scene(session, replace(example.state, at=at, language=scene.language), memo)


def about(scene: Scene, name: str) -> str:
    """Return the description of a named position, with the names of the scene's players."""
    catalog = scene.game.catalog("positions", scene.language)
    return about_position(catalog, name, scene.game.names(scene.position))


def begun(game: Game[Any], name: str, names: tuple[str, ...]) -> Session[Any]:
    """Return a session that starts from a named position with these player names."""
    return game.new_session(games.view(game.name).renamed(game.named_position(name), names))


def replayed(session: Session[Any], moves: Iterable[Any]) -> int:
    """Play the legal ones of these moves from the start, and return the number of the moment they lead to."""
    at = 0
    for move in moves:
        step = session.kernel.play(session.position_at(at), move)
        at = session.remember(at, step) if isinstance(step, Step) else at
    return at


def moves_to(session: Session[Any], at: int) -> tuple[Any, ...]:
    """Return the moves from the start to a moment."""
    return tuple(step.move for number in session.line(at) if (step := session.nodes[number].step) is not None)


def inside(scene: Any, act: Callable[[Scene], Scene]) -> Any:
    """Return the page after a change in its open example."""
    small = opened(scene)
    if small is None:
        return scene
    after = act(small)
    return scene.but(example=scene.state.example._replace(moves=moves_to(after.session, after.at), state=after.state))
