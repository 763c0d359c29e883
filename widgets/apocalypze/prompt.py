"""ApocalypZe's part of the prompt: its sums, the card behind it, and move buttons."""

from __future__ import annotations

from collections.abc import Sequence

from apz.apocalypze.cards import library
from apz.apocalypze.model import CONSUMPTION, Debt, Decision, Removal, Waiting, card_of
from apz.apocalypze.move_preview import foretold
from apz.apocalypze.moves import Done, Engage, Event, Move, Occupy, Pass, Play, Send, TakeBack, Use
from apz.apocalypze.rules.find import called
from apz.apocalypze.rules.sums import draw_sum, feed_sum
from apz.core.reading import clean
from apz.core.trace import Sum
from apz.widgets.apocalypze import choices, clicks, gestures, meal
from apz.widgets.apocalypze.labels import LONG, label, point_name
from apz.widgets.apocalypze.looks import rule_of
from apz.widgets.apocalypze.pictured import pictured
from apz.widgets.base.tree import Tree, button, h, named
from apz.widgets.table.prompt import MOST_OPTIONS, hint_button, move_button
from apz.widgets.table.scene import Scene
from apz.widgets.table.unfold import cited, number, terms
from apz.widgets.table.view import Prompt

MOST_NAMED = 3  # names in the label for sending characters together


def heading(scene: Scene) -> str:
    """Return the prompt's heading: who must do what, or that there's nothing to draw because the hand is full."""
    position = scene.position
    waiting = position.waiting
    if waiting is None or waiting.kind is not Decision.DRAW or draw_sum(position, waiting.player).total:
        return scene.words.waiting(scene.visible)
    count = len(position.sides[waiting.player].hand)
    return scene.ui("question.hand-full", player=pictured(scene).seats[waiting.player].name, count=count)


def kind(scene: Scene) -> str:
    """Return the kind of the current decision, or "over" at the end of the game."""
    waiting: Waiting | None = scene.position.waiting
    return waiting.kind if waiting else "over"


def cause(scene: Scene) -> Tree | None:
    """Draw the card behind a question, with its text; None without a card or text, and for a breach or a removal."""
    waiting: Waiting | None = scene.position.waiting
    card = card_of(waiting) if waiting else None
    breach = isinstance(waiting, Debt) and waiting.rule == "combat.breach"
    if card is None or breach or isinstance(waiting, Removal):
        return None
    name = h("b", scene.words.name(scene.visible, card))
    return h("p", name, ": ", quoted(scene, card), class_="cause") if texts(scene, card) else None


def details(scene: Scene) -> list[Tree | None]:
    """Draw the sum behind a question, the offer for a debt, and the options of a decision."""
    owed = meal.asked(scene) if kind(scene) == Decision.CONSUME else None
    return [*counted(scene), owed, choices.draw(scene, lambda move: left_behind(scene, move))]


def left_behind(scene: Scene, move: Move) -> list[Tree]:
    """Draw the abilities that a player gives up by occupying a stronghold; [] for any other move."""
    return foretellings(scene, [move], f"ask/{move.place}") if isinstance(move, Occupy) else []


def counted(scene: Scene) -> list[Tree | None]:
    """Draw the sum behind a question: cards to draw, or food owed at the end of the turn; [] for any other question."""
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
    """Return a total's terms in one line."""
    text = scene.words.sum(total)
    return text.partition(" = ")[2] or text


def buttons(scene: Scene) -> list[Tree]:
    """Draw the buttons for moves that need no card, for advice, and for going to the hand."""
    listed = choices.options(scene)
    moves = [move for move in gestures.unnamed(scene.position, scene.moves) if move not in listed]
    found = [
        move_button(
            scene,
            move,
            move in scene.moves and not gives_up(scene, move),
            brief=brief(scene, move),
            early=move not in scene.moves,
        )
        for move in moves
    ]
    return [*found, *hint_button(scene), *to_hand(scene)]


def brief(scene: Scene, move: Move) -> str:
    """Return the few words that a button needs for an engagement, since the question says the rest; else ""."""
    return point_name(scene, move.point) if isinstance(move, Engage) else ""


def to_hand(scene: Scene) -> list[Tree]:
    """Draw the link down to the hand on a narrow screen; [] if no hand card can be used."""
    position = scene.position
    hand = position.sides[position.waiting.player].hand if position.waiting else ()
    if not any(gestures.card_of(position, move) in hand for move in scene.moves):
        return []
    return [h("button", scene.ui("question.to-hand"), " ↓", data_to=".decides > .hand", class_="ghost to-hand")]


