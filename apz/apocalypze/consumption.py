"""Consumption, anywhere in the game: what pays, what is owed, nothing wasted, and who is out."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from typing import NamedTuple

from apz.apocalypze.effects.hooks import SPARES
from apz.apocalypze.fates import take_along
from apz.apocalypze.find import State, find
from apz.apocalypze.model import DECK, OVER, InPlay, Side, Waiting
from apz.apocalypze.moves import Eat, Move, TakeBack
from apz.apocalypze.reasons import refuse
from apz.apocalypze.sums import feed_sum, value
from apz.apocalypze.table import HAND, Table, record
from apz.core.trace import EVERYBODY, Refusal, Sum, Term

eat_move = cache(Eat)
DECK_MOVE = Eat(DECK)
take_back_move = cache(TakeBack)


def spared(state: State, player: int, who: InPlay) -> str:
    """The card that keeps a survivor from being consumed, if there is one."""
    cards = state.game.cards
    for attached in who.attached:
        if cards[attached.id].name in SPARES:
            return cards[attached.id].name
    for card in state.lasting:
        if cards[card].name in SPARES and state.game.owners[card] != player:
            return cards[card].name
    return ""


def resources(state: State, player: int) -> int:
    """All that a player could consume."""
    side = state.sides[player]
    edible = sum([value(state, who) for who in side.survivors if not spared(state, player, who)])
    return len(side.deck) + len(side.hand) // 2 + edible


def resources_sum(state: State, player: int) -> Sum:
    """All that a player could consume, term by term."""
    side = state.sides[player]
    terms = [Term(len(side.deck), "", "consume.deck"), Term(len(side.hand) // 2, "", "consume.hand")]
    terms += [
        Term(value(state, who), who.card.name, "consume.survivor", who.id, "value" in who.face.house)
        for who in side.survivors
        if not spared(state, player, who)
    ]
    return Sum(tuple([term for term in terms if term.amount]))


class Offer(NamedTuple):
    """What lies ready to be consumed: cards of the deck, cards of the hand, the values of survivors."""

    deck: int
    hand: int
    values: tuple[int, ...]

    def with_deck(self) -> Offer:
        """One card of the deck more."""
        return Offer(self.deck + 1, self.hand, self.values)

    def with_hand(self) -> Offer:
        """One card of the hand more."""
        return Offer(self.deck, self.hand + 1, self.values)

    def with_survivor(self, worth: int) -> Offer:
        """One survivor more."""
        return Offer(self.deck, self.hand, (*self.values, worth))

    @property
    def paid(self) -> int:
        """What it counts: a single card of the hand counts nothing."""
        return self.deck + self.hand // 2 + sum(self.values)

    @property
    def single(self) -> bool:
        """Whether a card of the hand waits for its second one."""
        return self.hand % 2 == 1

    @property
    def least(self) -> int:
        """The smallest part that could be left out."""
        return 0 if self.hand % 2 else 1 if self.deck or self.hand else min(self.values)


NOTHING = Offer(0, 0, ())


def offer(state: State, player: int, cards: tuple[int, ...]) -> Offer:
    """What these cards of a player would pay."""
    if not cards:
        return NOTHING
    side = state.sides[player]
    deck = cards.count(DECK)
    hand = len([card for card in cards if card in side.hand])
    if deck + hand == len(cards):
        return Offer(deck, hand, ())
    return Offer(deck, hand, tuple([value(state, who) for who in side.survivors if who.id in cards]))


def check_eat(state: State, waiting: Waiting, move: Eat) -> Refusal | None:
    """A deck card, a hand card that finds a second one, or a survivor; nothing that makes another part needless."""
    player, card = waiting.player, move.card
    side = state.sides[player]
    so_far = offer(state, waiting.player, waiting.cards)
    if card == DECK:
        if so_far.deck == len(side.deck):
            return refuse("deck-empty", "consume.deck", (), "other-means", player=state.game.names[player])
        more = so_far.with_deck()
    elif card in waiting.cards:
        return refuse("already-offered", "play.takeback", (card,), "take-back", card=state.game.cards[card].name)
    elif card in side.hand:
        if so_far.hand % 2 == 0 and so_far.hand + 1 == len(side.hand):
            return refuse("single-hand-card", "consume.hand", (card,), "other-means", player=state.game.names[player])
        more = so_far.with_hand()
    else:
        found = [who for who in side.survivors if who.id == card]
        if not found:
            return refuse("not-food", "consume.mix", (card,), "three-means", card=state.game.cards[card].name)
        keeper = spared(state, player, found[0])
        if keeper:
            return refuse(
                "may-not-be-consumed", "consume.survivor", (card,), "other-means", card=found[0].card.name, by=keeper
            )
        more = so_far.with_survivor(value(state, found[0]))
    return None if needed(state, waiting, more, card) else wasteful(waiting, more, card)


def wasteful(waiting: Waiting, more: Offer, card: int) -> Refusal:
    """A payment in which a part could be left out is refused, and so is what can only lead to one."""
    return refuse(
        "wasteful" if more.paid >= waiting.amount else "leads-to-waste", "consume.no-waste",
        (card,) if card >= 0 else (), "leave-out", owed=waiting.amount, paid=more.paid, least=more.least,
    )  # fmt: skip


def needed(state: State, waiting: Waiting, more: Offer, card: int) -> bool:
    """Whether an offer is, or can become, a payment in which every part is needed; `card` came last."""
    side, owed = state.sides[waiting.player], waiting.amount
    pairs = (more.hand + 1) // 2  # a single card of the hand waits for its second
    paid = more.deck + pairs + sum(more.values)
    least = 1 if more.deck or pairs else min(more.values)
    missing = owed - paid
    if missing <= 0:
        return paid - least < owed
    units = len(side.deck) - more.deck + len(side.hand) // 2 - pairs
    if units >= missing:
        return True
    gone = (*waiting.cards, card)
    edible = [
        value(state, who) for who in side.survivors if who.id not in gone and not spared(state, waiting.player, who)
    ]
    return any(
        got <= missing <= got + units or (got >= missing and got - missing < min(least, *chosen))
        for number in range(1, len(edible) + 1)
        for chosen in combinations(edible, number)
        for got in (sum(chosen),)
    )


def do_eat(table: Table, waiting: Waiting, move: Eat) -> None:
    """Offer a part; when all is covered, pay."""
    offered = (*waiting.cards, move.card)
    paid = offer(table, waiting.player, offered).paid
    if paid >= waiting.amount:
        pay(table, waiting, offered, paid)
        return
    table.agenda[-1] = waiting._replace(cards=offered)
    card, player = move.card, waiting.player
    hidden = card in table.sides[player].hand  # which card of the hand it is stays its player's secret
    key = "consume.offered-deck" if card == DECK else "consume.offered-hand" if hidden else "consume.offered"
    table.note(
        key, "consume.mix", part(card), secret=player if hidden else EVERYBODY,
        player=table.player_name(player), card=part_name(table, card, hidden), paid=paid, owed=waiting.amount,
    )  # fmt: skip


def part(card: int) -> tuple[int, ...]:
    """The card of an offered part, if it is a known one."""
    return () if card == DECK else (card,)


def part_name(table: Table, card: int, hidden: bool) -> str:
    """The name of an offered part, if everybody may know it."""
    return "" if hidden or card == DECK else table.name(card)


def pay(table: Table, waiting: Waiting, offered: tuple[int, ...], paid: int) -> None:
    """Move what was offered to the discard pile, in the order in which it was offered."""
    table.agenda.pop()
    player, name = waiting.player, table.player_name(waiting.player)
    single = -1
    for card in offered:
        side = table.sides[player]
        if card == DECK:
            top = side.deck[0]
            table.sides[player] = moved(side, side.hand, side.deck[1:], top)
            table.note("consume.deck", "consume.deck", (top,), player=name, card=table.name(top))
        elif card in side.hand:
            table.sides[player] = moved(side, tuple([c for c in side.hand if c != card]), side.deck, card)
            if single < 0:
                single = card
                continue
            pair = (single, card)
            first, second = table.name(single), table.name(card)
            table.note("consume.hand", "consume.hand", pair, player=name, first=first, second=second)
            single = -1
        else:
            eat_survivor(table, card)
    over = paid - waiting.amount
    key, rule = ("consume.paid-over", "consume.no-change") if over else ("consume.paid", "consume.mix")
    table.note(key, rule, player=name, owed=waiting.amount, paid=paid, lost=over)


def moved(side: Side, hand: tuple[int, ...], deck: tuple[int, ...], card: int) -> Side:
    """The side with a card gone from its hand or deck to the top of its discard pile."""
    made: Side = record(Side, (*side[:HAND], hand, deck, (card, *side.discard), side.out))
    return made


def eat_survivor(table: Table, card: int) -> None:
    """A survivor and his attachments go to their owners' discard piles."""
    found = find(table, card)
    assert found
    who = found.who
    worth = value(table, who)
    table.lift(found)
    table.discard(card)
    rule = "consume.wounded" if who.wounds else "consume.survivor"
    house = "value" in who.face.house
    table.note(
        "consume.survivor",
        rule,
        (card,),
        house,
        player=table.player_name(found.player),
        card=who.card.name,
        value=worth,
    )
    take_along(table, who, "discard", "consume.attached")


