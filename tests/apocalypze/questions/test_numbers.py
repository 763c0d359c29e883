"""Number questions: the rulebook's two examples come out right, and each misunderstanding is named."""

import pytest

from apz.apocalypze.model import Position
from apz.apocalypze.moves import Done, Send, Use, Wound
from apz.apocalypze.positions import build, named_position, seat
from apz.apocalypze.teaching.questions import MAKERS
from apz.core.learning.questions import Question
from apz.core.trace import Note
from tests.apocalypze.questions.asked import judged, mistaken, outcome
from tests.apocalypze.questions.playing import done
from tests.apocalypze.situations import engagement

FIGHT, CHURCH, WOUNDED = (named_position(name) for name in ("police-station", "church-table", "wounded"))


def ask(kind: str, position: Position, **params: object) -> Question:
    return MAKERS[kind](position, **params)


def number(question: Question) -> int:
    (right,) = question.right
    return int(right)


def named(question: Question, answer: object) -> str:
    """Return the key of the misunderstanding behind a wrong answer, or `""` if there's none."""
    verdict = judged(question, str(answer))
    assert not verdict.right
    return verdict.mistake.key if verdict.mistake else ""


# combat at the Police Station


@pytest.mark.parametrize(
    ("point", "ben", "ann"), [(1, (1, 1, 3), (4, 4, 0)), (2, (2, 2, 0), (2, 2, 0)), (3, (1, 3, 1), (4, 2, 0))]
)
def test_the_police_station_comes_out_number_for_number(point, ben, ann):
    for name, numbers in (("Ben", ben), ("Ann", ann)):
        kinds = ("attack-total", "defense-total", "casualties")
        assert tuple(number(ask(kind, FIGHT, point=point, of=name)) for kind in kinds) == numbers


def test_the_unblocked_access_point_of_the_police_station_costs_2():
    question = ask("breach", FIGHT)
    assert number(question) == 2
    assert named(question, 1) == "forgot-damage"
    assert named(question, 10) == "counted-blocked"
    assert [note.key for note in question.because] == ["combat.breach"]


def test_casualties_name_what_went_wrong():
    first = ask("casualties", FIGHT, point=1, of="Ben")
    assert named(first, 4) == "forgot-defense"
    assert named(first, -3) == "below-zero"
    assert named(first, 1) == "value-counted"
    assert named(first, 5) == "added-defense"
    assert named(ask("casualties", FIGHT, point=1, of="Ann"), -3) == "below-zero"
    assert named(ask("casualties", FIGHT, point=1, of="Ann"), 3) == "swapped-sides"


def test_totals_name_what_went_wrong():
    patsy = ask("defense-total", FIGHT, point=3, of="Ben")
    assert named(patsy, 1) == "counted-attack-for-defense"
    assert named(patsy, 5) == "counted-value-for-defense"
    assert named(patsy, 6) == "counted-background"
    assert named(ask("attack-total", FIGHT, point=3, of="Ann"), 2) == "counted-defense-for-attack"
    assert named(ask("attack-total", FIGHT, point=1, of="Ben"), 3) == "counted-value-for-attack"


@pytest.fixture
def armed() -> Position:
    """Return a combat in which an armed officer and a civilian block one group each, and two raiders are unblocked."""
    warriors = ["3 Gang Warrior", "Lord Brawn", "Gang Bully"]
    ann = seat("Roadside Diner", name="Ann", raiders=warriors, deck=["3 Biker"])
    officer = {"card": "Police Officer", "attached": ["Handgun", "The Finest"]}
    ben = seat("Police Station", name="Ben", survivors=[officer, "Civilian"], deck=["9 Police Officer"])
    groups = {"attack": [["Lord Brawn", "Gang Warrior"], ["Gang Bully", "Gang Warrior"], ["Gang Warrior"], []]}
    return build(
        ann, ben, whose="Ann", phase="combat", occupied="Ben",
        combat={**groups, "defense": [["Police Officer"], [], ["Civilian"], []]},
    )  # fmt: skip


