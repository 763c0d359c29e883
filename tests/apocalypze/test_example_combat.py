"""The rulebook's combat at the Police Station, number by number, and close variants of it."""

import pytest

from apz.apocalypze.cards import library
from apz.apocalypze.model import DECK, Debt, Wounds
from apz.apocalypze.moves import Done, Eat, Engage, Send, Wound
from apz.apocalypze.rules.combat import totals
from apz.apocalypze.rules.sums import stat_sum
from apz.core.trace import Sum
from tests.apocalypze.situations import ANN, BEN, Situation, cited, seat

WARRIORS, BRAWN = (1, 2, 3, 4), 5  # the ids of Ann's raiders
OFFICERS, PATSY = (11, 12, 13), 14  # the ids of Ben's survivors


def the_station() -> Situation:
    """Return a situation with Ann's gang at Ben's Police Station, with the library's own numbers."""
    ann = seat("Roadside Diner", raiders=["4 Gang Warrior", "Lord Brawn"], deck=["4 Biker"])
    ben = seat("Police Station", survivors=["3 Police Officer", "Patsy McNally"], deck=["Handgun", "5 Cult Fanatic"])
    return Situation(ann, ben, cards=library(), phase="combat")


def attacked() -> Situation:
    """Return the situation after Ann has formed four groups: two warriors, one warrior, Lord Brawn, one warrior."""
    sent = [Send(1, 1), Send(2, 1), Send(3, 2), Send(BRAWN, 3), Send(4, 4)]
    return the_station().do(*sent, Done())


def defended() -> Situation:
    """Return the situation after the defense: an officer blocks group 1, two block group 2, Patsy blocks Lord Brawn."""
    return attacked().do(Send(11, 1), Send(12, 2), Send(13, 2), Send(PATSY, 3), Done())


def spelled(total: Sum) -> list[tuple[int, str]]:
    """Return a sum as the amounts and names of its terms."""
    return [(term.amount, term.name) for term in total.terms]


@pytest.mark.rule(
    "combat.groups", "combat.defend", "combat.order", "combat.attack-total", "combat.defense-total",
    "combat.casualties", "combat.wounds", "combat.killed", "combat.wounded", "combat.breach", "stronghold.damage",
)  # fmt: skip
def test_the_combat_at_the_police_station_comes_out_number_for_number():
    game = attacked()
    assert game.position.combat is not None
    assert game.position.combat.attack == ((1, 2), (3,), (BRAWN,), (4,))
    game.do(Send(11, 1), Send(12, 2), Send(13, 2), Send(PATSY, 3), Done())
    assert game.position.combat.met == (1, 2, 3)
    assert game.waits() == ("order", BEN)

    # 1. gang 4/4 against police 1/1: the officer takes 3 wounds, his value, and is killed
    game.do(Engage(1))
    hurt, safe = game.note("combat.casualties"), game.note("combat.unharmed")
    assert (hurt.values["player"], hurt.values["point"], hurt.values["wounds"]) == ("Ben", 1, 3)
    assert str(hurt.values["attack"]) == "4 = 2 (Gang Warrior) + 2 (Gang Warrior)"
    assert str(hurt.values["defense"]) == "1 = 1 (Police Officer)"
    assert (safe.values["player"], safe.values["wounds"]) == ("Ann", 0)
    assert str(safe.values["attack"]) == "1 = 1 (Police Officer)"
    assert str(safe.values["defense"]) == "4 = 2 (Gang Warrior) + 2 (Gang Warrior)"
    assert game.position.waiting == Wounds(BEN, 3)
    game.do(Wound(11))
    killed = game.note("character.killed")
    assert (killed.rule, killed.values["amount"], killed.values["before"]) == ("combat.killed", 3, 3)
    assert game.side(BEN).discard == (11,)

    # 2. gang 2/2 against police 2/2: nobody is harmed
    game.do(Engage(2))
    unharmed = [note for note in game.all("combat.unharmed") if note.values["point"] == 2]
    assert [(note.values["player"], note.values["wounds"]) for note in unharmed] == [("Ben", 0), ("Ann", 0)]
    assert str(unharmed[0].values["defense"]) == "2 = 1 (Police Officer) + 1 (Police Officer)"

    # 3. Lord Brawn 4/2 against Patsy 1/3 follows on its own: she takes 1 wound
    assert game.note("combat.last-engagement").values["point"] == 3
    hurt = game.note("combat.casualties")
    assert (hurt.values["player"], hurt.values["wounds"]) == ("Ben", 1)
    assert (hurt.values["attack"].total, hurt.values["defense"].total) == (4, 3)
    assert game.position.waiting == Wounds(BEN, 1)
    game.do(Wound(PATSY))
    wounded = game.note("character.wounded")
    assert (wounded.rule, wounded.values["before"], wounded.values["after"]) == ("combat.wounded", 5, 4)
    assert stat_sum(game.position, game.who(PATSY), "value").total == 4

    # 4. unblocked: one raider x damage 2
    breach = game.note("combat.breach")
    assert (breach.values["count"], breach.values["damage"], breach.values["amount"]) == (1, 2, 2)
    assert spelled(breach.values["owed"]) == [(2, "Gang Warrior")]
    assert game.waits() == ("consume", BEN)
    assert game.position.agenda[-1] == Debt(BEN, 2, "combat.breach", game.side(BEN).stronghold)
    game.do(Eat(DECK), Eat(DECK))

    # the phase ends: Patsy goes to the bottom of the deck, all the others stay
    recycled = game.note("character.recycled")
    assert (recycled.rule, recycled.cards) == ("character.wounded", (PATSY,))
    assert game.side(BEN).deck[-1] == PATSY
    assert game.names(game.side(BEN).discard) == ["Cult Fanatic", "Handgun", "Police Officer"]
    assert [who.id for who in game.side(BEN).survivors] == [12, 13]
    assert [who.id for who in game.side(ANN).raiders] == [*WARRIORS, BRAWN]
    assert game.position.phase == "consumption"


