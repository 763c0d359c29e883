"""Remedies for a refused move: each is tried out first, and only those that work are suggested."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any, Final

from apz.apocalypze import moves
from apz.apocalypze.ids import CardId
from apz.apocalypze.model import DECK, Debt, Position, Searching, amount_of
from apz.apocalypze.moves import Move
from apz.apocalypze.rules.engine import barred, step
from apz.apocalypze.rules.find import called
from apz.apocalypze.rules.later_remedies import (
    Case,
    Remedy,
    next_turn,
    other_place,
    other_place_when_gone,
    own_engagement,
    when_gone,
)
from apz.apocalypze.rules.move_target import target_of
from apz.apocalypze.rules.procedures import PROCEDURES
from apz.core.trace import Refusal

Try = Callable[[Case], Remedy | None]
Line = tuple[Any, ...]  # moves, one after the other
LONGEST: Final = 6  # the most moves before the refused one, with everybody's passes
NOTHING_TO_DO: Final = Remedy()  # no moves: the fix is only a sentence


def helped(position: Position, move: Move, refusal: Refusal) -> Refusal:
    """Return the refusal with the first remedy that works, or with a plain sentence if no move helps.

    It's returned unchanged if it has no fix, or if the game is over.
    """
    waiting = position.waiting
    if waiting is None or not refusal.fix:
        return refusal
    case = Case(position, waiting, move, refusal)
    otherwise = OTHERWISE.get(refusal.key) or OTHERWISE.get(refusal.fix, ("no-change",))
    for fix in (refusal.fix, *otherwise):
        found = TRIES[fix](case) if fix in TRIES else NOTHING_TO_DO
        if found is not None:
            named = f"awaited-{waiting.kind}" if fix == "awaited" else fix
            values = {**refusal.values, **found.values}
            return refusal._replace(fix=named, values=values, ways=found.ways, later=found.later)
    raise AssertionError(f"the remedies of {refusal.fix} do not end with a plain word")


def each(found: Iterable[Move], **values: Any) -> Remedy | None:
    """Return the remedy of playing any of these moves, if there are any."""
    ways = tuple([(move,) for move in found])
    return Remedy(ways, values=values) if ways else None


def in_order(case: Case, *line: Move) -> Remedy | None:
    """Return the remedy of playing these moves one after the other, if that's possible."""
    position = case.position
    for move in line:
        if position.waiting is None or barred(position, move) is not None:
            return None
        position = step(position, move).after
    return Remedy((line,))


# --- other moves, now -------------------------------------------------------------------------------------------------


def same_verb(case: Case) -> Remedy | None:
    """Return the remedy of the same kind of move with another card or number, if there is one."""
    return each(move for move in case.legal if type(move) is type(case.move))


def any_means(case: Case) -> Remedy | None:
    """Return the remedy of consuming from the deck, the hand or home; None unless all three are possible now."""
    offers = [move.card for move in case.legal if isinstance(move, moves.Eat)]
    hand = case.position.sides[case.player].hand
    means = {"deck" if card == DECK else "hand" if card in hand else "home" for card in offers}
    return same_verb(case) if len(means) == 3 else None


def same_point(case: Case) -> Remedy | None:
    """Return the remedy of sending another character to the same access point, or else to any, if that's possible."""
    sent = [move for move in case.legal if isinstance(move, moves.Send)]
    return each([move for move in sent if move.point == case.move.point] or sent)


def same_card(case: Case) -> Remedy | None:
    """Return the remedy of making another move with the card, if that's possible."""
    return each(move for move in case.legal if getattr(move, "card", DECK) == case.move.card)


def not_as_zombie(case: Case) -> Remedy | None:
    """Return the remedy of another move with the card, but not playing it as a zombie, if that's possible."""
    found = same_card(case)
    return found and each(move for (move,) in found.ways if not (isinstance(move, moves.Play) and move.zombie))


