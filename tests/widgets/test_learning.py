"""Lessons, practice and the map as panels, without a browser: every gesture, late clicks, bad input, saved records."""

import errno
import os
from datetime import date, timedelta
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from apz.apocalypze.teaching import course
from apz.core.learning.events import LessonDone, RulesMet
from apz.core.learning.practice import SESSION, Topic
from apz.core.learning.progress import read_progress
from apz.core.reading import BadInput
from apz.widgets import Course, Lesson, Practice
from apz.widgets.base.panel import as_json
from apz.widgets.base.tree import plain
from apz.widgets.learn.course import Map
from apz.widgets.learn.course_update import MOST_READ
from apz.widgets.learn.practice import write_stream
from apz.widgets.learn.progress_store import ProgressStore
from apz.widgets.learn.prose import prose
from apz.widgets.learn.scene import PREFIX
from tests.texts import told
from tests.widgets.hands import click, doing, elements, play, shown
from tests.widgets.learning_hands import answer, gesture, go_to, press

MOST = 48_000


def take(panel: Lesson) -> None:
    """Take a lesson to its end, answering right and playing its solutions."""
    while not panel.run.ended:
        run, task = panel.run, panel.run.task
        assert task
        if run.question and not run.answered:
            answer(panel, run.question)
        elif task.play and run.played < len(task.play):
            press(panel, "play")
        elif task.goal and not run.solved:
            for step in run.line:
                panel.session.do(step.move)
            assert panel.run.solved
        elif task.attempt and not run.solved:
            press(panel, "try")
        else:
            press(panel, "next")
        assert len(as_json(panel.view).encode()) <= MOST + 2000


def test_a_question_is_asked_once_and_read_out_as_it_stands():
    panel = Lesson("combat")
    task = panel.run.task
    assert task
    own = task.said_and_asked[1]
    assert shown(panel).count(own) == 1
    assert panel.scene.say.ask(panel.run.question) not in shown(panel)
    go_to(panel, next(number for number, task in enumerate(panel.lesson.tasks) if task.id == "raider"))
    assert panel.announced()["text"] == "How many wounds does Ann's side take?"


@pytest.mark.parametrize("name", course.order())
def test_every_lesson_is_taken_click_by_click(name):
    panel = Lesson(name)
    take(panel)
    assert panel.lesson.remember[0] in shown(panel)
    assert panel.keeper.mastery.lessons[name].done


TRIES = [
    (name, number) for name in course.order() for number, task in enumerate(course.lesson(name).tasks) if task.attempt
]


@pytest.mark.parametrize(("name", "number"), TRIES)
def test_who_plays_on_before_trying_something_illegal_can_still_try_it(name, number):
    panel, luck = Lesson(name), Random(number)
    go_to(panel, number)
    for _ in range(12):
        if moves := panel.scene.moves:
            play(panel, luck.choice(moves))
        assert not panel.store.state.trouble
    if not panel.run.solved:
        press(panel, "try")
    assert panel.run.solved


def test_a_wrong_answer_is_named_and_the_answer_is_not_given_away():
    panel = Lesson("combat")
    press(panel, "typed", text="4")
    assert "You said: 4" in shown(panel)
    assert "Subtract Ben's defense total first" in shown(panel)
    assert "takes 3 wounds" not in shown(panel)
    press(panel, "typed", text="3")
    assert "Ben takes 3 wounds" in shown(panel)


def test_while_a_question_is_open_the_table_reckons_nothing_and_nobody_plays_on_it():
    panel = Lesson("combat")
    assert not doing(panel, "open:sum.")
    assert not doing(panel, "point:")
    click(panel, "point:1")
    click(panel, "move:[engage, 1]")
    assert panel.session.at == 0
    press(panel, "typed", text="3")
    assert doing(panel, "open:sum.")


def test_what_is_no_number_is_said_and_nothing_is_lost():
    panel = Lesson("combat")
    press(panel, "typed", text="<b>three</b>")
    assert told("en", "asking.no-answer") in shown(panel)
    assert panel.run.verdicts == ()
    press(panel, "hint")
    assert told("en", "asking.no-answer") not in shown(panel)


