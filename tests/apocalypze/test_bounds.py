"""Limits: judging payments and choosing a bot's move take little work, and what no real game contains is refused."""

from itertools import combinations
from random import Random

import pytest

from apz.apocalypze.bots import SensibleBot
from apz.apocalypze.bots.player import steps_of
from apz.apocalypze.cards import Index, library
from apz.apocalypze.ids import CardId
from apz.apocalypze.model import DECK, Debt, Position, amount_of
from apz.apocalypze.moves import Eat
from apz.apocalypze.play import legal_moves, play, why_not
from apz.apocalypze.positions import build, read_position, seat, write_position
from apz.apocalypze.rules.consumption import fills, offer, spared
from apz.apocalypze.rules.sums import value
from apz.apocalypze.setup import new_game
from apz.apocalypze.visibility import seen_by
from apz.core.reading import BadInput, match
from apz.core.trace import Step
from tests.apocalypze.stress import BASE, Fields, calls, extremes, made, some
from tests.apocalypze.wandering import any_deck

EXTREMES = extremes()


# ---- payments


def tried_all(values: list[int], missing: int, least: int, units: int) -> bool:
    """Return the result that `fills` should give, by trying every choice of survivors."""
    return any(
        got <= missing <= got + units or (got >= missing and got - missing < min(least, *chosen))
        for number in range(1, len(values) + 1)
        for chosen in combinations(values, number)
        for got in (sum(chosen),)
    )


def test_a_payment_is_judged_as_if_every_choice_of_survivors_were_tried():
    rng, filled = Random(1), 0
    for _ in range(20_000):
        values = [rng.randint(-3, 7) for _ in range(rng.randint(0, 8))]
        missing, least = rng.randint(1, 25), rng.randint(-1, 6)
        units = rng.randint(-3, missing - 1)
        expected = tried_all(values, missing, least, units)
        assert fills(values, missing, least, units) is expected, (values, missing, least, units)
        filled += expected
    assert 5_000 < filled < 15_000


def whole_payments(position: Position) -> set[tuple[int, int, frozenset[CardId]]]:
    """Return every payment without an unnecessary part: deck cards, hand cards, survivors."""
    waiting = position.waiting
    assert isinstance(waiting, Debt)
    side, player = position.sides[waiting.player], waiting.player
    food = [who.id for who in side.survivors if not spared(position, player, who)]
    worth = {who.id: value(position, who) for who in side.survivors}
    found = set()
    for deck in range(len(side.deck) + 1):
        for pairs in range(len(side.hand) // 2 + 1):
            for number in range(len(food) + 1):
                for eaten in combinations(food, number):
                    paid = deck + pairs + sum(worth[who] for who in eaten)
                    least = min([1] * bool(deck or pairs) + [worth[who] for who in eaten], default=0)
                    if paid >= waiting.amount > paid - least:
                        found.add((deck, 2 * pairs, frozenset(eaten)))
    return found


def test_a_part_is_legal_exactly_if_some_payment_without_waste_has_it():
    rng, seen = Random(2), 0
    for _ in range(300):
        people = [
            {"card": rng.choice(["Civilian", "Soldier", "Alex Bloom", "Police Officer"]), "wounds": rng.randint(0, 1),
             "attached": ["The Finest"] * rng.randint(0, 1)}
            for _ in range(rng.randint(0, 5))
        ]  # fmt: skip
        hand, deck = some(rng.randint(0, 5), "Handgun"), some(rng.randint(0, 3), "Handgun")
        owed = {"consume": "Ann", "amount": rng.randint(1, 14)}
        first = seat(BASE, survivors=people, hand=hand, deck=deck)
        position = build(first, seat(BASE), phase="consumption", waiting=owed)
        while isinstance(position.waiting, Debt) and position.waiting.amount == owed["amount"]:
            so_far, side = offer(position, 0, position.waiting.offered), position.sides[0]
            given = {card for card in position.waiting.offered if card not in (DECK, *side.hand)}
            ways = [
                way for way in whole_payments(position)
                if way[0] >= so_far.deck and way[1] >= so_far.hand and way[2] >= given
            ]  # fmt: skip
            expected = {Eat(DECK)} if any(deck > so_far.deck for deck, _, _ in ways) else set()
            left = [card for card in side.hand if card not in position.waiting.offered]
            expected |= {Eat(card) for card in left if any(hand > so_far.hand for _, hand, _ in ways)}
            expected |= {Eat(who) for _, _, eaten in ways for who in eaten - given}
            found = {move for move in legal_moves(position) if isinstance(move, Eat)}
            assert found == expected, write_position(position)
            assert found == {
                Eat(card) for card in (DECK, *side.hand, *(who.id for who in side.survivors))
                if why_not(position, Eat(card)) is None
            }  # fmt: skip
            seen += len(found)
            if not found:
                break
            step = play(position, rng.choice(sorted(found, key=lambda move: move.card)))
            assert isinstance(step, Step)
            position = step.after
    assert seen > 1_000


@pytest.mark.parametrize("name", [name for name in EXTREMES if "consume" in name or "survivors" in name])
def test_the_bot_pays_any_debt_to_the_end(name):
    position, bot, keys = made(EXTREMES[name]), SensibleBot(), set()
    assert position.waiting
    debt = (position.waiting.kind, position.waiting.player, amount_of(position.waiting))
    while (now := position.waiting) and (now.kind, now.player, amount_of(now)) == debt:
        choice = bot.choose(seen_by(position, debt[1]))
        step = play(position, choice.move)
        assert isinstance(step, Step)
        keys.add(choice.why.key)
        position = step.after
        if any(note.key.startswith("consume.paid") for note in step.notes):
            break
    assert position.sides[debt[1]].out is False
    assert keys


# ---- bots


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("40 civilians to consume", "bot.eats-simply"),
        ("99 raiders, 99 access points", "bot.sends-simply"),
        ("leaders to be blocked", "bot.meets-simply"),
        ("60 against 60 with events", "bot.passes-simply"),
        ("shotguns", "bot.turns-engagement-simply"),
    ],
)
def test_the_bot_says_where_there_was_too_much_to_weigh(name, reason):
    position = made(EXTREMES[name])
    assert position.waiting
    choice = SensibleBot().choose(seen_by(position, position.waiting.player))
    assert choice.why.key == reason
    assert position.why_not(choice.move) is None


