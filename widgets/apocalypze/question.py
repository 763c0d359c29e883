"""The question: who must do what, why, what can be done about it, and the answer to what was tried."""

from __future__ import annotations

from collections.abc import Sequence

from apz.apocalypze.cards import library
from apz.apocalypze.model import CONSUMPTION, DECK, Waiting
from apz.apocalypze.move_preview import foretold
from apz.apocalypze.moves import Done, Event, Move, Occupy, Pass, Play, Send, TakeBack, Use
from apz.apocalypze.rules.find import called
from apz.apocalypze.rules.sums import draw_sum, feed_sum
from apz.apocalypze.show.text import numbered
from apz.core.reading import clean
from apz.core.trace import Refusal, Sum
from apz.widgets.apocalypze import gestures, meal
from apz.widgets.apocalypze.labels import LONGEST, label
from apz.widgets.apocalypze.looks import rule_of
from apz.widgets.base.tree import Tree, button, classes, h, named
from apz.widgets.table import clicks, explain, history, history_nav
from apz.widgets.table.desk import Desk, Look
from apz.widgets.table.routes import whole_line
from apz.widgets.table.unfold import chip, cited, number, terms, unfolded

SENTENCE = 600
MOST_OPTIONS = 10


def draw(desk: Desk) -> Tree:
    """The question, and beside it the answer to what was tried, or else what just happened."""
    return h("div", asked(desk, walking(desk)), beside(desk), class_="asking", data_stays="1", data_held="1")


def asked(desk: Desk, walking: list[Tree] | None = None) -> Tree:
    """Who must do what, the buttons for it, why and how."""
    waiting = desk.session.position.waiting
    kind = waiting.kind if waiting else "over"
    rule = rule_of(waiting)
    holding = desk.chosen is not None or desk.answer is not None or desk.hint is not None
    return h(
        "section",
        trouble(desk),
        h("h2", clean(heading(desk), SENTENCE), tabindex="-1", data_home="1"),
        walking,
        counted(desk),
        meal.asked(desk) if waiting and kind == "consume" else None,
        h("div", buttons(desk), class_="buttons"),
        explained(desk, waiting, kind, rule) if desk.chosen is None else None,
        class_=classes("ask", desk.yours and "yours"),
        data_escape="escape" if holding else None,
        data_stays="1",
        data_held="1",
        aria_label=desk.ui("question.name"),
    )


def heading(desk: Desk) -> str:
    """Who must do what; whose hand is full already has nothing to draw."""
    position = desk.session.position
    waiting = position.waiting
    if waiting is None or waiting.kind != "draw" or draw_sum(position, waiting.player).total:
        return desk.words.waiting(desk.position)
    count = len(position.sides[waiting.player].hand)
    return desk.ui("question.hand-full", player=desk.picture.seats[waiting.player].name, count=count)


def explained(desk: Desk, waiting: Waiting | None, kind: str, rule: str) -> list[Tree | None]:
    """Why it is asked and how it is answered, until a card is chosen: then that card is spoken of."""
    text = h("span", desk.words.rules[rule].text, " ") if desk.yours else None
    return [
        cause(desk, waiting) if waiting else None,
        h("p", text, chip(desk, "ask", rule), class_="why"),
        unfolded(desk, "ask", rule),
        h("p", desk.ui(f"how.{kind}"), class_="how") if desk.yours else None,
    ]


def beside(desk: Desk) -> Tree:
    """The answer, the hint, or what just happened in a line or two."""
    happened = explain.headline(desk)
    said = answer(desk) or hinted(desk) or (h("p", happened, class_="happened") if happened else None)
    return h("div", said, class_="beside", data_stays="1", data_held="1", key="beside")


def walking(desk: Desk) -> list[Tree]:
    """The way along the history, with the table in sight, while somebody looks at an earlier moment or goes along."""
    earlier = bool(desk.session.nodes[desk.session.at].tries)
    return [*past(desk), *([history.walking(desk)] if earlier or desk.walked else [])]


def past(desk: Desk) -> list[Tree]:
    """That this is an earlier moment, and which hidden cards were seen after it."""
    session = desk.session
    found: list[Tree] = []
    if session.nodes[session.at].tries:
        found.append(h("p", desk.ui("history.branch"), class_="past"))
    if session.at in desk.seen:
        cards = history_nav.named(desk, desk.seen[session.at].cards)
        found.append(h("p", desk.ui("history.saw", cards=clean(cards, SENTENCE)), class_="past"))
    return found


