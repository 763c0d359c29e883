"""Consumption, anywhere in the game: what pays, what is owed, nothing wasted, and who is out."""

from __future__ import annotations

from functools import cache
from itertools import combinations

from apz.apocalypze.fates import take_along
from apz.apocalypze.find import State, find
from apz.apocalypze.model import DECK, OVER, InPlay, Waiting
from apz.apocalypze.moves import Eat, Move, TakeBack
from apz.apocalypze.reasons import refuse
from apz.apocalypze.sums import feed_sum, value
from apz.apocalypze.table import PILE, Table, changed
from apz.core.trace import Refusal

eat_move = cache(Eat)
DECK_MOVE = Eat(DECK)
take_back_move = cache(TakeBack)


def spared(state: State, player: int, who: InPlay) -> str:
    """The card that keeps a survivor from being consumed, if there is one."""
    cards = state.game.cards
    for attached in who.attached:
        if cards[attached.id].name == "Bitten":
            return "Bitten"
    for card in state.lasting:
        if cards[card].name == "No Escape" and state.game.owners[card] != player:
            return "No Escape"
    return ""


def resources(state: State, player: int) -> int:
    """All that a player could consume."""
    side = state.sides[player]
    edible = sum([value(state, who) for who in side.survivors if not spared(state, player, who)])
    return len(side.deck) + len(side.hand) // 2 + edible


