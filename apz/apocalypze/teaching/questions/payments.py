"""Questions about paying a debt: what an offer pays, how much of it is lost, which way costs the least."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from apz.apocalypze.model import DECK, Debt, InPlay, Position
from apz.apocalypze.moves import Eat
from apz.apocalypze.positions import owing
from apz.apocalypze.rules.consumption import offer
from apz.apocalypze.rules.sums import value
from apz.apocalypze.teaching.questions.lesson_terms import Mistake, called, cards_of, number, unlike
from apz.apocalypze.teaching.questions.play_forward import taken
from apz.core.learning.questions import Maker, Option, Question, Said
from apz.core.trace import Note, Step

PARTS = ("consume.deck", "consume.hand", "consume.survivor")
PAID = ("consume.paid", "consume.paid-over")
GONE = "attachment.removed"
LETTERS = "abcdefgh"


class Payment(NamedTuple):
    """An offer, as the kernel accepted it."""

    cards: tuple[int, ...]
    eaten: tuple[InPlay, ...]
    hand: int
    names: tuple[str, ...]  # of the survivors
    steps: tuple[Step, ...]
    notes: tuple[Note, ...]  # the notes on the payment, up to the moment when it was enough

    @property
    def deck(self) -> int:
        """The number of deck cards in the offer."""
        return self.cards.count(DECK)

    @property
    def paid(self) -> int:
        """The amount that the offer pays, or has paid so far if it isn't enough."""
        return int(self.notes[-1].values["paid"])

    @property
    def lost(self) -> int:
        """The amount overpaid."""
        return int(self.notes[-1].values.get("lost", 0))

    @property
    def left(self) -> int:
        """The number of attachments that leave the table."""
        return sum(note.key == GONE for note in self.notes)

    @property
    def rules(self) -> tuple[str, ...]:
        """The ids of the rules the offer follows, the most specific first."""
        wounded = any(who.wounds for who in self.eaten)
        used = {
            "consume.wounded": wounded, "consume.hand": self.hand, "consume.survivor": self.eaten,
            "consume.deck": self.deck,
        }  # fmt: skip
        return (*(rule for rule, many in used.items() if many), "consume.mix")

    def said(self) -> Mapping[str, Any]:
        """Return the values for a sentence about the offer."""
        return {"deck": self.deck, "hand": self.hand, "names": self.names}

    def option(self) -> Said:
        """Return the offer as an answer option."""
        kinds = [kind for kind, many in (("deck", self.deck), ("hand", self.hand), ("eat", len(self.eaten))) if many]
        return Said(f"pay-{'-'.join(kinds)}", self.said())

    def cost(self, keep: str) -> int:
        """Return how many cards the payment costs; with `keep` "table", only cards on the table count."""
        counted = ("consume.survivor", GONE) if keep == "table" else (*PARTS, GONE)
        return sum(len(note.cards) for note in self.notes if note.key in counted)


def debt(position: Position) -> Debt:
    """Return the debt the position waits for; raise ValueError if there's none or a card is already offered."""
    waiting = position.waiting
    if not isinstance(waiting, Debt) or waiting.offered:
        raise ValueError("nobody has to begin consuming here")
    return waiting


def payment(position: Position, cards: Sequence[int]) -> Payment:
    """Offer these cards one by one through the kernel; return the payment, or raise ValueError if one is refused."""
    player = debt(position).player
    if not cards:
        raise ValueError("nothing is offered")
    steps = taken(position, [Eat(card) for card in cards])
    noted = [note for step in steps for note in step.notes]
    ends = [index for index, note in enumerate(noted) if note.key in PAID]
    notes = noted[: ends[0] + 1] if ends else noted
    side = position.sides[player]
    eaten = tuple(who for who in side.survivors if who.id in cards)
    names = tuple(called(position, who.id, unlike(side.survivors, who)) for who in eaten)
    return Payment(tuple(cards), eaten, sum(card in side.hand for card in cards), names, steps, tuple(notes))


def offered(position: Position, deck: int, hand: int, survivors: Sequence[str]) -> Payment:
    """Return the payment a lesson names: cards from the deck and the hand, and these survivors."""
    side = position.sides[debt(position).player]
    if hand > len(side.hand):
        raise ValueError(f"there are only {len(side.hand)} cards in the hand")
    eaten = cards_of(position, survivors, [who.id for who in side.survivors])
    return payment(position, (*eaten, *side.hand[:hand], *(DECK for _ in range(deck))))


def pay(position: Position, deck: int = 0, hand: int = 0, survivors: Sequence[str] = (), owed: int = 0) -> Question:
    """Ask: how much does an offer of these parts pay?"""
    position = owing(position, owed) if owed else position
    return worth(position, offered(position, deck, hand, survivors))