def test_hints_come_one_by_one_and_the_answer_can_be_shown():
    panel = Lesson("combat")
    for count in (1, 2, 3):
        press(panel, "hint")
        assert panel.run.hints == count
    assert not doing(panel, f"{PREFIX}hint")
    press(panel, "show")
    assert told("en", "asking.shown", answer="3") in shown(panel)


def test_a_second_click_on_the_same_button_does_nothing_more():
    panel = Lesson("combat")
    for verb in ("show", "play", "next"):
        late = gesture(panel, verb)
        click(panel, late)
        before = panel.moment
        click(panel, late)
        assert panel.moment == before
    assert panel.run.at == 1


@pytest.mark.parametrize("do", ["next", "next:", "open:x:99", "nothing::", "pick:", "mark::", "start::../../etc", ""])
def test_gestures_that_mean_nothing_change_nothing(do):
    panel = Lesson("combat")
    before = panel.moment
    click(panel, PREFIX + do)
    assert (panel.moment, panel.store.state.trouble) == (before, "")


def test_a_later_task_can_be_opened_and_left_without_solving_it():
    panel = Lesson("combat")
    press(panel, "open", ":7")
    assert panel.run.at == 7
    press(panel, "next")
    press(panel, "back")
    assert panel.run.at == 7
    assert panel.keeper.mastery.lessons["combat"].task == 8


def test_an_illegal_move_is_tried_on_the_table_too():
    panel = Lesson("combat")
    press(panel, "open", f":{panel.lesson.index('illegal')}")
    click(panel, "point:4")
    assert panel.run.solved
    assert told("en", "lesson.refused") in shown(panel)


def test_a_task_with_a_goal_begins_unsolved_at_a_table_to_play_on():
    panel = Lesson("table")
    number = next(index for index, task in enumerate(panel.lesson.tasks) if task.goal)
    press(panel, "open", f":{number}")
    assert not panel.run.solved
    assert not panel.store.state.watching


def test_the_check_skips_a_lesson_only_if_both_answers_are_right_at_once():
    for right in (True, False):
        panel = Lesson("combat")
        press(panel, "check")
        answer(panel, panel.run.question, right)
        if not right:
            press(panel, "show")
        press(panel, "next")
        answer(panel, panel.run.question)
        press(panel, "next")
        assert panel.run.ended
        assert panel.keeper.mastery.lessons.get("combat") == ((0, False, True) if right else None)
        assert ("Both right" in shown(panel)) is right


def buttons(panel: Lesson) -> dict[str, str]:
    """Return the gesture of each button in a panel, by its label."""
    return {plain(each): each[1].get("data-do", "") for each in elements(panel.view["tree"]) if each[0] == "button"}


def test_a_check_that_is_passed_over_without_an_answer_is_not_passed_and_leads_into_the_lesson():
    panel = Lesson("combat")
    press(panel, "check")
    press(panel, "next")
    press(panel, "next")
    assert panel.run.ended
    assert "combat" not in panel.keeper.mastery.lessons
    assert told("en", "lesson.check-failed") in shown(panel)
    main = [plain(each) for each in elements(panel.view["tree"]) if "main" in each[1].get("class", "").split()]
    assert main == [told("en", "lesson.take")]
    assert told("en", "lesson.first-again") not in buttons(panel)
    done = [each for each in elements(panel.view["tree"]) if {"dot", "done"} <= {*each[1].get("class", "").split()}]
    assert done == []
    press(panel, "start", ":combat")
    assert (panel.run.at, panel.run.check) == (0, False)


@pytest.mark.parametrize(
    ("panel", "verbs"), [(lambda: Lesson("combat"), ["next"]), (lambda: Practice("combat"), ["show", "next"])]
)
def test_what_a_learner_likes_stays_for_the_next_table(panel, verbs):
    shown = panel()
    liked = {"motion": "off", "sound": True, "house_marks": False}
    shown.store.set(**liked)
    before = shown.store.state.table
    for verb in verbs:
        press(shown, verb)
    assert shown.store.state.table is not before
    assert {name: getattr(shown.store.state, name) for name in liked} == liked


