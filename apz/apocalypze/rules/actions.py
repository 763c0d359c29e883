"""Wildcards, trumps and abilities: when and on what they can be used, how they're announced, and who may respond."""

from __future__ import annotations

from functools import cache
from typing import Final

from apz.apocalypze.ids import OTHER, PLAYERS, CardId, Player
from apz.apocalypze.model import (
    COMBAT,
    STRONGHOLD,
    WILDCARD,
    Card,
    Decision,
    Resolution,
    Response,
    Waiting,
    Window,
)
from apz.apocalypze.moves import Event, Move, Use
from apz.apocalypze.rules.abilities import InUse, elsewhere, usable
from apz.apocalypze.rules.common_refusals import KIND_RULES, not_in_hand, refuse, stronghold_name
from apz.apocalypze.rules.find import called, place_of, silenced, user_of
from apz.apocalypze.rules.hooks import (
    ABILITIES,
    ANY_TIME,
    IN_ANSWER,
    IN_ENGAGEMENT,
    IN_OCCUPATION,
    ON_ARRIVAL,
    ON_REMOVAL,
    TEXTS,
    Text,
)
from apz.apocalypze.rules.procedures import PROCEDURES
from apz.apocalypze.rules.table import State, Table, copy, record
from apz.apocalypze.rules.target_refusals import off_aim
from apz.apocalypze.rules.targets import THROWER, enemies
from apz.core.trace import Refusal

event_move: Final = cache(Event)
use_move: Final = cache(Use)
NO_TARGET: Final[list[tuple[int, ...]]] = [()]

MOMENT_RULES: Final = {
    IN_OCCUPATION: "event.moments",
    IN_ENGAGEMENT: "timing.engagement",
    ANY_TIME: "event.moments",
    IN_ANSWER: "event.respond",
    ON_REMOVAL: "character.killed",
    ON_ARRIVAL: "event.moments",
}


def check_event(state: State, waiting: Waiting, move: Event) -> Refusal | None:
    """Refuse a card that isn't an event in hand, can't be played now, or is played on the wrong target."""
    player = waiting.player
    if move.card not in state.sides[player].hand:
        return not_in_hand(state, player, move.card)
    card = state.game.cards[move.card]
    if not card.event:
        return refuse("not-an-event", KIND_RULES[card.kind], (move.card,), f"play-{card.kind}", card=card.name)
    if waiting.kind is Decision.OCCUPY and card.kind == WILDCARD:
        name = state.game.names[player]
        return refuse("first-occupy", "occupy.play-there", (move.card,), "awaited", player=name)
    text = TEXTS[card.name][0]
    return no_event_now(state, waiting, card, move.card, text) or off_target(
        state, player, card, move.card, text, move.targets
    )


def no_event_now(state: State, waiting: Waiting, card: Card, card_id: CardId, text: Text) -> Refusal | None:
    """Return why an event in hand can't be played now, whatever its target; None if it can be played."""
    player = waiting.player
    if card.kind == WILDCARD and player != state.player:
        return refuse("wildcard-own-turn", "event.wildcard", (card_id,), "own-turn", card=card.name)
    if text.when not in PROCEDURES[waiting.kind].moments:
        rule = "event.moments" if card.kind == WILDCARD else KIND_RULES[card.kind]
        return wrong_moment(state, waiting, card, card_id, text, rule)
    if (player, card.name) in state.played:
        return refuse(
            "one-copy", "event.one-copy", (card_id,), "next-turn", card=card.name, player=state.game.names[player]
        )
    if text.answers and isinstance(waiting, Response) and (reason := no_answer(state, waiting, card, card_id, text)):
        return reason
    return unmet(state, player, card, card_id, text)


def check_use(state: State, waiting: Waiting, move: Use) -> Refusal | None:
    """Refuse an ability that isn't the player's, can't be used here or now, or is used on the wrong target."""
    player = waiting.player
    card = state.game.cards[move.card]
    user = user_of(state, move.card)
    if user is None:
        return refuse("not-in-play", "play.unknown", (move.card,), "first-play", card=card.name)
    texts = TEXTS.get(card.name, ())
    if texts and user != player:
        return refuse("not-your-text", "text.whose", (move.card,), card=card.name, player=state.game.names[user])
    if not 0 <= move.text < len(texts):
        return refuse("nothing-to-use", "text.whose", (move.card,), "other-text", card=card.name)
    (used,) = [used for used in usable(state, player) if used.id == move.card]
    return no_use_now(state, waiting, used, move.text) or off_target(
        state, player, card, move.card, texts[move.text], move.targets
    )