def check_take_back(state: State, waiting: Waiting, move: TakeBack) -> Refusal | None:
    """Only what was offered can be taken back."""
    if move.card in waiting.cards:
        return None
    name = state.game.cards[move.card].name if move.card >= 0 else "?"
    return refuse("not-offered", "play.takeback", (move.card,) if move.card >= 0 else (), card=name)


def do_take_back(table: Table, waiting: Waiting, move: TakeBack) -> None:
    """Take a part of the offer back."""
    rest = list(waiting.cards)
    rest.remove(move.card)
    table.agenda[-1] = waiting._replace(cards=tuple(rest))
    card, player = move.card, waiting.player
    hidden = card in table.sides[player].hand
    key = "consume.taken-back-deck" if card == DECK else "consume.taken-back-hand" if hidden else "consume.taken-back"
    table.note(
        key, "play.takeback", part(card), secret=player if hidden else EVERYBODY,
        player=table.player_name(player), card=part_name(table, card, hidden),
    )  # fmt: skip


def legal(state: State, waiting: Waiting) -> list[Move]:
    """Each means that is not wasted (one card of the hand is like another), and back with each part offered."""
    player, offered = waiting.player, waiting.cards
    side = state.sides[player]
    if not offered and len(side.deck) + len(side.hand) // 2 >= waiting.amount:
        return any_first_part(state, player)
    so_far = offer(state, player, offered)
    moves: list[Move] = []
    if so_far.deck < len(side.deck) and needed(state, waiting, so_far.with_deck(), DECK):
        moves.append(DECK_MOVE)
    hand = [card for card in side.hand if card not in offered] if so_far.hand else side.hand
    if hand and (so_far.hand % 2 or len(hand) > 1) and needed(state, waiting, so_far.with_hand(), hand[0]):
        moves += map(eat_move, hand)
    for who in side.survivors:
        if who.id in offered or spared(state, player, who):
            continue
        if needed(state, waiting, so_far.with_survivor(value(state, who)), who.id):
            moves.append(eat_move(who.id))
    moves += map(take_back_move, dict.fromkeys(offered))
    return moves