def test_in_games_of_any_two_decks_the_bot_weighs_everything():
    for seed in range(60):
        rng = Random(seed)
        position = new_game(any_deck(rng), any_deck(rng), seed=seed)
        for choice, step in steps_of(SensibleBot(1), SensibleBot(2), position):
            assert not choice.why.key.endswith("-simply")
            if step.after.turn > 40:
                break


# ---- refused input

FEW = {"survivors": ["2 Civilian"], "deck": ["9 Civilian"]}
FIGHT: Fields = {"attack": [["Trudy"]], "defense": [["Civilian (3)"]], "now": 1}
MARK = {"card": "Trudy", "by": 1, "attack": 1}


@pytest.mark.parametrize(
    ("first", "state", "said"),
    [
        ({}, {"used": ["Trudy"] * 201}, "used: 201 entries is too many; this list can have at most 200"),
        ({}, {"spent": ["Trudy"] * 201}, "spent: 201 entries is too many"),
        ({}, {"played": ["Mugged"] * 201}, "played: 201 entries is too many"),
        ({}, {"combat": {**FIGHT, "boosts": [MARK] * 201}}, "combat.boosts: 201 entries is too many"),
        ({}, {"combat": {**FIGHT, "resolved": [1] * 100}}, "combat.resolved: 100 entries is too many"),
        ({}, {"combat": {**FIGHT, "met": [1] * 100}}, "combat.met: 100 entries is too many"),
        ({}, {"combat": {"attack": [[]] * 100}}, "combat.attack: 100 entries is too many"),
        ({}, {"combat": {"attack": [["Trudy"] * 201]}}, "combat.attack[0]: 201 entries is too many"),
        ({}, {"waiting": [{"act": "Ann"}] * 201}, "waiting: 201 entries is too many"),
        (
            {}, {"waiting": {"consume": "Ben", "amount": 9, "cards": ["99 deck"] * 3}},
            "waiting.cards: 297 cards is too many; at most 200 can be read here",
        ),
        (
            {}, {"combat": {"attack": [["9 Trudy"] * 150] * 9}},
            "more than 1,000 cards are named; name each card only where it's needed",
        ),
        ({"name": "x" * 10_001}, {}, "players: a player's name has 10,001 characters; write at most 10,000"),
        (
            {"hand": ["40 Shotgun"], "deck": some(60, "Civilian")}, {},
            "players[0].hand[0]: 40 cards like Shotgun are too many with 72 characters; each targets one or two of "
            "them: that makes 105,120 choices, and 20,000 is the limit",
        ),
    ],
)  # fmt: skip
def test_what_is_more_than_any_game_has_is_refused_with_the_limit(first, state, said):
    with pytest.raises(BadInput) as refused:
        build(seat(BASE, raiders=["Trudy"], **first), seat(BASE, **FEW), **state)
    assert any(said in str(fault) for fault in refused.value.faults), refused.value


def test_two_decks_of_any_cards_are_never_too_many_choices():
    for guns in range(58):
        first = seat(BASE, deck=[*some(guns, "Shotgun"), *some(58 - guns, "Civilian")])
        assert len(build(first, seat(BASE)).game.cards) == 60


@pytest.mark.parametrize("row", ["hand", "survivors"])
def test_a_file_of_nonsense_is_refused_with_little_work_for_each_word(row):
    names = ", ".join(f"Nonsense {number}" for number in range(5_000))
    text = f"apz: position 1\nplayers: [{{stronghold: Church, {row}: [{names}]}}, {{stronghold: Church}}]\n"

    def read() -> None:
        with pytest.raises(BadInput):
            read_position(text)

    calls(read, 5_000 * 60 + 50_000)


def test_names_are_found_by_their_index_as_they_are_by_looking_at_each():
    names, rng, found = list(library()), Random(4), 0
    words, index = [word for name in names for word in name.split()], Index(library())
    for _ in range(5_000):
        text = rng.choice([rng.choice(names), " ".join(rng.choices(words, k=rng.randint(1, 3)))])
        text = rng.choice([text, text[: rng.randint(0, len(text))], text[rng.randint(0, len(text)) :]])
        text = rng.choice([text, text.upper(), f"{text}.", f"{text}x"])
        assert index.match(text) == match(text, names), text
        found += index.match(text) is not None
    assert 1_000 < found < 4_000


def test_more_than_99_cards_of_a_name_are_written_so_that_they_can_be_read():
    position = build(seat(BASE, hand=some(150, "Handgun")), seat(BASE))
    assert "hand: [99 Handgun, 51 Handgun]" in write_position(position)
    assert read_position(write_position(position)) == position