def test_the_end_of_a_lesson_says_how_many_tasks_were_solved():
    panel = Lesson("combat")
    needed = panel.lesson.needed
    for _ in range(needed):
        press(panel, "next")
    assert panel.run.ended
    assert told("en", "lesson.solved", done=0, count=needed) in shown(panel)
    assert told("en", "lesson.over") not in shown(panel)
    assert {told("en", "lesson.first-again"), told("en", "lesson.extras", count=1)} <= {*buttons(panel)}


def test_the_course_offers_practice_once_something_was_seen_and_one_button_for_the_next_lesson():
    page, first = Course(), course.order()[0]
    practise = told("en", "course.practise")
    assert practise not in shown(page.map)
    (button,) = [each for each in buttons(page.map) if each.endswith(course.lesson(first).title) and ":" in each]
    assert button == told("en", "course.begin", title=course.lesson(first).title)
    page.keeper.record(LessonDone(first))
    page.map.refresh()
    assert practise in shown(page.map)


def test_after_the_last_lesson_no_lesson_is_called_the_next():
    page = Course()
    for name in course.order():
        page.keeper.record(LessonDone(name))
    page.map.refresh()
    words = shown(page.map)
    assert told("en", "course.go-on", title=course.lesson(course.order()[0]).title) not in words
    assert told("en", "course.practise") in words
    assert "upcoming" not in str(page.map.view["tree"])


def test_the_course_shows_each_chapter_with_what_is_done_and_what_comes_next():
    page = Course()
    order = course.order()
    page.keeper.record(LessonDone(order[0]))
    page.map.refresh()
    rows = [each for each in elements(page.map.view["tree"]) if "chapter" in each[1].get("class", "").split()]
    assert len(rows) == sum(bool(each.chapter) for each in course.COURSE.lessons())
    states = {
        name: each[1].get("class", "").split()
        for row in rows
        for each in elements(row)
        if (name := each[1].get("key")) in order
    }
    assert [*states] == order
    assert "behind" in states[order[0]]
    assert [name for name, state in states.items() if "upcoming" in state] == [order[1]]


def test_the_next_lesson_follows_and_the_language_can_change_in_between():
    panel = Lesson(course.order()[0], language="de")
    assert course.lesson(course.order()[0], "de").title in shown(panel)
    go_to(panel, len(panel.lesson.tasks))
    press(panel, "start", f":{course.order()[1]}")
    assert panel.lesson.id == course.order()[1]
    click(panel, "set:language", value="en")
    assert course.lesson(course.order()[1]).title in shown(panel)


def test_an_unknown_lesson_is_an_error_that_names_the_others():
    with pytest.raises(KeyError, match="combat"):
        Lesson("chess")


# ---- practice


def test_practice_goes_on_after_a_session_and_quotes_wrong_answers():
    panel = Practice(luck=11)
    for number in range(30):
        answer(panel, panel.asked, right=bool(number % 3))
        if not panel.stream.answered:
            assert "You said" in shown(panel)
            press(panel, "hint")
            press(panel, "show")
        assert len(as_json(panel.view).encode()) <= MOST + 2000
        press(panel, "next")
        if panel.stream.closed:
            press(panel, "next")


def test_a_session_ends_with_the_score_what_to_look_at_again_and_one_button_to_the_next():
    panel, kinds = Practice("all", luck=11), list[str]()
    for number in range(SESSION):
        assert told("en", "practice.number", number=number + 1, count=SESSION) in shown(panel)
        kinds.append(panel.stream.kind)
        assert not [rule for rule in panel.asked.rules if panel.scene.words.rules[rule].kind == "tutor"]
        answer(panel, panel.asked, right=number > 0)
        if not panel.stream.answered:
            press(panel, "show")
        assert told("en", "asking.again") not in shown(panel)
        press(panel, "next")
    assert all(one != two for one, two in pairwise(kinds))
    assert told("en", "practice.score", score=SESSION - 1, count=SESSION) in shown(panel)
    (missed,) = panel.stream.missed
    click(panel, f"open:missed/{missed}")
    assert panel.scene.words.rules[missed].text in shown(panel)
    kept = write_stream(panel.store.state)
    assert Practice("all", kept=kept).stream.results == panel.stream.results
    offered = [each.split(":")[1] for each in doing(panel) if each.startswith("learn:")]
    assert offered == ["missed", "next", "about"]  # the missed one, the next ten, or another topic
    press(panel, "next")
    assert told("en", "practice.number", number=1, count=SESSION) in shown(panel)


