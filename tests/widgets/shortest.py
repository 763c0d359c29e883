"""Short lists of clicks that make a bot's moves at a table, as a learner with the same plan would click."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from apz.apocalypze.bots import SensibleBot
from apz.apocalypze.kernel import new_session
from apz.apocalypze.model import Debt, Decision, Position
from apz.apocalypze.moves import Done, Engage, Move, Occupy, Pass, Send
from apz.apocalypze.play import must_play
from apz.apocalypze.shortcuts import shortcuts
from apz.widgets import Tutor
from apz.widgets.apocalypze import clicks, gestures
from apz.widgets.table.scene import Scene
from apz.widgets.table.spelling import spelled
from tests.widgets.hands import doing

GROUPING = (Decision.ATTACK, Decision.DEFEND)


def plan(bot: SensibleBot, position: Position) -> list[Move]:
    """Return the moves with which a bot would form its groups from here."""
    found: list[Move] = []
    kind = position.waiting.kind if position.waiting else ""
    while position.waiting and position.waiting.kind == kind and found[-1:] != [Done()]:
        move = bot.choose(position).move
        if not isinstance(move, Send | Done):
            break
        found.append(move)
        position = must_play(position, move).after
    return found


def ways(tutor: Tutor, bot: SensibleBot) -> list[str]:
    """Return a short list of clicks that does what a bot would do now, perhaps several moves at once.

    A debt is paid by its shortcut if there is one.
    """
    scene, position = tutor.scene, tutor.scene.position
    waiting, offered = position.waiting, scene.view.shortcuts(scene)
    if isinstance(waiting, Debt) and "pay-cheapest" in offered:
        return ["shortcut:pay-cheapest"]
    wanted = plan(bot, position) if waiting and waiting.kind in GROUPING else []
    if wanted:
        return min(grouped(scene, wanted), key=len)
    move = bot.choose(position).move
    if isinstance(move, Occupy) and (said := occupied(scene, bot, move)):
        return said
    if "decline" in doing(tutor) and move == Pass() and passes_on(bot, position):
        return ["decline"]
    playing = {*played(bot, position)} if "play-all" in offered else set()
    for name, each in offered.items():
        if {*each.moves} in ({move}, {*each.moves} & playing):
            return [f"shortcut:{name}"]
    button = f"move:{spelled(move)}"
    return [button] if button in doing(tutor) else clicks_of(scene, move)


def occupied(scene: Scene, bot: SensibleBot, move: Occupy) -> list[str]:
    """Return the clicks that occupy a stronghold by playing cards there, or [] if it must be chosen by itself first."""
    after = must_play(scene.position, move).after
    wanted = list(played(bot, after))
    for name, each in scene.view.shortcuts(scene).items():
        if each.moves[0] == move and {*each.moves[1:]} <= {*wanted}:
            return [f"shortcut:{name}"]
    if not wanted or gestures.occupying(scene).get(gestures.card_of(after, wanted[0])) != move:
        return []
    there = Scene(new_session(after), replace(scene.state, at=0))
    return clicks_of(there, wanted[0])


def passes_on(bot: SensibleBot, position: Position) -> bool:
    """Return True if a bot would pass in all its windows left in the phase, with both sides playing as it does."""
    me, phase = position.waiting and position.waiting.player, position.phase
    while position.waiting and position.phase == phase:
        move, asked = bot.choose(position).move, position.waiting
        if asked.kind is Decision.WINDOW and asked.player == me and move != Pass():
            return False
        position = must_play(position, move).after
    return True


def played(bot: SensibleBot, position: Position) -> Iterable[Move]:
    """Yield the moves that a bot would make from here until it's done or the other player is asked."""
    asked = position.waiting
    while asked and position.waiting and position.waiting.player == asked.player:
        move = bot.choose(position).move
        if move == Done():
            break
        yield move
        position = must_play(position, move).after


def grouped(scene: Scene, wanted: Sequence[Move]) -> Iterable[list[str]]:
    """Yield the clicks of each way to form groups: all by hand, or some by hand and the others by a shortcut."""
    position = scene.position
    points = sorted({move.point for move in wanted if isinstance(move, Send)})
    yield sent(scene, wanted)
    for each in shortcuts(position, scene.steps):
        if {*each.moves} <= {*wanted}:
            left = [move for move in wanted if move not in each.moves]
            yield [f"shortcut:{each.key}", *sent(scene, left)]
    for point in points:  # first everybody who goes to other points
        first = [move for move in wanted if isinstance(move, Send) and move.point != point]
        after = position
        for move in first:
            after = must_play(after, move).after
        for each in shortcuts(after, scene.steps):
            if first and {*first, *each.moves} <= {*wanted}:
                left = [move for move in wanted if move not in (*first, *each.moves)]
                yield [*sent(scene, first), f"shortcut:{each.key}", *sent(scene, left)]


def sent(scene: Scene, moves: Sequence[Move]) -> list[str]:
    """Return the clicks that send characters to access points and, if `moves` has `Done`, commit the groups."""
    found: list[str] = []
    for point in sorted({move.point for move in moves if isinstance(move, Send)}):
        stack: list[str] = []
        for move in moves:
            if isinstance(move, Send) and move.point == point:
                done = clicks_of(scene, move)
                stack += done[:1] if len(done) > 1 else []
                found += done if len(done) == 1 else []
        found += [*stack, f"point:{point}"] if stack else []
    return [*found, *(f"move:{spelled(move)}" for move in moves if isinstance(move, Done))]


def clicks_of(scene: Scene, move: Move) -> list[str]:
    """Return the clicks that make a move."""
    position, legal = scene.position, scene.moves
    card = gestures.card_of(position, move)
    if card < 0 or move in gestures.unnamed(position, legal):
        return [f"point:{move.point}" if isinstance(move, Engage) else f"move:{spelled(move)}"]
    own = gestures.of_card(position, legal, card)
    if clicks.the_one(scene, own) and not gestures.weighed(position, move):  # one of several equal targets will do
        return [f"card:{card}"]
    if isinstance(move, Send):
        return [f"card:{card}", f"point:{move.point}"]
    targets = [f"card:{each}" for each in gestures.objects(position, move)]
    if targets and len(gestures.narrowed(position, own, gestures.objects(position, move))) == 1:
        return [f"card:{card}", *targets]
    return [f"card:{card}", f"move:{spelled(move)}"]
