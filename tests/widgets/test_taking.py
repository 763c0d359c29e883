"""The experience of a lesson: one button to press next, nothing lost, and every result shown where it happened."""

from typing import Any

import pytest

from apz.apocalypze.language.commands import one_move
from apz.apocalypze.teaching import course
from apz.apocalypze.teaching.course import when
from apz.core.learning.events import LessonDone
from apz.core.learning.lesson_run import begin
from apz.widgets import Lesson, Practice
from apz.widgets.base.tree import plain
from apz.widgets.learn.progress_store import ProgressStore
from tests.texts import told
from tests.widgets.hands import card, click, doing, elements, shown
from tests.widgets.learning_hands import answer, gesture, go_to, press

TASKS = [(name, number) for name in course.order() for number in range(len(course.lesson(name).tasks))]


def at(name: str, task: str, language: str = "en") -> Lesson:
    """Return a lesson, opened at a task."""
    panel = Lesson(name, language=language)
    press(panel, "open", f":{panel.lesson.index(task)}")
    return panel


def having(panel: Any, **wanted: str) -> list[list[Any]]:
    """Return the elements with these attributes."""
    named = {name.rstrip("_").replace("_", "-"): value for name, value in wanted.items()}
    return [each for each in elements(panel.view["tree"]) if named.items() <= each[1].items()]


def of_class(panel: Any, name: str) -> list[list[Any]]:
    """Return the elements with a class."""
    return [each for each in elements(panel.view["tree"]) if name in each[1].get("class", "").split()]


def home(panel: Any) -> list[Any]:
    """Return the element that gets the focus when a task starts or is answered."""
    (task,) = of_class(panel, "task")
    return next(each for each in elements(task) if each[1].get("data-home"))


# ---- finding your way


def test_a_task_begins_with_its_heading_and_once_it_is_answered_with_the_answer():
    panel = Lesson("combat")
    assert [plain(each) for each in elements(panel.view["tree"]) if each[0] == "h1"] == [
        f"Lesson {course.order().index('combat') + 1} of {len(course.order())}: {panel.lesson.title}"
    ]
    assert home(panel)[0] == "h2"
    number = f"Task 1 of {panel.lesson.needed}"
    assert plain(home(panel)).startswith(f"{number}: ")
    lines = [plain(each) for each in elements(panel.view["tree"]) if each[0] in ("h1", "h2", "p")]
    assert [number in line for line in lines].count(True) == 1
    answer(panel, panel.run.question)
    assert plain(home(panel)) == told("en", "asking.right")


def test_every_fresh_question_is_a_new_page_with_an_empty_field():
    panel = at("table", "numbers")
    keys = set()
    for _ in range(2):
        (task,) = of_class(panel, "task")
        keys.add(task[1]["key"])
        answer(panel, panel.run.question)
        assert of_class(panel, "task")[0][1]["key"] in keys
        press(panel, "next")
    assert len(keys) == 2
    practice = Practice(luck=4)
    before = of_class(practice, "task")[0][1]["key"]
    press(practice, "next")
    assert of_class(practice, "task")[0][1]["key"] != before


@pytest.mark.long
@pytest.mark.parametrize(("name", "number"), TASKS)
def test_there_is_one_main_button_at_most_and_one_hint(name, number):
    panel = Lesson(name)
    go_to(panel, number)
    for _ in range(3):
        assert len([each for each in elements(panel.view["tree"]) if each[1].get("class") == "do main"]) <= 1
        assert len([do for do in doing(panel) if do == "hint" or do.startswith("learn:hint")]) <= 1
        if panel.run.question and not panel.run.answered:
            answer(panel, panel.run.question)
        elif doing(panel, "learn:try:"):
            press(panel, "try")


# ---- answers


def test_what_is_right_but_not_all_is_called_so_and_stays_ticked():
    panel = at("occupation", "referee")
    question = panel.run.question
    assert question
    one, *others = sorted(question.right)
    assert others
    press(panel, "mark", f":{one}")
    press(panel, "marked")
    (verdict,) = of_class(panel, "verdict")
    assert verdict[1]["class"] == "verdict part"
    assert "right so far" in plain(verdict)
    press(panel, "hint")
    assert panel.store.state.marked == {one}
    for each in others:
        press(panel, "mark", f":{each}")
    press(panel, "marked")
    assert panel.run.solved
    assert of_class(panel, "verdict")[0][1]["class"] == "verdict right"


def test_the_verdict_is_the_first_thing_the_coach_says_and_a_wrong_number_is_marked():
    panel = Lesson("combat")
    assert not of_class(panel, "missed")
    press(panel, "typed", text="4")
    (bubble,) = of_class(panel, "bubble")
    assert bubble[3][1]["class"] == "verdict wrong"  # the portrait is before it
    assert len(of_class(panel, "missed")) == 1
    press(panel, "typed", text="3")
    (bubble,) = of_class(panel, "bubble")
    assert bubble[3][1]["class"] == "verdict right"
    assert not of_class(panel, "missed")


