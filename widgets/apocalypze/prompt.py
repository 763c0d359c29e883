"""What ApocalypZe adds to the prompt: its sums, the card behind it, and the buttons of its moves."""

from __future__ import annotations

from collections.abc import Sequence

from apz.apocalypze.cards import library
from apz.apocalypze.model import CONSUMPTION, Debt, Decision, Removal, Waiting, card_of
from apz.apocalypze.move_preview import foretold
from apz.apocalypze.moves import Done, Event, Move, Occupy, Pass, Play, Send, TakeBack, Use
from apz.apocalypze.rules.find import called
from apz.apocalypze.rules.sums import draw_sum, feed_sum
from apz.core.reading import clean
from apz.core.trace import Sum
from apz.widgets.apocalypze import clicks, gestures, meal
from apz.widgets.apocalypze.labels import LONGEST, label
from apz.widgets.apocalypze.looks import rule_of
from apz.widgets.apocalypze.pictured import pictured
from apz.widgets.base.tree import Tree, h, named
from apz.widgets.table.prompt import MOST_OPTIONS, hint_button, move_button
from apz.widgets.table.scene import Scene
from apz.widgets.table.unfold import cited, number, terms
from apz.widgets.table.view import Prompt


def heading(scene: Scene) -> str:
    """Who must do what; whose hand is full already has nothing to draw."""
    position = scene.position
    waiting = position.waiting
    if waiting is None or waiting.kind is not Decision.DRAW or draw_sum(position, waiting.player).total:
        return scene.words.waiting(scene.visible)
    count = len(position.sides[waiting.player].hand)
    return scene.ui("question.hand-full", player=pictured(scene).seats[waiting.player].name, count=count)


def kind(scene: Scene) -> str:
    """Return which kind of decision it is."""
    waiting: Waiting | None = scene.position.waiting
    return waiting.kind if waiting else "over"


def cause(scene: Scene) -> Tree | None:
    """Draw the card behind a question, and what it says."""
    waiting: Waiting | None = scene.position.waiting
    card = card_of(waiting) if waiting else None
    breach = isinstance(waiting, Debt) and waiting.rule == "combat.breach"
    if card is None or breach or isinstance(waiting, Removal):
        return None
    name = h("b", scene.words.name(scene.visible, card))
    return h("p", name, ": ", quoted(scene, card), class_="cause") if texts(scene, card) else None


def details(scene: Scene) -> list[Tree | None]:
    """Draw the sum behind a question and, where something is owed, what is offered for it."""
    owed = meal.asked(scene) if kind(scene) == Decision.CONSUME else None
    return [*counted(scene), owed]


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
    """Draw what can be done without a card."""
    moves = gestures.unnamed(scene.position, scene.moves)
    found = [move_button(scene, move, main=move in scene.moves and not gives_up(scene, move)) for move in moves]
    places = [move for move in moves if isinstance(move, Occupy)]
    return [*found, *hint_button(scene), *to_hand(scene), *foretellings(scene, places)]


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


def chosen_buttons(scene: Scene) -> list[Tree]:
    """What the chosen card says and can do."""
    assert scene.state.chosen is not None
    options = scene.options
    said: list[Tree | None] = [h("b", choosing(scene, scene.state.chosen)), " ", *quoted(scene, scene.state.chosen)]
    if len(options) > 1 and any(isinstance(move, Play) for move in options):
        said += [" ", *cited(scene, "chosen", "twofold.sides")]
    found: list[Tree] = [h("p", said, class_="chosen-card")]
    for move in options[:MOST_OPTIONS]:
        main = len(options) == 1 or not isinstance(move, TakeBack)
        seen = named(label(scene, move), f"→ {move.point}") if isinstance(move, Send) else []
        found.append(move_button(scene, move, main, *seen))
    return found + foretellings(scene, options[:MOST_OPTIONS])


def heard(scene: Scene) -> str:
    """Return what is to be done with the chosen card, what it says and what would come of it."""
    assert scene.state.chosen is not None
    told = foretold_by(scene, scene.options[:MOST_OPTIONS])
    return " ".join([choosing(scene, scene.state.chosen), *texts(scene, scene.state.chosen), *told])


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


def says(scene: Scene, move: Move) -> list[Tree | None]:
    """Return what the card says that a move uses."""
    return quoted(scene, move.card) if isinstance(move, Use | Event) else []


def more(scene: Scene) -> str:
    """Return that a second card is waited for, where one is."""
    return scene.ui("meal.half") if gestures.halved(scene.position) else ""


PROMPT = Prompt(
    heading=heading,
    rule=lambda scene: rule_of(scene.position.waiting),
    kind=kind,
    details=details,
    cause=cause,
    buttons=buttons,
    chosen=chosen_buttons,
    choosing=heard,
    label=label,
    more=more,
    quoted=quoted,
    says=says,
    with_pieces=gestures.with_cards,
    on_pieces=gestures.on_cards,
)