def cause(desk: Desk, waiting: Waiting) -> Tree | None:
    """The card behind a question, and what it says."""
    card = getattr(waiting.move, "card", waiting.card)
    if card <= DECK or waiting.kind in ("remove", "wound") or waiting.rule == "combat.breach":
        return None
    name = h("b", desk.words.name(desk.position, card))
    return h("p", name, ": ", quoted(desk, card), class_="cause") if texts(desk, card) else None


def counted(desk: Desk) -> list[Tree | None]:
    """The sum behind a question: why so many cards are drawn, why so much is consumed."""
    position = desk.session.position
    waiting = position.waiting
    total: Sum | None = None
    if waiting and waiting.kind == "draw":
        total, text = draw_sum(position, waiting.player), desk.ui("question.to-draw")
    elif waiting and waiting.kind == "consume" and position.phase == CONSUMPTION:
        total, text = feed_sum(position, waiting.player), desk.ui("question.to-consume")
    if total is None:
        return []
    key = f"sum.{waiting.kind if waiting else ''}"
    made = f" = {said_terms(desk, total)}" if total.total else None
    line = h("p", text, ": ", number(desk, key, total, text), made, class_="count")
    return [line, terms(desk, key, total, text)]


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
    found = [move_button(desk, move, main=move in desk.moves and not gives_up(desk, move)) for move in moves]
    places = [move for move in moves if isinstance(move, Occupy)]
    hint = [button(desk.ui("question.hint"), "hint", class_="ghost")] if desk.advises else []
    return [*found, *hint, *to_hand(desk), *foretellings(desk, places)]


def to_hand(desk: Desk) -> list[Tree]:
    """The way down to the hand on a narrow screen, where a card of it can be used."""
    position = desk.session.position
    hand = position.sides[position.waiting.player].hand if position.waiting else ()
    if not any(gestures.card_of(position, move) in hand for move in desk.moves):
        return []
    return [h("button", desk.ui("question.to-hand"), " ↓", data_to=".decides > .hand", class_="ghost to-hand")]


def gives_up(desk: Desk, move: Move) -> bool:
    """Whether a move lets go by what one is asked for: a search that finds nothing, attackers whom nobody meets."""
    position = desk.session.position
    kind = position.waiting.kind if position.waiting else ""
    if kind == "defend" and isinstance(move, Done) and position.combat:
        return not any(position.combat.defense) and any(isinstance(each, Send) for each in desk.moves)
    return kind == "search" and isinstance(move, Pass)


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
    options = desk.options
    said: list[Tree | None] = [h("b", choosing(desk, desk.chosen)), " ", *quoted(desk, desk.chosen)]
    if len(options) > 1 and any(isinstance(move, Play) for move in options):
        said += [" ", *cited(desk, "chosen", "twofold.sides")]
    found: list[Tree] = [h("p", said, class_="chosen-card")]
    for move in options[:MOST_OPTIONS]:
        found.append(move_button(desk, move, main=len(options) == 1 or not isinstance(move, TakeBack)))
    escape = h("span", desk.ui("question.escape"), class_="keys")
    found.append(button(desk.ui("question.cancel"), "escape", " ", escape, class_="ghost"))
    return found + foretellings(desk, options[:MOST_OPTIONS])


def choosing(desk: Desk, card: int) -> str:
    """What is to be done with a chosen card; that a second click does it is said where it does."""
    position, name = desk.session.position, called(desk.position, card)
    if any(gestures.objects(position, move) for move in desk.options):
        return desk.ui("question.pick-target", card=name)
    if gestures.lit_points(position, desk.moves, card):
        defending = position.waiting is not None and position.waiting.kind == "defend"
        return desk.ui("question.pick-enemy" if defending else "question.pick-point", card=name)
    alone = clicks.the_one(desk, gestures.of_card(position, desk.moves, card)) is not None
    return desk.ui("question.chosen-alone" if alone else "question.chosen", card=name)


def foretellings(desk: Desk, options: Sequence[Move]) -> list[Tree]:
    """What the moves that can be chosen from would do at once, each with its rule."""
    return [
        h("p", h("small", sentence), " ", *cited(desk, "chosen", rule), class_="foretold", key=f"foretold{number}")
        for number, (sentence, rule) in enumerate(foretold_by(desk, options).items())
    ]


def foretold_by(desk: Desk, options: Sequence[Move]) -> dict[str, str]:
    """The sentences about what these moves would do at once, each said once, and their rules."""
    notes = [note for move in options for note in foretold(desk.session.position, move)]
    return {clean(desk.words.note(note), LONGEST): note.rule for note in notes}


