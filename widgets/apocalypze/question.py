"""The question: who must do what, why, what can be done about it, and the answer to what was tried."""

from __future__ import annotations

from collections.abc import Sequence

from apz.apocalypze.cards import library
from apz.apocalypze.model import CONSUMPTION, Debt, Decision, Removal, Waiting, card_of
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
from apz.widgets.apocalypze.pictured import pictured
from apz.widgets.base.tree import Tree, button, classes, h, named
from apz.widgets.base.trouble import trouble
from apz.widgets.table import clicks, explain, history, history_nav
from apz.widgets.table.scene import Scene
from apz.widgets.table.state import Look
from apz.widgets.table.unfold import chip, cited, number, terms, unfolded

SENTENCE = 600
MOST_OPTIONS = 10


def draw(scene: Scene) -> Tree:
    """The question, and beside it the answer to what was tried, or else what just happened."""
    return h("div", asked(scene, walking(scene)), beside(scene), class_="asking", data_stays="1", data_held="1")


def asked(scene: Scene, walking: list[Tree] | None = None) -> Tree:
    """Who must do what, the buttons for it, why and how."""
    waiting = scene.position.waiting
    kind = waiting.kind if waiting else "over"
    rule = rule_of(waiting)
    holding = scene.state.chosen is not None or scene.state.answer is not None or scene.state.hint is not None
    return h(
        "section",
        trouble(scene),
        h("h2", clean(heading(scene), SENTENCE), tabindex="-1", data_home="1"),
        walking,
        counted(scene),
        meal.asked(scene) if waiting and kind is Decision.CONSUME else None,
        h("div", buttons(scene), class_="buttons"),
        explained(scene, waiting, kind, rule) if scene.state.chosen is None else None,
        class_=classes("ask", scene.yours and "yours"),
        data_escape="escape" if holding else None,
        data_stays="1",
        data_held="1",
        aria_label=scene.ui("question.name"),
    )


def heading(scene: Scene) -> str:
    """Who must do what; whose hand is full already has nothing to draw."""
    position = scene.position
    waiting = position.waiting
    if waiting is None or waiting.kind is not Decision.DRAW or draw_sum(position, waiting.player).total:
        return scene.words.waiting(scene.visible)
    count = len(position.sides[waiting.player].hand)
    return scene.ui("question.hand-full", player=pictured(scene).seats[waiting.player].name, count=count)


def explained(scene: Scene, waiting: Waiting | None, kind: str, rule: str) -> list[Tree | None]:
    """Why it is asked and how it is answered, until a card is chosen: then that card is spoken of."""
    text = h("span", scene.words.rules[rule].text, " ") if scene.yours else None
    return [
        cause(scene, waiting) if waiting else None,
        h("p", text, chip(scene, "ask", rule), class_="why"),
        unfolded(scene, "ask", rule),
        h("p", scene.ui(f"how.{kind}"), class_="how") if scene.yours else None,
    ]


def beside(scene: Scene) -> Tree:
    """The answer, the hint, or what just happened in a line or two."""
    happened = explain.headline(scene)
    said = answer(scene) or hinted(scene) or (h("p", happened, class_="happened") if happened else None)
    return h("div", said, class_="beside", data_stays="1", data_held="1", key="beside")


def walking(scene: Scene) -> list[Tree]:
    """The way along the history, with the table in sight, while somebody looks at an earlier moment or goes along."""
    earlier = bool(scene.session.nodes[scene.at].tries)
    return [*past(scene), *([history.walking(scene)] if earlier or scene.state.walked else [])]


def past(scene: Scene) -> list[Tree]:
    """That this is an earlier moment, and which hidden cards were seen after it."""
    found: list[Tree] = []
    if scene.session.nodes[scene.at].tries:
        found.append(h("p", scene.ui("history.branch"), class_="past"))
    if scene.at in scene.state.seen:
        cards = history_nav.named(scene, scene.state.seen[scene.at].cards)
        found.append(h("p", scene.ui("history.saw", cards=clean(cards, SENTENCE)), class_="past"))
    return found


def cause(scene: Scene, waiting: Waiting) -> Tree | None:
    """The card behind a question, and what it says."""
    card = card_of(waiting)
    breach = isinstance(waiting, Debt) and waiting.rule == "combat.breach"
    if card is None or breach or isinstance(waiting, Removal):
        return None
    name = h("b", scene.words.name(scene.visible, card))
    return h("p", name, ": ", quoted(scene, card), class_="cause") if texts(scene, card) else None


