"""What holds in every position of every game, whoever plays it and however badly."""

import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import permutations, product
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from apz.apocalypze.cards import Deck, library
from apz.apocalypze.find import place_of
from apz.apocalypze.model import (
    COMBAT,
    CONSUMPTION,
    DECK,
    DRAW,
    OCCUPATION,
    OVER,
    STRONGHOLD,
    TRUMP,
    WILDCARD,
    ZOMBIE,
    Attached,
    Combat,
    Game,
    InPlay,
    Position,
    Side,
    Waiting,
)
from apz.apocalypze.moves import (
    Attach,
    Done,
    Draw,
    Eat,
    Engage,
    Event,
    Move,
    Occupy,
    Pass,
    Play,
    Send,
    Take,
    TakeBack,
    Use,
    Wound,
)
from apz.apocalypze.play import legal_moves, play, why_not
from apz.apocalypze.rules import rules
from apz.apocalypze.setup import new_game
from apz.apocalypze.sums import value
from apz.core.luck import roll
from apz.core.trace import Note, Refusal, Step, Sum
from tests.apocalypze import plain

BOX = library()
RULES = frozenset(rules("en"))
STARTERS = tuple(BOX.decks)
STRONGHOLDS = tuple(name for name in BOX if BOX[name].kind == STRONGHOLD)
OTHERS = tuple(name for name in BOX if BOX[name].kind != STRONGHOLD)
TWOFOLDS = tuple(name for name in BOX if BOX[name].twofold)
CIRCLES = (  # cards that have something to do with each other
    ("Bitten", "Biker", "Gang Mark", "Gang Warrior", "Police Officer"),
    ("Bitten", "Civilian", "Soldier", "Turned", "Hog", "Biker"),
    ("Bitten", "Antonio Jones", "Police Officer", "Wilfred Python", "Moose Tucker", "Biker", "Lurking Death"),
    ("Gang Mark", "Gang Warrior", "Biker", "Hog", "The Finest", "Police Officer", "Mugged", "Chain Link Fence"),
    ("Turned", "Sniper Rifle", "Police Officer", "The Finest", "Soldier", "Cult Fanatic", "Field Promotion"),
    ("Albert & Anita Hanson", "Cult Fanatic", "Bishop Land", "Molotov Cocktail", "Wes Trentin", "Combat Ready"),
    ("Shotgun", "Fire Axe", "Patsy McNally", "Police Officer", "Handgun", "Pop!", "Head Shot", "Rest In Peace"),
    ("Searchlight", "Cinda Parikh", "Chain Link Fence", "Civilian", "Fast Zombie", "Scent of Blood", "Sentry"),
    ("No Escape", "Thief in the Night", "Civilian", "Biker", "Illness", "Recycle", "Take What You Need"),
    ("Fast Zombie", "Trudy", "The Juggernaut", "Bitten", "John Misarti", "Baseball Bat", "Adrenaline", "Civilian"),
)
SHARES = 8  # each share is a test of its own, so that they can run side by side
GAMES = 2400
KINDS = (
    "draw", "occupy", "act", "last", "attack", "defend", "order", "window", "wound", "consume", "respond", "remove",
    "arrival", "search",
)  # fmt: skip
ALL = list(range(60))
WRONG = (-7, -2, -1, 60, 999)


# --- games ------------------------------------------------------------------------------------------------------------


def own_deck(rng: Random, names: Sequence[str] = ()) -> Deck:
    """A deck of few different cards, so that they meet each other often; every card of the game can be in it."""
    stronghold = rng.choice(STRONGHOLDS)
    if not names:
        names = [rng.choice(TWOFOLDS), *rng.sample(OTHERS, rng.randint(3, 10))]
        if rng.random() < 0.6:
            names = [*rng.choice(CIRCLES), *rng.choice(CIRCLES)]
    return Deck("own", stronghold, (stronghold, *(rng.choice(names) for _ in range(29))))