def finish(panel: Practice, right: set[int]) -> None:
    """Answer a session's questions, the ones with these numbers right and the others wrong, and go on to the recap."""
    for number in range(SESSION):
        answer(panel, panel.asked, right=number in right)
        if not panel.stream.answered:
            press(panel, "show")
        press(panel, "next")
    assert panel.stream.closed


def test_a_count_that_is_asked_for_is_not_on_the_table():
    panel = next(each for luck in range(200) if (each := Practice("setup", luck=luck)).asked.ask.key == "fact-left")
    (right,) = panel.asked.right

    def piles() -> list[str]:
        return [plain(each) for each in elements(panel.view["tree"]) if each[1].get("data-do", "").startswith("deck:")]

    assert all("?" in each and right not in each for each in piles())
    press(panel, "show")
    assert all("?" not in each and right in each for each in piles())
    assert told("en", "asking.shown", answer=right) in shown(panel)


def test_what_was_missed_in_a_session_is_practised_in_one_of_its_own():
    panel = Practice("all", luck=5)
    finish(panel, right={*range(4, SESSION)})
    missed = panel.stream.missed
    assert len(missed) > 1
    assert told("en", "practice.missed", count=len(missed)) in shown(panel)
    press(panel, "missed")
    asked = []
    for number in range(SESSION):
        assert told("en", "practice.number", number=number + 1, count=SESSION) in shown(panel)
        several = told("en", "practice.those-missed", count=len(missed))
        assert (several in shown(panel)) is (number == 0)  # where the round can still be about something else
        asked.append(panel.stream.rule)
        answer(panel, panel.asked)
        kept = write_stream(panel.store.state)
        back = Practice(kept["practise"], kept=kept).stream  # a reload goes on there
        assert (back.topic, back.question, back.results) == (Topic(missed), panel.asked, panel.stream.results)
        press(panel, "next")
    assert set(asked) == set(missed)
    assert not panel.stream.missed
    ways = [each for each in doing(panel) if each.startswith("learn:")]
    assert ways == [panel.scene.spelled("next"), panel.scene.spelled("about")]


def test_where_nothing_was_missed_there_is_nothing_to_practise_again():
    panel = Practice("all", luck=5)
    finish(panel, right={*range(SESSION)})
    before = panel.store.state.practice
    click(panel, panel.scene.spelled("missed"))
    assert panel.store.state.practice == before


def test_practice_says_that_it_begins_with_the_first_rules_until_enough_were_seen():
    panel = Practice("met")
    assert told("en", "practice.first") in shown(panel)
    assert told("en", "practice.met") not in shown(panel)
    panel.keeper.record(LessonDone(course.order()[0]))
    panel.store.set(progress=panel.keeper.state)
    panel.refresh()
    assert told("en", "practice.met") in shown(panel)


def test_practice_about_a_rule_or_a_chapter():
    panel = Practice("combat.casualties", luck=2)
    assert "combat.casualties" in panel.asked.rules
    press(panel, "about", value="feed")
    assert any(rule.startswith("feed.") for rule in panel.asked.rules)
    click(panel, gesture(panel, "about"), value="nonsense")
    assert panel.store.state.about == "feed"


def test_after_a_wrong_answer_to_a_question_with_two_options_what_each_leads_to_is_told_apart():
    panel = next(
        each
        for luck in range(60)
        if len((each := Practice("combat", luck=luck)).asked.options) == 2
        and any(each.asked.judge(option.answer).outcome for option in each.asked.options)  # type: ignore[union-attr]
    )
    question = panel.asked
    answer(panel, question, right=False)
    assert panel.stream.answered
    right = told("en", "asking.shown", answer=panel.scene.say.answers(question, question.right))
    (verdict,) = [plain(each) for each in elements(panel.view["tree"]) if each[1].get("class") == "verdict wrong"]
    chosen, _, other = verdict.partition(right)
    outcome = panel.stream.verdicts[-1].outcome
    assert all(panel.scene.say.reason(question, each) in chosen for each in outcome)
    assert all(panel.scene.say.reason(question, each) in other for each in question.because if each not in outcome)