def test_attachments_and_bonuses_that_are_forgotten_are_named(armed):
    assert number(ask("attack-total", armed, point=1, of="Ben")) == 2
    assert named(ask("attack-total", armed, point=1, of="Ben"), 1) == "forgot-attachment"
    assert number(ask("attack-total", armed, point=1, of="Ann")) == 7
    assert named(ask("attack-total", armed, point=1, of="Ann"), 6) == "forgot-bonus"
    assert number(ask("value", armed, card="police officer")) == 7
    assert named(ask("value", armed, card="police officer"), 3) == "forgot-attachment"


def test_a_breach_counts_raiders_and_not_groups(armed):
    question = ask("breach", armed)
    assert number(question) == 5
    assert named(question, 4) == "forgot-bonus"
    assert named(question, 2) == "forgot-damage"
    assert named(question, 11) == "counted-blocked"
    alone = build(
        seat("Roadside Diner", name="Ann", raiders=["4 Gang Warrior"], deck=["3 Biker"]),
        seat("Church", name="Ben", survivors=["Civilian"], deck=["20 Civilian"]),
        whose="Ann", phase="combat", occupied="Ben",
        combat={"attack": [["3 Gang Warrior"], ["Gang Warrior"], []], "defense": [[], ["Civilian"], []]},
    )  # fmt: skip
    assert number(ask("breach", alone)) == 9
    assert named(ask("breach", alone), 3) in ("counted-groups", "forgot-damage")
    assert named(ask("breach", alone), 12) == "counted-blocked"


def test_groups_and_a_single_raider_of_the_breach_are_told_apart():
    position = build(
        seat("Roadside Diner", name="Ann", raiders=["5 Gang Warrior"], deck=["3 Biker"]),
        seat("Military Base", name="Ben", survivors=["Soldier"], deck=["20 Soldier"]),
        whose="Ann", phase="combat", occupied="Ben",
        combat={
            "attack": [["2 Gang Warrior"], ["2 Gang Warrior"], ["Gang Warrior"], [], [], []],
            "defense": [[], [], ["Soldier"], [], [], []],
        },
    )  # fmt: skip
    question = ask("breach", position)
    assert number(question) == 4
    assert named(question, 2) == "counted-groups"
    assert named(question, 1) == "damage-once"


# the Church's table, and the draw


def test_the_church_table_owes_1_and_forgetting_the_minimum_is_named():
    question = ask("owed", CHURCH)
    assert number(question) == 1
    assert named(question, 0) == "forgot-minimum"
    assert [note.key for note in question.because] == ["feed.owed", "feed.modifier", "feed.minimum"]


def test_a_meal_names_what_went_wrong():
    ann = seat("Church", name="Ann", survivors=["2 Civilian", "Biker"], raiders=["2 Gang Warrior"], deck=["9 Civilian"])
    ben = seat("Roadside Diner", name="Ben", deck=["4 Biker"])
    question = ask("owed", build(ann, ben, whose="Ann", phase="occupation", occupied="Ann"))
    assert number(question) == 2
    assert named(question, 3) == "forgot-modifier"
    assert named(question, 4) == "counted-raiders"
    assert named(question, 5) == "counted-values"
    plain = ask("owed", build(ann, ben, whose="Ann", phase="occupation", occupied="Ann"), of="Ben")
    assert number(plain) == 1
    assert named(plain, 0) == "forgot-minimum"
    assert plain.steps == ()
    alone = build(seat("Roadside Diner", name="Ann", survivors=["2 Biker"], deck=["9 Biker"]), ben, whose="Ann")
    assert named(ask("owed", alone), 3) == "added-minimum"


def base(hand: int, deck: int = 9) -> Position:
    ann = seat("Military Base", name="Ann", survivors=["2 Soldier"], hand=[f"{hand} Soldier"], deck=[f"{deck} Soldier"])
    return build(ann, seat("Church", name="Ben", deck=["4 Civilian"]), whose="Ann", phase="draw")


def test_a_draw_names_what_went_wrong():
    question = ask("draws", base(4))
    assert number(question) == 3
    assert named(question, 2) == "bonus-before-six"
    assert named(question, 6) == named(question, 7) == "ignored-hand"
    assert number(ask("draws", base(7))) == 1
    assert named(ask("draws", base(7)), 0) == "hand-limit"
    assert number(ask("draws", base(4, deck=2))) == 2
    assert named(ask("draws", base(4, deck=2)), 3) == "ignored-empty-deck"
    assert not [note for note in question.because if isinstance(note, Note) and note.cards]