def parts(state: State, player: int, offered: tuple[int, ...]) -> list[int]:
    """What each part of an offer counts: deck cards, pairs of the hand (a single card counts 0), survivors."""
    hand = 0
    amounts = []
    for card in offered:
        if card == DECK:
            amounts.append(1)
        elif card in state.sides[player].hand:
            hand += 1
        else:
            amounts += [value(state, who) for who in state.sides[player].survivors if who.id == card]
    return amounts + [1] * (hand // 2) + [0] * (hand % 2)


def check_eat(state: State, waiting: Waiting, move: Eat) -> Refusal | None:
    """A deck card, a hand card that finds a second one, or a survivor; nothing that makes another part needless."""
    player, offered = waiting.player, waiting.cards
    side = state.sides[player]
    name = state.game.names[player]
    if move.card == DECK:
        if offered.count(DECK) >= len(side.deck):
            return refuse("deck-empty", "consume.deck", (), "other-means", player=name)
    elif move.card in offered:
        return refuse(
            "already-offered",
            "play.takeback",
            (move.card,),
            "take-back",
            card=state.game.cards[move.card].name,
        )
    elif move.card in side.hand:
        given = sum([1 for card in offered if card in side.hand])
        if given % 2 == 0 and given + 1 == len(side.hand):
            return refuse("single-hand-card", "consume.hand", (move.card,), "other-means", player=name)
    else:
        found = next((who for who in side.survivors if who.id == move.card), None)
        if found is None:
            return refuse("not-food", "consume.mix", (move.card,), "three-means", card=state.game.cards[move.card].name)
        keeper = spared(state, player, found)
        if keeper:
            return refuse(
                "may-not-be-consumed",
                "consume.survivor",
                (move.card,),
                "other-means",
                card=found.card.name,
                by=keeper,
            )
    return waste(state, waiting, move)


def waste(state: State, waiting: Waiting, move: Eat) -> Refusal | None:
    """A payment in which a part could be left out is refused, and so is what can only lead to one."""
    if plainly_needed(state, waiting, move.card):
        return None
    offered = (*waiting.cards, move.card)
    if completable(state, waiting.player, offered, waiting.amount):
        return None
    amounts = parts(state, waiting.player, offered)
    return refuse(
        "wasteful" if sum(amounts) >= waiting.amount else "leads-to-waste", "consume.no-waste",
        (move.card,) if move.card >= 0 else (), "leave-out",
        owed=waiting.amount, paid=sum(amounts), least=min(amounts),
    )  # fmt: skip


def plainly_needed(state: State, waiting: Waiting, card: int) -> bool:
    """The common cases, seen at a glance: single resources alone can make up exactly what is still owed."""
    side = state.sides[waiting.player]
    owed, units = waiting.amount, len(side.deck) + len(side.hand) // 2
    if not waiting.cards and card != DECK and card not in side.hand:
        (worth,) = [value(state, who) for who in side.survivors if who[0] == card]
        return worth >= owed or owed - worth <= units
    if owed > units:
        return False
    deck = hand = 0
    for part in (*waiting.cards, card):
        if part == DECK:
            deck += 1
        elif part in side.hand:
            hand += 1
        else:
            return False
    return deck + (hand + 1) // 2 <= owed


def completable(state: State, player: int, offered: tuple[int, ...], owed: int) -> bool:
    """Whether an offer is, or can become, a payment in which every part is needed."""
    side = state.sides[player]
    amounts = parts(state, player, offered)
    hand_left = len(side.hand) - sum([1 for card in offered if card in side.hand])
    if 0 in amounts:  # a single card of the hand waits for its second
        amounts[amounts.index(0)] = 1
        hand_left -= 1
    missing = owed - sum(amounts)
    if missing <= 0:
        return sum(amounts) - min(amounts) < owed
    units = len(side.deck) - offered.count(DECK) + hand_left // 2
    if units >= missing:
        return True
    edible = [value(state, w) for w in side.survivors if w.id not in offered and not spared(state, player, w)]
    for number in range(1, len(edible) + 1):
        for chosen in combinations(edible, number):
            got = sum(chosen)
            if got <= missing <= got + units or (got >= missing and got - missing < min(*chosen, *amounts)):
                return True
    return False


def do_eat(table: Table, waiting: Waiting, move: Eat) -> None:
    """Offer a part; when all is covered, pay."""
    offered = (*waiting.cards, move.card)
    paid = sum(parts(table, waiting.player, offered))
    table.agenda[-1] = waiting._replace(cards=offered)
    if paid >= waiting.amount:
        pay(table, waiting, offered, paid)
        return
    name = table.name(move.card) if move.card >= 0 else ""
    key = "consume.offered" if name else "consume.offered-deck"
    table.note(
        key, "consume.mix", (move.card,) if name else (),
        player=table.player_name(waiting.player), card=name, paid=paid, owed=waiting.amount,
    )  # fmt: skip


def pay(table: Table, waiting: Waiting, offered: tuple[int, ...], paid: int) -> None:
    """Move what was offered to the discard pile."""
    table.agenda.pop()
    player = waiting.player
    name = table.player_name(player)
    pairs: list[int] = []
    for card in offered:
        side = table.sides[player]
        if card == DECK:
            top = side.deck[0]
            table.sides[player] = changed(side, PILE, side.deck[1:])
            table.discard(top)
            table.note("consume.deck", "consume.deck", (top,), player=name, card=table.name(top))
        elif card in side.hand:
            table.drop(player, card)
            table.discard(card)
            pairs.append(card)
        else:
            eat_survivor(table, card)
    for first, second in zip(pairs[::2], pairs[1::2], strict=True):
        table.note(
            "consume.hand",
            "consume.hand",
            (first, second),
            player=name,
            first=table.name(first),
            second=table.name(second),
        )
    key = "consume.paid-over" if paid > waiting.amount else "consume.paid"
    rule = "consume.no-change" if paid > waiting.amount else "consume.mix"
    table.note(key, rule, player=name, owed=waiting.amount, paid=paid, lost=paid - waiting.amount)


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
    name = table.name(move.card) if move.card >= 0 else ""
    key = "consume.taken-back" if name else "consume.taken-back-deck"
    table.note(
        key,
        "play.takeback",
        (move.card,) if name else (),
        player=table.player_name(waiting.player),
        card=name,
    )


def legal(state: State, waiting: Waiting) -> list[Move]:
    """Each means that is not wasted (one card of the hand is like another), and back with each part offered."""
    side = state.sides[waiting.player]
    offered = waiting.cards
    moves: list[Move] = []
    if side.deck and check_eat(state, waiting, DECK_MOVE) is None:
        moves.append(DECK_MOVE)
    hand = [eat_move(card) for card in side.hand if card not in offered] if offered else list(map(eat_move, side.hand))
    if hand and check_eat(state, waiting, hand[0]) is None:
        moves += hand
    for who in side.survivors:
        move = eat_move(who.id)
        if check_eat(state, waiting, move) is None:
            moves.append(move)
    for card in dict.fromkeys(offered):
        moves.append(take_back_move(card))
    return moves


def settle_consume(table: Table, waiting: Waiting) -> bool:
    """Who cannot meet an obligation is out, at once."""
    if waiting.cards:
        return False
    player = waiting.player
    have = resources(table, player)
    if have >= waiting.amount:
        return False
    side = table.sides[player]
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
    name = table.player_name(player)
    survivors = len(table.sides[player].survivors)
    table.note(
        "feed.owed", "feed.survivors", tuple(term.card for term in owed.terms if term.card >= 0), owed.house,
        player=name, survivors=survivors, owed=owed, amount=owed.total,
    )  # fmt: skip
    for term in owed.terms:
        if term.rule == "feed.modifiers":
            table.note(
                "feed.modifier",
                "feed.modifiers",
                (term.card,),
                term.house,
                card=term.name,
                amount=term.amount,
            )
    if owed.total != owed.raw:
        table.note("feed.minimum", "feed.minimum", player=name, raw=owed.raw, least=owed.total)
    table.ask(Waiting("consume", player, owed.total, rule="feed.survivors"))
