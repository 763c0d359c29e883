"""Moves as texts: the key of a move's text, its values, and the cards its card and targets are chosen from."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from apz.apocalypze import effects as effects  # loaded here, because effects register themselves on the rules' hooks
from apz.apocalypze import moves
from apz.apocalypze.model import DECK, Debt, Decision, InPlay, Position, Searching
from apz.apocalypze.moves import Move
from apz.apocalypze.rules.common_refusals import stronghold_name
from apz.apocalypze.rules.find import attachments, characters, group, user_of
from apz.apocalypze.rules.hooks import TEXTS
from apz.apocalypze.rules.move_target import target_of
from apz.apocalypze.rules.search import pile_of
from apz.apocalypze.rules.targets import THROWER
from apz.core.language.commands import Described


def mover(position: Position) -> int:
    """Return the number of the player who must decide or, after the game, whose turn it is."""
    return position.waiting.player if position.waiting else position.player


def has_text(position: Position, card: int) -> bool:
    """Return True if a card in play has an ability that the deciding player may use at some moment."""
    return position.game.cards[card].name in TEXTS and user_of(position, card) == mover(position)


def described(position: Position, move: Move) -> Described:
    """Return the key and the parts of a move's text."""
    return DESCRIBED[type(move)](position, move)


def _occupy(position: Position, move: moves.Occupy) -> Described:
    key = "occupy-own" if move.place == mover(position) else "occupy-theirs"
    if move.place not in (0, 1):
        return Described(key, {"place": move.place, "player": move.place})
    return Described(key, {"place": stronghold_name(position, move.place), "player": position.game.names[move.place]})


def _event(position: Position, move: moves.Event) -> Described:
    key = "event-by" if target_of(position, move) is THROWER else "event-on"
    return Described(key if move.targets else "event", {}, move.card, move.targets)


def _use(position: Position, move: moves.Use) -> Described:
    several = len(TEXTS.get(position.game.cards[move.card].name, ())) > 1 or move.text > 0
    target = target_of(position, move)
    if move.targets and not several and target and target.key == "open-point":
        return Described("use-point", {"point": move.targets[0]}, move.card)
    key = ("use-text" if several else "use") + ("-on" if move.targets else "")
    return Described(key, {"text": move.text + 1}, move.card, move.targets)


def _eat(position: Position, move: moves.Eat) -> Described:
    if move.card == DECK:
        return Described("eat-deck")
    side = position.sides[mover(position)]
    if move.card in side.hand:
        return Described("eat-hand", {}, move.card)
    here = any(who.id == move.card for who in side.survivors)
    return Described("eat-survivor" if here else "eat-other", {}, move.card)


def _end(name: str, kinds: tuple[str, ...]) -> Callable[[Position, Any], Described]:
    def said(position: Position, move: moves.Done | moves.Pass) -> Described:
        kind = position.waiting.kind if position.waiting else ""
        return Described(f"{name}-{kind}" if kind in kinds else name)

    return said


DESCRIBED: dict[type[Move], Callable[[Position, Any], Described]] = {
    moves.Draw: lambda _, move: Described("draw"),
    moves.Occupy: _occupy,
    moves.Play: lambda _, move: Described("play-zombie" if move.zombie else "play", {}, move.card),
    moves.Attach: lambda _, move: Described("attach", {}, move.card, (move.to,)),
    moves.Event: _event,
    moves.Use: _use,
    moves.Take: lambda _, move: (
        Described("take", {}, move.card) if move.to == DECK else Described("take-to", {}, move.card, (move.to,))
    ),
    moves.Send: lambda _, move: Described("send", {"point": move.point}, move.card),
    moves.TakeBack: lambda _, move: (
        Described("takeback-deck") if move.card == DECK else Described("takeback", {}, move.card)
    ),
    moves.Engage: lambda _, move: Described("engage", {"point": move.point}),
    moves.Wound: lambda _, move: Described("wound", {}, move.card),
    moves.Eat: _eat,
    moves.Done: _end("done", ("act", "attack", "defend")),
    moves.Pass: _end("pass", ("search",)),
}


def card_choices(position: Position, move: Move) -> tuple[int, ...]:
    """Return the cards a move's card is chosen from."""
    waiting, player = position.waiting, mover(position)
    side, kind = position.sides[player], waiting.kind if waiting else ""
    if isinstance(move, moves.Use):
        return usable(position)
    if isinstance(move, moves.Take):
        return pile_of(position, waiting) if isinstance(waiting, Searching) else side.deck
    taken = waiting.offered if isinstance(waiting, Debt) else ()
    if position.combat and kind in (Decision.ATTACK, Decision.DEFEND):
        taken = tuple(
            c for ids in (position.combat.attack if kind is Decision.ATTACK else position.combat.defense) for c in ids
        )
    if isinstance(move, moves.TakeBack):
        return taken
    row: tuple[InPlay, ...] = side.raiders if kind is Decision.ATTACK else side.survivors
    if isinstance(move, moves.Wound):
        row = group(position, player, position.combat.now) if position.combat else ()
    here = isinstance(move, moves.Send | moves.Wound) or (isinstance(move, moves.Eat) and move.card not in side.hand)
    return tuple(card for card in ([who.id for who in row] if here else side.hand) if card not in taken)


def usable(position: Position) -> tuple[int, ...]:
    """Return the mover's cards in play: the stronghold, characters and attachments."""
    player, owners = mover(position), position.game.owners
    cards = [side.stronghold for side in position.sides if owners[side.stronghold] == player]
    cards += [found.who.id for found in characters(position) if found.player == player]
    return (*cards, *(fixed.at.id for fixed in attachments(position) if owners[fixed.at.id] == player))


def target_choices(position: Position, move: Move) -> frozenset[int]:
    """Return the cards or access points that a move's targets are chosen from."""
    waiting, target = position.waiting, target_of(position, move)
    player = waiting.player if waiting else position.player
    chosen = target.choices(position, player, getattr(move, "card", DECK)) if target else ()
    return frozenset(card for choice in chosen for card in choice)