def test_the_prompt_of_an_illegal_move_does_not_say_why_it_is_illegal():
    panel = at("occupation", "first-turn")
    (asked,) = of_class(panel, "ask")
    assert "first turn" not in plain(asked)
    press(panel, "try")
    (asked,) = of_class(panel, "ask")
    assert "first turn" in plain(asked)


def test_right_and_wrong_answers_are_marked_as_such_in_words_too():
    panel = at("table", "open-pile")
    answer(panel, panel.run.question, right=False)
    (wrong,) = (each for each in of_class(panel, "option") if "wrong" in each[1]["class"].split())
    assert plain(wrong).endswith("(not right)")
    assert not of_class(panel, "right")
    answer(panel, panel.run.question)
    right = [each for each in of_class(panel, "right") if each[0] == "button"]
    assert [plain(each).endswith("(right)") for each in right] == [True]


def test_what_is_no_number_is_said_aloud_and_belongs_to_the_field():
    for panel in (Lesson("combat"), Practice("combat.casualties", luck=2)):
        while not doing(panel, "learn:typed"):
            press(panel, "next")
        press(panel, "typed", text="")
        (field,) = having(panel, aria_invalid="true")
        (fault,) = having(panel, id=field[1]["aria-describedby"])
        assert plain(fault) in panel.view["say"]["text"]
        press(panel, "hint")
        assert not having(panel, aria_invalid="true")


def test_only_an_outcome_is_announced_as_one():
    panel = Lesson("table")
    press(panel, "typed", text="77")
    assert "where that leads" not in shown(panel)


# ---- announcements


def test_the_newest_is_heard_first():
    for panel in (Lesson("combat"), Practice("combat.casualties", luck=2)):
        while not doing(panel, "learn:typed"):
            press(panel, "next")
        press(panel, "typed", text="77")
        assert "You said: 77" in panel.view["say"]["text"]
        press(panel, "hint")
        assert panel.view["say"]["text"] in plain(of_class(panel, "hints")[0])
        press(panel, "typed", text="78")
        assert "You said: 78" in panel.view["say"]["text"]
    lesson = at("table", "not-there")
    press(lesson, "try")
    assert told("en", "lesson.refused") in lesson.view["say"]["text"]
    go_to(lesson, len(lesson.lesson.tasks))
    assert lesson.lesson.remember[0] in lesson.view["say"]["text"]


# ---- playing


def test_of_a_worked_example_the_newest_step_alone_is_beside_its_button():
    panel = Lesson("zombies")
    go_to(panel, next(number for number, task in enumerate(panel.lesson.tasks) if len(task.play) > 1))
    for _ in range(2):
        if panel.run.question and not panel.run.answered:
            answer(panel, panel.run.question)
        press(panel, "play")
    (worked,) = of_class(panel, "explain")
    (folded,) = [each for each in elements(worked) if each[0] == "details"]
    old = [each for each in elements(folded) if "step" in each[1].get("class", "").split()]
    assert [each for each in of_class(panel, "step") if each not in old] == of_class(panel, "new")
    assert worked[1]["data-news"] == "step2"


@pytest.mark.parametrize("language", ["en", "de"])
def test_only_the_offer_itself_is_called_to_be_taken_back(language):
    panel = at("consumption", "take-back", language)
    click(panel, f"move:[eat, {card(panel, 'Sentry')}]")
    named = [each for each in elements(panel.view["tree"]) if each[1].get("data-do", "").startswith(("learn:", "go:"))]
    assert not [each for each in named if "take" in plain(each).lower() or "nehmen" in plain(each)]
    assert gesture(panel, "again")
    click(panel, f"move:[takeback, {card(panel, 'Sentry')}]")
    for _ in range(2):
        click(panel, "move:[eat]")
    assert panel.run.solved


def test_who_leaves_the_moment_of_a_task_hears_so_from_the_coach_and_can_go_back():
    panel = at("table", "first-clicks")
    for move in ("[draw]", "[occupy, 0]"):
        click(panel, f"move:{move}")
        assert not of_class(panel, "verdict")
    click(panel, "move:[done]")
    (coach,) = of_class(panel, "coach")
    (verdict,) = [each for each in elements(coach) if each[1].get("class") == "verdict wrong"]
    assert told("en", "lesson.strayed") in plain(verdict)
    assert told("en", "lesson.strayed") in panel.view["say"]["text"]
    press(panel, "again")
    assert not of_class(panel, "verdict")


def test_an_attempt_that_missed_names_what_was_missing_and_begins_anew_without_a_word_of_other_lines():
    panel = at("consumption", "take-back")
    for _ in range(2):
        click(panel, "move:[eat]")
    (verdict,) = of_class(panel, "verdict")
    assert "What was missing, for example: Ann takes a card back" in plain(verdict)
    assert [each for each in elements(verdict) if each[1].get("data-do", "").endswith("play.takeback")]
    press(panel, "again")
    assert not of_class(panel, "past")
    panel = at("consumption", "keep-them-all")
    click(panel, f"move:[eat, {card(panel, 'Alex Bloom')}]")
    (verdict,) = of_class(panel, "verdict")
    assert "This wasn't supposed to happen: Ann consumes the survivor Alex Bloom" in plain(verdict)