def test_access_points_are_told_apart_from_the_other_numbers():
    ann = seat("Police Station", name="Ann", attached=["Chain Link Fence"], deck=["4 Police Officer"])
    ben = seat("Church", name="Ben", raiders=["Gang Warrior"], deck=["4 Civilian"])
    question = ask("access", build(ann, ben, whose="Ann"), of="ann")
    assert number(question) == 3
    assert [named(question, wrong) for wrong in (4, 7, 2, 1)] == [
        "forgot-attachment", "took-capacity", "took-damage", "raiders-are-not-access",
    ]  # fmt: skip


# paying


@pytest.fixture
def debt() -> Position:
    """Return a position with a debt of three after a breach, and an officer with one wound."""
    survivors = [{"card": "Police Officer", "wounds": 1, "attached": ["Handgun"]}, "Patsy McNally"]
    return build(
        seat("Roadside Diner", name="Ann", raiders=["Gang Warrior"], deck=["3 Biker"]),
        seat("Police Station", name="Ben", survivors=survivors, hand=["4 Handgun"], deck=["9 Handgun"]),
        whose="Ann", phase="combat", occupied="Ben",
        combat={"attack": [["Gang Warrior"], [], [], []], "defense": [[], [], [], []], "now": "breach"},
        waiting={"consume": "Ben", "amount": 3},
    )  # fmt: skip


def test_what_an_offer_counts_names_what_went_wrong(debt):
    mixed = ask("pay", debt, deck=1, hand=4)
    assert number(mixed) == 3
    assert named(mixed, 5) == "one-card-of-hand-is-one"
    officer = ask("pay", debt, survivors=["police officer"])
    assert number(officer) == 2
    assert named(officer, 3) == "counted-printed-value"
    assert named(officer, 1) == "survivor-is-one"
    assert officer.rules[0] == "consume.wounded"
    patsy = ask("pay", debt, survivors=["patsy"])
    assert number(patsy) == 5
    assert named(patsy, 3) == "change-given"
    odd = ask("pay", debt, hand=3)
    assert number(odd) == 1
    assert named(odd, 2) == "single-card-counts"


def test_what_is_lost_names_what_went_wrong(debt):
    question = ask("waste", debt, survivors=["patsy"])
    assert number(question) == 2
    assert named(question, 0) == "change-given"
    assert named(question, 5) == "counted-all-as-lost"
    wounded = ask("waste", debt, survivors=["police officer"], owed=1)
    assert number(wounded) == 1
    assert named(wounded, 2) in ("counted-all-as-lost", "counted-printed-value")
    with pytest.raises(ValueError, match="isn't enough"):
        ask("waste", debt, deck=1)


def test_every_equally_cheap_way_to_pay_is_right(debt):
    ways = [{"deck": 3}, {"deck": 1, "hand": 4}, {"survivors": ["patsy"]}, {"deck": 1, "survivors": ["police officer"]}]
    cards = ask("cheapest", debt, ways=ways)
    assert cards.right == {"c"}
    assert [named(cards, wrong) for wrong in "abd"] == [
        "deck-costs-one-each", "hand-costs-two", "forgot-what-is-attached",
    ]  # fmt: skip
    table = ask("cheapest", debt, ways=ways, keep="table")
    assert table.right == {"a", "b"}
    assert named(table, "c") == "table-before-deck"
    assert named(table, "d") == "forgot-what-is-attached"
    with pytest.raises(ValueError, match="everything that's owed"):
        ask("cheapest", debt, ways=[{"deck": 3}, {"deck": 1}])
    with pytest.raises(ValueError, match='not "gold"'):
        ask("cheapest", debt, ways=ways, keep="gold")


def test_a_dearer_way_to_pay_is_blamed_on_what_makes_it_dearer():
    survivors = ["2 Civilian", {"card": "Patsy McNally", "wounds": 2}]
    position = build(
        seat("Church", name="Ann", raiders=["Trudy"]), seat("Police Station", name="Ben", survivors=survivors),
        whose="Ann", phase="combat", occupied="Ann", combat={"attack": [["Trudy"], [], [], []], "now": "breach"},
        waiting={"consume": "Ben", "amount": 3},
    )  # fmt: skip
    ways = [{"survivors": ["patsy"]}, {"survivors": ["2 civilian"]}]
    assert {named(ask("cheapest", position, ways=ways, keep=keep), "b") for keep in ("cards", "table")} == {
        "another-is-cheaper"
    }