def test_no_house_number_takes_part_in_the_example():
    game = defended()
    notes = game.do(Engage(1), Wound(11), Engage(2), Wound(PATSY)).notes
    numbers = [note for note in notes if note.key in ("combat.casualties", "combat.unharmed", "combat.breach")]
    assert len(numbers) == 7
    assert not any(note.house for note in numbers)


def test_every_number_of_the_example_can_be_asked_for_its_terms_before_the_engagement():
    game = defended()
    sums = [totals(game.position, point) for point in (1, 2, 3)]
    assert [[int(s[key]) for key in ("attack", "defense", "counter", "guard")] for s in sums] == [
        [4, 4, 1, 1],
        [2, 2, 2, 2],
        [4, 2, 1, 3],
    ]
    assert {term.rule for s in sums for total in s.values() for term in total.terms} == {
        "combat.attack-total",
        "combat.defense-total",
    }


def test_the_steps_of_the_example_cite_their_rules():
    game = defended()
    game.do(Engage(1), Wound(11), Engage(2), Wound(PATSY), Eat(DECK), Eat(DECK))
    assert cited(game.notes) >= {
        "combat.order", "combat.attack-total", "combat.defense-total", "combat.casualties", "combat.wounds",
        "combat.killed", "combat.wounded", "combat.breach", "stronghold.damage", "timing.attacker-first",
        "consume.deck", "consume.mix", "character.wounded",
    }  # fmt: skip


def outcome(game: Situation) -> tuple[tuple[int, ...], tuple[int, ...], int]:
    """Return the example's result: Ben's discard pile, his survivors' ids, and the amount he owes for the breach."""
    waiting = game.position.waiting
    assert isinstance(waiting, Debt)
    assert waiting.rule == "combat.breach"
    return game.side(BEN).discard, tuple(who.id for who in game.side(BEN).survivors), waiting.amount


@pytest.mark.parametrize("order", [(1, 2, 3), (1, 3, 2), (2, 1, 3), (2, 3, 1), (3, 1, 2), (3, 2, 1)])
def test_every_order_of_the_engagements_comes_to_the_same(order):
    game = defended()
    for point in order:
        if game.waits() == ("order", BEN):  # the last one follows on its own
            game.do(Engage(point))
        while game.waits() == ("wound", BEN):
            (alone,) = game.options(Wound)
            game.do(alone)
    assert outcome(game) == ((11,), (12, 13, PATSY), 2)


def test_with_nobody_sent_out_all_five_raiders_get_in_for_ten():
    game = attacked().do(Done())
    breach = game.note("combat.breach")
    assert (breach.values["count"], breach.values["amount"]) == (5, 10)
    assert spelled(breach.values["owed"]) == [(2, "Gang Warrior")] * 4 + [(2, "Lord Brawn")]
    assert game.note("combat.breach-once").values["amount"] == 10


def test_with_patsy_at_the_first_point_the_officers_are_not_needed_there():
    game = attacked().do(Send(PATSY, 1), Send(11, 2), Send(12, 3), Send(13, 4), Done())
    game.do(Engage(1))
    assert game.note("combat.casualties").values["wounds"] == 4 - 3
    game.do(Wound(PATSY), Engage(2))
    assert game.note("combat.casualties").values["wounds"] == 2 - 1
    game.do(Wound(11), Engage(3))
    assert game.note("combat.casualties").values["wounds"] == 4 - 1
    game.do(Wound(12))
    assert game.note("combat.casualties").values["wounds"] == 2 - 1
    game.do(Wound(13))
    assert game.note("combat.no-breach").rule == "combat.blocked"
    assert game.position.phase == "consumption"
    assert game.side(BEN).survivors == ()  # the first one was killed, the wounded ones were recycled
    assert game.side(BEN).discard == (12,)
    assert game.side(BEN).deck[-3:] == (11, 13, PATSY)


def test_lord_brawn_among_his_warriors_makes_each_of_them_stronger():
    game = the_station().do(Send(1, 1), Send(BRAWN, 1), Send(2, 2), Send(3, 2), Send(4, 2), Done())
    game.do(Send(11, 1), Done())
    attack = game.note("combat.casualties").values["attack"]
    assert spelled(attack) == [(2, "Gang Warrior"), (1, "Lord Brawn"), (4, "Lord Brawn")]
    assert [term.rule for term in attack.terms] == ["combat.attack-total", "timing.engagement", "combat.attack-total"]
    assert attack.house  # his ability's text is ours, and the sum says so


def test_ben_may_pay_the_breach_with_patsy_before_she_is_recycled():
    game = defended().do(Engage(1), Wound(11), Engage(2), Wound(PATSY))
    game.do(Eat(PATSY))
    eaten = game.note("consume.survivor")
    assert (eaten.rule, eaten.values["value"]) == ("consume.wounded", 4)
    assert game.note("consume.paid-over").values["lost"] == 4 - 2
    assert game.side(BEN).discard == (PATSY, 11)
    assert PATSY not in game.side(BEN).deck
