"""Searches of a pile: which cards may be taken, where they go, and the shuffle afterward."""

from __future__ import annotations

from functools import cache
from typing import Final

from apz.apocalypze.ids import OTHER, CardId
from apz.apocalypze.model import DECK, Searching
from apz.apocalypze.moves import Move, Pass, Take
from apz.apocalypze.rules.common_refusals import refuse, wrong_host
from apz.apocalypze.rules.entering_play import arrive, attach, raids, why_not_attach, why_not_put
from apz.apocalypze.rules.hooks import TEXTS, Search
from apz.apocalypze.rules.table import State, Table
from apz.core.trace import Refusal

take_move: Final = cache(Take)
PASS: Final = Pass()


def search_of(state: State, waiting: Searching) -> Search:
    """Return the search that the player is making."""
    search = TEXTS[state.game.cards[waiting.card].name][waiting.text].search
    assert search
    return search


def pile_of(state: State, waiting: Searching) -> tuple[CardId, ...]:
    """Return the cards being searched."""
    search = search_of(state, waiting)
    side = state.sides[waiting.player]
    return waiting.drawn if search.pile == "hand" else side.deck if search.pile == "deck" else side.discard


def check_take(state: State, waiting: Searching, move: Take) -> Refusal | None:
    """Refuse a card that isn't in the pile, isn't being searched for, or can't come into play as required."""
    search, player, rule = search_of(state, waiting), waiting.player, waiting.rule or "pile.shuffle"
    card = state.game.cards[move.card]
    if move.card not in pile_of(state, waiting):
        return refuse("not-in-pile", rule, (move.card,), "card-of-pile", card=card.name, pile=search.pile)
    if not search.fits(card):
        return refuse("does-not-fit", rule, (move.card,), "what-is-sought", card=card.name, sought=search.key)
    if search.to is None and move.to != DECK:
        return refuse("no-target-wanted", "event.search", (move.card,), "without-target", card=card.name)
    if search.then in ("play", "zombie"):
        zombie = search.then == "zombie"
        place = OTHER[player] if raids(card, card.face(zombie)) else player
        return why_not_put(state, player, card, move.card, zombie, place)
    if search.then == "attach":
        assert search.to
        if (move.to,) not in search.to.choices(state, player, move.card):
            return wrong_host(state, move.card, move.to, search.to)
        return why_not_attach(state, card, move.card, move.to)
    return None


def legal(state: State, waiting: Searching) -> list[Move]:
    """Return the moves that take a fitting card, one for each possible host, and a pass."""
    search = search_of(state, waiting)
    cards = state.game.cards
    moves: list[Move] = []
    for card in pile_of(state, waiting):
        if card >= 0 and search.fits(cards[card]):
            targets = search.to.choices(state, waiting.player, card) if search.to else [(DECK,)]
            if search.then == "attach":  # everything it can be attached to is among the targets
                hosts = [CardId(to) for (to,) in targets]
                moves += [take_move(card, to) for to in hosts if not why_not_attach(state, cards[card], card, to)]
                continue
            found = [take_move(card, to) for (to,) in targets]
            moves += [move for move in found if check_take(state, waiting, move) is None]
    moves.append(PASS)
    return moves


def do_take(table: Table, waiting: Searching, move: Take) -> None:
    """Take the card out, put it where it goes, and shuffle the pile, unless it was taken from the hand."""
    search, player = search_of(table, waiting), waiting.player
    table.agenda.pop()
    name = table.name(move.card)
    if search.pile == "hand":
        table.drop(player, move.card)
    else:
        table.pull(player, search.pile, move.card)
        table.note(
            f"search.took-{search.pile}",
            "pile.shuffle",
            (move.card,),
            player=table.names[player],
            card=name,
        )
    rule = "pile.shuffle"
    if search.then == "recover":
        table.recycle(move.card)
        rule = "pile.recover-named"
        table.note("pile.recovered", rule, (move.card,), player=table.names[player], card=name)
    elif search.then == "hand":
        side = table.sides[player]
        table.sides[player] = side._replace(hand=(*side.hand, move.card))
    if search.pile != "hand":
        table.shuffle(player, search.pile, rule)
    if search.then == "attach":
        attach(table, player, move.card, move.to)
    elif search.then in ("play", "zombie"):
        arrive(table, player, move.card, search.then == "zombie")


def end_search(table: Table, waiting: Searching, found: bool) -> None:
    """End a search without a card, and shuffle the pile unless it was the hand; `found` says whether any card fit."""
    search, player = search_of(table, waiting), waiting.player
    table.agenda.pop()
    key = "search.took-nothing" if found else "search.found-nothing"
    if search.pile == "hand":
        key = "search.kept-drawn" if found else "search.kept-unfit"
    table.note(key, waiting.rule or "event.search", (waiting.card,), player=table.names[player], pile=search.pile)
    if search.pile != "hand":
        table.shuffle(player, search.pile)


def do_pass(table: Table, waiting: Searching, move: Pass) -> None:
    """End a search without taking a card, although one fits."""
    end_search(table, waiting, True)


def settle_search(table: Table, waiting: Searching) -> bool:
    """End a search that finds nothing; return True if that settled the decision."""
    if len(legal(table, waiting)) > 1:
        return False
    end_search(table, waiting, False)
    return True