def a_game(rng: Random) -> Position:
    """A new game between starter decks or decks of any kind."""
    first, second = (rng.choice(STARTERS) if rng.random() < 0.4 else own_deck(rng) for _ in (0, 1))
    starts, strict = rng.choice((0, 1, None)), rng.random() < 0.1
    start = new_game(first, second, seed=rng.getrandbits(32), starts=starts, strict=strict)
    return rebuilt(start, rng) if rng.random() < 0.5 else start


def rebuilt(position: Position, rng: Random) -> Position:
    """The game with strongholds of other sizes, so that they are full, or breached, more often."""
    cards = list(position.game.cards)
    for side in position.sides:
        access, capacity, damage = rng.randint(1, 6), rng.randint(0, 3), rng.randint(0, 3)
        cards[side.stronghold] = replace(cards[side.stronghold], access=access, capacity=capacity, damage=damage)
    return position._replace(game=position.game._replace(cards=tuple(cards)))


def choose(moves: list[Move], rng: Random, daring: bool) -> Move:
    """Any of the moves; seldom one that takes another back, and texts and events more often for the daring."""
    if daring and rng.random() < 0.5:
        acts = [move for move in moves if isinstance(move, Event | Use | Take)]
        if acts:
            return rng.choice(acts)
    move = rng.choice(moves)
    if isinstance(move, TakeBack) and rng.random() < 0.8:
        move = rng.choice(moves)
    return move


def step_of(position: Position, move: Move) -> Step:
    """The step of a move that must be legal."""
    step = play(position, move)
    assert isinstance(step, Step), (move, step)
    return step


# --- what holds in every position -------------------------------------------------------------------------------------


def row_ids(row: tuple[InPlay, ...]) -> list[int]:
    return [who.id for who in row]


def check_cards(position: Position) -> None:
    """All 60 cards are there exactly once, and a player's piles hold his own cards alone."""
    found: list[int] = []
    owners = position.game.owners
    for player, side in enumerate(position.sides):
        piles = [*side.hand, *side.deck, *side.discard, side.stronghold]
        assert {owners[card] for card in piles} == {player}, "a card in a pile that is not its owner's"
        found += piles
        found += [fixture.id for fixture in side.fixtures]
        for who in side.survivors + side.raiders:
            found.append(who.id)
            found += [attached.id for attached in who.attached]
            assert position.game.cards[who.id] is who.card
    found.sort()
    assert found == ALL, "a card is missing, or there twice"


def check_attached(position: Position, host: int, row: tuple[Attached, ...]) -> None:
    """Attachments hang on their host or on each other, and only one copy of a kind on a card."""
    hosts = {host, *(attached.id for attached in row)}
    seen = set()
    for attached in row:
        assert attached.to in hosts - {attached.id}, "an attachment that hangs on nothing"
        copy = (attached.to, position.game.cards[attached.id].name)
        assert copy not in seen, "two copies of an attachment on one card"
        seen.add(copy)


def check_sides(position: Position) -> None:
    """Capacity, factions, uniqueness, zombies that are no survivors, and attachments where they belong."""
    unique = []
    for side in position.sides:
        assert len(side.survivors) <= position.game.cards[side.stronghold].capacity, "more survivors than capacity"
        assert len({who.face.faction for who in side.raiders}) <= 1, "raiders of two factions at one place"
        check_attached(position, side.stronghold, side.fixtures)
        for who in side.survivors:
            assert not who.zombie, "a zombie among the survivors"
        for who in side.survivors + side.raiders:
            if who.card.unique:
                unique.append(who.card.name)
            if who.attached:
                check_attached(position, who.id, who.attached)
    assert len(unique) == len(set(unique)), "two copies of a unique card in play"


def check_lives(position: Position) -> None:
    """Nobody stands with no value left unless he is about to be removed; wounds last for a phase."""
    doomed = {waiting.card for waiting in position.agenda if waiting.kind == "remove"}
    for side in position.sides:
        for who in side.survivors + side.raiders:
            assert who.id in doomed or value(position, who) > 0, "somebody without value stands"
            if who.wounds:
                assert position.phase in (OCCUPATION, COMBAT, OVER), "a wound outlived its phase"


