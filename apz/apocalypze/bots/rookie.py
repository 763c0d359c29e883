"""A bot that makes beginners' mistakes but fights back: it plays any character that fits, without doing the math."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from apz.apocalypze import moves
from apz.apocalypze.bots.fights import spread
from apz.apocalypze.bots.meals import Meal
from apz.apocalypze.bots.plans import raiding_faction
from apz.apocalypze.bots.sensible import DECISIONS, DONE, PASS, SensibleBot, because
from apz.apocalypze.bots.worth import Taste, survivors_of
from apz.apocalypze.ids import OTHER
from apz.apocalypze.model import DECK, RAIDER, SURVIVOR, Debt, Decision, Position, Prompt, Window
from apz.apocalypze.play import legal_moves
from apz.core.bots import Choice
from apz.core.luck import Chance

ENOUGH: Final = 3  # survivors that look like enough to leave home


class RookieBot(SensibleBot):
    """A bot like a beginner: it plays any character that fits, attacks in one big group and pays from the deck."""

    def __init__(self, seed: int = 0, taste: Taste | None = None) -> None:
        super().__init__(seed, taste)
        self.seed = seed

    def choose(self, seen: Position) -> Choice:
        """Return the move a beginner would think of first, with its reason."""
        waiting = seen.waiting
        assert waiting
        return {**DECISIONS, **HABITS}[waiting.kind](self, seen, waiting)

    def forgets(self, seen: Position) -> bool:
        """Return True if the bot forgets its events and abilities this turn, with a chance of one half."""
        return bool(Chance(self.seed * 1_000_003 + seen.turn).coin())

    def settle(self, seen: Position, waiting: Prompt) -> Choice:
        """Choose to raid if the hand has more raiders than survivors, or any raider while home has enough survivors.

        Otherwise, and always on turn 1, choose to stay home.
        """
        me = waiting.player
        if seen.turn == 1:
            return self.occupy(seen, waiting)
        side, cards = seen.sides[me], seen.game.cards
        raiders = sum([cards[card].kind == RAIDER for card in side.hand])
        survivors = sum([cards[card].kind == SURVIVOR for card in side.hand])
        if raiders and (len(side.survivors) >= ENOUGH or raiders > survivors):
            return because(moves.Occupy(OTHER[me]), "rookie-goes", "occupy.choose", raiders=raiders)
        return because(moves.Occupy(me), "rookie-stays", "occupy.choose", survivors=survivors)

    def play_all(self, seen: Position, waiting: Prompt) -> Choice:
        """Choose the first character that fits; if none does, finish if the bot is forgetful, or else act sensibly."""
        me, cards = waiting.player, seen.game.cards
        home, faction = seen.place == me, raiding_faction(seen, me)
        for move in legal_moves(seen):
            if isinstance(move, moves.Play):
                card = cards[move.card]
                if home or (card.face(move.zombie).faction == faction and card.kind == RAIDER):
                    key = "rookie-survivor" if home else "rookie-raider"
                    return because(move, key, "occupy.any-number", (move.card,), card=card.name)
        return because(DONE, "rookie-done", "occupy.any-number") if self.forgets(seen) else self.act(seen, waiting)

    def send_all(self, seen: Position, waiting: Prompt) -> Choice:
        """Choose to send each raider to access point 1, then to attack with one big group."""
        assert seen.combat
        raiders = seen.sides[waiting.player].raiders
        for who in raiders:
            if not any([who.id in ids for ids in seen.combat.attack]):
                return because(moves.Send(who.id, 1), "rookie-sends", "combat.groups", (who.id,), card=who.card.name)
        return because(DONE, "rookie-attacks", "combat.groups", raiders=len(raiders))

    def block_all(self, seen: Position, waiting: Prompt) -> Choice:
        """Choose to block groups as evenly as possible while there's somebody to send, no matter the risk."""
        me, combat = waiting.player, seen.combat
        assert combat
        groups = [number for number, ids in enumerate(combat.attack, 1) if ids]
        for card, point in spread(survivors_of(seen, me, self.taste), groups).items():
            if not any([card in ids for ids in combat.defense]):
                name = seen.game.cards[card].name
                return because(
                    moves.Send(card, point), "rookie-blocks", "combat.defend", (card,), card=name, point=point
                )
        return because(DONE, "all-sent", "combat.defend")

    def watch(self, seen: Position, waiting: Window) -> Choice:
        """Choose to pass if the bot forgets its cards this turn; otherwise choose as a sensible bot would."""
        if self.forgets(seen):
            return because(PASS, "rookie-passes", "timing.attacker-first")
        return self.window(seen, waiting)

    def pay(self, seen: Position, waiting: Debt) -> Choice:
        """Choose to pay from the top of the deck if the deck has enough cards, otherwise as a sensible bot would."""
        side = seen.sides[waiting.player]
        plan = ("consume", waiting.amount, side, seen.lasting)
        if len(side.deck) >= waiting.amount:
            self.planned, self.meal = plan, Meal((DECK,) * waiting.amount, float(waiting.amount))
        return self.consume(seen, waiting)


Decide = Callable[[RookieBot, Position, Any], Choice]
HABITS: Final[dict[Decision, Decide]] = {
    Decision.OCCUPY: RookieBot.settle,
    Decision.ACT: RookieBot.play_all,
    Decision.ATTACK: RookieBot.send_all,
    Decision.DEFEND: RookieBot.block_all,
    Decision.WINDOW: RookieBot.watch,
    Decision.CONSUME: RookieBot.pay,
}