def no_use_now(state: State, waiting: Waiting, used: InUse, index: int) -> Refusal | None:
    """Return why one of the player's abilities can't be used now, whatever its target; None if it can be used."""
    card = state.game.cards[used.id]
    text = TEXTS[card.name][index]
    if waiting.player == state.player and used.place != state.place:
        return elsewhere(state, used)
    if text.when not in PROCEDURES[waiting.kind].moments:
        rule = "stronghold.text" if card.kind == STRONGHOLD else MOMENT_RULES[text.when]
        return wrong_moment(state, waiting, card, used.id, text, rule)
    return (
        used_up(state, card, used.id, index)
        or out_of_reach(state, card, used, text)
        or unmet(state, waiting.player, card, used.id, text)
    )


def no_answer(state: State, waiting: Response, card: Card, card_id: CardId, text: Text) -> Refusal | None:
    """Refuse a card or ability that can't respond to the pending action."""
    answered = waiting.move
    name = state.game.cards[answered.card].name
    if not text.answers:
        return refuse("no-direct-answer", "event.respond", (card_id,), "wait-resolved", card=card.name, answered=name)
    if isinstance(answered, Use):
        return refuse("answer-ability", "event.respond", (card_id,), "keep-it", card=card.name, answered=name)
    key = text.answers(state, waiting.player, answered)
    if not key:
        return None
    place = stronghold_name(state, played_at(state) or PLAYERS[0])
    return refuse(key, "event.respond", (card_id, answered.card), "keep-it", card=card.name, answered=name, place=place)


def played_at(state: State) -> Player | None:
    """Return whose stronghold an event and its responses are played at, or None.

    It's where the event's target is; without a target, it's the attacked stronghold in combat, else the occupied one.
    """
    first = next((waiting.move for waiting in state.agenda if isinstance(waiting, Resolution)), None)
    if isinstance(first, Event) and first.targets:
        return place_of(state, CardId(first.targets[0]))
    return OTHER[state.player] if state.phase == COMBAT else state.place


def wrong_moment(state: State, waiting: Waiting, card: Card, card_id: CardId, text: Text, rule: str) -> Refusal:
    """Return the refusal of a card or ability at the wrong moment."""
    if isinstance(waiting, Response) and (reason := no_answer(state, waiting, card, card_id, text)):
        return reason
    moment = text.moment or text.when
    texts = TEXTS[card.name]
    if any(each.when != text.when for each in texts):
        ability = texts.index(text) + 1
        return refuse(
            "wrong-moment-ability", rule, (card_id,), "other-text", card=card.name, ability=ability, moment=moment
        )
    return refuse("wrong-moment", rule, (card_id,), "other-text", card=card.name, moment=moment)


def held_back(table: Table, waiting: Waiting) -> tuple[CardId, ...]:
    """Return the cards whose abilities the player could use now if they had occupied the other stronghold."""
    if table.place is None or waiting.player != table.player:
        return ()
    timely = fitting(waiting.kind)
    cards = [used.id for used in usable(table, waiting.player, timely) if used.place != table.place]
    if not cards:
        return ()
    there = copy(table)
    there.place = OTHER[table.place]
    moves = [move for move in legal_options(there, waiting) if isinstance(move, Use) and move.card in cards]
    return tuple(dict.fromkeys(move.card for move in moves))


def left_behind(state: State, player: Player) -> tuple[CardId, ...]:
    """Return the player's cards with usable abilities at the stronghold they don't occupy this turn."""
    found = []
    for used in usable(state, player):
        moments = (IN_OCCUPATION,) if used.place == player else (IN_OCCUPATION, IN_ENGAGEMENT, ON_REMOVAL)
        texts = enumerate(TEXTS[state.game.cards[used.id].name])
        left = any(text.when in moments and (used.id, index) not in state.spent for index, text in texts)
        if left and used.place != state.place and not (used.at and silenced(state, used.at, used.row, used.place)):
            found.append(used.id)
    return tuple(found)


def out_of_reach(state: State, card: Card, used: InUse, text: Text) -> Refusal | None:
    """Refuse an ability that a Gang Mark silences, or one of a card outside the engagement."""
    if used.at and silenced(state, used.at, used.row, used.place):
        return refuse("marked", "attach.target", (used.id,), "gone", True, card=card.name)
    if text.when == IN_ENGAGEMENT and not text.from_background and state.combat:
        point = state.combat.now
        if used.bearer not in state.combat.attack[point - 1] and used.bearer not in state.combat.defense[point - 1]:
            return refuse(
                "not-in-engagement", "timing.engagement", (used.id,), "its-own-engagement", card=card.name, point=point
            )
    return None


def used_up(state: State, card: Card, card_id: CardId, index: int) -> Refusal | None:
    """Refuse an ability that's been used this turn, or used up for the game."""
    if (card_id, index) in state.spent:
        return refuse("once-a-game", "stronghold.once-game", (card_id,), card=card.name)
    if (card_id, index) in state.used:
        rule = "stronghold.text" if card.kind == STRONGHOLD else "text.once"
        return refuse("once-a-turn", rule, (card_id,), "next-turn", card=card.name)
    return None


