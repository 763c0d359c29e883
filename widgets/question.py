"""The question: who must do what, why, what can be done about it, and the answer to what was tried."""

from __future__ import annotations

from apz.apocalypze.cards import library
from apz.apocalypze.model import CONSUMPTION
from apz.apocalypze.moves import Move
from apz.apocalypze.sums import draw_sum, feed_sum
from apz.core.reading import clean
from apz.core.trace import Refusal, Sum
from apz.widgets import gestures, meal
from apz.widgets.desk import Desk
from apz.widgets.tree import Tree, button, classes, h
from apz.widgets.unfold import chip, cited, number, terms, unfolded

SENTENCE = 600
MOST_OPTIONS = 10
# the rule to read at each decision
RULES = {
    "draw": "draw.six", "occupy": "occupy.choose", "act": "occupy.any-number", "last": "event.moments",
    "attack": "combat.groups", "defend": "combat.defend", "order": "combat.order", "window": "timing.attacker-first",
    "wound": "combat.wounds", "consume": "consume.mix", "respond": "event.respond", "remove": "event.resolve",
    "arrival": "event.resolve", "search": "pile.shuffle", "over": "end.last",
}  # fmt: skip


def draw(desk: Desk) -> Tree:
    """The whole question."""
    waiting = desk.session.position.waiting
    kind = waiting.kind if waiting else "over"
    rule = waiting.rule if waiting and waiting.rule else RULES[kind]
    holding = desk.chosen is not None or desk.answer is not None or desk.hint is not None
    return h(
        "section",
        trouble(desk),
        h("h2", clean(desk.words.waiting(desk.position), SENTENCE), tabindex="-1", data_home="1"),
        h("p", desk.words.rules[rule].text, " ", chip(desk, "ask", rule), class_="why"),
        unfolded(desk, "ask", rule),
        counted(desk),
        meal.asked(desk) if waiting and kind == "consume" else None,
        h("div", buttons(desk), class_="buttons"),
        answer(desk),
        hinted(desk),
        class_=classes("ask", desk.yours and "yours"),
        data_escape="escape" if holding else None,
        aria_label=desk.ui("question.name"),
    )


def counted(desk: Desk) -> list[Tree | None]:
    """The sum behind a question: why so many cards are drawn, why so much is consumed."""
    position = desk.session.position
    waiting = position.waiting
    total: Sum | None = None
    if waiting and waiting.kind == "draw":
        total, label = draw_sum(position, waiting.player), desk.ui("question.to-draw")
    elif waiting and waiting.kind == "consume" and position.phase == CONSUMPTION:
        total, label = feed_sum(position, waiting.player), desk.ui("question.to-consume")
    if total is None:
        return []
    key = f"sum.{waiting.kind if waiting else ''}"
    line = h("p", label, " ", number(desk, key, total, label), " = ", said_terms(desk, total), class_="count")
    return [line, terms(desk, key, total, label)]


def said_terms(desk: Desk, total: Sum) -> str:
    """A total's terms in a line."""
    text = desk.words.sum(total)
    return text.partition(" = ")[2] or text


def buttons(desk: Desk) -> list[Tree]:
    """What can be done: with the chosen card, else without any; or the bots' next moves."""
    if not desk.yours:
        return bot_buttons(desk)
    if desk.chosen is not None:
        return chosen_buttons(desk)
    moves = gestures.unnamed(desk.session.position, desk.moves)
    found = [move_button(desk, move, main=move in desk.moves) for move in moves]
    return [*found, button(desk.ui("question.hint"), "hint", class_="ghost")]


def bot_buttons(desk: Desk) -> list[Tree]:
    """Let the bots move, once or until a person must decide."""
    if desk.session.position.waiting is None:
        return []
    onward = "question.onward" if desk.people else "question.to-next-phase"
    return [
        button(desk.ui("question.next"), "next", class_="do"),
        button(desk.ui(onward), "onward", class_="ghost"),
    ]


def chosen_buttons(desk: Desk) -> list[Tree]:
    """What the chosen card says and can do."""
    assert desk.chosen is not None
    position = desk.session.position
    printed = position.game.cards[desk.chosen]
    options = desk.options
    pointing = any(gestures.objects(position, move) for move in options)
    sending = any(gestures.point_of(position, move) for move in options)
    key = "question.pick-target" if pointing else "question.pick-point" if sending else "question.chosen"
    said = [h("q", text, class_="house" if printed.house("text") else None) for text in texts(desk, desk.chosen)]
    found: list[Tree] = [h("p", h("b", desk.ui(key, card=printed.name)), " ", said, class_="chosen-card")]
    found += [move_button(desk, move, main=True) for move in options[:MOST_OPTIONS]]
    return [*found, button(desk.ui("question.cancel"), "escape", class_="ghost")]


def texts(desk: Desk, card: int) -> tuple[str, ...]:
    """What a card says."""
    return library().texts(desk.session.position.game.cards[card], desk.language)


def move_button(desk: Desk, move: Move, main: bool = False) -> Tree:
    """A move by its words."""
    text = clean(desk.words.move(desk.position if desk.open_hands else desk.session.position, move), 120)
    return button(
        text[:1].upper() + text[1:],
        f"move:{gestures.spelled(move)}",
        class_="do" if main else "ghost",
        key=gestures.spelled(move),
    )


def answers(desk: Desk) -> list[Tree | None]:
    """What a panel shows that stands alone: what can be done with the chosen card, and the answer to what was tried."""
    chosen = h("div", chosen_buttons(desk), class_="buttons") if desk.chosen is not None and desk.yours else None
    frame = h("div", chosen, answer(desk), class_="ask", data_escape="escape") if chosen or desk.answer else None
    return [trouble(desk), frame]


def answer(desk: Desk) -> Tree | None:
    """What is said to what was tried: why it is not legal, the nearest change that helps, and the rule."""
    said = desk.answer
    if said is None:
        return None
    if isinstance(said, Refusal):
        body: list[Tree | None] = [
            h("p", h("b", desk.ui("question.not-legal")), " ", refusal_text(desk, said)),
            h("p", cited(desk, "answer", said.rule)),
        ]
    else:
        body = [h("p", line) for line in said.splitlines()[:80]]
        body.append(h("div", [move_button(desk, move) for move in desk.which], class_="buttons"))
    close = button("×", "escape", class_="shut", aria_label=desk.ui("question.close"))
    return h("div", close, body, class_=classes("answer", isinstance(said, Refusal) and "refusal"), key="answer")


def refusal_text(desk: Desk, refusal: Refusal) -> str:
    """A refusal in a sentence."""
    return clean(desk.words.refusal(refusal), SENTENCE)


def hinted(desk: Desk) -> Tree | None:
    """What the sensible bot would do here, and why."""
    if desk.hint is None:
        return None
    why = clean(desk.words.note(desk.hint.why), SENTENCE)
    move = move_button(desk, desk.hint.move) if desk.yours else None
    return h("div", h("p", desk.ui("question.hinted"), " ", why), move, class_="answer hint", key="hint")


def trouble(desk: Desk) -> Tree | None:
    """A fault of ours: said plainly, with a report to copy; the game goes on."""
    if not desk.trouble:
        return None
    report = h("textarea", readonly=True, rows="6", value=desk.trouble, aria_label=desk.ui("trouble.report"))
    return h(
        "div",
        h("p", h("b", desk.ui("trouble.said")), " ", desk.ui("trouble.goes-on")),
        h("details", h("summary", desk.ui("trouble.report")), report),
        button(desk.ui("trouble.close"), "calm", class_="ghost"),
        class_="trouble",
        role="alert",
        key="trouble",
    )
