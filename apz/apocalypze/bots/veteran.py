"""A strong bot: it deals the cards it can't see in several ways, plays out each choice, and picks the best."""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt
from typing import NamedTuple

from apz.apocalypze import moves
from apz.apocalypze.bots.fights import splits
from apz.apocalypze.bots.player import steps_of
from apz.apocalypze.bots.sensible import DONE, SensibleBot
from apz.apocalypze.bots.worth import raiders_of, survivors_of
from apz.apocalypze.hidden import deals
from apz.apocalypze.ids import OTHER, Player
from apz.apocalypze.model import DECK, Combat, Decision, Position
from apz.apocalypze.moves import Move
from apz.apocalypze.play import legal_moves, step
from apz.apocalypze.rules.consumption import resources
from apz.core.bots import Choice
from apz.core.trace import Note

Plan = tuple[Move, ...]  # moves that belong together, such as all groups of an attack

AHEAD = 3  # turns to play out
WON = 20.0  # what winning or losing counts, in cards
MOST = 8  # plans to compare
FIRST, THEN = 4, 8  # deals for every plan, and then for the best few
FEW = 2  # plans left after the first deals
LEAST, SURE = 0.2, 0.5  # how much better a plan must be than the sensible one, and by how many standard errors
PLANNED = (Decision.ATTACK, Decision.DEFEND)
RULES: dict[Decision, str] = {  # the decisions to weigh, and the rule behind each
    Decision.OCCUPY: "occupy.choose",
    Decision.ACT: "occupy.any-number",
    Decision.LAST: "event.moments",
    Decision.ATTACK: "combat.groups",
    Decision.DEFEND: "combat.defend",
    Decision.WINDOW: "timing.engagement",
    Decision.WOUND: "combat.wounds",
    Decision.CONSUME: "consume.mix",
    Decision.RESPOND: "event.respond",
    Decision.REMOVE: "character.killed",
    Decision.ARRIVAL: "event.moments",
}


class Outcome(NamedTuple):
    """The result of a plan in one deal: what both players have left, and who won."""

    mine: int
    theirs: int
    won: int  # 1, or -1 when it was lost

    @property
    def score(self) -> float:
        """The value of this result for the player."""
        return WON * self.won + max(-WON, min(WON, self.mine - self.theirs)) / 2


class Rest(NamedTuple):
    """The moves of a plan that are still to come, with the moment they belong to and the reason."""

    combat: Combat | None  # the groups as they should be by then
    moves: Plan
    why: Note


class VeteranBot:
    """Plays sensibly, unless playing it out shows that another plan wins more."""

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed
        self.usual = SensibleBot(seed)
        self.plan: Rest | None = None

    def choose(self, seen: Position) -> Choice:
        """Return the next move of the plan that does best across all deals, with its reason."""
        if self.plan and self.plan.combat == seen.combat and self.plan.moves[0] in legal_moves(seen):
            return self.carry_out(seen, self.plan.moves, self.plan.why)
        self.plan = None
        usual, waiting = self.usual.choose(seen), seen.waiting
        assert waiting
        if waiting.kind not in RULES or len(legal_moves(seen)) == 1:
            return usual
        plans = [*self.plans(seen, usual.move)][:MOST]
        best, why = weigh(seen, waiting.player, plans, self.seed) if len(plans) > 1 else (0, None)
        return usual if why is None else self.carry_out(seen, plans[best], why)

    def carry_out(self, seen: Position, plan: Plan, why: Note) -> Choice:
        """Return a plan's first move, and keep the others for the moments after it."""
        self.plan = Rest(step(seen, plan[0]).after.combat, plan[1:], why) if len(plan) > 1 else None
        return Choice(plan[0], why)

    def plans(self, seen: Position, usual: Move) -> Iterator[Plan]:
        """Yield the possible plans, the sensible one first, each once."""
        waiting = seen.waiting
        assert waiting
        if waiting.kind in PLANNED:
            known = []
            for plan in self.groupings(seen, waiting.player):
                if {*plan} not in known:
                    known.append({*plan})
                    yield plan
            return
        yield (usual,)
        alike = {named(seen, usual)}
        for move in legal_moves(seen):
            if not isinstance(move, moves.TakeBack) and named(seen, move) not in alike:
                alike.add(named(seen, move))
                yield (move,)

    def groupings(self, seen: Position, me: Player) -> Iterator[Plan]:
        """Yield ways to form all groups of an attack or a defense, the sensible one first."""
        combat, taste = seen.combat, self.usual.taste
        assert combat
        assert seen.waiting
        attacking = seen.waiting.kind is Decision.ATTACK
        usual = list(self.sensible_groups(seen))
        yield (*usual, DONE)
        if any(combat.attack if attacking else combat.defense):
            return
        if attacking:
            for groups in splits(raiders_of(seen, me, taste), len(combat.attack)):
                yield (*(moves.Send(who.id, point) for point, one in enumerate(groups, 1) for who in one), DONE)
            return
        points = [point for point, ids in enumerate(combat.attack, 1) if ids]
        survivors = survivors_of(seen, me, taste)
        yield (DONE,)
        for index in range(len(usual)):
            yield (*usual[:index], *usual[index + 1 :], DONE)
        for point in points:
            yield (*(moves.Send(who.id, point) for who in survivors), DONE)
            for who in survivors:
                yield (*(move for move in usual if move.card != who.id), moves.Send(who.id, point), DONE)

    def sensible_groups(self, seen: Position) -> Iterator[moves.Send]:
        """Yield the moves that send everybody as the sensible bot would."""
        while isinstance(move := self.usual.choose(seen).move, moves.Send):
            yield move
            seen = step(seen, move).after