# wounds


def hurt(amount: int) -> Position:
    """Return a position where Ben assigns wounds to two officers and an ill civilian; Patsy isn't in the engagement."""
    zombie = {"card": "Civilian", "attached": [{"card": "Illness", "owner": "Ann"}]}
    survivors = ["2 Police Officer", zombie, "Patsy McNally"]
    return build(
        seat("Roadside Diner", name="Ann", raiders=["Lord Brawn"], deck=["3 Biker"]),
        seat("Police Station", name="Ben", survivors=survivors, deck=["9 Handgun"]),
        whose="Ann", phase="combat", occupied="Ben",
        combat={
            "attack": [["Lord Brawn"], [], [], []], "defense": [["2 Police Officer", "Civilian"], [], [], []], "now": 1,
        },
        waiting={"wound": "Ben", "amount": amount},
    )  # fmt: skip


def test_wounds_that_are_left_name_what_went_wrong():
    question = ask("wounds", hurt(7), card="civilian")
    assert number(question) == 5
    assert named(question, 3) == "defense-counted-twice"
    assert named(question, 4) == "spread-wounds"
    assert named(question, 0) == "all-on-one"
    assert named(question, 7) == "none-taken"
    dead = ask("wounds", hurt(3), card="civilian")  # its defense would stop the one that's left
    assert named(dead, 0) == "all-on-one"
    assert number(ask("wounds", hurt(1), card="civilian")) == 0


def test_who_can_take_wounds_is_who_fights_there():
    question = ask("takers", hurt(2))
    patsy = next(option.answer for option in question.options if option.means == "Patsy McNally")
    assert question.right == {option.answer for option in question.options} - {patsy}
    answer = [*question.right, patsy]
    assert mistaken(question, answer) == "not-in-engagement"
    assert outcome(question, answer) == ["not-in-group"]


def test_a_fanatic_who_was_kept_in_play_is_not_among_those_who_can_take_wounds():
    game = engagement(["Cult Fanatic", "Albert & Anita Hanson"], ["Patsy McNally", "6 Soldier"], occupied="Ben")
    fanatic, hansons = game.card("Cult Fanatic"), game.card("Albert & Anita Hanson")
    game.do(Wound(fanatic), Use(hansons, (fanatic,)))
    question = ask("takers", game.position)
    assert question.right == {str(hansons)}
    assert question.because[0].values["names"] == ("Albert & Anita Hanson",)
    both = [str(fanatic), str(hansons)]
    assert outcome(question, both) == ["kept-already"]
    assert judged(question, both).mistake is None
    assert ask("fates", game.position, order=["hanson"]).right == {str(hansons)}


@pytest.mark.parametrize(
    ("what", "right", "given", "mistake"),
    [
        ("killed", ["Civilian"], [], "spread-wounds"),
        ("killed", ["Civilian"], ["Civilian", "Police Officer"], "wounded-not-killed"),
        ("wounded", ["Police Officer"], ["Civilian", "Police Officer"], "killed-not-wounded"),
        ("wounded", ["Police Officer"], [], "wounded-is-hurt"),
        ("unhurt", ["Other"], ["Civilian", "Other"], "is-hurt"),
    ],
)
def test_fates_name_what_went_wrong(what, right, given, mistake):
    position = hurt(3)
    first, second, civilian, _ = (who.id for who in position.sides[1].survivors)
    ids = {"Civilian": str(civilian), "Police Officer": str(first), "Other": str(second)}
    question = ask("fates", position, order=["civilian", "2 police officer"], what=what)
    assert question.right == {ids[name] for name in right}
    assert mistaken(question, [ids[name] for name in given]) == mistake


def test_the_wounded_are_recycled_and_the_killed_removed_with_all_that_is_attached():
    assert ask("ends-up", WOUNDED, card="patsy").right == ask("ends-up", WOUNDED, card="Handgun").right == {"deck-1"}
    patsy = ask("ends-up", WOUNDED, card="patsy")
    assert named(patsy, "table") == "wounded-stays"
    assert named(patsy, "discard-1") == "remove-for-recycle"
    killed = ask("ends-up", hurt(2), card="civilian")
    assert killed.right == {"discard-1"}
    assert named(killed, "table") == "killed-stays"
    assert named(killed, "deck-1") == "recycle-for-remove"
    illness = ask("ends-up", hurt(2), card="illness")
    assert illness.right == {"discard-0"}
    assert named(illness, "discard-1") == "wrong-owner"
    spared = ask("ends-up", hurt(2), card="illness", first="Police Officer")
    assert spared.right == {"table"}


