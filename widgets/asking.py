"""A question as it stands on a page: how it is asked, its answers to choose or to type, and what is said to them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from apz.apocalypze.teaching import teaching
from apz.core.questions import HINTS, Question, Reason, Verdict
from apz.core.reading import clean
from apz.core.trace import Note, Refusal
from apz.widgets.desk import Desk
from apz.widgets.tree import Tree, button, classes, h
from apz.widgets.unfold import chip, unfolded
from apz.widgets.wording import told

SENTENCE = 700
Gesture = Callable[[str, str], str]


def asked(desk: Desk, question: Question, do: Gesture, marked: Collection[str], done: bool) -> list[Tree]:
    """The question and its answers; `marked` is what is ticked so far, and once it is `done` the right ones are."""
    say, on = teaching(desk.language), question.right if done else marked
    heading = h("h3", clean(say.ask(question), SENTENCE), tabindex="-1", data_home="1")
    if not question.options:
        return [heading, typed(desk, do, done)]
    options = [
        button(
            clean(say.option(question, option), SENTENCE),
            do("mark" if question.several else "pick", option.answer),
            class_=classes("do", "option", option.answer in on and "on"),
            aria_pressed=("true" if option.answer in on else "false") if question.several or done else None,
            disabled=done,
        )
        for option in question.options
    ]
    group = h("div", options, class_="options", role="group", aria_label=told(desk.language, "asking.options"))
    if not question.several:
        return [heading, group]
    answer = button(told(desk.language, "asking.answer-marked"), do("marked", ""), class_="do main", disabled=done)
    return [heading, h("p", h("small", told(desk.language, "asking.several"))), group, h("p", answer)]


def typed(desk: Desk, do: Gesture, done: bool) -> Tree:
    """A field for a number."""
    name = told(desk.language, "asking.number")
    field = h(
        "input", name="text", type="text", autocomplete="off", maxlength="8", aria_label=name, disabled=done,
        placeholder="?", class_="number-field", inputmode="numeric",
    )  # fmt: skip
    answer = h("button", told(desk.language, "asking.answer"), type="submit", class_="do main", disabled=done)
    return h("form", h("label", h("span", name), field), answer, data_do=do("typed", ""), class_="typed", key="typed")


def answered(desk: Desk, place: str, question: Question, verdicts: Sequence[Verdict], shown: bool) -> Tree | None:
    """What is said to the last answer: never only right or wrong."""
    if shown and not (verdicts and verdicts[-1].right):
        return explained(desk, question, place, told(desk.language, "asking.shown"), question.because, "shown")
    if not verdicts:
        return None
    last = verdicts[-1]
    if last.right:
        more = told(
            desk.language, "asking.also" if len(question.right) > 1 and not question.several else "asking.right"
        )
        return explained(desk, question, place, more, (*question.because, *extra(question, last)), "right")
    say = teaching(desk.language)
    lines: list[Tree] = [
        h("p", h("b", told(desk.language, "asking.wrong", given=clean(say.answers(question, last.given), 200))))
    ]
    if last.mistake:
        lines.append(h("p", clean(say.mistake(question, last), SENTENCE), class_="mistake"))
    lines += reasons(desk, question, f"{place}.out", last.outcome)
    if not last.mistake and not last.outcome:
        lines.append(h("p", clean(say.hints(question)[HINTS - 2], SENTENCE)))
    lines.append(h("p", told(desk.language, "asking.again")))
    return h("div", lines, class_="verdict wrong", key="verdict")


def extra(question: Question, verdict: Verdict) -> tuple[Reason, ...]:
    """What a right answer leads to, where that is not said already."""
    return () if question.several else tuple(each for each in verdict.outcome if each not in question.because)


def explained(desk: Desk, question: Question, place: str, head: str, because: Sequence[Reason], kind: str) -> Tree:
    """An answer with its reasons."""
    lines = reasons(desk, question, place, because)
    return h("div", h("p", h("b", head)), lines, class_=f"verdict {kind}", key="verdict")


def reasons(desk: Desk, question: Question, place: str, because: Sequence[Reason]) -> list[Tree]:
    """Reasons as lines, each with its rule."""
    say, lines = teaching(desk.language), list[Tree]()
    for number, reason in enumerate(because):
        here = f"{place}.{number}"
        rule = reason.rule if isinstance(reason, Note | Refusal) and reason.rule in desk.words.rules else ""
        cited = [" ", chip(desk, here, rule)] if rule else []
        lines.append(h("p", clean(say.reason(question, reason), SENTENCE), cited))
        if rule and (sheet := unfolded(desk, here, rule)):
            lines.append(sheet)
    return lines


def hints(desk: Desk, texts: Sequence[str], count: int) -> Tree | None:
    """The hints that were asked for so far."""
    if not count:
        return None
    items = [h("li", clean(text, SENTENCE)) for text in dict.fromkeys(texts[:count])]
    title = told(desk.language, "asking.hints")
    return h("div", h("b", title), h("ol", items), class_="hints", key="hints")