def counted(scene: Scene) -> list[Tree | None]:
    """The sum behind a question: why so many cards are drawn, why so much is consumed."""
    position = scene.position
    waiting = position.waiting
    total: Sum | None = None
    if waiting and waiting.kind is Decision.DRAW:
        total, text = draw_sum(position, waiting.player), scene.ui("question.to-draw")
    elif waiting and waiting.kind is Decision.CONSUME and position.phase == CONSUMPTION:
        total, text = feed_sum(position, waiting.player), scene.ui("question.to-consume")
    if total is None:
        return []
    key = f"sum.{waiting.kind if waiting else ''}"
    made = f" = {said_terms(scene, total)}" if total.total else None
    line = h("p", text, ": ", number(scene, key, total, text), made, class_="count")
    return [line, terms(scene, key, total, text)]


def said_terms(scene: Scene, total: Sum) -> str:
    """A total's terms in a line."""
    text = scene.words.sum(total)
    return text.partition(" = ")[2] or text


def buttons(scene: Scene) -> list[Tree]:
    """What can be done: with the chosen card, else without any; or the bots' next moves."""
    if not scene.yours:
        return bot_buttons(scene)
    if scene.state.chosen is not None:
        return chosen_buttons(scene)
    moves = gestures.unnamed(scene.position, scene.moves)
    found = [move_button(scene, move, main=move in scene.moves and not gives_up(scene, move)) for move in moves]
    places = [move for move in moves if isinstance(move, Occupy)]
    hint = [button(scene.ui("question.hint"), "hint", class_="ghost")] if scene.state.advises else []
    return [*found, *hint, *to_hand(scene), *foretellings(scene, places)]


def to_hand(scene: Scene) -> list[Tree]:
    """The way down to the hand on a narrow screen, where a card of it can be used."""
    position = scene.position
    hand = position.sides[position.waiting.player].hand if position.waiting else ()
    if not any(gestures.card_of(position, move) in hand for move in scene.moves):
        return []
    return [h("button", scene.ui("question.to-hand"), " ↓", data_to=".decides > .hand", class_="ghost to-hand")]


def gives_up(scene: Scene, move: Move) -> bool:
    """Whether a move lets go by what one is asked for: a search that finds nothing, attackers whom nobody meets."""
    position = scene.position
    kind = position.waiting.kind if position.waiting else ""
    if kind is Decision.DEFEND and isinstance(move, Done) and position.combat:
        return not any(position.combat.defense) and any(isinstance(each, Send) for each in scene.moves)
    return kind is Decision.SEARCH and isinstance(move, Pass)


def bot_buttons(scene: Scene) -> list[Tree]:
    """Let the bots move, once or until a person must decide."""
    if scene.position.waiting is None:
        return []
    onward = "question.onward" if scene.people else "question.to-next-phase"
    return [
        button(scene.ui("question.next"), "next", class_="do"),
        button(scene.ui(onward), "onward", class_="ghost"),
    ]


def chosen_buttons(scene: Scene) -> list[Tree]:
    """What the chosen card says and can do."""
    assert scene.state.chosen is not None
    options = scene.options
    said: list[Tree | None] = [h("b", choosing(scene, scene.state.chosen)), " ", *quoted(scene, scene.state.chosen)]
    if len(options) > 1 and any(isinstance(move, Play) for move in options):
        said += [" ", *cited(scene, "chosen", "twofold.sides")]
    found: list[Tree] = [h("p", said, class_="chosen-card")]
    for move in options[:MOST_OPTIONS]:
        found.append(move_button(scene, move, main=len(options) == 1 or not isinstance(move, TakeBack)))
    escape = h("span", scene.ui("question.escape"), class_="keys")
    found.append(button(scene.ui("question.cancel"), "escape", " ", escape, class_="ghost"))
    return found + foretellings(scene, options[:MOST_OPTIONS])


def choosing(scene: Scene, card: int) -> str:
    """What is to be done with a chosen card; that a second click does it is said where it does."""
    position, name = scene.position, called(scene.visible, card)
    if any(gestures.objects(position, move) for move in scene.options):
        return scene.ui("question.pick-target", card=name)
    if gestures.lit_points(position, scene.moves, card):
        defending = position.waiting is not None and position.waiting.kind is Decision.DEFEND
        return scene.ui("question.pick-enemy" if defending else "question.pick-point", card=name)
    alone = clicks.the_one(scene, gestures.of_card(position, scene.moves, card)) is not None
    return scene.ui("question.chosen-alone" if alone else "question.chosen", card=name)


def foretellings(scene: Scene, options: Sequence[Move]) -> list[Tree]:
    """What the moves that can be chosen from would do at once, each with its rule."""
    return [
        h("p", h("small", sentence), " ", *cited(scene, "chosen", rule), class_="foretold", key=f"foretold{number}")
        for number, (sentence, rule) in enumerate(foretold_by(scene, options).items())
    ]


