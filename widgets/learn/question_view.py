"""The view of a question: its text, the answers to choose or type, and the verdict."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import groupby

from apz.core.learning.lessons import SENTENCE_END
from apz.core.learning.questions import HINTS, Option, Question, Reason, Verdict
from apz.core.reading import clean
from apz.core.trace import Note, Refusal
from apz.widgets.base.tree import Tree, button, classes, h, plain
from apz.widgets.learn.prose import marked, unmarked
from apz.widgets.learn.scene import AskingScene
from apz.widgets.table.unfold import chip, unfolded

SENTENCE = 700


def asked(scene: AskingScene, question: Question) -> list[Tree | None]:
    """Draw the question, and the answers to choose from or the field to type one."""
    answering = scene.answering
    done = answering.answered
    home = None if done else "1"
    field = [] if done or question.options or scene.field_at else scene.number_field()
    heading = h(
        "h3", worded(clean(scene.asked, SENTENCE)), tabindex="-1", data_home=home,
        class_="before-field" if field else None,
    )  # fmt: skip
    if not question.options:
        return [heading, *field]
    wrong = {each for verdict in answering.verdicts if not verdict.right for each in verdict.given - question.right}
    options = [
        offered(scene, question, option, wrong if done or not question.several else ()) for option in question.options
    ]
    group = h("div", options, class_="options", role="group", aria_label=scene.told("asking.options"))
    if not question.several or done:
        return [heading, group]
    answer = button(scene.told("asking.answer-marked"), scene.spelled("marked"), class_="do main")
    return [heading, h("p", h("small", scene.told("asking.several"))), group, h("p", answer, class_="try")]


def worded(text: str) -> list[Tree]:
    """Draw a question's text, with the conditions around the question itself set apart."""
    parts = [
        (asks, " ".join(each)) for asks, each in groupby(SENTENCE_END.split(text), lambda sentence: "?" in sentence)
    ]
    several = any(asks for asks, _ in parts) and len(parts) > 1
    found: list[Tree] = []
    for asks, part in parts:
        drawn = marked(part, lambda rule: None)
        found += [" "] * bool(found) + (drawn if asks or not several else [h("span", drawn, class_="condition")])
    return found


def offered(scene: AskingScene, question: Question, option: Option, wrong: Collection[str]) -> Tree:
    """Draw one possible answer: whether it's ticked, and its verdict so far as an icon and in words."""
    done, marked = scene.answering.answered, scene.state.marked
    own = option.answer
    known = "right" if done and own in question.right else "wrong" if own in wrong else ""
    word = h("span", f" ({scene.told(f'asking.is-{known}')})", class_="known") if known else None
    pressed = own in marked if question.several and not done else None
    return button(
        clean(scene.say.option(question, option), SENTENCE),
        scene.spelled("mark" if question.several else "pick", own),
        word,
        class_=classes("do", "option", pressed is not None and "tick", pressed and "on", known),
        aria_pressed=pressed,
        disabled=done,
    )