def check_turn(position: Position) -> None:
    """Texts and events at most once a turn, an occupied place when there must be one, one winner at the end."""
    for log in (position.used, position.spent, position.played):
        assert len(log) == len(set(log)), "used twice"
    assert position.turn != 1 or position.place in (None, position.player), "away from home in the first turn"
    assert (position.place is None) == (position.phase == DRAW or [w.kind for w in position.agenda] == ["occupy"])
    out = [player for player, side in enumerate(position.sides) if side.out]
    if position.waiting is None:
        assert position.phase == OVER
        assert out == [1 - position.winner] if position.winner is not None else out
        assert position.winner in (0, 1)
    else:
        assert position.phase in (DRAW, OCCUPATION, COMBAT, CONSUMPTION)
        assert (position.winner, out) == (None, [])
        assert position.waiting.kind in KINDS


def check_combat(position: Position) -> None:
    """Raiders of the player whose turn it is attack at the opponent's stronghold, his survivors meet them there."""
    combat = position.combat
    if combat is None:
        assert not any(w.kind in ("attack", "defend", "order", "window", "wound") for w in position.agenda)
        return
    assert position.phase in (COMBAT, OVER)
    attackers = [card for group in combat.attack for card in group]
    defenders = [card for group in combat.defense for card in group]
    assert len(attackers) == len(set(attackers))
    assert len(defenders) == len(set(defenders))
    assert set(attackers) <= set(row_ids(position.sides[position.player].raiders)), "an attacker who is none"
    assert set(defenders) <= set(row_ids(position.sides[1 - position.player].survivors)), "a defender who is none"
    stronghold = position.game.cards[position.sides[1 - position.player].stronghold]
    assert 1 <= len(combat.attack) == len(combat.defense) <= max(1, stronghold.access)
    assert set(combat.resolved) <= set(combat.met)
    if position.waiting and position.waiting.kind in ("attack", "defend"):
        assert not combat.met
    else:
        for index, group in enumerate(combat.defense):
            assert not group or index + 1 in combat.met, "a defender where nobody is met"


def check_position(position: Position) -> None:
    """All of it."""
    check_cards(position)
    check_sides(position)
    check_lives(position)
    check_turn(position)
    check_combat(position)


# --- what holds for every step ----------------------------------------------------------------------------------------


def json_like(thing: Any) -> bool:
    """A value that a catalog can print and a file can keep: plain things, lists of them, and sums with their terms."""
    if isinstance(thing, Sum):
        return all(type(t.amount) is int and t.rule in RULES and -1 <= t.card < 60 for t in thing.terms)
    if isinstance(thing, tuple | list):
        return all(json_like(each) for each in thing)
    return thing is None or type(thing) in (str, int, bool)


def check_said(said: Note | Refusal) -> None:
    """A note or refusal cites a rule there is, speaks of cards there are, and carries plain values."""
    assert said.key
    assert said.rule in RULES, said
    for card in said.cards:
        assert type(card) is int, said
        assert 0 <= card < 60, said
    for each in said.values.values():
        assert type(each) in (str, int) or json_like(each), said


def check_step(step: Step, used: set[tuple[Any, ...]]) -> None:
    """What a move did is what such a move may do; `used` remembers the texts and events of the game."""
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
    """Whether a card sends this zombie to the discard pile."""
    dying = any(waiting.kind == "remove" and waiting.card == card and waiting.cards for waiting in step.before.agenda)
    return dying or any(note.key == "character.laid-to-rest" and card in note.cards for note in step.notes)


def check_drawn(before: Position, after: Position) -> None:
    """Up to six cards in hand, and the bonus; as far as the deck goes."""
    old, new = before.sides[before.player], after.sides[before.player]
    number = len(old.deck) - len(new.deck)
    assert new.hand == old.hand + old.deck[:number]
    soldiers = sum(who.face.faction == "soldier" for who in old.survivors)
    bonus = 1 if soldiers >= 2 and before.game.cards[old.stronghold].name == "Military Base" else 0
    assert number == min(len(old.deck), max(0, 6 - len(old.hand)) + bonus)