def texts(desk: Desk, card: int) -> tuple[str, ...]:
    """What a card says."""
    return library().texts(desk.session.position.game.cards[card], desk.language)


def quoted(desk: Desk, card: int) -> list[Tree | None]:
    """The texts of a card, one after the other."""
    mark = "house" if desk.session.position.game.cards[card].house("text") else None
    return [part for text in texts(desk, card) for part in (h("q", text, class_=mark), " ")]


def move_button(desk: Desk, move: Move, main: bool = False) -> Tree:
    """A move by its words."""
    spelled, text = gestures.spelled(move), label(desk, move)
    seen = named(text, f"→ {move.point}") if isinstance(move, Send) and desk.chosen is not None else text
    return button(seen, f"move:{spelled}", class_="do" if main else "ghost", key=spelled)


def answers(desk: Desk) -> list[Tree | None]:
    """What a panel shows that stands alone: what can be done with the chosen card, and the answer to what was tried."""
    chosen = h("div", chosen_buttons(desk), class_="buttons") if desk.chosen is not None and desk.yours else None
    frame = h("div", chosen, answer(desk), class_="ask", data_escape="escape", data_held="1")
    return [trouble(desk), frame if chosen or desk.answer else None]


def answer(desk: Desk) -> Tree | None:
    """What is said to what was tried: why it is not legal, the nearest change that helps, and the rule."""
    said = desk.answer
    if said is None:
        return None
    if isinstance(said, Refusal):
        body: list[Tree | None] = [
            h("p", h("b", desk.ui("question.not-legal")), " ", refusal_text(desk, said)),
            h("p", quoted(desk, desk.card)) if desk.card in said.cards and desk.chosen is None else None,
            h("p", cited(desk, "answer", said.rule)),
        ]
    elif isinstance(said, Look):
        first, *rest = said.lines
        body = [h("p", h("b", first)), *(h("p", line) for line in rest)]
        body.append(h("p", [cited(desk, "answer", rule) for rule in said.rules]) if said.rules else None)
    else:
        body = [h("p", line) for line in said.splitlines()[:80]]
        body.append(h("div", [move_button(desk, move) for move in desk.which], class_="buttons"))
    close = button("×", "escape", class_="shut", aria_label=desk.ui("question.close"))
    return h("div", close, body, class_=classes("answer", isinstance(said, Refusal) and "refusal"), key="answer")


def refusal_text(desk: Desk, refusal: Refusal) -> str:
    """A refusal in a sentence."""
    return clean(desk.words.refusal(numbered(desk.session.position, refusal)), SENTENCE)


def hinted(desk: Desk) -> Tree | None:
    """What the sensible bot would do here, and why."""
    if desk.hint is None:
        return None
    why, move = clean(desk.words.note(desk.hint.why), SENTENCE), desk.hint.move
    says = quoted(desk, move.card) if isinstance(move, Use | Event) else None
    pressed = move_button(desk, move) if desk.yours else None
    said = h("p", desk.ui("question.hinted"), " ", why, " ", says)
    return h("div", said, pressed, class_="answer hint", key="hint")


def said(desk: Desk) -> str:
    """The one announcement after a gesture: the answer, or what happened, and what is asked now."""
    found = desk.answer
    if isinstance(found, Refusal):
        return f"{desk.ui('question.not-legal')} {refusal_text(desk, found)}"
    if found:
        return " ".join(found.lines) if isinstance(found, Look) else found
    if desk.hint is not None:
        why = clean(desk.words.note(desk.hint.why), SENTENCE)
        return f"{desk.ui('question.hinted')} {label(desk, desk.hint.move)}. {why}"
    if desk.chosen is not None:
        told = foretold_by(desk, desk.options[:MOST_OPTIONS])
        return " ".join([choosing(desk, desk.chosen), *texts(desk, desk.chosen), *told])
    happened = "" if desk.walked == "undo" else explain.headline(desk)
    half = desk.ui("meal.half") if desk.yours and gestures.halved(desk.session.position) else ""
    return " ".join(filter(None, (walked(desk), happened, heading(desk), half)))


def walked(desk: Desk) -> str:
    """Which way along the history the last gesture led."""
    if not desk.walked:
        return ""
    line = whole_line(desk)
    return desk.ui(f"history.went-{desk.walked}", at=line.index(desk.session.at), last=len(line) - 1)


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
