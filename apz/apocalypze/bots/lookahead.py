"""Look-ahead for the sensible bot: it tries a card or ability in an engagement and looks at the result."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from apz.apocalypze.bots.fights import Group, breach, loss
from apz.apocalypze.bots.plans import ACTIONS
from apz.apocalypze.bots.worth import Taste, raiders_of, survivors_of
from apz.apocalypze.ids import OTHER, Player
from apz.apocalypze.model import Position, Response
from apz.apocalypze.moves import Event, Move, Pass, Use
from apz.apocalypze.play import step
from apz.apocalypze.rules.find import characters
from apz.apocalypze.rules.sums import scene, side_total, sources
from apz.apocalypze.rules.table import with_piles

PASS: Final = Pass()
MOST_SEEN: Final = 100_000  # pairs of characters examined for all tries in one window; bots need a quarter of that


def blindfold(seen: Position, me: Player) -> Position:
    """Return the position for looking ahead: the opponent's hand is empty, and no window is skipped."""
    sides = [seen.sides[0], seen.sides[1]]
    sides[OTHER[me]] = with_piles(sides[OTHER[me]], (), sides[OTHER[me]].deck, sides[OTHER[me]].discard)
    return seen._replace(game=seen.game._replace(strict=True), sides=(sides[0], sides[1]))


def after(position: Position, move: Move) -> Position:
    """Return the position after a card or ability takes effect without a response."""
    position = step(position, move).after
    if isinstance(position.waiting, Response):
        position = step(position, PASS).after
    return position


def tried(state: Position, moves: Sequence[Move]) -> list[Event | Use]:
    """Return the events and abilities among these moves, or an evenly spaced sample if there are too many."""
    found = [move for move in moves if isinstance(move, ACTIONS)]
    crowd = sum([1 + len(found.who.attached) for found in characters(state)])
    most = 1 + MOST_SEEN // max(1, crowd * crowd)
    return found[:: 1 + max(0, len(found) - 1) // most]


def standing(state: Position, me: Player, taste: Taste) -> float:
    """Return a score for a player's situation in an engagement, or 0.0 if there's no current engagement."""
    combat = state.combat
    if combat is None or combat.now <= 0:
        return 0.0
    place = OTHER[state.player]
    attack, defense = raiders_of(state, OTHER[place], taste), survivors_of(state, place, taste)
    attackers = [who for who in attack if who.id in combat.attack[combat.now - 1]]
    defenders = [who for who in defense if who.id in combat.defense[combat.now - 1]]
    hurt, wounds = engaged(state)
    inside = {c for n, ids in enumerate(combat.attack) if n + 1 not in combat.met for c in ids}
    score = holdings(state, place, defense, taste) - loss(wounds, defenders)
    score -= breach(state, place, [who for who in attack if who.id in inside])
    score -= taste.spite * (holdings(state, OTHER[place], attack, taste) - loss(hurt, attackers))
    return score if me == place else -score


def engaged(state: Position) -> tuple[int, int]:
    """Return the attackers' and defenders' wounds in the current engagement, boosts included."""
    assert state.combat
    view = scene(state, state.combat.now)
    attacker, defender, givers = OTHER[view.place], view.place, sources(view)
    hurt = side_total(view, defender, "attack", givers) - side_total(view, attacker, "defense", givers)
    wounds = side_total(view, attacker, "attack", givers) - side_total(view, defender, "defense", givers)
    return max(0, hurt), max(0, wounds)


def holdings(state: Position, player: Player, row: Group, taste: Taste) -> float:
    """Return the worth of these characters, their attachments, and the player's hand and deck."""
    side = state.sides[player]
    worn = sum([len(who.who.attached) for who in row])
    return sum([who.killed for who in row]) + len(side.deck) + taste.held * len(side.hand) + taste.worn * worn
