"""A question as it stands on a page: how it is asked, its answers to choose or to type, and what is said to them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from apz.apocalypze.teaching.words import teaching
from apz.core.learning.answering import Answering
from apz.core.learning.questions import HINTS, Option, Question, Reason, Verdict
from apz.core.reading import clean
from apz.core.trace import Note, Refusal
from apz.widgets.base.tree import Tree, button, classes, h, plain
from apz.widgets.base.wording import told
from apz.widgets.table.scene import Scene
from apz.widgets.table.unfold import chip, unfolded

SENTENCE = 700
Gesture = Callable[[str, str], str]


def asked(
    desk: Scene, question: Question, do: Gesture, marked: Collection[str], answering: Answering, unread: bool
) -> list[Tree | None]:
    """The question and its answers; `marked` is what is ticked, `unread` that what was typed is no answer."""
    done = answering.answered
    home = None if done else "1"
    heading = h("h3", clean(teaching(desk.language).ask(question), SENTENCE), tabindex="-1", data_home=home)
    if not question.options:
        return [heading, *typed(desk, do, done, unread)]
    wrong = {each for verdict in answering.verdicts if not verdict.right for each in verdict.given - question.right}
    options = [
        offered(desk, question, option, do, marked, wrong if done or not question.several else (), done)
        for option in question.options
    ]
    group = h("div", options, class_="options", role="group", aria_label=told(desk.language, "asking.options"))
    if not question.several or done:
        return [heading, group]
    answer = button(told(desk.language, "asking.answer-marked"), do("marked", ""), class_="do main")
    return [heading, h("p", h("small", told(desk.language, "asking.several"))), group, h("p", answer)]


def offered(
    desk: Scene, question: Question, option: Option, do: Gesture, marked: Collection[str], wrong: Collection[str],
    done: bool,
) -> Tree:  # fmt: skip
    """One of the answers: ticked or not, and what is known of it by now, by a sign and in words."""
    own = option.answer
    known = "right" if done and own in question.right else "wrong" if own in wrong else ""
    word = h("span", f" ({told(desk.language, f'asking.is-{known}')})", class_="known") if known else None
    pressed = ("true" if own in marked else "false") if question.several and not done else None
    return button(
        clean(teaching(desk.language).option(question, option), SENTENCE),
        do("mark" if question.several else "pick", own),
        word,
        class_=classes("do", "option", pressed == "true" and "on", known),
        aria_pressed=pressed,
        disabled=done,
    )


def typed(desk: Scene, do: Gesture, done: bool, unread: bool) -> list[Tree | None]:
    """A field for a number, and what is wrong with what stands in it."""
    name, gesture = told(desk.language, "asking.number"), do("typed", "")
    field = h(
        "input", name="text", type="text", autocomplete="off", maxlength="8", aria_label=name, disabled=done,
        placeholder="?", class_="number-field", inputmode="numeric",
        aria_invalid="true" if unread else None, aria_describedby=f"no-{gesture}" if unread else None,
    )  # fmt: skip
    answer = None if done else h("button", told(desk.language, "asking.answer"), type="submit", class_="do main")
    fault = h("p", told(desk.language, "asking.no-answer"), id=f"no-{gesture}", class_="answer") if unread else None
    return [h("form", h("label", h("span", name), field), answer, data_do=gesture, class_="typed", key="typed"), fault]


def answered(desk: Scene, place: str, question: Question, verdicts: Sequence[Verdict], shown: bool) -> Tree | None:
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
    part = question.several and bool(last.given) and last.given < question.right
    word = "part" if part else "tried" if last.outcome else "wrong"
    given = clean(say.answers(question, last.given), 200)
    lines: list[Tree] = [h("p", h("b", told(desk.language, f"asking.{word}", given=given)))]
    again, news = h("p", told(desk.language, "asking.again")), f"answer{len(verdicts)}"
    if part:  # to say more of what is missing would give it away
        return h("div", lines, again, class_="verdict part", key="verdict", data_news=news)
    if last.mistake:
        lines.append(h("p", clean(say.mistake(question, last), SENTENCE), class_="mistake"))
    lines += reasons(desk, question, f"{place}.out", last.outcome)
    if not last.mistake and not last.outcome:
        lines.append(h("p", clean(say.hints(question)[HINTS - 2], SENTENCE)))
    return h("div", lines, again, class_="verdict wrong", key="verdict", data_news=news)


def said(desk: Scene, question: Question, answering: Answering, unread: bool) -> str:
    """What a screen reader hears of a question: what is wrong with what was typed, the verdict, or the question."""
    if unread:
        return told(desk.language, "asking.no-answer")
    found = answered(desk, "said", question, answering.verdicts, answering.shown)
    text = plain(found).replace("\n", " ") if found is not None else teaching(desk.language).ask(question)
    return clean(text, SENTENCE)


def extra(question: Question, verdict: Verdict) -> tuple[Reason, ...]:
    """What a right answer leads to, where that is not said already."""
    return () if question.several else tuple(each for each in verdict.outcome if each not in question.because)


def explained(desk: Scene, question: Question, place: str, head: str, because: Sequence[Reason], kind: str) -> Tree:
    """An answer with its reasons."""
    lines = reasons(desk, question, place, because)
    heading = h("p", h("b", head), tabindex="-1", data_home="1")
    return h("div", heading, lines, class_=f"verdict {kind}", key="verdict", data_news=kind)


def reasons(desk: Scene, question: Question, place: str, because: Sequence[Reason]) -> list[Tree]:
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


def hints(desk: Scene, texts: Sequence[str], count: int) -> Tree | None:
    """The hints that were asked for so far."""
    if not count:
        return None
    items = [h("li", clean(text, SENTENCE)) for text in dict.fromkeys(texts[:count])]
    title = told(desk.language, "asking.hints")
    return h("div", h("b", title), h("ol", items), class_="hints", key="hints", data_news=f"hint{count}")