def answered(scene: AskingScene, place: str, question: Question) -> Tree | None:
    """Draw the verdict on the last answer, or the solution if it was shown; None if there's neither."""
    verdicts, shown = scene.answering.verdicts, scene.answering.shown
    if shown and not (verdicts and verdicts[-1].right):
        head = scene.told("asking.shown", answer=clean(scene.say.answers(question, question.right), SENTENCE))
        return explained(scene, question, place, head, question.because, "shown")
    if not verdicts:
        return None
    last = verdicts[-1]
    if last.right:
        also = len(question.right) > 1 and not question.several
        more = scene.told("asking.also" if also else "asking.right")
        return explained(scene, question, place, more, (*question.because, *extra(question, last)), "right")
    say = scene.say
    part = question.several and bool(last.given) and last.given < question.right
    word = "part" if part else "tried" if last.outcome else "wrong"
    given = clean(say.answers(question, last.given), 200)
    lines: list[Tree] = [h("p", h("b", scene.told(f"asking.{word}", given=given)))]
    again, news = h("p", scene.told("asking.again")), f"answer{len(verdicts)}"
    misread = [h("p", clean(say.mistake(question, last), SENTENCE), class_="mistake")] if last.mistake else []
    if scene.answering.answered:  # after a wrong answer to a question with two options, there's nothing left to try
        lines += misread
        because = [each for each in question.because if each not in last.outcome]
        lines += reasons(scene, question, f"{place}.out", last.outcome)
        if last.outcome and because:
            right = scene.told("asking.shown", answer=clean(say.answers(question, question.right), SENTENCE))
            lines.append(h("p", h("b", right), class_="instead"))
        lines += reasons(scene, question, place, because)
        return h("div", lines, class_="verdict wrong", key="verdict", data_news=news, tabindex="-1", data_home="1")
    if part:  # saying more about the missing part would give it away
        return h("div", lines, again, class_="verdict part", key="verdict", data_news=news)
    lines += misread
    lines += reasons(scene, question, f"{place}.out", last.outcome)
    if not last.mistake and not last.outcome:
        lines.append(h("p", clean(say.hints(question)[HINTS - 2], SENTENCE)))
    return h("div", lines, again, class_="verdict wrong", key="verdict", data_news=news)


def said(scene: AskingScene, question: Question) -> str:
    """Return the announcement for screen readers: the input error, the verdict, or the question."""
    if scene.state.unread:
        return scene.told("asking.no-answer")
    found = answered(scene, "said", question)
    return flat(found) if found is not None else clean(unmarked(scene.asked), SENTENCE)


def flat(tree: Tree) -> str:
    """Return the text of a tree as one line to read aloud."""
    return clean(plain(tree).replace("\n", " "), SENTENCE)


def extra(question: Question, verdict: Verdict) -> tuple[Reason, ...]:
    """Return a right answer's reasons besides the question's own; () if the question takes several answers."""
    return () if question.several else tuple(each for each in verdict.outcome if each not in question.because)


def explained(
    scene: AskingScene, question: Question, place: str, head: str, because: Sequence[Reason], kind: str
) -> Tree:
    """Draw a verdict under the heading `head`, with its reasons."""
    lines = reasons(scene, question, place, because)
    heading = h("p", h("b", head), tabindex="-1", data_home="1")
    return h("div", heading, lines, class_=f"verdict {kind}", key="verdict", data_news=kind)


def reasons(scene: AskingScene, question: Question, place: str, because: Sequence[Reason]) -> list[Tree]:
    """Draw reasons as lines, each with its rule."""
    say, lines = scene.say, list[Tree]()
    for number, reason in enumerate(because):
        here = f"{place}.{number}"
        rule = reason.rule if isinstance(reason, Note | Refusal) and reason.rule in scene.words.rules else ""
        cited = [" ", chip(scene, here, rule)] if rule else []
        lines.append(h("p", clean(say.reason(question, reason), SENTENCE), cited))
        if rule and (sheet := unfolded(scene, here, rule)):
            lines.append(sheet)
    return lines


def help_buttons(scene: AskingScene) -> list[Tree]:
    """Draw the button that shows the answer and, unless the next hint would reveal it, the hint button."""
    show = button(scene.told("lesson.show"), scene.spelled("show"), class_="ghost")
    return [hint_button(scene), show] if scene.answering.hints < HINTS - 1 else [show]


def hint_button(scene: AskingScene) -> Tree:
    """Draw the button for the next hint."""
    return button(scene.told("lesson.hint"), scene.spelled("hint"), class_="ghost")


def hints(scene: AskingScene, texts: Sequence[str]) -> Tree | None:
    """Draw the hints taken so far; None if there are none."""
    count = scene.answering.hints
    if not count:
        return None
    items = [h("li", clean(text, SENTENCE)) for text in dict.fromkeys(texts[:count])]
    title = scene.told("asking.hints")
    return h("div", h("b", title), h("ol", items), class_="hints", key="hints", data_news=f"hint{count}")
