"""A strong bot: it deals the cards it can't see in several ways, plays three turns with each choice, and compares."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from apz.apocalypze import moves
from apz.apocalypze.bots.fights import splits
from apz.apocalypze.bots.prospects import chance_to_win
from apz.apocalypze.bots.sensible import DONE, SensibleBot
from apz.apocalypze.bots.worth import Taste, keeping, raiders_of, survivors_of
from apz.apocalypze.hidden import deals
from apz.apocalypze.ids import OTHER, CardId, Player
from apz.apocalypze.model import DECK, Combat, Debt, Decision, Position
from apz.apocalypze.moves import Move
from apz.apocalypze.play import legal_moves, step
from apz.apocalypze.rules.consumption import resources
from apz.core.bots import Choice
from apz.core.trace import Note

Plan = tuple[Move, ...]  # moves that belong together, such as all groups of an attack

# found by playing thousands of games against the regular: more survivors, more zombies, fewer unblocked groups
SHARP = Taste(
    spite=0.7, upkeep=1.0, surplus=1.0, horizon=1.2, troop=1.2, keep_raider=0.8, reserve=1, horde=0.5, stay=-1.0,
    alarm=1.5, margin=1, tool=0.3, trick=0.5,
)  # fmt: skip
OPPONENTS = (Taste(), SHARP)  # in turn, because there's more than one good way to reply
MOST = 16  # plans that are compared
TURNS = 3  # turns played with each plan: this one and the two after it, so that both players have replied
DEALS = 4  # deals of hidden cards: the first for all plans, then for the sensible one and the better half of the others
LEAST = 0.005  # how much better the chance to win must be than with the sensible plan
CROWD = 30  # characters in play; with more, looking ahead takes too long
MOST_STEPS = 1_500  # moves looked at for one choice, which keeps it under a second even in a browser
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
    """The result of a plan in one deal: the chance to win, who won if the game ended, and what each player had left."""

    chance: float
    won: int  # 1 for a win, -1 for a loss, 0 if the game isn't over
    mine: int  # resources after the next turn, when the other player has replied
    theirs: int
    guards: int  # the player's own survivors
    raiders: int
    enemies: int  # the opponent's raiders


class Rest(NamedTuple):
    """The moves of a plan that are still to come, with the moment they belong to and the reason."""

    combat: Combat | None  # the groups as they should be by then
    moves: Plan
    why: Note


class VeteranBot:
    """A sensible bot that prefers another plan if playing it out promises a better chance to win."""

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed
        self.usual = SensibleBot(seed, SHARP)
        self.plan: Rest | None = None

    def choose(self, seen: Position) -> Choice:
        """Return the next move of the best plan found, or the sensible bot's move if no plan is clearly better."""
        if self.plan and self.plan.combat == seen.combat and self.plan.moves[0] in legal_moves(seen):
            return self.carry_out(seen, self.plan.moves, self.plan.why)
        self.plan = None
        usual, waiting = self.usual.choose(seen), seen.waiting
        assert waiting
        crowd = sum([len(side.survivors) + len(side.raiders) for side in seen.sides])
        if waiting.kind not in RULES or crowd > CROWD or len(legal_moves(seen)) == 1:
            return usual
        plans = [*self.plans(seen, usual.move)][:MOST]
        best, why = weigh(seen, waiting.player, plans, self.seed) if len(plans) > 1 else (0, None)
        return usual if why is None else self.carry_out(seen, plans[best], why)

    def carry_out(self, seen: Position, plan: Plan, why: Note) -> Choice:
        """Return a plan's first move, and keep the other moves for the decisions that follow."""
        self.plan = Rest(step(seen, plan[0]).after.combat, plan[1:], why) if len(plan) > 1 else None
        return Choice(plan[0], why)

    def plans(self, seen: Position, usual: Move) -> Iterator[Plan]:
        """Yield the plans to compare, without duplicates and with the sensible one first."""
        waiting = seen.waiting
        assert waiting
        if waiting.kind in PLANNED:
            formed: list[set[Move]] = []
            for plan in self.groupings(seen, waiting.player):
                if {*plan} not in formed:
                    formed.append({*plan})
                    yield plan
            return
        if isinstance(waiting, Debt) and not waiting.offered:
            yield from self.payments(seen, waiting)
            return
        yield (usual,)
        known = {named(seen, usual)}
        for move in sorted(legal_moves(seen), key=lambda move: not isinstance(move, moves.Done | moves.Pass)):
            if not isinstance(move, moves.TakeBack) and named(seen, move) not in known:
                known.add(named(seen, move))
                yield (move,)

    def payments(self, seen: Position, debt: Debt) -> Iterator[Plan]:
        """Yield ways to pay a debt, the sensible one first, then some that start with a survivor, the hand or deck."""
        side, cards = seen.sides[debt.player], seen.game.cards
        usual = tuple([moves.Eat(CardId(card)) for card in self.usual.meal.cards])
        yield usual
        hand = sorted(side.hand, key=lambda card: keeping(cards[card], self.usual.taste))
        known = {alike(seen, usual)}
        for first in ((), *((who.id,) for who in sorted(side.survivors, key=lambda who: who.face.value))):
            for then in ((), hand):
                plan = paid_in_order(seen, (*first, *then, DECK, *hand, *(who.id for who in side.survivors)))
                if plan and alike(seen, plan) not in known:
                    known.add(alike(seen, plan))
                    yield plan

    def groupings(self, seen: Position, me: Player) -> Iterator[Plan]:
        """Yield ways to form all groups of an attack or a defense, the sensible one first.

        If somebody has already been sent, that's the only one.
        """
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