def check_owed(before: Position, after: Position) -> None:
    """What is owed after a breach and at the end of the turn."""
    waiting = after.waiting
    if waiting is None or waiting.kind != "consume" or waiting.cards or waiting in before.agenda:
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
    """Texts work where they stand, wildcards where one is, both in an engagement on those who are in it."""
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
    if before.waiting.kind == "respond":
        assert isinstance(before.waiting.move, Event)
        assert card.name in ("Sentry", "Combat Ready"), "no direct answer"


def check_act(before: Position, move: Event | Use, used: set[tuple[Any, ...]]) -> None:
    """Texts and events: once a turn, wildcards in one's own turn, texts at the place one occupies."""
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
    """Every character in play by its id."""
    return {who.id: who for side in position.sides for who in side.survivors + side.raiders}


def check_play(step: Step) -> None:
    """Cards are played to the occupied place; what wants a human gets one."""
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
    """What a player can consume: cards in his deck, in his hand, and the survivors that no card spares."""
    side, cards = position.sides[player], position.game.cards
    if any(cards[c].name == "No Escape" and position.game.owners[c] != player for c in position.lasting):
        return len(side.deck), len(side.hand), []
    free = [who for who in side.survivors if "Bitten" not in [cards[a.id].name for a in who.attached]]
    return len(side.deck), len(side.hand), free


def check_eaten(step: Step) -> None:
    """An obligation is met exactly, with no part that could have been left out."""
    before, after = step.before, step.after
    waiting, player = before.waiting, before.waiting.player
    offered = (*waiting.cards, step.move.card)
    survivors = means(before, player)[2]
    values = [value(before, who) for who in survivors]
    hand = sum(1 for card in offered if card in before.sides[player].hand)
    eaten = tuple(index for index, who in enumerate(survivors) if who.id in offered)
    payment = plain.Payment(offered.count(DECK), hand, eaten)
    assert payment.deck + hand + len(eaten) == len(offered), "something that cannot be consumed"
    if len(after.agenda) == len(before.agenda) and after.waiting == waiting._replace(cards=offered):
        assert plain.worth(payment, values) < waiting.amount
        assert after.sides == before.sides, "an offer moves nothing yet"
    else:
        assert plain.meets(payment, values, waiting.amount), "an obligation that was not met, or with waste"
        gone = [*before.sides[player].deck[: payment.deck], *(card for card in offered if card != DECK)]
        assert all(card in after.sides[before.game.owners[card]].discard for card in gone)


def check_out(step: Step) -> None:
    """Who is out could not pay, and who is asked to pay can."""
    after = step.after
    waiting = after.waiting
    if waiting is None:
        player = 1 - after.winner
        (note,) = [note for note in step.notes if note.key == "consume.out"]
        owed = note.values["owed"]
    elif waiting.kind == "consume" and not waiting.cards:
        player, owed = waiting.player, waiting.amount
    else:
        return
    deck, hand, survivors = means(after, player)
    able = plain.can_pay(deck, hand, [value(after, who) for who in survivors], owed)
    assert owed > 0
    assert able == (waiting is not None)


# --- every move there could be ----------------------------------------------------------------------------------------


def conceivable(position: Position, rng: Random) -> Iterator[Move]:
    """Moves of all types on all cards, sensible or not."""
    yield from (Draw(), Done(), Pass())
    ids = (*ALL, *WRONG)
    near = sorted({*standing(position), *near_cards(position)})
    for place in (-1, 0, 1, 2):
        yield Occupy(place)
    for point in range(8):
        yield Engage(point)
        yield from (Send(card, point) for card in ids)
    for card in ids:
        yield from (Play(card), Play(card, True), Wound(card), Eat(card), TakeBack(card), Event(card), Take(card))
        yield from (Use(card, (), text) for text in (-1, 0, 1, 2))
    for card in (*near, *rng.sample(ids, 5)):
        others = (*near, *range(5), *rng.sample(ids, 5))
        yield from (Attach(card, to) for to in others)
        yield from (Take(card, to) for to in others)
        yield from (Event(card, (to,)) for to in others)
        yield from (Use(card, (to,), text) for to in others for text in (0, 1))
    crowd = sorted(standing(position))
    for card in (*near, *rng.sample(ids, 2)):
        if not 0 <= card < 60 or position.game.cards[card].name == "Shotgun" or rng.random() < 0.05:
            yield from (Use(card, pair) for pair in permutations(crowd, 2))
            yield from (Event(card, pair) for pair in permutations(crowd[:4], 2))
            yield from (Use(card, (to, to)) for to in crowd)