def test_a_wounded_juggernaut_does_not_leave_because_of_its_wounds():
    game = engagement(["The Juggernaut"], [{"card": "Soldier", "attached": ["Field Promotion"]}])
    with pytest.raises(ValueError, match="neither to a pile"):
        ask("ends-up", game.position, card="juggernaut")


# the best block


def test_the_best_block_is_whatever_costs_least():
    raiders = [who.id for who in named_position("police-station-groups").sides[0].raiders]
    position = named_position("police-station-groups")
    for card, point in zip(raiders, (1, 1, 2, 4, 3), strict=True):
        position = done(position, Send(card, point)).after
    position = done(position, Done()).after
    book = {1: ["police officer"], 2: ["2 police officer"], 3: ["patsy"]}
    spread = {1: ["patsy"], 2: ["police officer"], 3: ["police officer"], 4: ["police officer"]}
    question = ask("block", position, ways=[book, spread, {}, {3: ["patsy"], 1: ["3 police officer"]}])
    costs = {key: reasons[-1].values["cost"] for key, reasons in question.outcomes.items()}
    assert costs == {"a": 4, "b": 4, "c": 10, "d": 6}
    assert question.right == {"a", "b"}
    assert named(question, "c") == named(question, "d") == "block-open"


def attacked(attack: list[list[str]], survivors: list[str], deck: int) -> Position:
    """Return a position where Ben forms his defense of the Church."""
    raiders = [name for names in attack for name in names]
    return build(
        seat("Roadside Diner", name="Ann", raiders=raiders, deck=["3 Biker"]),
        seat("Church", name="Ben", survivors=survivors, deck=[f"{deck} Civilian"]),
        whose="Ann", phase="combat", occupied="Ben",
        combat={"attack": attack, "defense": [[], [], []]}, waiting={"defend": "Ben"},
    )  # fmt: skip


def test_nothing_is_worse_than_a_defense_after_which_one_is_out():
    position = attacked([["2 Gang Warrior"], ["Lord Brawn"], []], ["Civilian"], deck=6)
    question = ask("block", position, ways=[{1: ["civilian"]}, {2: ["civilian"]}, {}])
    assert question.right == {"a"}
    assert named(question, "b") == "block-open"
    assert named(question, "c") == "block-out"


def test_a_defense_can_cost_more_than_it_keeps_out():
    position = attacked([["6 Gang Warrior"], [], []], ["8 Civilian"], deck=20)
    question = ask("block", position, ways=[{1: ["civilian"]}, {1: ["3 civilian"]}])
    assert question.right == {"a"}
    assert named(question, "b") == "block-wounds"


def test_a_dearer_defense_is_blamed_on_what_the_best_one_saves():
    position = attacked([["Gang Warrior"], ["Lord Brawn"], []], ["Alex Bloom"], deck=20)
    question = ask("block", position, ways=[{1: ["alex"]}, {2: ["alex"]}])  # one raider gets in, either way
    assert question.right == {"a"}
    assert named(question, "b") == "block-wounds"


# positions without such a question


@pytest.mark.parametrize(
    ("kind", "params", "why"),
    [
        ("casualties", {"point": 4, "of": "Ben"}, "no engagement at access point 4"),
        ("casualties", {"point": 1, "of": "Cleo"}, 'nobody is called "Cleo"'),
        ("value", {"card": "Excalibur"}, 'no card "Excalibur"'),
        ("value", {"card": "Handgun"}, "isn't a character in play"),
        ("takers", {}, "no wounds"),
        ("pay", {"deck": 1}, "nobody has to begin consuming"),
        ("block", {"ways": [{}, {}]}, "nobody is forming a defense"),
    ],
)
def test_what_cannot_be_asked_says_why(kind, params, why):
    with pytest.raises(ValueError, match=why):
        ask(kind, FIGHT, **params)