def any_first_part(state: State, player: int) -> list[Move]:
    """Where single resources alone could pay, every means is a fair beginning."""
    side = state.sides[player]
    moves: list[Move] = [DECK_MOVE] if side.deck else []
    if len(side.hand) > 1:
        moves += map(eat_move, side.hand)
    moves += [eat_move(who.id) for who in side.survivors if not spared(state, player, who)]
    return moves


def settle_consume(table: Table, waiting: Waiting) -> bool:
    """Who cannot meet an obligation is out, at once; where nothing is owed nobody is asked."""
    if waiting.cards:
        return False
    if waiting.amount < 1:
        table.agenda.pop()
        return True
    player = waiting.player
    side = table.sides[player]
    if len(side.deck) >= waiting.amount:
        return False
    have = resources(table, player)
    if have >= waiting.amount:
        return False
    table.sides[player] = side._replace(out=True)
    table.winner = 1 - player
    table.phase = OVER
    table.agenda.clear()
    name, other = table.player_name(player), table.player_name(1 - player)
    table.note("consume.out", "consume.out", player=name, owed=waiting.amount, have=have)
    table.note("end.won", "end.last", player=other)
    return True


def feed(table: Table) -> None:
    """The consumption phase: one for each survivor, the modifiers, at least one."""
    player = table.player
    owed = feed_sum(table, player)
    name, raw, amount = table.player_name(player), owed.raw, owed.total
    survivors = len(table.sides[player].survivors)
    table.note(
        "feed.owed", "feed.survivors", tuple([term.card for term in owed.terms]), owed.house,
        player=name, survivors=survivors, owed=owed, amount=amount,
    )  # fmt: skip
    for term in owed.terms[survivors:]:
        table.note("feed.modifier", "feed.modifiers", (term.card,), term.house, card=term.name, amount=term.amount)
    if amount != raw:
        table.note("feed.minimum", "feed.minimum", player=name, raw=raw, least=amount)
    table.ask(Waiting("consume", player, amount, rule="feed.survivors"))
