"""Payment of a debt: the player offers parts without waste or takes them back, and consumes them once they suffice."""

from __future__ import annotations

from functools import cache
from typing import Final

from apz.apocalypze.ids import CardId, Player
from apz.apocalypze.model import DECK, Debt
from apz.apocalypze.moves import Eat, Move, TakeBack
from apz.apocalypze.rules.character_fate import take_along
from apz.apocalypze.rules.common_refusals import refuse
from apz.apocalypze.rules.consumption import Offer, eatable, edible, gap, needed, offer, pays_exactly, spared
from apz.apocalypze.rules.find import called, find
from apz.apocalypze.rules.sums import house_value, value
from apz.apocalypze.rules.table import State, Table, record, with_piles
from apz.core.trace import EVERYBODY, Refusal

eat_move: Final = cache(Eat)
DECK_MOVE: Final = Eat(DECK)
take_back_move: Final = cache(TakeBack)


def check_eat(state: State, waiting: Debt, move: Eat) -> Refusal | None:
    """Refuse a part that can't be consumed, a hand card without a second one, or a part that leads to waste."""
    player, card = waiting.player, move.card
    side = state.sides[player]
    so_far = offer(state, waiting.player, waiting.offered)
    if card == DECK:
        if so_far.deck == len(side.deck):
            return refuse("deck-empty", "consume.deck", (), "other-means", player=state.game.names[player])
        more = so_far.with_deck()
    elif card in waiting.offered:
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
    return None if needed(state, waiting, more, card) else wasteful(state, waiting, more, card)


def wasteful(state: State, waiting: Debt, more: Offer, card: CardId) -> Refusal:
    """Return the refusal of a payment with an unnecessary part, or of an offer that can only lead to one."""
    over, offered = more.paid - waiting.amount, (*waiting.offered, card)
    survivors = [who for who in state.sides[waiting.player].survivors if who.id in offered]
    names = tuple(called(state, who.id) for who in survivors if value(state, who) <= over)
    hand = not names and (more.hand % 2 == 1 or not more.deck)  # a card from hand without a second one pays nothing
    return refuse(
        "wasteful" if over >= 0 else "leads-to-waste", "consume.no-waste", (card,) if card >= 0 else (),
        "take-other-back", any(house_value(state, who) for who in survivors),
        owed=waiting.amount, paid=more.paid, least=more.least, names=names,
        hand=int(hand), deck=int(not names and not hand),
    )  # fmt: skip


def do_eat(table: Table, waiting: Debt, move: Eat) -> None:
    """Offer a part, and pay once the offer covers the debt."""
    offered = (*waiting.offered, move.card)
    paid = offer(table, waiting.player, offered).paid
    if paid >= waiting.amount:
        pay(table, waiting, offered, paid)
        return
    table.agenda[-1] = record(Debt, (waiting.player, waiting.amount, waiting.rule, waiting.card, offered, waiting.kind))
    card, player = move.card, waiting.player
    hidden = card in table.sides[player].hand  # which card from hand it is stays its player's secret
    key = "consume.offered-deck" if card == DECK else "consume.offered-hand" if hidden else "consume.offered"
    table.note(
        key, "consume.mix", part(card), secret=player if hidden else EVERYBODY,
        player=table.names[player], card=part_name(table, card, hidden), paid=paid, owed=waiting.amount,
    )  # fmt: skip


def part(card: CardId) -> tuple[int, ...]:
    """Return the card of an offered part as a tuple, which is empty for the unknown top card of a deck."""
    return () if card == DECK else (card,)


def part_name(table: Table, card: CardId, hidden: bool) -> str:
    """Return the name of an offered part, or "" if it's hidden or from the deck."""
    return "" if hidden or card == DECK else table.name(card)


