"""The kernel agrees with plain arithmetic in random combats and meals, played move by move."""

from collections import Counter
from collections.abc import Iterator
from itertools import count
from random import Random

from apz.apocalypze.ids import PLAYERS
from apz.apocalypze.model import (
    BIKER,
    COMBAT,
    CONSUMPTION,
    DECK,
    STRONGHOLD,
    SURVIVOR,
    Card,
    Combat,
    Debt,
    Decision,
    Face,
    Game,
    InPlay,
    Position,
    Prompt,
    Side,
)
from apz.apocalypze.moves import Done, Eat, TakeBack, Wound
from apz.apocalypze.play import legal_moves, play
from apz.core.trace import Step
from tests.apocalypze import plain
from tests.apocalypze.oracle.deals import Deal, Trial
from tests.apocalypze.oracle.trials import combat, fight
from tests.apocalypze.plain import Fighter, Payment
from tests.shares import SHARES, in_shares

CASES = 100_000


def test_the_plain_arithmetic_gets_the_combat_at_the_police_station_right():
    warrior, officer = Fighter(2, 2, 2), Fighter(1, 1, 3)
    brawn, patsy = Fighter(4, 2, 4), Fighter(1, 3, 5)
    assert plain.casualties(plain.attack_total([warrior, warrior]), plain.defense_total([officer])) == 3
    assert plain.casualties(plain.attack_total([officer]), plain.defense_total([warrior, warrior])) == 0
    assert plain.outcome([3], [0], 3) == ([0], {}, 0)
    assert plain.casualties(plain.attack_total([warrior]), plain.defense_total([officer, officer])) == 0
    assert plain.casualties(plain.attack_total([officer, officer]), plain.defense_total([warrior])) == 0
    assert plain.casualties(plain.attack_total([brawn]), plain.defense_total([patsy])) == 1
    assert plain.outcome([5], [0], 1) == ([], {0: 4}, 0)
    assert plain.breach(2, [2, 1, 1, 1], [1, 2, 1, 0]) == 2


def test_the_plain_arithmetic_gets_the_meal_at_the_church_right():
    assert plain.feeding(1, [-1]) == 1
    assert plain.feeding(0) == 1
    assert plain.feeding(4, [-1, 1, 1]) == 5


@in_shares
def test_the_kernel_fights_and_eats_as_the_plain_arithmetic_does(share: int):
    cases: Counter[str] = Counter()
    for number in count():
        trial = combat(Random(f"{share}/{number}"))
        fight(trial)
        cases += trial.cases
        if cases["engagements"] + cases["obligations"] >= CASES // SHARES:
            break
    assert cases["engagements"] > CASES // SHARES // 4
    assert cases["obligations"] > CASES // SHARES // 4
    assert cases["out"] > 50


def test_the_orders_in_which_wounds_can_be_put_are_those_of_the_plain_arithmetic_and_no_others():
    seen = 0
    for number in range(400):
        rng = Random(f"wounds/{number}")
        deal = Deal(rng)
        victims = [deal.raider(PLAYERS[0], False) for _ in range(rng.randint(1, 4))]
        face = Face(BIKER, rng.randint(1, 25), 99, 1)
        killer = Card("Survivor", SURVIVOR, human=face)
        home, theirs = (deal.add(Card("House", STRONGHOLD, access=1, capacity=9, damage=1), who) for who in PLAYERS)
        guard = deal.add(killer, PLAYERS[1])
        group = tuple(who.id for who in victims)
        position = Position(
            Game(tuple(deal.cards), tuple(deal.owners)),
            (Side(home, raiders=tuple(victims)), Side(theirs, survivors=(InPlay(guard, killer, face),))),
            turn=2, player=PLAYERS[0], phase=COMBAT, place=PLAYERS[0], agenda=(Prompt(Decision.DEFEND, PLAYERS[1]),),
            combat=Combat((group,), ((guard,),)),
        )  # fmt: skip
        wounds = plain.casualties(face.attack, plain.defense_total(deal.fighters[card] for card in group))
        trial = Trial(deal, position)
        trial.do(Done())
        found = [[group.index(card) for card in path] for path in wound_paths(trial.now)] if wounds else [[]]
        told = list(plain.assignments([deal.fighters[card].value for card in group], wounds))
        assert sorted(found) == sorted(told)
        seen += len(told)
    assert seen > 1000


def wound_paths(position: Position) -> Iterator[list[int]]:
    """Yield every order in which the wounds of the current decision can be assigned."""
    waiting = position.waiting
    if not waiting or waiting.kind != "wound":
        yield []
        return
    for move in legal_moves(position):
        assert isinstance(move, Wound)
        step = play(position, move)
        assert isinstance(step, Step)
        for rest in wound_paths(step.after):
            yield [move.card, *rest]


def test_the_payments_that_can_be_reached_are_those_of_the_plain_arithmetic_and_no_others():
    seen = 0
    for number in range(400):
        rng = Random(f"payments/{number}")
        deal = Deal(rng)
        side = deal.side(PLAYERS[0], rng.randint(0, 3), 0, 3, 4)
        other = deal.side(PLAYERS[1], 0, 0, 3, 3)
        owed = rng.randint(1, 6)
        values = [deal.fighters[who.id].value for who in side.survivors]
        if not plain.can_pay(len(side.deck), len(side.hand), values, owed):
            continue
        position = Position(
            Game(tuple(deal.cards), tuple(deal.owners)), (side, other),
            turn=2, player=PLAYERS[0], phase=CONSUMPTION, place=PLAYERS[0],
            agenda=(Debt(PLAYERS[0], owed, rule="feed.survivors"),),
        )  # fmt: skip
        told = plain.payments(len(side.deck), len(side.hand), values, owed)
        assert reached(position, {}) == set(told)
        seen += len(told)
    assert seen > 1000


def reached(position: Position, known: dict[tuple[int, ...], set[Payment]]) -> set[Payment]:
    """Return every payment still possible from a position, with hand cards counted and not told apart."""
    side, waiting = position.sides[0], position.waiting
    assert isinstance(waiting, Debt)
    offered = tuple(sorted(waiting.offered))
    if offered in known:
        return known[offered]
    payments = known[offered] = set()
    for move in legal_moves(position):
        if isinstance(move, TakeBack):
            continue
        assert isinstance(move, Eat)
        step = play(position, move)
        assert isinstance(step, Step)
        if step.after.phase == CONSUMPTION:
            payments |= reached(step.after, known)
        else:
            paid = (*offered, move.card)
            hand = sum(1 for card in paid if card in side.hand)
            eaten = tuple(index for index, who in enumerate(side.survivors) if who.id in paid)
            payments.add(Payment(paid.count(DECK), hand, eaten))
    return payments
