"""Checks that hold for every step with two full decks: what a move may do, its notes, and the debts after it."""

from typing import Any

from apz.apocalypze.language.rulebook import rules
from apz.apocalypze.model import DECK, OCCUPATION, OVER, TRUMP, WILDCARD, Debt, InPlay, Position, Removal, Response
from apz.apocalypze.moves import Attach, Draw, Eat, Event, Play, Use
from apz.apocalypze.rules.find import place_of
from apz.apocalypze.rules.sums import value
from apz.core.trace import Note, Refusal, Step, Sum
from tests.apocalypze import plain

RULES = frozenset(rules("en"))


def json_like(thing: Any) -> bool:
    """Return True for a value that a catalog can print and a file can keep: plain values, lists of them, and sums."""
    if isinstance(thing, Sum):
        return all(type(t.amount) is int and t.rule in RULES and -1 <= t.card < 60 for t in thing.terms)
    if isinstance(thing, tuple | list):
        return all(json_like(each) for each in thing)
    return thing is None or type(thing) in (str, int, bool)


def check_said(said: Note | Refusal) -> None:
    """Check that a note or refusal cites an existing rule, names existing cards, and has plain values."""
    assert said.key
    assert said.rule in RULES, said
    for card in said.cards:
        assert type(card) is int, said
        assert 0 <= card < 60, said
    for each in said.values.values():
        assert type(each) in (str, int) or json_like(each), said


def check_step(step: Step, used: set[tuple[Any, ...]]) -> None:
    """Check that a move did only what its kind may do; `used` collects the game's abilities and events so far."""
    before, move, after = step.before, step.move, step.after
    assert step.notes, "a step that says nothing"
    for note in step.notes:
        check_said(note)
    if before.turn == after.turn and before.place is not None:
        assert after.place == before.place, "the occupied place changed within a turn"
    if after.game.strict and before.combat and after.combat and before.combat.now != after.combat.now > 0:
        assert after.waiting.player == after.player, "the attacker has the first opportunity"
    if before.phase != after.phase and after.phase != OVER:
        wounded = [who.id for side in after.sides for who in side.survivors + side.raiders if who.wounds]
        assert not wounded, "a wounded character outlived the phase"
    assert after.turn == before.turn or (after.turn, after.player) == (before.turn + 1, 1 - before.player)
    for who in standing(before).values():
        if who.zombie and who.card.twofold and who.id in after.sides[before.game.owners[who.id]].discard:
            assert laid_to_rest(step, who.id), "a twofold zombie on the discard pile"
    if isinstance(move, Event | Use):
        check_act(before, move, used)
        check_aim(before, move)
    elif isinstance(move, Draw):
        check_drawn(before, after)
    elif isinstance(move, Play | Attach):
        check_play(step)
    elif isinstance(move, Eat):
        check_eaten(step)
    check_out(step)
    check_owed(before, after)


def laid_to_rest(step: Step, card: int) -> bool:
    """Return True if an effect in this step sends the zombie `card` to the discard pile."""
    doomed = [waiting for waiting in step.before.agenda if isinstance(waiting, Removal)]
    dying = any(waiting.card == card and waiting.rest is not None for waiting in doomed)
    return dying or any(note.key == "character.laid-to-rest" and card in note.cards for note in step.notes)


def check_drawn(before: Position, after: Position) -> None:
    """Check the draw: up to six cards in hand, plus the bonus, as far as the deck goes."""
    old, new = before.sides[before.player], after.sides[before.player]
    number = len(old.deck) - len(new.deck)
    assert new.hand == old.hand + old.deck[:number]
    soldiers = sum(who.face.faction == "soldier" for who in old.survivors)
    bonus = 1 if soldiers >= 2 and before.game.cards[old.stronghold].name == "Military Base" else 0
    assert number == min(len(old.deck), max(0, 6 - len(old.hand)) + bonus)


def check_owed(before: Position, after: Position) -> None:
    """Check the amounts owed after a breach and at the end of the turn."""
    waiting = after.waiting
    if not isinstance(waiting, Debt) or waiting.offered or waiting in before.agenda:
        return
    side, cards = after.sides[waiting.player], after.game.cards
    if waiting.rule == "combat.breach":
        assert after.combat
        assert waiting.player == 1 - after.player
        groups = enumerate(after.combat.attack)
        entered = [card for index, group in groups for card in group if index + 1 not in after.combat.met]
        bullies = sum(1 for card in entered if cards[card].name == "Gang Bully")
        assert waiting.amount == plain.breach(cards[side.stronghold].damage, [len(entered)], [0]) + bullies
    elif waiting.rule == "feed.survivors":
        assert waiting.player == after.player
        things = [cards[attached.id].name for who in side.survivors for attached in who.attached]
        church = cards[side.stronghold].name == "Church"
        modifiers = [-1 for _ in range(1) if church and any(who.face.faction == "civilian" for who in side.survivors)]
        modifiers += [-1 for who in side.survivors if who.card.name == "Alex Bloom"]
        modifiers += [1 for name in things if name == "Illness"]
        if "Gang Mark" not in things:
            assert waiting.amount == plain.feeding(len(side.survivors), modifiers)