def gives_up(scene: Scene, move: Move) -> bool:
    """Return True if a move ends a search without a card, or blocks no group although blocking is possible."""
    position = scene.position
    kind = gestures.decision(position)
    if kind is Decision.DEFEND and isinstance(move, Done) and position.combat:
        return not any(position.combat.defense) and any(isinstance(each, Send) for each in scene.moves)
    return kind is Decision.SEARCH and isinstance(move, Pass)


def chosen_buttons(scene: Scene) -> list[Tree]:
    """Draw the chosen card's text and moves."""
    assert scene.state.chosen is not None
    options = scene.options
    said: list[Tree | None] = [h("b", choosing(scene, scene.state.chosen))]
    if gestures.together(scene)[1:]:
        return [h("p", said, class_="chosen-card"), *(point_button(scene, move) for move in options)]
    said += [" ", *quoted(scene, scene.state.chosen)]
    if len(options) > 1 and any(isinstance(move, Play) for move in options):
        said += [" ", *cited(scene, "chosen", "twofold.sides")]
    found: list[Tree] = [h("p", said, class_="chosen-card")]
    for move in options[:MOST_OPTIONS]:
        main = len(options) == 1 or not isinstance(move, TakeBack)
        found.append(move_button(scene, move, main, brief=f"→ {move.point}" if isinstance(move, Send) else ""))
    return found + foretellings(scene, options[:MOST_OPTIONS])


def point_button(scene: Scene, move: Move) -> Tree:
    """Draw the button that sends all the chosen characters to an access point."""
    point = gestures.point_of(scene.position, move)
    seen = named(scene.words.label("access-point", point=point), f"→ {point}")
    return button(seen, f"point:{point}", class_="do brief", key=f"point{point}")


def heard(scene: Scene) -> str:
    """Return the announcement for a chosen card: what to do with it, its text, and what would happen."""
    assert scene.state.chosen is not None
    told = foretold_by(scene, scene.options[:MOST_OPTIONS])
    return " ".join([choosing(scene, scene.state.chosen), *texts(scene, scene.state.chosen), *told])


def choosing(scene: Scene, card: int) -> str:
    """Return what to do with a chosen card, mentioning the second click if it takes one."""
    position, name = scene.position, called(scene.visible, card)
    if any(gestures.objects(position, move) for move in scene.options):
        return scene.ui("question.pick-target", card=name)
    if gestures.lit_points(position, scene.moves, card):
        defending = position.waiting is not None and position.waiting.kind is Decision.DEFEND
        said = scene.ui("question.pick-enemy" if defending else "question.pick-point", card=name)
        if (sent := gestures.together(scene))[1:]:
            names = [called(scene.visible, each) for each in sent]
            names[MOST_NAMED:] = [f"+{len(names) - MOST_NAMED}"] if len(names) > MOST_NAMED else []
            said = scene.ui("question.pick-together", names=tuple(names))
        return " ".join([said, scene.ui("question.pick-more")]) if gestures.along(scene) else said
    alone = clicks.the_one(scene, gestures.of_card(position, scene.moves, card)) is not None
    return scene.ui("question.chosen-alone" if alone else "question.chosen", card=name)


def foretellings(scene: Scene, options: Sequence[Move], place: str = "chosen") -> list[Tree]:
    """Draw what the possible moves would do right away, each with a rule that unfolds in `place`."""
    return [
        h("p", h("small", sentence), " ", *cited(scene, place, rule), class_="foretold", key=f"foretold{number}")
        for number, (sentence, rule) in enumerate(foretold_by(scene, options).items())
    ]


def foretold_by(scene: Scene, options: Sequence[Move]) -> dict[str, str]:
    """Return a mapping from each sentence about what these moves would do right away to the id of its rule."""
    notes = [note for move in options for note in foretold(scene.position, move)]
    return {clean(scene.words.note(note._replace(house=False)), LONG): note.rule for note in notes}


def texts(scene: Scene, card: int) -> tuple[str, ...]:
    """Return the texts of a card's abilities."""
    return library().texts(scene.position.game.cards[card], scene.language)


def quoted(scene: Scene, card: int) -> list[Tree | None]:
    """Draw a card's abilities as quotes, one after the other."""
    mark = "house" if scene.position.game.cards[card].house("text") else None
    return [part for text in texts(scene, card) for part in (h("q", text, class_=mark), " ")]


def says(scene: Scene, move: Move) -> list[Tree | None]:
    """Draw the texts of the card whose ability or event a move uses; [] for any other move."""
    return quoted(scene, move.card) if isinstance(move, Use | Event) else []


def more(scene: Scene) -> str:
    """Return the note that a second hand card is needed, or "" if it isn't."""
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