def foretold_by(scene: Scene, options: Sequence[Move]) -> dict[str, str]:
    """The sentences about what these moves would do at once, each said once, and their rules."""
    notes = [note for move in options for note in foretold(scene.position, move)]
    return {clean(scene.words.note(note), LONGEST): note.rule for note in notes}


def texts(scene: Scene, card: int) -> tuple[str, ...]:
    """What a card says."""
    return library().texts(scene.position.game.cards[card], scene.language)


def quoted(scene: Scene, card: int) -> list[Tree | None]:
    """The texts of a card, one after the other."""
    mark = "house" if scene.position.game.cards[card].house("text") else None
    return [part for text in texts(scene, card) for part in (h("q", text, class_=mark), " ")]


def move_button(scene: Scene, move: Move, main: bool = False) -> Tree:
    """A move by its words."""
    spelled, text = gestures.spelled(move), label(scene, move)
    seen = named(text, f"→ {move.point}") if isinstance(move, Send) and scene.state.chosen is not None else text
    return button(seen, f"move:{spelled}", class_="do" if main else "ghost", key=spelled)


def answers(scene: Scene) -> list[Tree | None]:
    """What a panel shows that stands alone: what can be done with the chosen card, and the answer to what was tried."""
    holds = scene.state.chosen is not None and scene.yours
    chosen, told = h("div", chosen_buttons(scene), class_="buttons") if holds else None, answer(scene)
    frame = h("div", chosen, told, class_="ask", data_escape="escape", data_held="1")
    return [trouble(scene), frame if chosen or told else None]


def answer(scene: Scene) -> Tree | None:
    """What is said to what was tried: why it is not legal, the nearest change that helps, and the rule."""
    said, card = scene.state.answer, scene.state.card
    if said is None:
        return None
    if isinstance(said, Refusal):
        body: list[Tree | None] = [
            h("p", h("b", scene.ui("question.not-legal")), " ", refusal_text(scene, said)),
            h("p", quoted(scene, card)) if card in said.cards and scene.state.chosen is None else None,
            h("p", cited(scene, "answer", said.rule)),
        ]
    elif isinstance(said, Look):
        first, *rest = said.lines
        body = [h("p", h("b", first)), *(h("p", line) for line in rest)]
        body.append(h("p", [cited(scene, "answer", rule) for rule in said.rules]) if said.rules else None)
    else:
        body = [h("p", line) for line in said.splitlines()[:80]]
        body.append(h("div", [move_button(scene, move) for move in scene.state.which], class_="buttons"))
    close = button("×", "escape", class_="shut", aria_label=scene.ui("question.close"))
    return h("div", close, body, class_=classes("answer", isinstance(said, Refusal) and "refusal"), key="answer")


def refusal_text(scene: Scene, refusal: Refusal) -> str:
    """A refusal in a sentence."""
    return clean(scene.words.refusal(numbered(scene.position, refusal)), SENTENCE)


def hinted(scene: Scene) -> Tree | None:
    """What the sensible bot would do here, and why."""
    if scene.state.hint is None:
        return None
    why, move = clean(scene.words.note(scene.state.hint.why), SENTENCE), scene.state.hint.move
    says = quoted(scene, move.card) if isinstance(move, Use | Event) else None
    pressed = move_button(scene, move) if scene.yours else None
    said = h("p", scene.ui("question.hinted"), " ", why, " ", says)
    return h("div", said, pressed, class_="answer hint", key="hint")


def said(scene: Scene) -> str:
    """The one announcement after a gesture: the answer, or what happened, and what is asked now."""
    found = scene.state.answer
    if isinstance(found, Refusal):
        return f"{scene.ui('question.not-legal')} {refusal_text(scene, found)}"
    if found:
        return " ".join(found.lines) if isinstance(found, Look) else found
    if scene.state.hint is not None:
        why = clean(scene.words.note(scene.state.hint.why), SENTENCE)
        return f"{scene.ui('question.hinted')} {label(scene, scene.state.hint.move)}. {why}"
    if scene.state.chosen is not None:
        told = foretold_by(scene, scene.options[:MOST_OPTIONS])
        return " ".join([choosing(scene, scene.state.chosen), *texts(scene, scene.state.chosen), *told])
    happened = "" if scene.state.walked == "undo" else explain.headline(scene)
    half = scene.ui("meal.half") if scene.yours and gestures.halved(scene.position) else ""
    return " ".join(filter(None, (walked(scene), happened, heading(scene), half)))


def walked(scene: Scene) -> str:
    """Which way along the history the last gesture led."""
    if not scene.state.walked:
        return ""
    line = scene.whole_line
    return scene.ui(f"history.went-{scene.state.walked}", at=line.index(scene.at), last=len(line) - 1)