def near_cards(position: Position) -> Iterator[int]:
    """Cards that are on the table, in a hand or on top of a pile."""
    for side in position.sides:
        yield side.stronghold
        yield from (fixture.id for fixture in side.fixtures)
        yield from (attached.id for who in side.survivors + side.raiders for attached in who.attached)
        yield from (*side.hand[:8], *side.deck[:1], *side.discard[:3])


def check_one_legality(position: Position, moves: Iterator[Move], rng: Random) -> int:
    """Every move is legal or refused with a reason, in one voice; a refused one changes nothing."""
    legal = legal_moves(position)
    listed = list(legal)
    allowed = set(listed)
    print_of_before = fingerprint(position)
    assert len(listed) == len(allowed) == len(legal)
    assert bool(legal) == bool(listed)
    for move in listed:
        assert why_not(position, move) is None
        assert isinstance(play(position, move), Step)
    number = 0
    for move in moves:
        number += 1
        refusal = why_not(position, move)
        assert (refusal is None) == (in_order(move) in allowed), (move, refusal, position.waiting)
        if refusal is not None:
            check_said(refusal)
            assert type(refusal.fix) is str
            if rng.random() < 0.05:
                assert play(position, move) == refusal
                assert move not in legal
        elif rng.random() < 0.05 or move not in allowed:
            assert move in legal
            assert step_of(position, move).after.sides == step_of(position, in_order(move)).after.sides
    assert fingerprint(position) == print_of_before
    return number


def in_order(move: Move) -> Move:
    """The move as it is listed: two targets are one choice, whichever is named first."""
    return replace(move, targets=tuple(sorted(move.targets))) if isinstance(move, Event | Use) else move


