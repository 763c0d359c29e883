"""The solver: the police station's best defense with its proof, every aim, time limits, and unanswerable questions."""

import sys
from types import ModuleType
from typing import Any

import pytest

import apz
from apz import moves
from apz.apocalypze.ids import PLAYERS
from apz.apocalypze.lab import solve as solver
from apz.apocalypze.lab.aims import BASE, MOST_WORTH, NAMES, Measured, read_aim, unpacked
from apz.apocalypze.lab.grouping import Defending
from apz.apocalypze.lab.solution import value_text
from apz.apocalypze.lab.solve import solve
from apz.apocalypze.model import Position
from apz.apocalypze.positions import build, seat
from apz.apocalypze.positions.read_zones import MOST_CARDS

# the rulebook's example: two Gang Warriors, one, Lord Brawn, one
EXAMPLE = {1: 2, 2: 1, 3: 0, 4: 1}


def attacked() -> Position:
    """Return the rulebook's example: the Police Station is under attack, and Ben must defend it."""
    position = apz.named_position("police-station-groups")
    warriors = iter([who.id for who in position.sides[0].raiders if who.card.name == "Gang Warrior"])
    for point, number in EXAMPLE.items():
        for _ in range(number):
            position = position.must_play(moves.Send(next(warriors), point)).after
    position = position.must_play(moves.Send(position.find("Lord Brawn"), 3)).after
    after: Position = position.must_play(moves.Done()).after
    return after


def names(position: Position, ids: tuple[int, ...]) -> list[str]:
    return sorted(position.game.cards[card].name for card in ids)


def test_the_best_defense_of_the_police_station_is_found_with_its_value():
    position = attacked()
    found = solve(position)
    assert found.exact
    assert found.all_best
    assert dict(found.value) == {"standing": 0, "lost": -4, "dealt": 0}  # 8 in the rulebook's example
    defense = found.answers[0].steps[len(found.moves) - 2].after.combat.defense
    assert names(position, defense[0]) == ["Patsy McNally", "Police Officer"]
    assert [len(group) for group in defense] == [2, 2, 0, 0]
    assert [answer.rank for answer in found.answers] == [1, 2, 3, 3, 3]


def test_a_proof_of_a_response_does_not_say_that_nobody_can_play_anything():
    assert [note.key for note in solve(apz.named_position("molotov-answered")).proof] == ["searched"]
    assert [note.key for note in solve(apz.named_position("wounded")).proof] == ["quiet", "searched"]


def test_the_proof_says_what_every_other_pattern_comes_to():
    found = solve(attacked())
    keys = [note.key for note in found.proof]
    assert keys[0] == "quiet"
    cases = {(note.key, note.values["point"], note.values["count"]) for note in found.proof if "point" in note.values}
    alike = {("unblocked-alike", ("2", "4"), 0), ("blocked-alike", ("2", "4"), 2)}
    assert cases == {("unblocked", ("1",), 0), ("blocked", ("3",), 1), *alike}
    assert "Access points 2 and 4 face identical groups. If at least 2 of them are blocked" in str(found)
    assert all(note.values["score"] < found.answers[0].score for note in found.proof if "score" in note.values)
    assert "Why this is best" in str(found)


def test_a_proof_counts_each_defense_that_was_worked_out_once(monkeypatch):
    worked, settle = list[object](), Defending.settle

    def spied(self: Defending, groups: Any, choices: Any) -> int:
        worked.append((*choices,))
        return settle(self, groups, choices)

    monkeypatch.setattr(Defending, "settle", spied)
    settled = solve(attacked()).proof[-1]
    assert settled.key == "settled"
    assert settled.values["count"] == len({*worked}) < len(worked)


def lone_survivor() -> Position:
    first = apz.seat("Roadside Diner", raiders=["2 Gang Warrior"], deck=["3 Biker"])
    second = apz.seat("Police Station", survivors=["Patsy McNally"], deck=["9 Handgun"])
    position = apz.build(first, second, whose="Ann", phase="combat", occupied="Ben")
    for point, who in zip((1, 3), position.sides[0].raiders, strict=True):
        position = position.must_play(moves.Send(who.id, point)).after
    after: Position = position.must_play(moves.Done()).after
    return after


def test_a_proof_says_when_there_are_too_few_survivors_for_identical_groups():
    found = solve(lone_survivor())
    few = "Access points 1 and 3 face identical groups. There aren't enough survivors to block 2 of them."
    assert few in found.reasons()
    assert "Für 2 davon reichen die Überlebenden nicht." in found.text("de")