def worth(position: Position, paid: Payment) -> Question:
    """Ask: how much does this accepted offer pay?"""
    waiting = debt(position)
    values = {"player": position.game.names[waiting.player], "owed": waiting.amount, **paid.said()}
    counted = offer(position, waiting.player, paid.cards)
    eaten, printed = sum(counted.values), sum(who.face.value for who in paid.eaten)
    mistakes: list[Mistake] = [
        (counted.deck + counted.hand + eaten, Said("one-card-of-hand-is-one")),
        (counted.deck + (counted.hand + 1) // 2 + eaten, Said("single-card-counts")),
        (counted.deck + counted.hand // 2 + printed, Said("counted-printed-value", {"card": values["names"]})),
        (min(waiting.amount, paid.paid), Said("change-given", values)),
        (counted.deck + counted.hand // 2 + len(paid.eaten), Said("survivor-is-one")),
    ]
    said = Said("pay-eat" if paid.eaten else "pay", values)
    return number(
        "pay", position, said, paid.paid, mistakes,
        rules=paid.rules, because=(*parts(position, paid), paid.notes[-1]),
        cards=tuple(card for card in paid.cards if card != DECK), half=Said("pay", values), steps=paid.steps,
    )  # fmt: skip


def parts(position: Position, paid: Payment) -> tuple[Said, ...]:
    """Return texts on what the deck, the hand and each survivor in the offer pay."""
    found = []
    if paid.deck:
        found.append(Said("pays-deck", {"deck": paid.deck}))
    if paid.hand:
        found.append(Said("pays-hand", {"hand": paid.hand, "count": paid.hand // 2}))
    found += [Said("pays-eat", {"card": who.card.name, "count": value(position, who)}) for who in paid.eaten]
    return tuple(found)


def waste(position: Position, deck: int = 0, hand: int = 0, survivors: Sequence[str] = (), owed: int = 0) -> Question:
    """Ask: how much of a payment with these parts is wasted?"""
    position = owing(position, owed) if owed else position
    return lost(position, offered(position, deck, hand, survivors))


def lost(position: Position, paid: Payment) -> Question:
    """Ask: how much of this accepted payment is wasted?"""
    if paid.notes[-1].key not in PAID:
        raise ValueError("this offer isn't enough, so none of it is wasted")
    waiting = debt(position)
    values = {"player": position.game.names[waiting.player], "owed": waiting.amount, **paid.said()}
    printed = sum(who.face.value for who in paid.eaten) - sum(offer(position, waiting.player, paid.cards).values)
    mistakes: list[Mistake] = [
        (0, Said("change-given", values)),
        (paid.paid, Said("counted-all-as-lost", values)),
        (paid.lost + printed, Said("counted-printed-value", {"card": values["names"]})),
        (paid.lost + paid.hand - paid.hand // 2, Said("one-card-of-hand-is-one")),
    ]
    return number(
        "waste", position, Said("waste-eat" if paid.eaten else "waste", values), paid.lost, mistakes,
        rules=("consume.no-change", *paid.rules),
        because=(*parts(position, paid), paid.notes[-1]), cards=tuple(card for card in paid.cards if card != DECK),
        half=Said("waste", {**values, "paid": paid.paid}), steps=paid.steps,
    )  # fmt: skip


def cheapest(position: Position, ways: Sequence[Mapping[str, Any]], keep: str = "cards", owed: int = 0) -> Question:
    """Ask: which of these payments costs the fewest cards, or the fewest cards on the table (keep: table)?"""
    position = owing(position, owed) if owed else position
    paid = [offered(position, way.get("deck", 0), way.get("hand", 0), way.get("survivors", ())) for way in ways]
    return least(position, paid, keep)


def least(position: Position, ways: Sequence[Payment], keep: str) -> Question:
    """Ask: which of these accepted payments costs the least?"""
    if keep not in ("cards", "table"):
        raise ValueError(f'keep "cards" or "table", not "{keep}"')
    if any(way.notes[-1].key not in PAID for way in ways):
        raise ValueError("each way must pay everything that's owed")
    waiting = debt(position)
    costs = [way.cost(keep) for way in ways]
    best = min(costs)
    options = [Option(letter, way.option()) for letter, way in zip(LETTERS, ways, strict=False)]
    letters = {option.answer: (way, cost) for option, way, cost in zip(options, ways, costs, strict=True)}
    right = frozenset(letter for letter, (_, cost) in letters.items() if cost == best)
    values = {"player": position.game.names[waiting.player], "owed": waiting.amount}
    price = {letter: Said(f"cost-{keep}", {"count": cost}) for letter, (_, cost) in letters.items()}
    first = min(right)
    right_way = letters[first][0]
    return Question(
        kind="cheapest", position=position, ask=Said(f"cheapest-{keep}", values), right=right, options=tuple(options),
        rules=("consume.mix", "consume.deck", "consume.hand", "consume.survivor", "consume.no-change"),
        because=(*told(right_way), price[first], Said("cheapest", {"count": len(right)})),
        cards=tuple(dict.fromkeys(who.id for way in ways for who in way.eaten)), half=Said(f"cheapest-{keep}"),
        mistakes={letter: mistaken(way, right_way, keep) for letter, (way, cost) in letters.items() if cost > best},
        outcomes={letter: (*told(way), price[letter]) for letter, (way, _) in letters.items()},
    )  # fmt: skip


def told(way: Payment) -> tuple[Note, ...]:
    """Return the notes on this payment's effects."""
    return tuple(note for note in way.notes if note.key in (*PARTS, GONE, *PAID))


def mistaken(way: Payment, best: Payment, keep: str) -> Said:
    """Return the mistake of a learner who picks this payment, which is more expensive than the best one."""
    if keep == "cards" and way.hand > best.hand:
        return Said("hand-costs-two")
    if way.left > best.left:
        return Said("forgot-what-is-attached")
    if keep == "table":
        return Said("table-before-deck" if best.deck + best.hand > way.deck + way.hand else "another-is-cheaper")
    return Said("deck-costs-one-each" if way.deck > best.deck else "another-is-cheaper")


MAKERS: dict[str, Maker] = {"pay": pay, "waste": waste, "cheapest": cheapest}