def paid_in_order(seen: Position, order: Sequence[int]) -> Plan:
    """Return the moves that pay with the first legal card in `order` each time, until the debt is paid or none fits."""
    debt, plan = seen.waiting, []
    assert isinstance(debt, Debt)
    while isinstance(waiting := seen.waiting, Debt) and waiting._replace(offered=()) == debt:
        legal = legal_moves(seen)
        move = next((move for card in order if (move := moves.Eat(CardId(card))) in legal), None)
        if move is None:
            break
        plan.append(move)
        seen = step(seen, move).after
    return tuple(plan)


def alike(seen: Position, plan: Plan) -> tuple[str, ...]:
    """Return a key shared by plans that differ only in their order or in copies of a card."""
    return tuple(sorted([str(named(seen, move)) for move in plan]))


def named(seen: Position, move: Move) -> tuple[object, ...]:
    """Return a key that's equal for moves that play or consume copies of the same card; other moves get their own."""
    card = getattr(move, "card", None)
    name = seen.game.cards[card].name if card is not None and card != DECK else card
    if isinstance(move, moves.Play):
        return moves.Play, name, move.zombie
    if isinstance(move, moves.Eat):
        return moves.Eat, name
    return (move,)


def weigh(seen: Position, me: Player, plans: list[Plan], seed: int) -> tuple[int, Note | None]:
    """Return the index of the best plan and why it beats the first, or `0` and `None` if no plan does."""
    found: list[list[Outcome]] = [[] for _ in plans]
    left, steps = [*range(len(plans))], 0
    for number, deal in enumerate(deals(seen, DEALS, seed * 1_009 + seen.turn)):
        for place, index in enumerate(left):
            if steps > MOST_STEPS:
                left = left[:place]  # only plans that were played with the same deals are compared
                break
            outcome, taken = played_out(deal, plans[index], me, number)
            found[index].append(outcome)
            steps += taken
        if steps > MOST_STEPS:
            break
        ranked = sorted(left[1:], key=lambda index: -mean(found[index]))
        left = [0, *ranked[: (len(ranked) + 1) // 2]]
    pick = max(left, key=lambda index: mean(found[index]))
    if mean(found[pick]) <= mean(found[0]) + LEAST:
        return 0, None
    assert seen.waiting
    return pick, reason(found[pick], found[0], RULES[seen.waiting.kind])


def mean(outcomes: list[Outcome]) -> float:
    """Return the average chance to win over these outcomes."""
    return sum([each.chance for each in outcomes]) / len(outcomes)


def reason(new: list[Outcome], old: list[Outcome], rule: str) -> Note:
    """Return a note on a plan's advantage over the sensible one: wins, losses, what's left, or the chance to win."""
    count = len(new)
    won, fewer = (sum([each.won > 0 for each in outcomes]) for outcomes in (new, old))
    if won > fewer:
        return Note("bot.foresees-win", rule, {"count": count, "won": won, "fewer": fewer})
    lost, more = (sum([each.won < 0 for each in outcomes]) for outcomes in (new, old))
    if more > lost:
        return Note("bot.foresees-survival", rule, {"count": count, "lost": lost, "more": more})
    gains = {
        "damage": average([each.theirs for each in old], [each.theirs for each in new]),
        "keeping": average([each.mine for each in new], [each.mine for each in old]),
        "kills": average([each.enemies for each in old], [each.enemies for each in new]),
        "raiders": average([each.raiders for each in new], [each.raiders for each in old]),
        "guards": average([each.guards for each in new], [each.guards for each in old]),
    }
    best = max(gains, key=lambda each: gains[each] * WORTH[each])
    if gains[best] >= 0.5:
        return Note(f"bot.foresees-{best}", rule, {"amount": int(gains[best] + 0.5)})
    return Note("bot.foresees-chance", rule, {"chance": round(100 * mean(new)), "less": round(100 * mean(old))})


WORTH = {"damage": 1.0, "keeping": 1.0, "kills": 2.0, "raiders": 2.0, "guards": 2.0}  # in cards of a deck


def average(more: Sequence[int], less: Sequence[int]) -> float:
    """Return how much the average of `more` exceeds that of `less`."""
    return (sum(more) - sum(less)) / len(more)


def played_out(deal: Position, plan: Plan, me: Player, number: int) -> tuple[Outcome, int]:
    """Return the outcome of a plan when both players play on sensibly, and how many moves that took.

    The chance to win is the average of two estimates, after the next turn and the one after it: by then the other
    player has replied, which makes them more reliable than any earlier one.
    """
    position, steps = deal, 0
    for move in plan:
        if position.waiting is None:
            break
        position, steps = step(position, move).after, steps + 1
    mine, theirs = SensibleBot(2 * number, SHARP), SensibleBot(2 * number + 1, OPPONENTS[number % len(OPPONENTS)])
    ends = []
    for turn in range(deal.turn, deal.turn + TURNS):
        while position.turn == turn and (waiting := position.waiting) is not None:
            bot = mine if waiting.player == me else theirs
            position, steps = step(position, bot.choose(position).move).after, steps + 1
        ends.append(position)
    _, after, end = ends
    won = 0 if end.winner is None else 1 if end.winner == me else -1
    side, other = after.sides[me], after.sides[OTHER[me]]
    outcome = Outcome(
        (chance_to_win(after, me) + chance_to_win(end, me)) / 2, won, resources(after, me),
        resources(after, OTHER[me]), len(side.survivors), len(side.raiders), len(other.raiders),
    )  # fmt: skip
    return outcome, steps
