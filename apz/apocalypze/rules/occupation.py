"""The occupation phase: one stronghold for the turn, and the characters and attachments played there."""

from __future__ import annotations

from functools import cache
from typing import Final

from apz.apocalypze.ids import OTHER, PLAYERS, CardId, Player
from apz.apocalypze.model import ATTACHMENT, COMBAT, DECK, RAIDER, SURVIVOR, Card, Decision, Prompt, prompts
from apz.apocalypze.moves import Attach, Done, Move, Occupy, Play
from apz.apocalypze.rules.actions import any_time_events, left_behind, legal_options
from apz.apocalypze.rules.character_fate import recycle_wounded
from apz.apocalypze.rules.common_refusals import KIND_RULES, not_in_hand, refuse, stronghold_name, wrong_host
from apz.apocalypze.rules.entering_play import arrive, attach, why_not_attach, why_not_put
from apz.apocalypze.rules.table import State, Table, copy
from apz.apocalypze.rules.targets import ATTACH
from apz.core.trace import Refusal

attach_move: Final = cache(Attach)
play_move: Final = cache(Play)
DONE: Final = Done()
ACT_PROMPTS: Final = prompts(Decision.ACT)
LAST_PROMPTS: Final = prompts(Decision.LAST)
OCCUPY: Final[tuple[Occupy, ...]] = (Occupy(0), Occupy(1))


def check_occupy(state: State, waiting: Prompt, move: Occupy) -> Refusal | None:
    """Refuse a place that isn't a stronghold and, on the very first turn, the opponent's stronghold."""
    if move.place not in (0, 1):
        return refuse("no-such-place", "occupy.choose", fix="two-places", place=move.place)
    if state.turn == 1 and move.place != waiting.player:
        return refuse(
            "first-turn-at-home", "occupy.first", (state.sides[move.place].stronghold,), "occupy-own",
            player=state.game.names[waiting.player], place=stronghold_name(state, waiting.player),
        )  # fmt: skip
    return None


def do_occupy(table: Table, waiting: Prompt, move: Occupy) -> None:
    """Occupy a stronghold, which decides where the player plays cards and uses abilities this turn."""
    table.place = move.place
    place = stronghold_name(table, move.place)
    table.note(
        "occupy.chose", "occupy.choose", (table.sides[move.place].stronghold,),
        player=table.names[waiting.player], place=place,
    )  # fmt: skip
    player = table.names[waiting.player]
    table.note("occupy.commits-cards", "occupy.play-there", player=player, place=place)
    table.note("occupy.commits-texts", "occupy.text-there", player=player, place=place)
    if left := left_behind(table, waiting.player):
        other, names = stronghold_name(table, OTHER[move.place]), tuple(map(table.name, left))
        away = int(move.place == waiting.player)  # at home, the abilities left behind are the raiders'
        table.note(
            "occupy.leaves-texts", "occupy.text-there", left, player=player, place=other, names=names, combat=away
        )
    table.agenda[-1] = ACT_PROMPTS[waiting.player]


def check_play(state: State, waiting: Prompt, move: Play) -> Refusal | None:
    """Refuse a card that isn't a character in hand, or can't come into play at the occupied stronghold."""
    player = waiting.player
    if move.card not in state.sides[player].hand:
        return not_in_hand(state, player, move.card)
    card = state.game.cards[move.card]
    if card.kind == ATTACHMENT and not ATTACH[card.target].choices(state, player, move.card):
        return check_attach(state, waiting, Attach(move.card, DECK))
    if not card.character:
        return refuse("not-a-character", KIND_RULES[card.kind], (move.card,), f"play-{card.kind}", card=card.name)
    return why_not_put(state, player, card, move.card, move.zombie, state.place)


def do_play(table: Table, waiting: Prompt, move: Play) -> None:
    """Put the character into play, with everything its arrival causes."""
    table.drop(waiting.player, move.card)
    arrive(table, waiting.player, move.card, move.zombie)