def fingerprint(position: Position) -> str:
    """A short text that is the same for the same position, on every machine and Python version."""
    text = json.dumps(plainly(position._replace(game=position.game._replace(cards=()))), sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def plainly(thing: Any) -> Any:
    """A position in lists, numbers and words."""
    if isinstance(thing, tuple | list):
        return [type(thing).__name__, *(plainly(each) for each in thing)]
    if isinstance(thing, frozenset):
        return sorted(thing)
    return thing if isinstance(thing, str | int | None) else repr(thing)


# --- the tests --------------------------------------------------------------------------------------------------------


def play_out(position: Position, rng: Random, limit: int = 20_000) -> Iterator[Step]:
    """Random moves until the game is over, every position and every step looked at."""
    used: set[tuple[Any, ...]] = set()
    daring = rng.random() < 0.6
    check_position(position)
    for _ in range(limit):
        if position.waiting is None:
            return
        moves = list(legal_moves(position))
        assert moves, f"nothing legal while the game waits for {position.waiting}"
        step = step_of(position, choose(moves, rng, daring))
        check_step(step, used)
        position = step.after
        check_position(position)
        yield step
    raise AssertionError("the game does not end")


@pytest.mark.parametrize("share", range(SHARES))
def test_in_thousands_of_random_games_every_position_obeys_the_rules(share: int):
    seen: Counter[str] = Counter()
    for number in range(GAMES // SHARES):
        rng = Random(f"games/{share}/{number}")
        for step in play_out(a_game(rng), rng):
            seen[step.before.waiting.kind] += 1
        assert step.after.winner in (0, 1)
    assert min(seen[kind] for kind in KINDS) > 0, "a kind of decision that never came up"


@pytest.mark.parametrize("share", range(SHARES))
def test_a_move_is_refused_exactly_when_it_is_not_among_the_legal_ones(share: int):
    seen: Counter[str] = Counter()
    tried = 0
    for circle, strict, number in product(CIRCLES, (False, True), range(2)):
        rng = Random(f"refusals/{share}/{circle}/{strict}/{number}")
        decks = own_deck(rng, [*circle, *rng.choice(CIRCLES)]), own_deck(rng, circle)
        for step in play_out(new_game(*decks, seed=share, strict=strict), rng):
            kind = step.after.waiting.kind if step.after.waiting else "over"
            if seen[kind] < 6 and (seen[kind] < 2 or rng.random() < 0.1):
                seen[kind] += 1
                tried += check_one_legality(step.after, conceivable(step.after, rng), rng)
    assert tried > 100_000
    assert min(seen[kind] for kind in (*KINDS, "over")) > 0, "a kind of decision that never came up"


def test_every_starter_deck_against_every_other_comes_to_an_end():
    for number, (first, second) in enumerate((first, second) for first in STARTERS for second in STARTERS):
        for strict in (False, True):
            rng = Random(f"starters/{number}/{strict}")
            for step in play_out(new_game(first, second, seed=number, strict=strict), rng):
                last = step
            assert last.after.waiting is None


def test_the_moves_of_a_game_played_again_give_the_same_positions_and_notes():
    for number in range(40):
        rng = Random(f"again/{number}")
        start = a_game(rng)
        steps = list(play_out(start, rng))
        position = start
        for step in steps:
            again = step_of(position, step.move)
            assert again == step
            position = again.after
        assert fingerprint(position) == fingerprint(steps[-1].after)


def test_the_same_seed_gives_the_same_game_and_another_seed_another():
    for seed in range(50):
        assert new_game("Church", "Military Base", seed=seed) == new_game("Church", "Military Base", seed=seed)
    orders = {new_game("Church", "Military Base", seed=seed).sides[0].deck for seed in range(200)}
    assert len(orders) == 200
    assert {new_game(seed=seed, starts=None).player for seed in range(20)} == {0, 1}


def by_the_dice(position: Position, luck: int) -> Position:
    """The end of a game whose moves are chosen by the kernel's own dice, in an order that is the same everywhere."""
    while position.waiting is not None:
        bits, luck = roll(luck)
        moves = sorted(legal_moves(position), key=repr)
        position = step_of(position, moves[bits * len(moves) >> 64]).after
    return position


def table(position: Position) -> str:
    """A hash of what lies where, by the names of the cards."""
    name = [card.name for card in position.game.cards].__getitem__
    zones = []
    for side in position.sides:
        zones.append([*map(name, side.deck)])
        zones.append([*map(name, side.hand)])
        zones.append([*map(name, side.discard)])
        zones.append([name(side.stronghold), *(name(fixture.id) for fixture in side.fixtures)])
        for who in side.survivors + side.raiders:
            zones.append([name(who.id), who.face.faction, *(name(attached.id) for attached in who.attached)])
        zones.append([])
    return hashlib.sha256(json.dumps(zones).encode()).hexdigest()[:16]


def test_a_seed_deals_the_same_cards_on_every_machine_and_python_version():
    start = new_game("Police Station", "Roadside Diner", seed=2013)
    assert table(start) == "691903ce25aff437"


def test_a_whole_game_ends_the_same_on_every_machine_and_python_version():
    end = by_the_dice(new_game("Police Station", "Roadside Diner", seed=2013), 30)
    # the numbers of the cards take part: whoever changes them on purpose writes down the new end
    assert (end.turn, end.winner, table(end)) == (9, 0, "a871082061b461a3")


# --- mistakes that were found, and stay found -------------------------------------------------------------------------


def scene(sides: tuple[dict[str, Any], dict[str, Any]], *names: str, **fields: Any) -> Position:
    """A position of the named cards, each owner's behind his stronghold; characters stand as the sides say."""
    homes = ("Military Base", "Roadside Diner")
    cards = tuple(BOX[name] for name in (*homes, *names))
    owners = (0, 1, *fields.pop("owners"))
    both = [Side(stronghold, **side) for stronghold, side in enumerate(sides)]
    return Position(Game(cards, owners), (both[0], both[1]), turn=3, **fields)


def someone(card: int, name: str, *, zombie: bool = False, wounds: int = 0, attached: tuple[int, ...] = ()) -> InPlay:
    """A character in play."""
    face = BOX[name].zombie if zombie else BOX[name].human
    assert face
    return InPlay(card, BOX[name], face, wounds, tuple(Attached(each, card) for each in attached))


def test_a_wounded_human_who_is_turned_into_a_weaker_zombie_does_not_stand_there_without_value():
    officer = someone(2, "Police Officer", wounds=2)
    position = scene(
        ({"hand": (3,), "deck": (4,)}, {"survivors": (officer,), "deck": (5,)}),
        "Police Officer", "Turned", "Soldier", "Biker",
        owners=(1, 0, 0, 1), phase=OCCUPATION, place=1, agenda=(Waiting("act", 0),),
    )  # fmt: skip
    after = step_of(position, Event(3, (2,))).after
    check_lives(after)
    assert after.sides[1].deck == (5, 2), "a twofold zombie is recycled"


def test_a_hog_whose_biker_was_turned_brings_nobody_into_the_defense():
    biker = someone(2, "Biker", zombie=True, attached=(3,))
    guard = someone(4, "Biker")
    position = scene(
        ({"raiders": (biker,), "deck": (6,)}, {"survivors": (guard,), "deck": (5,)}),
        "Biker", "Hog", "Biker", "Biker", "Soldier",
        owners=(1, 1, 1, 1, 0), phase=COMBAT, place=1, agenda=(Waiting("window", 1),),
        combat=Combat(((2,), ()), ((4,), ()), met=(1,), now=1),
    )  # fmt: skip
    refusal = why_not(position, Use(3))
    assert refusal
    check_said(refusal)


def test_an_antonio_who_was_bitten_saves_no_police_at_another_place():
    antonio = someone(2, "Antonio Jones")
    antonio = antonio._replace(face=antonio.face._replace(faction=ZOMBIE))
    officer = someone(3, "Police Officer", wounds=2)
    raider = someone(4, "Fast Zombie", zombie=True)
    position = scene(
        ({"raiders": (raider,), "deck": (6,)}, {"raiders": (antonio,), "survivors": (officer,), "deck": (5,)}),
        "Antonio Jones", "Police Officer", "Fast Zombie", "Biker", "Soldier",
        owners=(0, 1, 0, 1, 0), phase=COMBAT, place=1, agenda=(Waiting("wound", 1, 1),),
        combat=Combat(((4,), ()), ((3,), ()), met=(1,), now=1),
    )  # fmt: skip
    after = step_of(position, Wound(3)).after
    assert 3 in after.sides[1].discard, "nobody is asked, the officer is removed"


def test_a_breach_of_a_stronghold_without_damage_asks_nobody_for_anything():
    raider = someone(2, "Fast Zombie", zombie=True)
    position = scene(
        ({"raiders": (raider,), "deck": (3,)}, {"deck": (4,)}),
        "Fast Zombie", "Soldier", "Biker",
        owners=(0, 0, 1), phase=COMBAT, place=1, agenda=(Waiting("attack", 0),),
        combat=Combat(((2,), ()), ((), ())),
    )  # fmt: skip
    tent = replace(BOX["Roadside Diner"], damage=0)
    position = position._replace(
        game=position.game._replace(cards=(position.game.cards[0], tent, *position.game.cards[2:]))
    )
    waiting = step_of(position, Done()).after.waiting
    assert waiting
    assert (waiting.kind, waiting.player) == ("consume", 0), "the raider's own meal comes next"


def test_a_card_that_is_taken_out_of_a_pile_to_be_played_cannot_be_put_on_another():
    position = scene(
        ({"deck": (2, 3)}, {"deck": (4,)}),
        "Cult Fanatic", "Soldier", "Biker", "Bishop Land",
        owners=(0, 0, 1, 0), phase=OCCUPATION, place=1, agenda=(Waiting("act", 0), Waiting("search", 0, 0, 5)),
    )  # fmt: skip
    position = position._replace(
        sides=(position.sides[0]._replace(raiders=(someone(5, "Bishop Land"),)), position.sides[1])
    )
    assert why_not(position, Take(2)) is None
    refusal = why_not(position, Take(2, 5))
    assert refusal
    check_said(refusal)


class AnyGame(RuleBasedStateMachine):
    """A game in which everything is chosen by somebody who looks for trouble."""

    @initialize(
        decks=st.tuples(st.randoms(use_true_random=False), st.booleans()),
        seed=st.integers(0, 2**64 - 1),
        starts=st.sampled_from((0, 1, None)),
        strict=st.booleans(),
    )
    def begin(self, decks: tuple[Random, bool], seed: int, starts: int | None, strict: bool) -> None:
        rng, own = decks
        first, second = (own_deck(rng) if own else rng.choice(STARTERS) for _ in (0, 1))
        self.start = self.position = new_game(first, second, seed=seed, starts=starts, strict=strict)
        self.used: set[tuple[Any, ...]] = set()
        self.steps: list[Step] = []

    @precondition(lambda self: self.position.waiting)
    @rule(indices=st.lists(st.integers(0, 255), min_size=5, max_size=60))
    def play_legal_moves(self, indices: list[int]) -> None:
        for index in indices:
            if self.position.waiting is None:
                return
            moves = list(legal_moves(self.position))
            assert moves, "the player who is awaited has nothing legal"
            step = step_of(self.position, moves[index % len(moves)])
            check_step(step, self.used)
            self.steps.append(step)
            self.position = step.after
            check_position(self.position)

    @rule(
        kind=st.sampled_from((Occupy, Wound, Engage, Eat, TakeBack)),
        number=st.integers(-9, 70) | st.integers(),
    )
    def try_a_move_with_one_number(self, kind: Any, number: int) -> None:
        self.attempt(kind(number))

    @rule(kind=st.sampled_from((Attach, Send, Take)), card=st.integers(-3, 62), other=st.integers(-3, 62))
    def try_a_move_with_two_numbers(self, kind: Any, card: int, other: int) -> None:
        self.attempt(kind(card, other))

    @rule(
        card=st.integers(-3, 62),
        aims=st.lists(st.integers(-3, 62), max_size=3).map(tuple),
        text=st.none() | st.integers(-2, 3),
    )
    def try_an_event_or_a_text(self, card: int, aims: tuple[int, ...], text: int | None) -> None:
        self.attempt(Event(card, aims) if text is None else Use(card, aims, text))

    @rule(card=st.integers(-3, 62), zombie=st.booleans(), move=st.sampled_from((None, Draw(), Done(), Pass())))
    def try_to_play_or_to_pass(self, card: int, zombie: bool, move: Move | None) -> None:
        self.attempt(move or Play(card, zombie))

    def attempt(self, move: Move) -> None:
        """Whatever it is, it is legal and plays, or it is refused and changes nothing."""
        before = fingerprint(self.position)
        refusal = why_not(self.position, move)
        assert (refusal is None) == (in_order(move) in list(legal_moves(self.position)))
        result = play(self.position, move)
        assert fingerprint(self.position) == before
        if refusal is None:
            assert isinstance(result, Step)
            check_position(result.after)
        else:
            assert result == refusal
            check_said(refusal)

    @invariant()
    def all_is_well(self) -> None:
        if hasattr(self, "position"):
            check_position(self.position)
            assert bool(legal_moves(self.position)) == (self.position.waiting is not None)

    def teardown(self) -> None:
        """The same moves from the start lead to the same position."""
        if hasattr(self, "start"):
            position = self.start
            for step in self.steps:
                position = step_of(position, step.move).after
            assert position == self.position


AnyGame.TestCase.settings = settings(
    max_examples=200,
    stateful_step_count=30,
    derandomize=True,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
TestNobodyFindsAWayAroundTheRules = AnyGame.TestCase