def unmet(state: State, player: Player, card: Card, card_id: CardId, text: Text) -> Refusal | None:
    """Refuse a card or ability whose requirements aren't met."""
    for need in text.needs:
        if not need.met(state, player, card_id):
            more = need.values(state, player, card_id) if need.values else {}
            return refuse(
                "needs", need.rule, (card_id,), "first-play", card.house("text"), card=card.name, need=need.key, **more
            )
    return None


def choices(state: State, player: Player, card_id: CardId, text: Text) -> list[tuple[int, ...]]:
    """Return every choice of targets a card or ability has now; one that takes no target has an empty choice."""
    return text.target.choices(state, player, card_id) if text.target else NO_TARGET


def off_target(
    state: State, player: Player, card: Card, card_id: CardId, text: Text, targets: tuple[int, ...]
) -> Refusal | None:
    """Refuse a target that a card or ability can't have."""
    fitting = choices(state, player, card_id, text)
    if tuple(sorted(targets)) in fitting:
        return None
    if text.target is None:
        return refuse("no-target-wanted", "event.resolve", (card_id,), "without-target", card=card.name)
    return off_aim(state, player, card_id, targets, text.target, card.house("text"))


def announce(table: Table, waiting: Waiting, move: Event | Use) -> None:
    """Announce an event, which is discarded, or an ability; the other player may respond before it takes effect."""
    player = waiting.player
    card = table.game.cards[move.card]
    targets = () if points_at_lane(card, move) else tuple(map(CardId, move.targets))
    names = tuple([table.name(t) for t in targets])
    thrown = TEXTS[card.name][0].target is THROWER
    hit = tuple([called(table, who.id) for who in enemies(table, player)]) if thrown else ()
    more: dict[str, int] = {}
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
        more = {"ability": move.text + 1 if len(TEXTS[card.name]) > 1 else 0}
    table.note(
        key, rule, (move.card, *targets), card.house("text"),
        player=table.names[player], card=card.name, target=names, hit=hit, **more,
    )  # fmt: skip
    if isinstance(waiting, Window):
        table.agenda[-1] = record(Window, (OTHER[player], 0, Decision.WINDOW))
    elif isinstance(waiting, Response):
        table.agenda.pop()
    table.ask(record(Resolution, (player, move, Decision.RESOLVE)))
    table.ask(record(Response, (OTHER[player], move, Decision.RESPOND)))


def points_at_lane(card: Card, move: Event | Use) -> bool:
    """Return True if the targets are access points, not cards."""
    text = TEXTS[card.name][move.text if isinstance(move, Use) else 0]
    return text.target is not None and text.target.key == "open-point"


def is_asked(state: State, waiting: Waiting) -> bool:
    """Return True if a player is asked in a window: they can play or use a card, or the game is strict."""
    return state.game.strict or bool(legal_options(state, waiting))


def any_time_events(state: State, waiting: Waiting) -> list[Move]:
    """Return the moves that play events in hand with the timing `ANY_TIME`, as far as they're legal now."""
    cards, hand = state.game.cards, state.sides[waiting.player].hand
    found: list[Move] = []
    for held in hand:
        if cards[held].event:
            text = TEXTS[cards[held].name][0]
            if text.when == ANY_TIME and no_event_now(state, waiting, cards[held], held, text) is None:
                found += [event_move(held, targets) for targets in choices(state, waiting.player, held, text)]
    return found


@cache
def fitting(kind: Decision) -> frozenset[str]:
    """Return the names of the cards that have an ability for this kind of decision."""
    moments = PROCEDURES[kind].moments
    return frozenset([name for name, texts in ABILITIES.items() if any([text.when in moments for text in texts])])


def legal_options(state: State, waiting: Waiting) -> list[Move]:
    """Return the legal moves that play an event or use an ability, one for each possible choice of targets."""
    moments = PROCEDURES[waiting.kind].moments
    player = waiting.player
    cards = state.game.cards
    found: list[Move] = []
    for held in state.sides[player].hand:
        card = cards[held]
        if card.event:
            text = TEXTS[card.name][0]
            if text.when in moments and no_event_now(state, waiting, card, held, text) is None:
                found += [event_move(held, targets) for targets in choices(state, player, held, text)]
    occupied = state.place if player == state.player else None  # what's elsewhere would be refused one by one
    for used in usable(state, player, fitting(waiting.kind), occupied):
        for index, text in enumerate(TEXTS[cards[used.id].name]):
            if text.when in moments and no_use_now(state, waiting, used, index) is None:
                found += [use_move(used.id, targets, index) for targets in choices(state, player, used.id, text)]
    return found