def check_attach(state: State, waiting: Prompt, move: Attach) -> Refusal | None:
    """Refuse a card that isn't an attachment in hand, or can't be attached to the chosen host."""
    player = waiting.player
    if move.card not in state.sides[player].hand:
        return not_in_hand(state, player, move.card)
    card = state.game.cards[move.card]
    if card.kind != ATTACHMENT:
        return refuse("not-an-attachment", KIND_RULES[card.kind], (move.card,), f"play-{card.kind}", card=card.name)
    target = ATTACH[card.target]
    fitting = target.choices(state, player, move.card)
    if (move.to,) not in fitting:
        occupied = state.place or PLAYERS[0]
        place = OTHER[occupied]
        if not fits_at(state, player, card, move, place) or (move.to == DECK and fitting):
            return wrong_host(state, move.card, move.to, target, card.house("target"))
        to = () if move.to == DECK else (move.to,)
        return refuse(
            "attach-elsewhere", "attach.location", (move.card, *to), "occupy-other",
            card=card.name, place=stronghold_name(state, place), other=stronghold_name(state, place),
            occupied=stronghold_name(state, occupied),
        )  # fmt: skip
    return why_not_attach(state, card, move.card, move.to)


def fits_at(state: State, player: Player, card: Card, move: Attach, place: Player) -> bool:
    """Return True if an attachment fits the move's host at this stronghold, or any host if the move names none."""
    there = copy(state)
    there.place = place
    found = [CardId(to) for (to,) in ATTACH[card.target].choices(there, player, move.card)]
    return any(why_not_attach(there, card, move.card, to) is None for to in found if move.to in (to, DECK))


def do_attach(table: Table, waiting: Prompt, move: Attach) -> None:
    """Attach the card."""
    table.drop(waiting.player, move.card)
    attach(table, waiting.player, move.card, move.to)


def do_done(table: Table, waiting: Prompt, move: Done) -> None:
    """Finish the player's occupation, and give the other player a last chance to act."""
    table.note("occupy.done", "occupy.any-number", player=table.names[waiting.player])
    table.agenda[-1] = LAST_PROMPTS[OTHER[waiting.player]]
    table.note("window.last", "event.priority", player=table.names[OTHER[waiting.player]])


def end_occupation(table: Table) -> None:
    """Recycle the characters wounded in this phase, and continue with combat."""
    recycle_wounded(table)
    table.phase = COMBAT


def legal_places(state: State, waiting: Prompt) -> list[Move]:
    """Return the moves that occupy a legal stronghold, and the trumps that can be played first."""
    both = OCCUPY[waiting.player], OCCUPY[OTHER[waiting.player]]
    places: list[Move] = [move for move in both if check_occupy(state, waiting, move) is None]
    return places + any_time_events(state, waiting)


def legal(state: State, waiting: Prompt) -> list[Move]:
    """Return the legal moves of the occupation phase; characters with the same name are checked only once."""
    player = waiting.player
    cards = state.game.cards
    away = state.place != player
    belongs = RAIDER if away else SURVIVOR  # the kind that's played there as printed
    as_printed: dict[str, bool] = {}
    as_zombie: dict[str, bool] = {}
    moves: list[Move] = []
    for held in state.sides[player].hand:
        card = cards[held]
        if card.kind == ATTACHMENT:
            for (to,) in ATTACH[card.target].choices(state, player, held):
                if why_not_attach(state, card, held, CardId(to)) is None:
                    moves.append(attach_move(held, to))
            continue
        if card.kind == belongs:
            if card.name not in as_printed:
                as_printed[card.name] = why_not_put(state, player, card, held, False, state.place) is None
            if as_printed[card.name]:
                moves.append(play_move(held, False))
        if away and card.twofold:
            if card.name not in as_zombie:
                as_zombie[card.name] = why_not_put(state, player, card, held, True, state.place) is None
            if as_zombie[card.name]:
                moves.append(play_move(held, True))
    moves += legal_options(state, waiting)
    moves.append(DONE)
    return moves