def test_a_best_result_for_fewer_groups_is_only_claimed_if_every_attack_was_examined(monkeypatch):
    position = apz.named_position("police-station-groups")
    assert "groups" in {note.key for note in solve(position, seconds=60).proof}
    clock = iter(range(10**9))
    monkeypatch.setattr("apz.apocalypze.lab.problem.monotonic", lambda: float(next(clock)))
    monkeypatch.setattr(solver, "monotonic", lambda: 0.0)
    for seconds in range(8, 60, 4):
        found = solve(position, seconds=seconds)
        clock = iter(range(10**9))
        assert found.exact or "groups" not in {note.key for note in found.proof}


def test_a_function_cut_short_promises_no_bound():
    found = solve(apz.named_position("before-totals"), aim=lambda before, after: 0, seconds=0.001)
    assert not found.exact
    for language in ("en", "de", "es"):
        assert "inf" not in found.text(language)


def test_an_average_of_zero_is_nothing():
    found = solve(apz.named_position("stop-the-mugging").seen_by("Ben"), seconds=60)
    assert found.worlds
    assert found.answers[0].value_text() == "Ben loses nothing; Ann loses nothing"


def test_the_reckoning_comes_out_at_the_value_that_was_promised():
    for name in ("police-station", "police-station-groups", "church-doors", "before-totals", "wounded", "starving"):
        found = solve(apz.named_position(name), seconds=60)
        for answer in found.answers:
            end = answer.steps[-1].after
            assert found.aim.score(found.position, end) == answer.score, (name, answer)
        assert answer.reckoning()


@pytest.mark.parametrize("aim", [*NAMES, "keep Patsy McNally", {"Police Officer": 2, "patsy": 5}])
def test_every_aim_has_an_exact_answer(aim):
    found = solve(attacked(), aim=aim)
    assert found.exact
    assert found.aim.score(found.position, found.answers[0].steps[-1].after) == found.answers[0].score


def test_patsy_is_kept_where_she_can_be():
    found = solve(attacked(), aim="keep Patsy McNally")
    assert dict(found.value)["kept"] == 1
    assert "Patsy McNally stays" in str(found)


def test_a_weighing_of_ones_own_decides():
    def deck(before: Position, after: Position) -> int:
        return len(after.sides[1].deck)

    found = solve(attacked(), aim=deck, seconds=60)
    most = max(answer.score for answer in found.answers)
    assert (found.exact, found.answers[0].score) == (True, most)
    assert found.value[0].key == "own"


def test_all_optimal_answers_are_listed_and_are_as_good():
    position = apz.named_position("church-table")
    found = solve(position)
    assert len(found.best) == 2
    ends = {found.aim.score(position, answer.steps[-1].after) for answer in found.best}
    assert ends == {found.answers[0].score}


def test_a_defense_that_is_hopeless_is_proven_hopeless():
    first = apz.seat("Roadside Diner", raiders=["4 Gang Warrior"], deck=["3 Biker"])
    second = apz.seat("Police Station", survivors=["Police Officer"], deck=["Handgun"])
    position = apz.build(first, second, whose="Ann", phase="combat", occupied="Ben")
    for point, who in enumerate(position.sides[0].raiders, 1):
        position = position.must_play(moves.Send(who.id, point)).after
    found = solve(position.must_play(moves.Done()).after)
    assert dict(found.value)["standing"] == -1
    assert [note.key for note in found.proof] == ["quiet", "hopeless"]
    assert "Ben is out" in str(found)


def test_eight_against_eight_on_five_access_points_is_exact():
    first = apz.seat("Roadside Diner", raiders=["6 Gang Warrior", "Lord Brawn", "Gang Bully"], deck=["9 Biker"])
    second = apz.seat("Military Base", survivors=["8 Soldier"], deck=["9 Soldier"], attached=["Chain Link Fence"])
    position = apz.build(first, second, whose="Ann", phase="combat", occupied="Ben")
    assert len(position.combat.attack) == 5  # type: ignore[union-attr]
    found = solve(position, seconds=60)
    assert found.exact
    replied = position
    for move in found.moves:
        replied = replied.must_play(move).after
    defended = solve(replied, aim="fewest resources lost", seconds=60)
    assert defended.exact
    assert dict(defended.value)["lost"] == -dict(found.value)["dealt"]