def check_aim(before: Position, move: Event | Use) -> None:
    """Check that targets are where the ability or the wildcard works and, during an engagement, take part in it."""
    assert before.waiting
    card, people = before.game.cards[move.card], standing(before)
    if card.name == "Fast Zombie":
        return
    for target in move.targets:
        assert target in people
        if isinstance(move, Use):
            assert place_of(before, target) == place_of(before, move.card), "a text that works elsewhere"
        elif card.kind == WILDCARD:
            assert place_of(before, target) == before.place, "a wildcard elsewhere"
        if before.waiting.kind == "window" and card.name != "Recycle":
            assert before.combat
            here = before.combat.now - 1
            assert target in before.combat.attack[here] + before.combat.defense[here], "not in the same engagement"
    if isinstance(before.waiting, Response):
        assert isinstance(before.waiting.move, Event)
        assert card.name in ("Sentry", "Combat Ready"), "no direct answer"


def check_act(before: Position, move: Event | Use, used: set[tuple[Any, ...]]) -> None:
    """Check that an ability or event is used once per turn, and only when and where its kind can be used."""
    assert before.waiting
    player, card = before.waiting.player, before.game.cards[move.card]
    if isinstance(move, Event):
        mark: tuple[Any, ...] = (before.turn, player, card.name)
        assert move.card in before.sides[player].hand
        assert card.kind in (WILDCARD, TRUMP)
        assert card.kind == TRUMP or (player == before.player and before.phase == OCCUPATION)
        if card.name == "Molotov Cocktail":
            assert not standing(before)[move.targets[0]].zombie, "thrown by a zombie"
    else:
        mark = (before.turn, move.card, move.text)
        here = place_of(before, move.card)
        assert here is not None
        assert player != before.player or here == before.place, "a text that is used elsewhere"
    assert mark not in used, "used a second time"
    used.add(mark)


def standing(position: Position) -> dict[int, InPlay]:
    """Return every character in play by its id."""
    return {who.id: who for side in position.sides for who in side.survivors + side.raiders}


def check_play(step: Step) -> None:
    """Check that cards are played at the occupied stronghold, and that attachments for humans are on humans."""
    before, move, after = step.before, step.move, step.after
    assert before.phase == OCCUPATION
    assert before.waiting.player == before.player
    if isinstance(move, Play):
        assert place_of(after, move.card) in (before.place, None)
        if place_of(after, move.card) is None:
            full = before.sides[before.player]
            assert len(full.survivors) == before.game.cards[full.stronghold].capacity
        else:
            assert standing(after)[move.card].zombie == (move.zombie or before.game.cards[move.card].human is None)
    else:
        assert place_of(before, move.to) == before.place
        if before.game.cards[move.card].target == "your-human":
            assert not standing(before)[move.to].zombie


def means(position: Position, player: int) -> tuple[int, int, list[InPlay]]:
    """Return what a player can consume: deck cards, hand cards, and the survivors that no card spares."""
    side, cards = position.sides[player], position.game.cards
    if any(cards[c].name == "No Escape" and position.game.owners[c] != player for c in position.lasting):
        return len(side.deck), len(side.hand), []
    free = [who for who in side.survivors if "Bitten" not in [cards[a.id].name for a in who.attached]]
    return len(side.deck), len(side.hand), free


def check_eaten(step: Step) -> None:
    """Check that an offer moves nothing until it pays the debt, and then has no part that could be left out."""
    before, after = step.before, step.after
    waiting, player = before.waiting, before.waiting.player
    offered = (*waiting.offered, step.move.card)
    survivors = means(before, player)[2]
    values = [value(before, who) for who in survivors]
    hand = sum(1 for card in offered if card in before.sides[player].hand)
    eaten = tuple(index for index, who in enumerate(survivors) if who.id in offered)
    payment = plain.Payment(offered.count(DECK), hand, eaten)
    assert payment.deck + hand + len(eaten) == len(offered), "something that cannot be consumed"
    if len(after.agenda) == len(before.agenda) and after.waiting == waiting._replace(offered=offered):
        assert plain.worth(payment, values) < waiting.amount
        assert after.sides == before.sides, "an offer moves nothing yet"
    else:
        assert plain.meets(payment, values, waiting.amount), "an obligation that was not met, or with waste"
        gone = [*before.sides[player].deck[: payment.deck], *(card for card in offered if card != DECK)]
        assert all(card in after.sides[before.game.owners[card]].discard for card in gone)


def check_out(step: Step) -> None:
    """Check that a player who's out couldn't pay, and that a player who's asked to pay can."""
    after = step.after
    waiting = after.waiting
    if waiting is None:
        player = 1 - after.winner
        (note,) = [note for note in step.notes if note.key == "consume.out"]
        owed = note.values["owed"]
    elif isinstance(waiting, Debt) and not waiting.offered:
        player, owed = waiting.player, waiting.amount
    else:
        return
    deck, hand, survivors = means(after, player)
    able = plain.can_pay(deck, hand, [value(after, who) for who in survivors], owed)
    assert owed > 0
    assert able == (waiting is not None)
