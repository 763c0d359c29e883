"""Wildcards, trumps and usable texts: when and on what they can be played, how they are announced, who is asked."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from apz.apocalypze.effects.hooks import (
    ANY_TIME,
    IN_ANSWER,
    IN_ENGAGEMENT,
    IN_OCCUPATION,
    ON_ARRIVAL,
    ON_REMOVAL,
    TEXTS,
    Text,
)  # fmt: skip
from apz.apocalypze.effects.targets import THROWER, enemies
from apz.apocalypze.find import State, silenced, user_of
from apz.apocalypze.model import STRONGHOLD, WILDCARD, Attached, Card, Waiting
from apz.apocalypze.moves import Event, Move, Use
from apz.apocalypze.reasons import KIND_RULES, not_in_hand, refuse, stronghold_name, wrong_target
from apz.apocalypze.table import Table
from apz.core.trace import Refusal

event_move = cache(Event)
use_move = cache(Use)
NO_TARGET: list[tuple[int, ...]] = [()]

MOMENTS: dict[str, tuple[str, ...]] = {
    "act": (IN_OCCUPATION, ANY_TIME),
    "last": (ANY_TIME,),
    "window": (IN_ENGAGEMENT, ANY_TIME),
    "respond": (IN_ANSWER,),
    "remove": (ON_REMOVAL,),
    "arrival": (ON_ARRIVAL,),
}
MOMENT_RULES = {
    IN_OCCUPATION: "event.moments",
    IN_ENGAGEMENT: "timing.engagement",
    ANY_TIME: "event.moments",
    IN_ANSWER: "event.respond",
    ON_REMOVAL: "character.killed",
    ON_ARRIVAL: "event.moments",
}


def check_event(state: State, waiting: Waiting, move: Event) -> Refusal | None:
    """A wildcard or trump of the hand, at a moment that fits, with what it needs and on what it can be played."""
    player = waiting.player
    if move.card not in state.sides[player].hand:
        return not_in_hand(state, player, move.card)
    card = state.game.cards[move.card]
    if not card.event:
        return refuse("not-an-event", KIND_RULES[card.kind], (move.card,), f"play-{card.kind}", card=card.name)
    text = TEXTS[card.name][0]
    return no_event_now(state, waiting, card, move.card, text) or off_target(
        state, player, card, move.card, text, move.targets
    )


def no_event_now(state: State, waiting: Waiting, card: Card, card_id: int, text: Text) -> Refusal | None:
    """Why an event of the hand cannot be played now, whatever it is played on."""
    player = waiting.player
    if card.kind == WILDCARD and player != state.player:
        return refuse("wildcard-own-turn", "event.wildcard", (card_id,), "own-turn", card=card.name)
    if text.when not in MOMENTS[waiting.kind]:
        return wrong_moment(waiting, card, card_id, text, KIND_RULES[card.kind])
    if (player, card.name) in state.played:
        return refuse(
            "one-copy", "event.one-copy", (card_id,), "next-turn", card=card.name, player=state.game.names[player]
        )
    if text.answers:
        answered = waiting.move
        if not isinstance(answered, Event) or not text.answers(state, player, answered):
            return no_answer(card, card_id)
    return unmet(state, player, card, card_id, text)


def check_use(state: State, waiting: Waiting, move: Use) -> Refusal | None:
    """A text of a card in play that is the player's to use, here, now, and not used yet."""
    player = waiting.player
    card = state.game.cards[move.card]
    user = user_of(state, move.card)
    if user is None:
        return refuse("not-in-play", "play.unknown", (move.card,), "card-in-play", card=card.name)
    if user != player:
        return refuse("not-your-text", "occupy.text-there", (move.card,), card=card.name, player=state.game.names[user])
    texts = TEXTS.get(card.name, ())
    if not 0 <= move.text < len(texts):
        return refuse("nothing-to-use", "occupy.text-there", (move.card,), card=card.name)
    (used,) = [used for used in usable(state, player) if used.id == move.card]
    return no_use_now(state, waiting, used, move.text) or off_target(
        state, player, card, move.card, texts[move.text], move.targets
    )


def no_use_now(state: State, waiting: Waiting, used: InUse, index: int) -> Refusal | None:
    """Why a text of one's own cannot be used now, whatever it is pointed at."""
    card = state.game.cards[used.id]
    text = TEXTS[card.name][index]
    if waiting.player == state.player and used.place != state.place:
        return elsewhere(state, used)
    if text.when not in MOMENTS[waiting.kind]:
        rule = "stronghold.text" if card.kind == STRONGHOLD else MOMENT_RULES[text.when]
        return wrong_moment(waiting, card, used.id, text, rule)
    return (
        used_up(state, card, used.id, index)
        or out_of_reach(state, card, used, text)
        or unmet(state, waiting.player, card, used.id, text)
    )