def test_when_the_time_is_over_the_best_so_far_comes_with_a_bound(monkeypatch):
    clock = iter(range(10**9))
    monkeypatch.setattr("apz.apocalypze.lab.problem.monotonic", lambda: float(next(clock)))
    monkeypatch.setattr(solver, "monotonic", lambda: 0.0)
    found = solve(apz.named_position("before-totals"), seconds=1)
    assert not found.exact
    assert found.bound >= found.answers[0].score
    assert "not proven" in str(found)
    whole = solve(apz.named_position("before-totals"), seconds=10**9)
    assert found.bound >= whole.answers[0].score


def test_an_attack_that_is_cut_short_is_the_best_of_those_looked_at(monkeypatch):
    position = apz.named_position("police-station-groups")
    clock = iter(range(10**9))
    monkeypatch.setattr("apz.apocalypze.lab.problem.monotonic", lambda: float(next(clock)))
    monkeypatch.setattr(solver, "monotonic", lambda: 0.0)
    found = solve(position, seconds=8)
    assert not found.exact
    assert found.proof[-1].key == "attacks-cut"
    whole = solve(position, seconds=10**9)
    assert found.answers[0].score <= whole.answers[0].score <= found.bound


def test_with_no_time_at_all_there_is_still_a_decision_to_make(monkeypatch):
    monkeypatch.setattr("apz.apocalypze.lab.problem.monotonic", lambda: 9.0)
    monkeypatch.setattr(solver, "monotonic", lambda: 0.0)
    for name in ("before-totals", "church-doors", "police-station-groups", "starving", "hansons"):
        position = apz.named_position(name)
        found = solve(position, seconds=1)
        assert not found.exact
        for move in found.moves:
            position = position.must_play(move).after


def test_a_pattern_that_cannot_be_paid_for_is_said_to_put_the_defender_out():
    first = apz.seat("Roadside Diner", raiders=["5 Gang Warrior"], deck=["3 Biker"])
    second = apz.seat("Police Station", survivors=["2 Police Officer"], deck=["Handgun"])
    position = apz.build(first, second, whose="Ann", phase="combat", occupied="Ben")
    ids = [who.id for who in position.sides[0].raiders]
    for card, point in zip(ids, (1, 1, 1, 1, 2), strict=True):
        position = position.must_play(moves.Send(card, point)).after
    found = solve(position.must_play(moves.Done()).after)
    assert dict(found.value)["standing"] == 0
    out = [note for note in found.proof if note.values.get("score", 0) < -(10**9)]
    assert [note.key for note in out] == ["unblocked"]
    assert "Ben is out" in str(found)


def test_hidden_cards_are_dealt_and_the_answer_says_so():
    position = apz.named_position("before-totals")
    found = solve(position.seen_by("Ben"), seconds=600)
    assert found.worlds == solver.MOST_DEALS
    assert {*found.moves} <= {*position.legal_moves}
    assert "Some cards are hidden" in str(found)
    assert "proven" not in str(found)
    assert found.value == solve(position.seen_by("Ben"), seconds=600).value


@pytest.mark.parametrize(
    ("amount", "told"),
    [(0.0, "0 characters"), (-0.5, "0.5 characters"), (-1.0, "1 character"), (-1.25, "1.25 characters")],
)
def test_an_average_of_lost_characters_has_its_plural(amount, told):
    position = apz.named_position("police-station-defense")
    found = solve(position, aim="lose no character")
    assert value_text((Measured("gone", amount),), position, found.aim) == f"Ben loses {told} on average"


def test_hidden_cards_that_nobody_can_play_make_no_difference():
    for name in ("church-doors", "starving"):
        position = apz.named_position(name)
        assert position.waiting
        found = solve(position.seen_by(position.waiting.player))
        assert (found.exact, found.worlds) == (True, 0)
        assert found.moves == solve(position).moves


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"aim": "win the lottery"}, "isn't an aim; it's one of"),
    ({"aim": 3}, "give its name"),
    ({"aim": "keep Lord Brawn"}, "that isn't one of Ben's characters in play"),
    ({"aim": "keep Nobody"}, "no card here is called"),
    ({"aim": {"Nobody": 3}}, 'no character in play is called "Nobody"'),
    ({"aim": {"Patsy McNally": "much"}}, "a worth is a whole number"),
    ({"aim": lambda before, after: "well"}, "a weighing returns a number"),
    ({"aim": lambda before, after: float("nan")}, "a weighing returns a number"),
    ({"top": 0}, "write a whole number from 1 on"),
    ({"seconds": 0}, "write a number above 0"),
]