def test_as_long_as_a_card_can_be_played_no_button_is_the_one_to_press_and_one_leads_to_the_hand():
    panel = at("table", "first-clicks")
    for move in ("[draw]", "[occupy, 0]"):
        assert not of_class(panel, "settled")
        assert not of_class(panel, "to-hand")
        click(panel, f"move:{move}")
    assert of_class(panel, "settled")
    assert of_class(panel, "to-hand")
    click(panel, f"card:{panel.session.position.sides[0].stronghold}")
    assert not of_class(panel, "settled")


def test_a_goal_that_is_reached_is_said_by_the_coach_with_the_way_on_below():
    panel = at("table", "first-clicks")
    for step in panel.run.line:
        panel.session.do(step.move)
    ((coach,), (foot,)) = (of_class(panel, name) for name in ("coach", "foot-bar"))
    assert told("en", "lesson.reached") in plain(coach)
    assert [each for each in elements(foot) if each[1].get("data-do", "").startswith("learn:next:")]
    assert told("en", "lesson.reached") in panel.view["say"]["text"]
    panel = at("table", "first-clicks")
    for move in ("[draw]", "[occupy, 0]", f"[play, {card(panel, 'Patsy McNally')}]"):
        click(panel, f"move:{move}")
    assert told("en", "lesson.reached") in shown(panel)  # the task offered all three moves as buttons
    click(panel, "deck:1")  # a look at something after that is announced
    assert "Ben's deck" in panel.view["say"]["text"]


def test_what_was_tried_by_its_button_is_told_in_the_task_and_stays_there():
    panel = at("table", "not-there")
    press(panel, "try")
    for do in ("", next(iter(doing(panel, "open:"))), "deck:1"):
        if do:
            click(panel, do)
        (task,) = of_class(panel, "task")
        assert told("en", "lesson.refused") in plain(task)


@pytest.mark.parametrize("name", course.order())
def test_no_solution_leads_past_its_goal(name):
    start = begin(course.lesson(name), course.SUBJECT)
    for number, task in enumerate(start.lesson.tasks):
        if task.goal:
            run, _ = start.open(number)
            moments = [when(run.position)]
            for count in range(1, len(run.line) + 1):
                run, _ = run.look(run.line[:count])
                moments.append(when(run.position))
                assert not run.strayed
            assert run.solved
            assert moments == sorted(moments)


@pytest.mark.parametrize(
    ("name", "number"), [(name, number) for name, number in TASKS if course.lesson(name).tasks[number].attempt]
)
def test_what_is_to_be_tried_can_be_tried_on_the_table_if_it_says_so(name, number):
    panel = Lesson(name)
    go_to(panel, number)
    task = panel.run.task
    assert task
    ways = panel.scene.view.clicks(panel.scene, one_move(panel.session.start, task.attempt))
    assert ("Try it on the table" in shown(panel)) == bool(ways)
    assert not panel.run.solved
    for each in ways[0] if ways else ():
        click(panel, each)
    assert panel.run.solved == bool(ways)


# ---- practice


def test_mixed_practice_asks_about_what_was_taught():
    keeper = ProgressStore(None)
    keeper.record(LessonDone("table"))
    panel, taught = Practice(keep=keeper, luck=3), {*course.lesson("table").teaches}
    for _ in range(40):
        assert taught.issuperset(panel.asked.rules)
        press(panel, "next")
    press(panel, "about", value="combat")
    assert any(rule.startswith("combat.") for rule in panel.asked.rules)


def test_what_is_practised_changes_only_when_that_is_wanted():
    panel = Practice(luck=3)
    (choice,) = [each for each in elements(panel.view["tree"]) if each[0] == "select"]
    assert "data-do" not in choice[1]
    (form,) = having(panel, data_do=gesture(panel, "about"))
    assert form[0] == "form"
    assert [each for each in elements(form) if each[1].get("type") == "submit"]


def test_after_a_right_answer_enter_leads_on_and_before_it_nowhere():
    panel = Lesson("combat")
    while panel.run.question is None:
        press(panel, "next")
    assert enters(panel) == []
    answer(panel, panel.run.question)
    assert len(enters(panel)) == 1
    before = (panel.run.at, panel.run.played, panel.run.round)
    click(panel, enters(panel)[0])
    assert (panel.run.at, panel.run.played, panel.run.round) > before


def enters(panel: Lesson) -> list[str]:
    """Return the gestures that Enter makes on a heading."""
    return [each[1]["data-do"] for each in elements(panel.view["tree"]) if "data-enter" in each[1]]
