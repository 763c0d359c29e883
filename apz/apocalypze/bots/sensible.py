"""A bot that plays sensibly: it blocks when that pays off, feeds what it can afford, and attacks where it gets in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from apz.apocalypze import moves
from apz.apocalypze.bots.fights import best_attack, breach, clash, crowded, loss, meet, spread
from apz.apocalypze.bots.lookahead import after, blindfold, standing, tried
from apz.apocalypze.bots.meals import Meal, cheapest_meal
from apz.apocalypze.bots.plans import ACTIONS, USEFUL, Outlook, act_worth, attach_worth, away_gain, home_gain, wanted
from apz.apocalypze.bots.worth import Fighter, Taste, fighter, raiders_of, survivors_of
from apz.apocalypze.ids import OTHER, Player
from apz.apocalypze.model import (
    DECK,
    Arrival,
    Debt,
    Decision,
    EngagementOrder,
    Position,
    Prompt,
    Removal,
    Response,
    Searching,
    Window,
    Wounds,
)
from apz.apocalypze.moves import Move
from apz.apocalypze.play import legal_moves
from apz.apocalypze.rules.combat import engage_move, takers, wound_move
from apz.apocalypze.rules.consumption import resources
from apz.apocalypze.rules.find import find
from apz.apocalypze.rules.groups import send_move
from apz.apocalypze.rules.occupation import OCCUPY
from apz.apocalypze.rules.payment import eat_move
from apz.apocalypze.rules.table import record
from apz.core.bots import Choice
from apz.core.luck import Chance
from apz.core.trace import EVERYBODY, Note

DRAW: Final = moves.Draw()
DONE: Final = moves.Done()
PASS: Final = moves.Pass()
PLAYS: Final = (moves.Play, moves.Attach, moves.Event, moves.Use)


def because(move: Move, key: str, rule: str, cards: tuple[int, ...] = (), **values: Any) -> Choice:
    """Return a choice with its reason."""
    why = record(Note, (f"bot.{key}", rule, values, cards, False, EVERYBODY))
    made: Choice = record(Choice, (move, why))
    return made


class SensibleBot:
    """A bot that weighs the gains and costs of each choice, using only what its player can see."""

    def __init__(self, seed: int = 0, taste: Taste | None = None) -> None:
        self.chance = Chance(seed)
        self.taste = taste or Taste()
        self.planned: tuple[Any, ...] = ()  # the moment that the plans below were made for
        self.plan: dict[int, int] = {}  # which character goes to which access point
        self.expected = 0  # what the attack should make the defender consume
        self.stakes: dict[int, tuple[int, int]] = {}  # at each access point: damage saved, wounds risked
        self.meal = Meal((), 0.0)  # what to consume
        self.simple = False  # whether the groups are only spread out, because there are too many to weigh

    def choose(self, seen: Position) -> Choice:
        """Return the most promising move, with its reason."""
        waiting = seen.agenda[-1]
        return DECISIONS[waiting.kind](self, seen, waiting)

    def draw(self, seen: Position, waiting: Prompt) -> Choice:
        """Choose to draw; the bot never plays a trump first."""
        return because(DRAW, "draws", "draw.six")

    def occupy(self, seen: Position, waiting: Prompt) -> Choice:
        """Choose the stronghold where a turn gains more, or toss a coin if both gain the same; on turn 1, stay home."""
        me = waiting.player
        if seen.turn == 1:
            return because(OCCUPY[me], "occupies-first", "occupy.first")
        view = Outlook(seen, me, self.taste)
        home, away = home_gain(view), away_gain(view)
        if away > home or (away == home and self.chance.coin()):
            return because(OCCUPY[OTHER[me]], "occupies-theirs", "occupy.choose", raiders=len(seen.sides[me].raiders))
        return because(OCCUPY[me], "occupies-own", "occupy.choose", wanted=view.missing)

    def act(self, seen: Position, waiting: Prompt) -> Choice:
        """Choose the card or ability that's worth most, or Done if none is worth playing."""
        view = Outlook(seen, waiting.player, self.taste)
        best, gain = None, 0.05
        for move in legal_moves(seen).all():
            worth = act_worth(view, move)
            if worth > gain:
                best, gain = move, worth
        if not isinstance(best, PLAYS):
            return because(DONE, "done", "occupy.any-number")
        name = seen.game.cards[best.card].name
        if isinstance(best, moves.Play):
            home = "plays-survivor" if view.missing else "plays-spare"
            key = home if seen.place == waiting.player else "plays-raider"
            return because(best, key, "occupy.any-number", (best.card,), card=name, wanted=view.want)
        if isinstance(best, moves.Attach):
            host = seen.game.cards[best.to].name
            return because(best, "attaches", "attach.target", (best.card, best.to), card=name, host=host)
        return because(best, "uses", "occupy.any-number", (best.card,), card=name)

    def last(self, seen: Position, waiting: Prompt) -> Choice:
        """Choose to pass, since nothing is worth playing before the opponent's combat."""
        return because(PASS, "lets-go-on", "event.moments")

    def attack(self, seen: Position, waiting: Prompt) -> Choice:
        """Choose where the next raider goes, so that the defender gains least; finally, attack."""
        me, combat = waiting.player, seen.combat
        assert combat
        raiders, survivors = seen.sides[me].raiders, seen.sides[OTHER[me]].survivors
        plan = ("attack", seen.turn, raiders, survivors, len(combat.attack))
        if self.planned != plan:
            self.plan_attack(seen, me, len(combat.attack))
            self.planned = plan
        for who in raiders:
            if not any([who.id in ids for ids in combat.attack]):
                point = self.plan[who.id]
                key = "sends-simply" if self.simple else "sends"
                return because(
                    send_move(who.id, point), key, "combat.groups", (who.id,),
                    card=who.card.name, point=point, amount=self.expected,
                )  # fmt: skip
        done = "attacks-simply" if self.simple else "attacks"
        return because(DONE, done, "combat.groups", amount=self.expected)

    def plan_attack(self, seen: Position, me: Player, access: int) -> None:
        """Plan where each raider goes, and record what the attack should make the defender consume."""
        mine, theirs = raiders_of(seen, me, self.taste), survivors_of(seen, OTHER[me], self.taste)
        self.simple = crowded(mine, theirs, 2 * min(access, len(mine)))
        if self.simple:
            self.plan, self.expected = spread(mine, range(1, access + 1)), 0
            return
        best = best_attack(seen, OTHER[me], mine, theirs, access, self.taste, resources(seen, OTHER[me]))
        self.plan = {who.id: number for number, one in enumerate(best.groups, 1) for who in one}
        self.expected = best.breach

    def defend(self, seen: Position, waiting: Prompt) -> Choice:
        """Choose which survivor to send next, where blocking saves more than it risks; after the last one, finish."""
        me, combat = waiting.player, seen.combat
        assert combat
        survivors = seen.sides[me].survivors
        plan = ("defend", seen.turn, combat.attack, survivors, seen.sides[OTHER[me]].raiders)
        if self.planned != plan:
            self.plan_defense(seen, me, combat.attack)
            self.planned = plan
        for who in survivors:
            at = self.plan.get(who.id, 0)
            if at and not any([who.id in ids for ids in combat.defense]):
                saved, risk = self.stakes.get(at, (0, 0))
                key = "meets-simply" if self.simple else "backs" if combat.defense[at - 1] else "meets"
                return because(
                    send_move(who.id, at), key, "combat.defend", (who.id,),
                    card=who.card.name, point=at, saved=saved, risk=risk,
                )  # fmt: skip
        sent = sum(map(len, combat.defense))
        return because(DONE, "defended" if sent < len(survivors) else "all-sent", "combat.defend")

    def plan_defense(self, seen: Position, me: Player, attack: tuple[tuple[int, ...], ...]) -> None:
        """Plan where each survivor goes, and record the stakes at each access point."""
        theirs = {who.id: who for who in raiders_of(seen, OTHER[me], self.taste)}
        groups = {number: [theirs[card] for card in ids] for number, ids in enumerate(attack, 1) if ids}
        mine = survivors_of(seen, me, self.taste)
        self.simple = crowded([*theirs.values()], mine)
        if self.simple:
            self.plan, self.stakes = spread(mine, [*groups]), {}
            return
        met = meet(seen, me, list(groups.values()), mine, self.taste, resources(seen, me)).groups
        self.plan = {who.id: number for number, one in zip(groups, met, strict=True) for who in one}
        self.stakes = {
            number: (breach(seen, me, enemies), clash(seen, me, enemies, one)[1])
            for (number, enemies), one in zip(groups.items(), met, strict=True)
        }

    def order(self, seen: Position, waiting: EngagementOrder) -> Choice:
        """Choose the first engagement that isn't resolved yet."""
        assert seen.combat
        point = next(p for p in seen.combat.met if p not in seen.combat.resolved)
        return because(engage_move(point), "engages", "combat.order", point=point)

    def wound(self, seen: Position, waiting: Wounds) -> Choice:
        """Choose the character to wound first, so that the wounds cost least in all."""
        assert seen.combat
        me = waiting.player
        attacking = me == seen.player
        mine = [fighter(seen, who, OTHER[seen.player], attacking, self.taste) for who in takers(seen, waiting)]
        best = mine[0]
        if len(mine) > 1:
            best = min(mine, key=lambda who: self.wound_cost(waiting.amount, who, mine))
        name = best.who.card.name
        taken = "wounds-cheapest" if waiting.amount >= best.value else "wounds-lightly"
        key = taken if len(mine) > 1 else "wounds-only"
        return because(wound_move(best.id), key, "combat.wounds", (best.id,), card=name, amount=waiting.amount)

    def wound_cost(self, amount: int, first: Fighter, mine: list[Fighter]) -> float:
        """Return the cost of assigning the wounds to this character first."""
        if first.value > amount:
            return first.recycled
        return first.killed + loss(amount - first.value, [who for who in mine if who.id != first.id])

    def consume(self, seen: Position, waiting: Debt) -> Choice:
        """Choose the next card of the cheapest payment; first take back offered cards that aren't part of it."""
        me = waiting.player
        plan = ("consume", waiting.amount, seen.sides[me], seen.lasting)
        if self.planned != plan:
            self.meal = cheapest_meal(seen, me, waiting.amount, self.taste)
            self.planned = plan
        rest = list(self.meal.cards)
        for card in waiting.offered:
            if card not in rest:
                return because(moves.TakeBack(card), "takes-back", "play.takeback")
            rest.remove(card)
        if self.meal.simple:
            return because(eat_move(rest[0]), "eats-simply", "consume.mix", owed=waiting.amount)
        if (
            len(rest) == 1 and {*self.meal.cards} != {DECK} and len(self.meal.cards) > 1
        ):  # this part completes the payment
            return because(eat_move(rest[0]), "pays", "consume.mix", owed=waiting.amount)
        return self.eating(seen, waiting, eat_move(rest[0]))

    def eating(self, seen: Position, waiting: Debt, move: moves.Eat) -> Choice:
        """Return the choice to consume this card, with its reason."""
        card, owed = move.card, waiting.amount
        if card == DECK:
            return because(move, "eats-deck", "consume.deck", owed=owed, left=len(seen.sides[waiting.player].deck))
        name = seen.game.cards[card].name
        if card in seen.sides[waiting.player].hand:
            return because(move, "eats-hand", "consume.hand", (card,), card=name, owed=owed)
        return because(move, "eats-survivor", "consume.survivor", (card,), card=name, owed=owed)

    def window(self, seen: Position, waiting: Window) -> Choice:
        """Choose the move that improves the engagement most, or a pass if none does."""
        me = waiting.player
        ahead = blindfold(seen, me)
        best, gain = None, standing(ahead, me, self.taste) + 0.1
        every = legal_moves(seen).all()
        looked = tried(seen, every)
        for move in looked:
            worth = standing(after(ahead, move), me, self.taste)
            if worth > gain:
                best, gain = move, worth
        count, choices = len(looked), len(every) - 1  # everything but passing
        if best is None:
            passed = "passes-simply" if count < choices else "passes"
            return because(PASS, passed, "timing.attacker-first", count=count, choices=choices)
        name = seen.game.cards[best.card].name
        key = "turns-engagement-simply" if count < choices else "turns-engagement"
        return because(best, key, "timing.engagement", (best.card,), card=name, count=count, choices=choices)

    def respond(self, seen: Position, waiting: Response) -> Choice:
        """Choose a response that cancels a harmful card, or pass."""
        answered = waiting.move
        name = seen.game.cards[answered.card].name
        if USEFUL.get(name, 0.0) >= 0.9:
            for move in legal_moves(seen):
                if isinstance(move, ACTIONS):
                    by = seen.game.cards[move.card].name
                    return because(move, "disregards", "event.respond", (move.card,), card=name, by=by)
        return because(PASS, "lets-happen", "event.respond", card=name)

    def remove(self, seen: Position, waiting: Removal) -> Choice:
        """Choose to save the player's own character, or to lay the opponent's zombie to rest; otherwise pass."""
        found = find(seen, waiting.card)
        assert found
        name = found.who.card.name
        mine = seen.game.owners[waiting.card] == waiting.player
        for move in legal_moves(seen):
            if isinstance(move, moves.Use) and found.player == waiting.player:
                return because(move, "saves", "character.killed", (move.card, waiting.card), card=name)
            if isinstance(move, moves.Event) and not mine:
                return because(move, "lays-to-rest", "twofold.persistent", (move.card, waiting.card), card=name)
        return because(PASS, "lets-die", "character.killed", (waiting.card,), card=name)

    def arrival(self, seen: Position, waiting: Arrival) -> Choice:
        """Choose an ability that looks for a survivor if the player wants another one; otherwise pass."""
        me = waiting.player
        if wanted(seen, me, self.taste) > len(seen.sides[me].survivors):
            for move in legal_moves(seen):
                if isinstance(move, moves.Use):
                    return because(move, "watches", "event.moments", (move.card,), card=seen.game.cards[move.card].name)
        return because(PASS, "lets-come", "event.moments")

    def search(self, seen: Position, waiting: Searching) -> Choice:
        """Choose the best card to take, or pass if there's none."""
        view = Outlook(seen, waiting.player, self.taste)
        best, gain = None, 0.0
        for move in legal_moves(seen):
            if isinstance(move, moves.Take):
                card = seen.game.cards[move.card]
                face = card.human or card.zombie
                worth = 1.0 + USEFUL.get(card.name, 0.0)
                if face:
                    worth += card.unique + 0.3 * (face.value + face.attack + face.defense)
                elif move.to != DECK:
                    worth += attach_worth(view, moves.Attach(move.card, move.to))
                if worth > gain:
                    best, gain = move, worth
        if best is None:
            return because(PASS, "finds-nothing", waiting.rule or "event.search")
        name = seen.game.cards[best.card].name
        return because(best, "takes", waiting.rule or "pile.shuffle", (best.card,), card=name)


Decide = Callable[[SensibleBot, Position, Any], Choice]
DECISIONS: Final[dict[Decision, Decide]] = {
    Decision.DRAW: SensibleBot.draw,
    Decision.OCCUPY: SensibleBot.occupy,
    Decision.ACT: SensibleBot.act,
    Decision.LAST: SensibleBot.last,
    Decision.ATTACK: SensibleBot.attack,
    Decision.DEFEND: SensibleBot.defend,
    Decision.ORDER: SensibleBot.order,
    Decision.WINDOW: SensibleBot.window,
    Decision.WOUND: SensibleBot.wound,
    Decision.CONSUME: SensibleBot.consume,
    Decision.RESPOND: SensibleBot.respond,
    Decision.REMOVE: SensibleBot.remove,
    Decision.ARRIVAL: SensibleBot.arrival,
    Decision.SEARCH: SensibleBot.search,
}