def no_answer(card: Card, card_id: int) -> Refusal:
    """Before an action works only that can be played which acts on the action itself."""
    return refuse("no-direct-answer", "event.respond", (card_id,), "wait-resolved", card=card.name)


def wrong_moment(waiting: Waiting, card: Card, card_id: int, text: Text, rule: str) -> Refusal:
    """A card or text has its moment, and this is not it."""
    if waiting.kind == "respond":
        return no_answer(card, card_id)
    return refuse("wrong-moment", rule, (card_id,), f"moment-{text.when}", card=card.name, moment=text.when)


def elsewhere(state: State, used: InUse) -> Refusal:
    """All through one's own turn, combat included, only texts at the occupied location are used."""
    return refuse(
        "text-elsewhere", "occupy.text-there", (used.id,), "occupy-other",
        player=state.game.names[state.player], card=state.game.cards[used.id].name,
        place=stronghold_name(state, used.place), other=stronghold_name(state, used.place),
        occupied=stronghold_name(state, 1 - used.place),
    )  # fmt: skip


def no_use_this_turn(state: State, card: int) -> Refusal | None:
    """Why a text cannot be used at any moment of this turn: its player occupies the other stronghold."""
    mine = usable(state, state.player) if state.place is not None else ()
    return next((elsewhere(state, used) for used in mine if used.id == card and used.place != state.place), None)


def held_back(table: Table, waiting: Waiting) -> tuple[int, ...]:
    """The cards whose texts the player could use now if he had occupied the stronghold at which they are."""
    cards = [used.id for used in usable(table, waiting.player) if used.place != table.place]
    if not cards or table.place is None or waiting.player != table.player:
        return ()
    there = Table(table.frozen())
    there.place = 1 - table.place
    moves = [move for move in legal_options(there, waiting) if isinstance(move, Use) and move.card in cards]
    return tuple(dict.fromkeys(move.card for move in moves))


def left_behind(state: State, player: int) -> tuple[int, ...]:
    """The player's cards at the stronghold he does not occupy whose texts he could use in this turn."""
    found = []
    for used in usable(state, player):
        moments = (IN_OCCUPATION,) if used.place == player else (IN_OCCUPATION, IN_ENGAGEMENT, ON_REMOVAL)
        texts = enumerate(TEXTS[state.game.cards[used.id].name])
        left = any(text.when in moments and (used.id, index) not in state.spent for index, text in texts)
        if left and used.place != state.place and not (used.at and silenced(state, used.at, used.row, used.place)):
            found.append(used.id)
    return tuple(found)


def out_of_reach(state: State, card: Card, used: InUse, text: Text) -> Refusal | None:
    """A Gang Mark holds a text back; in an engagement only texts of those taking part in it are used."""
    if used.at and silenced(state, used.at, used.row, used.place):
        return refuse("marked", "attach.target", (used.id,), "mark-leaves", True, card=card.name)
    if text.when == IN_ENGAGEMENT and not text.from_background and state.combat:
        point = state.combat.now
        if used.bearer not in state.combat.attack[point - 1] and used.bearer not in state.combat.defense[point - 1]:
            return refuse(
                "not-in-engagement", "timing.engagement", (used.id,), "its-own-engagement", card=card.name, point=point
            )
    return None


def used_up(state: State, card: Card, card_id: int, index: int) -> Refusal | None:
    """A text works once a turn, some once a game."""
    if (card_id, index) in state.spent:
        return refuse("once-a-game", "stronghold.once-game", (card_id,), card=card.name)
    if (card_id, index) in state.used:
        rule = "stronghold.text" if card.kind == STRONGHOLD else "text.once"
        return refuse("once-a-turn", rule, (card_id,), "next-turn", card=card.name)
    return None


def unmet(state: State, player: int, card: Card, card_id: int, text: Text) -> Refusal | None:
    """What a card or text needs and does not have."""
    for need in text.needs:
        if not need.met(state, player, card_id):
            return refuse("needs", need.rule, (card_id,), "need-met", card.house("text"), card=card.name, need=need.key)
    return None


def choices(state: State, player: int, card_id: int, text: Text) -> list[tuple[int, ...]]:
    """All that a card or text can be pointed at now."""
    return text.target.choices(state, player, card_id) if text.target else NO_TARGET