def test_whoever_fails_the_questions_that_skip_a_lesson_sees_which_rules_were_missed():
    panel = Lesson("draw")
    press(panel, "check")
    while not panel.run.ended:
        if panel.run.question and not panel.run.answered:
            answer(panel, panel.run.question, right=False)
            press(panel, "show")
        press(panel, "next")
    assert told("en", "lesson.missed-rules") in shown(panel)
    assert panel.scene.words.rules["draw.six"].title in shown(panel)


def test_while_a_question_about_one_rule_is_open_the_rule_is_named_only_among_the_answers():
    panel = Practice("combat.casualties", luck=2)
    title = panel.scene.words.rules["combat.casualties"].title

    def topics() -> list[str]:
        return [as_json(each) for each in elements(panel.view["tree"]) if each[1].get("class") == "practice-head"]

    (topic,) = topics()
    assert told("en", "practice.one") in topic
    assert title not in topic
    for _ in range(SESSION):
        answer(panel, panel.asked)
        press(panel, "next")
        assert bool(topics()) is panel.stream.closed
    (topic,) = topics()
    assert title in topic


@pytest.mark.parametrize(
    ("about", "said"),
    [
        ("chess", "Nothing practices .chess.; it.s a rule.s id or one of: setup, pile"),
        ("combats", "'combat'"),
        ("combat.casualty", "'combat.casualties'"),
        (3, "feed"),
    ],
)
def test_what_nothing_practises_is_an_error_that_says_what_can_be_practised(about, said):
    with pytest.raises(KeyError, match=said):
        Practice(about)


# ---- the map, and saved records


def test_the_map_opens_lessons_rules_and_practice():
    page = Course()
    press(page.map, "lesson", ":combat")
    assert isinstance(page.children[1], Lesson)
    page.home()
    click(page.map, "open:map.combat.breach")
    press(page.map, "practise", ":combat.breach")
    assert "combat.breach" in page.children[1].asked.rules
    assert len(as_json(page.map.view).encode()) <= MOST


def test_on_game_night_a_short_review_of_what_was_met_is_offered():
    keeper = ProgressStore(None)
    keeper.mastery = keeper.mastery.after(RulesMet(("combat.wounds",)), date.today() - timedelta(1))
    assert told("en", "course.review", count=1) in shown(Map("en", keeper, print))
    keeper.review_on(date.today())
    assert told("en", "course.tonight") in shown(Map("en", keeper, print))


def test_what_is_learned_is_kept_in_a_file_and_fills_the_map(tmp_path):
    place = tmp_path / "progress.yaml"
    panel = Lesson("combat", keep=place)
    assert not place.exists()  # just looking writes nothing
    press(panel, "typed", text="3")
    again = ProgressStore(place)
    assert again.mastery.state("combat.casualties") == "practised"
    page = Course(keep=place)
    assert any("is-practised" in each[1].get("class", "") for each in elements(page.map.view["tree"]))


def test_a_record_that_cannot_be_read_is_put_aside_and_said(tmp_path):
    place = tmp_path / "progress.yaml"
    place.write_text("apz: progress 1\ngame: chess\n", encoding="utf-8")
    page = Course(keep=place)
    aside = page.keeper.aside
    assert isinstance(aside, Path)
    assert aside.read_text(encoding="utf-8").endswith("chess\n")
    assert aside.name in shown(page.map)


def test_on_a_full_disk_the_lesson_goes_on_and_the_record_is_saved_once_there_is_room(tmp_path, monkeypatch):
    place = tmp_path / "progress.yaml"
    fsync, full = os.fsync, OSError(errno.ENOSPC, "No space left on device")
    monkeypatch.setattr(os, "fsync", lambda _: (_ for _ in ()).throw(full))
    panel = Lesson("combat", keep=place)
    press(panel, "typed", text="3")
    warning = f"Your record can't be saved to {place}: the disk is full."
    assert not panel.store.state.trouble
    assert warning in shown(panel)
    record = next(each[1]["value"] for each in elements(panel.view["tree"]) if each[0] == "textarea")
    assert "combat.casualties" in record
    assert list(tmp_path.iterdir()) == []
    for other in (Practice(keep=panel.keeper), Map("en", panel.keeper, print)):
        assert warning in shown(other)
        assert "It's saved in the file" not in shown(other)
    monkeypatch.setattr(os, "fsync", fsync)
    panel.keeper.record(LessonDone("draw"))
    panel.refresh()
    assert warning not in shown(panel)
    assert ProgressStore(place).mastery == panel.keeper.mastery
    assert ProgressStore(place).mastery.state("combat.casualties") == "practised"