def other_target(case: Case) -> Remedy | None:
    """Return the remedy of another target for the same card, if there is one."""
    found = [
        move
        for move in case.legal
        if type(move) is type(case.move)
        and move.card == case.move.card  # type: ignore[union-attr]
        and getattr(move, "text", 0) == getattr(case.move, "text", 0)
    ]
    if isinstance(case.move, moves.Event | moves.Use):
        target = target_of(case.position, case.move)
        lane = target is not None and target.key == "open-point"
        ids = [card for move in found for card in move.targets]  # type: ignore[union-attr]
        names = [str(card) if lane else called(case.position, CardId(card)) for card in ids]
    else:
        names = [called(case.position, move.to) for move in found]  # type: ignore[union-attr]
    return each(found, choices=tuple(dict.fromkeys(names)))


def other_text(case: Case) -> Remedy | None:
    """Return the remedy of using another ability of the same card, if there is one."""
    if not isinstance(case.move, moves.Use):
        return None
    found = [move for move in case.legal if isinstance(move, moves.Use) and move.card == case.move.card]
    return each(found, text=found[0].text + 1) if found else None


def other_point(case: Case) -> Remedy | None:
    """Return the remedy of sending the same character to another access point, if that's possible."""
    found = [move for move in case.legal if isinstance(move, moves.Send) and move.card == case.move.card]
    return each(found, points=tuple(str(move.point) for move in found))


def untargeted(case: Case) -> Remedy | None:
    """Return the remedy of the same move without a target, if that's possible."""
    given = {"to": DECK} if isinstance(case.move, moves.Take) else {"targets": ()}
    return in_order(case, replace(case.move, **given))


def as_other_side(case: Case) -> Remedy | None:
    """Return the remedy of playing the card's other side, if that's possible."""
    return in_order(case, moves.Play(case.move.card, not getattr(case.move, "zombie", False)))


def own_stronghold(case: Case) -> Remedy | None:
    """Return the remedy of occupying the player's own stronghold, if that's possible."""
    return in_order(case, moves.Occupy(case.waiting.player))


def from_pile(case: Case) -> Remedy | None:
    """Return the remedy of taking another card from the pile, or of passing."""
    return each(case.legal)


# --- something else first ---------------------------------------------------------------------------------------------


def back_first(case: Case) -> Remedy | None:
    """Return the remedy of taking the card back first, then making the move, if that's possible."""
    return in_order(case, moves.TakeBack(case.move.card), case.move)


def others_back_first(case: Case) -> Remedy | None:
    """Return the remedy of taking another offered card back first, then making the move, if that's possible."""
    offered = case.waiting.offered if isinstance(case.waiting, Debt) else ()
    tried = [in_order(case, moves.TakeBack(card), case.move) for card in dict.fromkeys(offered)]
    ways = tuple([way for found in tried if found for way in found.ways])
    return Remedy(ways) if ways else None


def all_sent(case: Case) -> Remedy | None:
    """Return the remedy of sending the remaining raiders first, then finishing, if that's possible."""
    return in_order(case, *(moves.Send(card, 1) for card in case.refusal.cards), case.move)


def waited(case: Case) -> Remedy | None:
    """Return the remedy of passing first, then making the move, if that's possible."""
    return in_order(case, moves.Pass(), case.move)


def first_played(case: Case) -> Remedy | None:
    """Return the remedy of first playing another card from hand that provides what's needed, if there is one."""
    return first_of(case, led_to(case, moves.Play, moves.Attach) or led_to(case, moves.Event))


def first_used(case: Case) -> Remedy | None:
    """Return the remedy of first using an ability of another card that provides what's needed, if there is one."""
    return first_of(case, [line for line in led_to(case, moves.Use) if line[0].card != case.move.card])


def first_text(case: Case) -> Remedy | None:
    """Return the remedy of first using another ability of the same card, if that provides what's needed."""
    ways = tuple([line for line in led_to(case, moves.Use) if line[0].card == case.move.card])
    return Remedy(ways, values={"text": ways[0][0].text + 1}) if ways else None


def first_of(case: Case, lines: list[Line]) -> Remedy | None:
    """Return the remedy of playing one of these lines, named by the cards they begin with, if there are any."""
    names = dict.fromkeys(case.position.game.cards[line[0].card].name for line in lines)
    return Remedy(tuple(lines), values={"choices": tuple(names)}) if lines else None


def led_to(case: Case, *kinds: type[Move]) -> list[Line]:
    """Return the lines that start with another move of these kinds and end with the refused one, if nobody responds."""
    first = [move for move in case.legal if isinstance(move, kinds) and move != case.move]
    return [line for move in first for line in follow(case, case.position, (move,))]