def off_target(
    state: State, player: int, card: Card, card_id: int, text: Text, targets: tuple[int, ...]
) -> Refusal | None:
    """A card or text is pointed at what it can be pointed at."""
    fitting = choices(state, player, card_id, text)
    if tuple(sorted(targets)) in fitting:
        return None
    if text.target is None:
        return refuse("no-target-wanted", "event.resolve", (card_id,), "without-target", card=card.name)
    fix = "fitting-target" if fitting else "no-fitting-target"
    return wrong_target(state, card_id, targets, text.target, fix, card.house("text"))


def announce(table: Table, waiting: Waiting, move: Event | Use) -> None:
    """Lay the card down or name the text; the other player may answer before it works."""
    player = waiting.player
    card = table.game.cards[move.card]
    targets = tuple(t for t in move.targets if not points_at_lane(card, move))
    names = ", ".join(table.name(t) for t in targets)
    thrown = TEXTS[card.name][0].target is THROWER
    hit = ", ".join(who.card.name for who in enemies(table, player)) if thrown else ""
    if isinstance(move, Event):
        table.drop(player, move.card)
        table.discard(move.card)
        table.played = (*table.played, (player, card.name))
        rule = KIND_RULES[card.kind]
        key = "event.thrown" if thrown else "event.played-on" if names else "event.played"
    else:
        rule = "stronghold.text" if card.kind == STRONGHOLD else "text.once"
        key = "text.used-on" if names else "text.used"
        mark = (move.card, move.text)
        if TEXTS[card.name][move.text].once_a_game:
            table.spent = (*table.spent, mark)
        table.used = (*table.used, mark)
    table.note(
        key, rule, (move.card, *targets), card.house("text"),
        player=table.player_name(player), card=card.name, target=names, hit=hit,
    )  # fmt: skip
    if waiting.kind == "window":
        table.agenda[-1] = Waiting("window", 1 - player)
    elif waiting.kind == "respond":
        table.agenda.pop()
    table.ask(Waiting("resolve", player, move=move))
    table.ask(Waiting("respond", 1 - player, move=move))


def points_at_lane(card: Card, move: Event | Use) -> bool:
    """Whether the targets are access points and not cards."""
    text = TEXTS[card.name][move.text if isinstance(move, Use) else 0]
    return text.target is not None and text.target.key == "open-point"


class InUse(NamedTuple):
    """A card in play whose text can be used: where it is and, for an attachment, its row and its bearer."""

    id: int
    place: int
    at: Attached | None = None
    row: tuple[Attached, ...] = ()
    bearer: int = -1


def usable(state: State, player: int) -> list[InUse]:
    """The player's cards in play that have a text to use."""
    cards, owners = state.game.cards, state.game.owners
    found: list[InUse] = []
    for index in (0, 1):
        side = state.sides[index]
        mine = index == player
        if mine and cards[side.stronghold].name in TEXTS:
            found.append(InUse(side.stronghold, index))
        for fixture in side.fixtures:
            if owners[fixture.id] == player and cards[fixture.id].name in TEXTS:
                found.append(InUse(fixture.id, index, fixture, side.fixtures))
        for row, place in ((side.survivors, index), (side.raiders, 1 - index)):
            for who in row:
                if mine and who.card.name in TEXTS:
                    found.append(InUse(who.id, place, bearer=who.id))
                for attached in who.attached:
                    if owners[attached.id] == player and cards[attached.id].name in TEXTS:
                        found.append(InUse(attached.id, place, attached, who.attached, who.id))
    return found


def is_asked(state: State, waiting: Waiting) -> bool:
    """Whether a player is asked in a window: he has something to play there, or the game asks in every one."""
    return state.game.strict or next(legal_options(state, waiting), None) is not None


def legal_options(state: State, waiting: Waiting) -> Iterator[Move]:
    """The events of the hand and the texts in play that are legal now, on all they can be pointed at."""
    moments = MOMENTS[waiting.kind]
    player = waiting.player
    cards = state.game.cards
    for held in state.sides[player].hand:
        card = cards[held]
        if card.event:
            text = TEXTS[card.name][0]
            if text.when in moments and no_event_now(state, waiting, card, held, text) is None:
                for targets in choices(state, player, held, text):
                    yield event_move(held, targets)
    for used in usable(state, player):
        for index, text in enumerate(TEXTS[cards[used.id].name]):
            if text.when in moments and no_use_now(state, waiting, used, index) is None:
                for targets in choices(state, player, used.id, text):
                    yield use_move(used.id, targets, index)