def test_a_record_is_not_written_over_a_read_only_file(tmp_path):
    place = tmp_path / "progress.yaml"
    ProgressStore(place).record(LessonDone("combat"))
    place.chmod(0o444)
    before = place.read_text(encoding="utf-8")
    keeper = ProgressStore(place)
    assert keeper.behind("combat")
    keeper.record(LessonDone("draw"))
    assert keeper.unsaved is not None
    assert keeper.unsaved("en") == "this file is read-only; make it writable, or choose another name"
    assert keeper.unsaved("de").startswith("diese Datei ist schreibgeschützt")
    assert place.read_text(encoding="utf-8") == before


@pytest.mark.parametrize("make", [Course, Lesson, Practice])
def test_a_file_that_is_no_record_stays_where_it_is(make, tmp_path):
    place = tmp_path / "deck.yaml"
    place.write_text("deck: Mine\ncards: {Church: 1}\n", encoding="utf-8")
    with pytest.raises(BadInput, match=r"deck.yaml: this file isn't a learner's record; .* progress.yaml"):
        make(keep=place)
    assert [each.name for each in tmp_path.iterdir()] == ["deck.yaml"]
    assert place.read_text(encoding="utf-8").startswith("deck: Mine")


def test_a_record_is_taken_along_and_a_broken_one_changes_nothing():
    page, other = Course(), Course()
    page.keeper.record(LessonDone("combat"))
    page.map.refresh()
    text = next(each[1]["value"] for each in elements(page.map.view["tree"]) if each[0] == "textarea")
    press(other.map, "read", text="<script>alert(1)</script>")
    assert other.map.store.state.faults
    press(other.map, "read", text=text)
    assert other.keeper.mastery.lessons["combat"].done
    assert other.map.store.state.faults == ()
    assert read_progress(text, other.keeper.mastery.rules, "apocalypze")
    press(
        page.map,
        "read",
        text=f"apz: progress 1\ngame: apocalypze\nlessons:\n{'  draw: {done: true}' + ' ' * MOST_READ}",
    )
    assert page.map.store.state.faults == ("text: the text is too long; at most 200,000 characters",)
    assert "draw" not in page.keeper.mastery.lessons


def test_what_is_wrong_with_a_pasted_record_is_said_in_the_language_of_the_page():
    page = Course(language="de")
    press(page.map, "read", text="apz: progress 1\ngame: chess\n")
    said = "Lernstand, Zeile 2: das ist der Lernstand in einem anderen Spiel, „chess“; "
    said += "gib stattdessen einen Lernstand zu apocalypze an"
    assert page.map.store.state.faults == (said,)
    assert said in shown(page.map)
    press(page.map, "read", text="a" * (MOST_READ + 1))
    assert page.map.store.state.faults == ("Text: der Text ist zu lang; höchstens 200.000 Zeichen",)


def test_a_game_night_is_named_and_taken_back():
    page = Course()
    press(page.map, "night", value="2030-01-05")
    assert str(page.keeper.mastery.night) == "2030-01-05"
    press(page.map, "night", value="someday")
    assert str(page.keeper.mastery.night) == "2030-01-05"
    press(page.map, "night", value="")
    assert page.keeper.mastery.night is None


def test_a_text_without_a_word_is_no_paragraph():
    assert prose(Lesson("table").scene, "here", " \n\n ") == []


def test_a_list_in_a_lesson_is_a_list_also_where_an_item_takes_two_lines():
    text = "Two things:\n\n- the first,\n  which is long\n- the **second** - and last\n\nNo list - at\nall."
    found = prose(Lesson("table").scene, "here", text)
    assert [plain(each) for each in found] == [
        "Two things:",
        "the first, which is long\nthe second - and last",
        "No list - at all.",
    ]
    assert found[1][0] == "ul"