@pytest.mark.parametrize(("options", "said"), WRONG, ids=[said for _, said in WRONG])
def test_a_question_without_an_answer_is_told_what_would_do(options, said):
    with pytest.raises((TypeError, apz.BadInput)) as raised:
        solve(attacked(), **options)
    assert said in str(raised.value)


def test_a_weighing_that_fails_is_named_with_the_position_it_failed_for():
    def my_aim(before: Position, after: Position) -> float:
        return 1 / len(after.sides[1].survivors[3:])

    with pytest.raises(apz.BadInput) as raised:
        solve(attacked(), aim=my_aim)
    said, position = str(raised.value), raised.value.faults[0].values["after"]
    assert "my_aim failed for <Position turn 2, Ann" in said
    assert "ZeroDivisionError: division by zero" in said
    with pytest.raises(ZeroDivisionError):
        my_aim(attacked(), position)
    assert solve(attacked()).exact  # nothing is left over from that


def test_a_weighing_without_a_number_is_named():
    def my_aim(before: Position, after: Position) -> Any:
        return None

    with pytest.raises(TypeError, match="my_aim: None: a weighing returns a number"):
        solve(attacked(), aim=my_aim)


def test_a_position_with_faults_is_refused_with_its_faults():
    crowd = apz.seat("Police Station", survivors=["20 Civilian"])
    faulty = apz.build(crowd, apz.seat("Roadside Diner"), phase="consumption", check=False)
    with pytest.raises(apz.BadInput) as raised:
        solve(faulty)
    assert raised.value.faults[0].rule == "stronghold.capacity"


def test_where_nothing_of_combat_or_payment_is_asked_coach_is_named():
    with pytest.raises(apz.BadInput, match=r"coach\(\)"):
        solve(apz.named_position("first-turn"))


def test_a_cell_shows_it_escaped_and_its_text_can_be_german():
    position = attacked()
    hostile = position._replace(game=position.game._replace(names=("<b>Ann</b>", "Ben")))
    found = solve(hostile)
    bundle = found._repr_mimebundle_()
    assert "<b>Ann" not in bundle["text/html"]
    assert "&lt;b&gt;Ann" in bundle["text/html"]
    assert bundle["text/plain"] == str(found)
    assert "Warum nichts besser ist" in found.text("de")


def test_rows_become_a_frame_only_when_asked(monkeypatch):
    found = solve(attacked())
    rows = found.to_rows()
    assert rows[0]["rank"] == 1
    assert {"rank", "answer", "lost", "dealt"} <= rows[0].keys()
    assert "pandas" not in sys.modules
    fake: Any = ModuleType("pandas")
    fake.DataFrame = lambda given: ("frame", given)
    monkeypatch.setitem(sys.modules, "pandas", fake)
    assert found.to_frame("pandas") == ("frame", rows)


def test_a_score_is_the_numbers_it_was_made_of():
    found = solve(attacked(), aim="lose no character")
    end = found.answers[0].steps[-1].after
    assert unpacked(found.aim, found.answers[0].score) == found.aim.measured(found.position, end)


def test_a_score_is_the_numbers_it_was_made_of_however_many_characters_are_worth_something():
    crowd = seat("Church", survivors=["99 Civilian"], raiders=["60 Cult Fanatic"])
    position = build(crowd, seat("Police Station", survivors=["20 Soldier"]))
    wanted = dict.fromkeys(("Civilian", "Cult Fanatic", "Soldier"), MOST_WORTH)
    aim = read_aim(position, PLAYERS[0], wanted)
    measured = aim.measured(position, position)
    assert dict(measured)["worth"] == 179 * MOST_WORTH
    assert unpacked(aim, aim.score(position, position)) == measured
    assert MOST_CARDS * MOST_WORTH < BASE // 2


def test_the_police_station_draws_itself_with_its_best_defense_and_why():
    found = apz.named_position("police-station-defense").solve()
    assert found.exact
    assert len(found.best) == 1
    for language, point, why in (("en", "Access point 4", "Why this is best"), ("de", "Zugang 4", "Warum nichts")):
        drawn = found.html(language)
        assert point in drawn
        assert why in drawn
        assert drawn.count("Patsy McNally") >= 2
        assert "<script" not in drawn
    assert found.html().count("<tr>") == len(found.answers) - 1
