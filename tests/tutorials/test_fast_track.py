"""The fast track, taken by a scripted learner who's always right: how much there is to read and click."""

import re

from apz.apocalypze.teaching import course
from apz.apocalypze.teaching.words import teaching
from apz.core.learning.lesson_run import begin
from apz.widgets import Lesson
from tests.widgets.hands import click
from tests.widgets.learning_hands import answer, press

MOST_WORDS, MOST_CLICKS, MINUTES, PACE = 3_000, 90, 25, 200  # the pace: words a minute
SECONDS_A_CLICK = 5  # to look, think and click


def words(text: str) -> int:
    """Return how many words a learner reads; rule buttons don't count."""
    return len(re.findall(r"[\w'’-]+", re.sub(r"\[[a-z]+\.[a-z-]+\]", "", text)))


def read(name: str) -> int:
    """Return the number of words to read in a lesson: its texts, its questions, and its explanations."""
    lesson, say = course.lesson(name), teaching("en")
    texts = [lesson.title, lesson.intro, *lesson.remember]
    run = begin(lesson, course.SUBJECT, 7)
    while not run.ended:
        task = run.task
        assert task
        if run.question and not run.answered:
            texts += [say.ask(run.question), *say.explained(run.question)]
            run, _ = run.answer(run.question.right if run.question.several else min(run.question.right))
        if task.fresh and not run.solved:
            run, _ = run.another()
            continue
        texts += [task.said.get("say", ""), task.said.get("after", "")]
        run, _ = run.next()
    return sum(map(words, texts))


def clicks(name: str) -> int:
    """Return the number of clicks from the start of a lesson to its end."""
    panel, count = Lesson(name), 0
    while not panel.run.ended:
        run, task = panel.run, panel.run.task
        assert task
        if run.question and not run.answered:
            answer(panel, run.question)
            count += 1 + (len(run.question.right) if run.question.several else 0)
        elif task.play and run.played < len(task.play):
            press(panel, "play")
            count += 1
        elif task.goal and not run.solved:
            step = run.line[len(run.steps)]
            way = min(panel.scene.view.clicks(panel.scene, step.move), key=len)
            for do in way:
                click(panel, do)
            assert len(panel.run.steps) > len(run.steps), (task.id, way)
            count += len(way)
        elif task.attempt and not run.solved:
            press(panel, "try")
            count += 1
        else:
            press(panel, "next")
            count += 1
    return count


def test_the_fast_track_is_short():
    track = course.FIRST
    to_read, to_click = sum(map(read, track)), sum(map(clicks, track)) + len(track) + 1  # and between lessons
    print(f"{to_read} words, {to_click} clicks")
    assert to_read < MOST_WORDS
    assert to_click < MOST_CLICKS
    assert to_read / PACE + to_click * SECONDS_A_CLICK / 60 <= MINUTES
    assert sum(course.lesson(name).minutes for name in track) <= MINUTES
