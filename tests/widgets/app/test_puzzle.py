"""The puzzle on the home page: one decision at a real table, judged by the kernel, and then the first lesson."""

import pytest

from apz.apocalypze.language.rulebook import LANGUAGES
from apz.apocalypze.moves import Send
from apz.apocalypze.play import play
from apz.apocalypze.teaching import course
from apz.apocalypze.teaching.questions.blocks import defended
from apz.core.learning.events import LessonDone
from apz.core.trace import Step
from tests.texts import says, ui
from tests.widgets.app.visits import seen, visit
from tests.widgets.hands import can_drop, click, doing, elements, shown
from tests.widgets.learning_hands import press

MOST_CLICKS, MOST_SECONDS, PACE, SECONDS_A_CLICK = 10, 120, 200, 5  # the pace: words a minute
PUZZLE = course.puzzle()
WORDS = ("raiders", "damage", "consume")  # of the sum at an access point that nobody blocks
BEST = {course.OFFICER: 1, course.PATSY: 2}
SURVIVORS = {
    who.card.name: who.id for side in PUZZLE.question.position.sides for who in side.survivors
}  # each by its name


def send(app, name: str, point: int) -> int:
    """Send a survivor to an access point by the clicks that the page offers; return the number of clicks, 2."""
    for do in (f"card:{SURVIVORS[name]}", f"point:{point}"):
        assert do in doing(app.place.panel)
        click(app.place.panel, do)
    return 2


def place(app, way) -> None:
    """Send the survivors to the access points given in `way`."""
    for point, names in way.items():
        for name in names:
            send(app, name, point)


def test_it_has_two_access_points_four_cards_and_one_best_answer():
    position = PUZZLE.question.position
    assert sum(bool(group) for group in position.combat.attack) == 2
    assert sum(len(side.survivors) + len(side.raiders) for side in position.sides) == 4
    assert len(course.WAYS) == len(PUZZLE.question.options) == 9
    (right,) = PUZZLE.question.right
    costs = {}
    for way, option in zip(course.WAYS, PUZZLE.question.options, strict=True):
        after = position
        for point, names in way.items():
            for name in names:
                step = play(after, Send(SURVIVORS[name], point))
                assert isinstance(step, Step)
                after = step.after
        assert PUZZLE.answer(after) == option.answer
        costs[option.answer] = defended(position, {p: [SURVIVORS[n] for n in names] for p, names in way.items()}).cost
    assert [each for each, cost in costs.items() if cost == min(costs.values())] == [right]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_way_to_block_is_judged_where_it_stands_and_the_best_leads_to_the_first_lesson(language):
    app = visit(f"?page=home&lang={language}")
    first = course.lesson(course.order()[0], language)
    on = says(language, "puzzle.on", title=first.title)
    assert on not in seen(app)
    (right,) = PUZZLE.question.right
    told = set()
    for way, option in zip(course.WAYS, PUZZLE.question.options, strict=True):
        if option.answer == right or not any(way.values()):
            continue
        place(app, way)
        press(app.place.panel, "solve")
        assert app.store.state.solved[-1] == option.answer
        assert on not in seen(app)
        told.add(seen(app))
        press(app.place.panel, "reset")
    assert len(told) == 7
    for name, point in BEST.items():
        send(app, name, point)
    press(app.place.panel, "solve")
    assert on in seen(app)
    before = app.place.panel.view["tree"]
    click(app.place.panel, f"card:{SURVIVORS[course.PATSY]}")  # a decision can't be changed
    assert app.place.panel.view["tree"] == before
    press(app.place.panel, "lesson", f":{first.id}")
    assert app.place.kind == "lesson"


def test_a_verdict_is_gone_as_soon_as_somebody_moves():
    app = visit()
    send(app, course.PATSY, 1)
    press(app.place.panel, "solve")
    verdict = says("en", "puzzle.wrong")
    assert verdict in seen(app)
    send(app, course.PATSY, 2)
    assert verdict not in seen(app)
    send(app, course.PATSY, 1)
    assert verdict in seen(app)


def test_survivors_can_be_dragged_to_an_access_point_and_back():
    app = visit()
    panel, patsy = app.place.panel, SURVIVORS[course.PATSY]
    assert can_drop(panel, f"drop:{patsy}>point:1")
    click(panel, f"drop:{patsy}>point:1")
    assert app.store.state.tried.moves == (Send(patsy, 1),)
    assert can_drop(panel, f"drop:{patsy}>back")
    click(panel, f"drop:{patsy}>back")
    assert says("en", "puzzle.how") in seen(app)
    assert app.bar.view["say"]["text"]


def test_the_first_decision_comes_within_two_minutes_and_ten_clicks():
    app = visit()
    read = len(shown(app.place.panel).split(says("en", "home.begin", title=""))[0].split())
    clicks = sum(send(app, name, point) for name, point in BEST.items())
    press(app.place.panel, "solve")
    clicks += 1
    assert says("en", "puzzle.solved") in seen(app)
    print(f"{clicks} clicks, {read} words before them")
    assert clicks <= MOST_CLICKS
    assert read / PACE * 60 + clicks * SECONDS_A_CLICK <= MOST_SECONDS


def test_it_is_seen_before_anything_else_on_a_table_of_two_access_points_and_four_cards():
    tree = visit().place.panel.view["tree"]
    found = [each for each in elements(tree) if "app-puzzle" in each[1].get("class", "")]
    assert len(found) == 1
    kinds = [each[1].get("class", "").split() for each in elements(found[0])]
    assert sum("lane" in each for each in kinds) == 2
    assert sum("card" in each for each in kinds) == 4
    asked = [each[1]["data-do"] for each in elements(tree) if each[0] == "button" and "data-do" in each[1]]
    beside = [do for do in asked if do.startswith("learn:")]
    assert beside[:2] == ["learn:solve::", f"learn:lesson::{course.order()[0]}"]


def test_strange_gestures_change_nothing():
    app = visit()
    before = app.place.panel.view["tree"]
    strange = ("learn:solve::a", "learn:solve::", "card:99", "card:-1", "drop:9>nowhere", "move:[done]", "go:3")
    for each in strange:
        click(app.place.panel, each)
    assert app.place.panel.view["tree"] == before
    assert not app.store.state.trouble


def test_a_learner_who_has_finished_a_lesson_is_past_it():
    app = visit()
    assert says("en", "puzzle.title") in seen(app)
    app.keeper.record(LessonDone("table"))
    press(app.bar, "go", ":look")
    press(app.bar, "go", ":home")
    assert says("en", "puzzle.title") not in seen(app)
    click(app.place.panel, f"card:{SURVIVORS[course.PATSY]}")
    assert app.store.state.tried is None


def test_free_access_points_and_the_cost_of_leaving_them_are_named_for_somebody_new():
    app = visit()
    free, words = ui("en", "combat.block-here"), [ui("en", f"combat.word-{each}", count=1) for each in WORDS]
    before = seen(app)
    assert before.count(free) == 2
    assert all(before.count(word) >= 2 for word in words)
    send(app, "Patsy McNally", 2)
    assert seen(app).count(free) == 1