def pay(table: Table, waiting: Debt, offered: tuple[CardId, ...], paid: int) -> None:
    """Settle a debt: discard the offered cards in the order they were offered, survivors with their attachments."""
    table.agenda.pop()
    player, name = waiting.player, table.names[waiting.player]
    single: CardId | None = None
    house = False
    for card in offered:
        side = table.sides[player]
        if card == DECK:
            top = side.deck[0]
            table.sides[player] = with_piles(side, side.hand, side.deck[1:], (top, *side.discard))
            table.note("consume.deck", "consume.deck", (top,), player=name, card=table.name(top))
        elif card in side.hand:
            hand = tuple([c for c in side.hand if c != card])
            table.sides[player] = with_piles(side, hand, side.deck, (card, *side.discard))
            if single is None:
                single = card
                continue
            pair = (single, card)
            first, second = table.name(single), table.name(card)
            table.note("consume.hand", "consume.hand", pair, player=name, first=first, second=second)
            single = None
        else:
            house = eat_survivor(table, card) or house
    over = paid - waiting.amount
    key, rule = ("consume.paid-over", "consume.no-change") if over else ("consume.paid", "consume.mix")
    table.note(key, rule, house=house, player=name, owed=waiting.amount, paid=paid, lost=over)


def eat_survivor(table: Table, card: CardId) -> bool:
    """Discard a survivor and its attachments, each to its owner; return True if its value is a house number."""
    found = find(table, card)
    assert found
    who = found.who
    worth = value(table, who)
    table.lift(found)
    table.discard(card)
    rule = "consume.wounded" if who.wounds else "consume.survivor"
    house = house_value(table, who)
    table.note(
        "consume.survivor",
        rule,
        (card,),
        house,
        player=table.names[found.player],
        card=who.card.name,
        value=worth,
    )
    take_along(table, who, "discard", "consume.attached")
    return house


def check_take_back(state: State, waiting: Debt, move: TakeBack) -> Refusal | None:
    """Refuse to take back a card that wasn't offered."""
    if move.card in waiting.offered:
        return None
    name = state.game.cards[move.card].name if move.card >= 0 else "?"
    return refuse("not-offered", "play.takeback", (move.card,) if move.card >= 0 else (), card=name)


def do_take_back(table: Table, waiting: Debt, move: TakeBack) -> None:
    """Take back part of the offer."""
    rest = list(waiting.offered)
    rest.remove(move.card)
    table.agenda[-1] = waiting._replace(offered=tuple(rest))
    card, player = move.card, waiting.player
    hidden = card in table.sides[player].hand
    key = "consume.taken-back-deck" if card == DECK else "consume.taken-back-hand" if hidden else "consume.taken-back"
    table.note(
        key, "play.takeback", part(card), secret=player if hidden else EVERYBODY,
        player=table.names[player], card=part_name(table, card, hidden),
    )  # fmt: skip


def legal(state: State, waiting: Debt) -> list[Move]:
    """Return the moves that offer a part without waste, or take an offered part back."""
    player, offered = waiting.player, waiting.offered
    side = state.sides[player]
    if not offered and len(side.deck) + len(side.hand) // 2 >= waiting.amount:
        return any_first_part(state, player)
    so_far, food = offer(state, player, offered), edible(state, player)
    missing, units = gap(state, waiting, so_far)
    deck, held = so_far.deck, so_far.hand
    single = held % 2  # a single card from hand waits for a second one
    moves: list[Move] = []
    if deck < len(side.deck) and pays_exactly(missing - 1, 1, units - 1, food, offered):
        moves.append(DECK_MOVE)
    hand = [card for card in side.hand if card not in offered] if held else side.hand
    if len(hand) + single > 1 and pays_exactly(missing - 1 + single, 1, units - 1 + single, food, offered):
        moves += map(eat_move, hand)
    fits: dict[int, bool] = {}  # survivors with the same value are alike
    for who, worth in food:
        if who in offered:
            continue
        if worth not in fits:
            least = 1 if deck or held else min([*so_far.values, worth])
            fits[worth] = pays_exactly(missing - worth, least, units, food, (*offered, who))
        if fits[worth]:
            moves.append(eat_move(who))
    if offered:
        moves += map(take_back_move, dict.fromkeys(offered))
    return moves


def any_first_part(state: State, player: Player) -> list[Move]:
    """Return a move for every possible first part, given that the deck and hand alone could pay."""
    side = state.sides[player]
    moves: list[Move] = [DECK_MOVE] if side.deck else []
    if len(side.hand) > 1:
        moves += map(eat_move, side.hand)
    moves += [eat_move(who.id) for who in eatable(state, player)]
    return moves