def named(seen: Position, move: Move) -> tuple[object, ...]:
    """Return a key that's equal for moves with copies of the same card in hand."""
    card = getattr(move, "card", None)
    name = seen.game.cards[card].name if card is not None and card != DECK else card
    if isinstance(move, moves.Play):
        return moves.Play, name, move.zombie
    if isinstance(move, moves.Eat):
        return moves.Eat, name
    return (move,)


def weigh(seen: Position, me: Player, plans: list[Plan], seed: int) -> tuple[int, Note | None]:
    """Return the index of the plan that does best over the same deals, and why if it clearly beats the first."""
    dealt = [*deals(seen, FIRST + THEN, seed * 1_009 + seen.turn)]
    found = [[played_out(dealt[number], plan, me, number) for number in range(FIRST)] for plan in plans]
    best = sorted(range(1, len(plans)), key=lambda index: -mean(found[index]))[:FEW]
    for index in (0, *best):
        found[index] += [played_out(dealt[number], plans[index], me, number) for number in range(FIRST, len(dealt))]
    pick = max(best, key=lambda index: mean(found[index]))
    more = [new.score - old.score for new, old in zip(found[pick], found[0], strict=True)]
    gain = sum(more) / len(more)
    error = sqrt(sum([(each - gain) ** 2 for each in more]) / (len(more) * (len(more) - 1)))
    if gain <= LEAST + SURE * error:
        return 0, None
    assert seen.waiting
    return pick, reason(found[pick], found[0], RULES[seen.waiting.kind])


def mean(outcomes: list[Outcome]) -> float:
    """Return the average score of some outcomes."""
    return sum([each.score for each in outcomes]) / len(outcomes)


def reason(new: list[Outcome], old: list[Outcome], rule: str) -> Note:
    """Return the reason for a plan, compared with the sensible one: more wins, more damage, or more cards kept."""
    won, fewer = (sum([each.won > 0 for each in outcomes]) for outcomes in (new, old))
    if won > fewer:
        return Note("bot.foresees-win", rule, {"count": len(new), "won": won, "fewer": fewer})
    damage = sum([each.theirs for each in old]) - sum([each.theirs for each in new])
    kept = sum([each.mine for each in new]) - sum([each.mine for each in old])
    key = "bot.foresees-damage" if damage >= kept else "bot.foresees-keeping"
    return Note(key, rule, {"amount": max(1, round(max(damage, kept) / len(new)))})


def played_out(deal: Position, plan: Plan, me: Player, number: int) -> Outcome:
    """Return the outcome of a plan when both players continue sensibly."""
    position = deal
    for move in plan:
        if position.waiting is None:
            break
        position = step(position, move).after
    last = deal.turn + AHEAD
    for _, done in steps_of(SensibleBot(2 * number), SensibleBot(2 * number + 1), position):
        position = done.after
        if position.turn >= last:
            break
    won = 0 if position.winner is None else 1 if position.winner == me else -1
    return Outcome(assets(position, me), assets(position, OTHER[me]), won)


def assets(position: Position, player: Player) -> int:
    """Return what a player has left: all they could consume, plus the damage if their raiders get in once."""
    damage = position.game.cards[position.sides[OTHER[player]].stronghold].damage
    return resources(position, player) + damage * len(position.sides[player].raiders)
