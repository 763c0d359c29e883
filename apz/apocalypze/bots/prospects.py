"""An estimate of a player's chance to win at the start of a turn, with weights fitted to bot games."""

from __future__ import annotations

from math import exp, log1p
from typing import Final

from apz.apocalypze.bots.plans import pressure
from apz.apocalypze.ids import OTHER, Player
from apz.apocalypze.model import RAIDER, SURVIVOR, InPlay, Position
from apz.apocalypze.rules.consumption import resources
from apz.apocalypze.rules.sums import access

MOVES_FIRST: Final = 0.51  # the worth of being about to move
# the weight of each count, for the player about to move and for the opponent: a logistic regression on the winners of
# 6,000 games in which bots strayed from their plans now and then
WEIGHTS: Final[tuple[tuple[str, float, float], ...]] = (
    ("cards in the deck", 0.230, 0.206),
    ("survivors in hand", 0.327, 0.320),
    ("raiders in hand", 0.498, 0.468),
    ("other cards in hand", 0.065, 0.092),
    ("survivors", 0.235, 0.087),
    ("survivors who eat more than the minimum", -0.095, 0.104),
    ("attack and defense of the survivors", 0.084, 0.094),
    ("unique survivors", 0.108, 0.142),
    ("attachments on the survivors", -0.093, -0.003),
    ("raiders", 0.134, 0.181),
    ("attack and defense of the raiders", 0.104, 0.076),
    ("unique raiders", 0.157, 0.132),
    ("damage that the raiders do at the next attack", 0.163, -0.034),
    ("resources, as a logarithm", 0.904, 0.638),
    ("resources after the opponent's next attack, as a logarithm", 0.332, 0.814),
    ("access points of the stronghold", -0.298, -0.327),
    ("damage for which a blocker is missing", -0.103, -0.116),
)
MOVER: Final = tuple([weight for _, weight, _ in WEIGHTS])
OTHERS: Final = tuple([weight for _, _, weight in WEIGHTS])
EXPECTED: Final = 2  # raiders to expect besides those already there, when counting missing blockers


def chance_to_win(state: Position, player: Player) -> float:
    """Return an estimate of a player's chance to win at the start of a turn, from 0 to 1."""
    if state.winner is not None:
        return float(state.winner == player)
    mover = state.player
    dealt, taken = threat(state, mover), threat(state, OTHER[mover])
    sum_of = MOVES_FIRST
    for mine, weight in zip(counts(state, mover, dealt, taken), MOVER, strict=True):
        sum_of += weight * mine
    for theirs, weight in zip(counts(state, OTHER[mover], taken, dealt), OTHERS, strict=True):
        sum_of -= weight * theirs
    chance = 1.0 / (1.0 + exp(-max(-50.0, min(50.0, sum_of))))
    return chance if mover == player else 1.0 - chance


def threat(state: Position, player: Player) -> float:
    """Return how much a player's raiders should make the opponent consume at their next attack."""
    other = state.sides[OTHER[player]]
    raiders = len(state.sides[player].raiders)
    damage = state.game.cards[other.stronghold].damage
    return pressure(raiders, access(state, OTHER[player]), damage, len(other.survivors)) if raiders else 0.0


def counts(state: Position, player: Player, dealt: float, taken: float) -> tuple[float, ...]:
    """Return a player's counts, in the order of WEIGHTS."""
    side, cards = state.sides[player], state.game.cards
    kinds = [cards[card].kind for card in side.hand]
    survivors, raiders = kinds.count(SURVIVOR), kinds.count(RAIDER)
    guards, points, food = len(side.survivors), access(state, player), resources(state, player)
    short = max(0, min(points, len(state.sides[OTHER[player]].raiders) + EXPECTED) - guards)
    return (
        len(side.deck),
        survivors,
        raiders,
        len(kinds) - survivors - raiders,
        guards,
        max(0, guards - 1),
        strength(state, side.survivors),
        sum([who.card.unique for who in side.survivors]),
        sum([len(who.attached) for who in side.survivors]),
        len(side.raiders),
        strength(state, side.raiders),
        sum([who.card.unique for who in side.raiders]),
        dealt,
        log1p(food),
        log1p(max(0.0, food - taken)),
        points,
        short * cards[side.stronghold].damage,
    )


def strength(state: Position, row: tuple[InPlay, ...]) -> int:
    """Return the sum of these characters' attack and defense, with their attachments' plain bonuses."""
    number = 0
    for who in row:
        number += who.face.attack + who.face.defense
        for attached in who.attached:
            bonus = state.game.cards[attached.id].bonus
            number += bonus[0] + bonus[1]
    return number