def follow(case: Case, before: Position, line: Line) -> Iterator[Line]:
    """Yield every line that starts with `line` and ends with the refused move.

    The last move of `line` is played in the position `before`. Then everybody passes, and the player may take any card
    that a search finds.
    """
    position = step(before, line[-1]).after
    waiting, combat = position.waiting, position.combat
    moment = case.position
    if waiting is None or position.phase != moment.phase or len(line) > LONGEST:
        return
    if waiting.player == case.waiting.player and waiting.kind == case.waiting.kind:
        here = combat is None or moment.combat is None or combat.now == moment.combat.now
        if here and barred(position, case.move) is None:
            yield (*line, case.move)
    elif isinstance(waiting, Searching):
        for move in PROCEDURES[waiting.kind].legal(position, waiting):
            yield from follow(case, position, (*line, move))
    elif barred(position, moves.Pass()) is None:
        yield from follow(case, position, (*line, moves.Pass()))


# --- plain words ------------------------------------------------------------------------------------------------------


def no_target(case: Case) -> Remedy | None:
    """Return the remedy that says nothing helps now if there's no target of the wanted kind; otherwise None."""
    move = moves.Attach(case.move.card, DECK) if isinstance(case.move, moves.Play) else case.move
    wanted = target_of(case.position, move)
    if wanted is None:
        return None
    return None if wanted.choices(case.position, case.waiting.player, case.move.card) else NOTHING_TO_DO


def awaited(case: Case) -> Remedy:
    """Return the remedy that names the player who must decide first, and the amount in question."""
    return Remedy(values={"player": case.position.game.names[case.waiting.player], "amount": amount_of(case.waiting)})


TRIES: Final[dict[str, Try]] = {
    "own-hand": same_verb,
    "card-in-play": same_verb,
    "two-places": same_verb,
    "open-engagement": same_verb,
    "own-fighter": same_verb,
    "other-means": same_verb,
    "three-means": any_means,
    "leave-out": same_verb,
    "send-own": same_point,
    "card-of-pile": from_pile,
    "what-is-sought": from_pile,
    "play-attachment": same_card,
    "play-raider": not_as_zombie,
    "play-survivor": not_as_zombie,
    "play-trump": same_card,
    "play-wildcard": same_card,
    "another-host": other_target,
    "fitting-target": other_target,
    "other-text": other_text,
    "other-point": other_point,
    "without-target": untargeted,
    "as-printed": as_other_side,
    "as-human": as_other_side,
    "as-zombie": as_other_side,
    "occupy-own": own_stronghold,
    "take-back": back_first,
    "take-other-back": others_back_first,
    "send-the-rest": all_sent,
    "wait-resolved": waited,
    "first-play": first_played,
    "first-text": first_text,
    "first-use": first_used,
    "nor-as-zombie": other_place,
    "occupy-other": other_place,
    "occupy-other-gone": other_place_when_gone,
    "gone": when_gone,
    "next-turn": next_turn,
    "its-own-engagement": own_engagement,
    "no-fitting-target": no_target,
    "awaited": awaited,
}

# which remedies to try next if one doesn't help; the last one always applies
OTHERWISE: Final[dict[str, tuple[str, ...]]] = {
    "as-human": ("gone", "no-change"),
    "as-zombie": ("occupy-other", "gone", "no-change"),
    "occupy-other": ("occupy-other-gone", "no-change"),
    "fitting-target": ("no-fitting-target", "no-other-host"),
    "another-host": ("no-other-host",),
    "take-other-back": ("leave-out", "no-change"),
    "play-raider": ("as-zombie", "no-change"),
    "play-survivor": ("as-zombie", "no-change"),
    "first-play": ("first-text", "first-use", "occupy-other", "no-change"),
    "its-own-engagement": ("first-use", "no-change"),
    "three-means": ("other-means", "no-change"),
    "wait-resolved": ("keep-it",),
    "wrong-moment": ("keep-it",),  # by the key of the refusal
    "wrong-moment-ability": ("keep-it",),
    "not-in-play": ("card-in-play", "no-change"),
    "aim-beside": ("gone", "no-change"),
}
