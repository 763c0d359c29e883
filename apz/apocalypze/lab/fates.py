"""The effects of wounds, death and being consumed on each character, found by trying them in the kernel."""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache
from typing import NamedTuple

from apz.apocalypze.ids import OTHER, CardId, Player, Point
from apz.apocalypze.lab.aims import Aim
from apz.apocalypze.lab.problem import Problem
from apz.apocalypze.model import DECK, Combat, Debt, Decision, InPlay, Position, Prompt, Waiting, Wounds
from apz.apocalypze.moves import Eat, Move, Wound
from apz.apocalypze.play import step
from apz.apocalypze.rules import combat
from apz.apocalypze.rules.consumption import spared
from apz.apocalypze.rules.sums import value
from apz.apocalypze.rules.table import Table
from apz.core.trace import Sum, Term


class Fate(NamedTuple):
    """A character's fate: its effect on the defender's score, wounds left over, what it pays, and whether it's dead."""

    effect: int
    left: int = 0  # wounds left for another character
    pays: int = 0  # the amount it pays if it's consumed; 0 if it can't be
    eaten: int = 0  # the effect of being consumed on the score, beyond `effect`
    dead: bool = False


def kind_of(position: Position, who: InPlay, aim: Aim) -> Hashable:
    """Return a key shared by equivalent characters: all facts but their card number, plus their worth to the aim."""
    cards, owners, used = position.game.cards, position.game.owners, position.used
    busy = [card for card, _ in used]  # a card has one more entry if it was used before `hushed` marked everything used
    things = tuple(
        [(cards[each.id].name, owners[each.id], each.to == who.id, busy.count(each.id)) for each in who.attached]
    )
    mark = (who.id == aim.card, aim.worths.get(who.id, 0), busy.count(who.id))
    return who.card.name, who.face, who.wounds, owners[who.id], things, mark


class Fates:
    """The fates of a position's characters in a quiet combat, each found once for all equivalent characters.

    Scores are the defender's: higher is better for the player whose stronghold is attacked.
    """

    def __init__(self, problem: Problem, position: Position) -> None:
        self.problem, self.position = problem, position
        self.place = OTHER[position.player]
        self.mine = {who.id for who in position.sides[self.place].survivors}
        self.sign = 1 if problem.aim.player == self.place else -1
        self.people: dict[int, InPlay] = {
            who.id: who
            for row in (position.sides[self.place].survivors, position.sides[position.player].raiders)
            for who in row
        }
        aim = problem.aim
        first: dict[Hashable, int] = {}
        self.looks: dict[int, Hashable] = {card: kind_of(position, who, aim) for card, who in self.people.items()}
        self.kinds: dict[int, int] = {
            card: first.setdefault(looks, card) for card, looks in self.looks.items()
        }  # the first one like it
        self.known: dict[tuple[int, int], Fate] = {}
        self.plain = self.ended(position)  # the score if nothing more happens to anybody

    def ended(self, position: Position) -> int:
        """Return the defender's score if combat ends now and nothing is owed."""
        table = Table(position)
        table.agenda = []
        combat.finish(table)
        return self.sign * int(self.problem.score(table.frozen()))

    def alone(self, waiting: Waiting, who: CardId | None, position: Position) -> Position:
        """Return the position reduced to one decision, with only this character in a group and nothing to follow."""
        group = (who,) if who is not None else ()
        mine = any([each.id == who for each in position.sides[self.place].survivors])
        fight = Combat((() if mine else group,), (group if mine else (),), (Point(1),), (), Point(1))
        agenda = (Prompt(Decision.DRAW, self.place), waiting)  # automatic steps stop at that prompt
        return position._replace(combat=fight, agenda=agenda)

    def probe(self, waiting: Waiting, move: Move, who: CardId | None = None, base: Position | None = None) -> Position:
        """Return the position after one move in the decision that `alone` makes."""
        after: Position = step(self.alone(waiting, who, base or self.position), move).after
        return after

    def of(self, card: int, wounds: int) -> Fate:
        """Return the fate of a character that's assigned this many wounds (0 leaves it alone)."""
        kind = self.kinds[card]
        found = self.known.get((kind, wounds))
        if found is None:
            shared = (self.looks[kind], kind in self.mine, wounds)
            if shared not in self.problem.memory:
                self.problem.memory[shared] = self.find(CardId(kind), wounds)
            found = self.known[kind, wounds] = self.problem.memory[shared]
        return found

    def find(self, card: CardId, wounds: int) -> Fate:
        """Return a character's fate if it's assigned this many wounds, worked out with the kernel."""
        player, worth = self.owner(card), value(self.position, self.people[card])
        if wounds > worth > 0:  # wounds beyond its value go to others, and make no difference to this one
            return self.of(card, worth)._replace(left=self.left_over(player, card, wounds))
        after = self.position
        if wounds:
            after = self.probe(Wounds(player, wounds), Wound(card), card)
        here = next(
            (each for side in after.sides for each in (*side.survivors, *side.raiders) if each.id == card), None
        )
        effect = self.ended(after._replace(combat=self.position.combat)) - self.plain
        if here is None:
            return Fate(effect, dead=True)
        if player != self.place or spared(after, self.place, here):
            return Fate(effect)
        gone = self.probe(Debt(self.place, 1, "combat.breach"), Eat(card), base=after)
        eaten = self.ended(gone._replace(combat=self.position.combat)) - self.plain - effect
        return Fate(effect, 0, max(0, value(after, here)), eaten)

    def left_over(self, player: Player, card: CardId, wounds: int) -> int:
        """Return how many of these wounds are left for others once this character has taken its share."""
        table = Table(self.alone(Wounds(player, wounds), card, self.position))
        waiting = table.agenda[-1]
        assert isinstance(waiting, Wounds)
        combat.do_wound(table, waiting, Wound(card))
        return sum([each.amount for each in table.agenda if isinstance(each, Wounds)])

    def owner(self, card: int) -> Player:
        """Return the player who assigns wounds to a character."""
        return self.place if card in self.mine else OTHER[self.place]

    def unit(self, hand: bool) -> int:
        """Return the effect on the score of paying 1 with the top card of the deck, or with two cards from the hand."""
        debt, side = Debt(self.place, 1, "combat.breach"), self.position.sides[self.place]
        if not hand:
            after = self.probe(debt, Eat(DECK))
        else:
            first = self.probe(debt, Eat(side.hand[0]))
            after = step(first, Eat(side.hand[1])).after
        return self.ended(after._replace(combat=self.position.combat)) - self.plain


@lru_cache(100_000)
def wounds_between(attack: int, defense: int) -> int:
    """Return the wounds that an attack total deals against a defense total, by the kernel's own rule."""
    return combat.wounds_of(Sum((Term(attack, "", ""),)), Sum((Term(defense, "", ""),)))
