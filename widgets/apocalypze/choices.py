"""The options of a decision: one button each, with a picture and the outcome."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from apz.apocalypze.model import Decision, Position, Waiting, Wounds, card_of
from apz.apocalypze.move_preview import foretold
from apz.apocalypze.moves import Attach, Event, Move, Occupy, Pass, Play, Use, Wound
from apz.apocalypze.play import legal_moves, play
from apz.apocalypze.rules.find import called
from apz.apocalypze.show.picture import card_view
from apz.core.trace import Step
from apz.widgets.apocalypze.faces import art, kind_of, text
from apz.widgets.apocalypze.labels import label
from apz.widgets.base.fields import icon
from apz.widgets.base.tree import Child, Tree, button, classes, h
from apz.widgets.table.scene import Scene
from apz.widgets.table.spelling import spelled

MOST_OPTIONS, MOST_NAMED = 8, 4
RESPONSES = (Decision.RESPOND, Decision.REMOVE, Decision.ARRIVAL)


def draw(scene: Scene, below: Callable[[Move], list[Tree]]) -> Tree | None:
    """Draw the options of a decision, each followed by the trees from `below`; None if there's nothing to list."""
    listed = options(scene)
    found = [option(scene, move, below(move), sole=len(listed) == 1) for move in listed]
    return h("ul", found, class_="choice", key="choice", aria_label=scene.ui("choice.name")) if found else None


def options(scene: Scene) -> list[Move]:
    """Return the moves to list: strongholds to occupy, characters to wound, or responses; [] if there are none."""
    waiting: Waiting | None = scene.position.waiting
    kind = waiting.kind if waiting and scene.yours and scene.state.chosen is None else None
    if kind is Decision.OCCUPY:
        return [move for move in scene.moves if isinstance(move, Occupy)]
    if kind is Decision.WOUND and scene.state.reckons:
        return scene.moves[:MOST_OPTIONS]
    return responses(scene)[:MOST_OPTIONS] if kind in RESPONSES else []


def responses(scene: Scene) -> list[Move]:
    """Return one move for each card to respond with, followed by the move to pass; [] if there are no such cards."""
    first: dict[int, Move] = {}
    for move in scene.moves:
        if isinstance(move, Event | Use):
            first.setdefault(move.card, move)
    return [*first.values(), *(move for move in scene.moves if isinstance(move, Pass))] if first else []


def option(scene: Scene, move: Move, below: list[Tree], sole: bool = False) -> Tree:
    """Draw one option with its picture, name and description, followed by the trees in `below`.

    A `sole` option stands out like a main button.
    """
    card, name, told = described(scene, move)
    view = card_view(scene.position, card, scene.language) if card is not None else None
    several = sum(isinstance(each, Event | Use) and each.card == card for each in scene.moves) > 1
    do = f"card:{card}" if several else f"move:{spelled(move)}"
    picture = h("span", art(view), class_=classes("disc", kind_of(view))) if view else h("span", "›", class_="disc")
    lines = h("span", h("b", name), [h("small", line) for line in told])
    return h("li", button([picture, lines], do, class_="do opt" if sole else "ghost opt"), below, key=do)


def described(scene: Scene, move: Move) -> tuple[int | None, Child, list[Tree | str]]:
    """Return the card that an option concerns (or None), the option's name, and its outcome or the card's text."""
    position: Position = scene.position
    if isinstance(move, Occupy):
        return position.sides[move.place].stronghold, label(scene, move), prospect_told(scene, move)
    if isinstance(move, Wound):
        notes = foretold(position, move)
        drops = [icon("wound") for note in notes for _ in range(note.values["amount"])]
        told: list[Tree | str] = [scene.words.note(note._replace(house=False)) for note in notes]
        if left := left_over(position, move):
            told.append(scene.ui("choice.left", wounds=left))
        return move.card, [called(scene.visible, move.card), " ", h("span", drops, class_="drops")], told
    if isinstance(move, Event | Use):
        return move.card, scene.words.name(position, move.card), [said(scene, move.card)]
    waiting = position.waiting
    cause = card_of(waiting) if waiting else None
    if waiting is None or cause is None:
        return None, label(scene, move), []
    return None, label(scene, move), [scene.ui(f"choice.pass-{waiting.kind}", card=called(scene.visible, cause))]


def left_over(position: Position, move: Wound) -> int:
    """Return how many wounds would still have to be assigned after this character took its own."""
    step, now = play(position, move), position.waiting
    after = step.after.waiting if isinstance(step, Step) else None
    same = isinstance(after, Wounds) and now is not None and after.player == now.player
    return after.amount if isinstance(after, Wounds) and same else 0


def said(scene: Scene, card: int) -> str:
    """Return a card's text."""
    return text(scene, card_view(scene.position, card, scene.language))


def prospect_told(scene: Scene, move: Occupy) -> list[Tree | str]:
    """Return what the player could do at a stronghold, in a few words."""
    cards, abilities = scene.memo.once(("prospect", move), scene.position, lambda: foreseen(scene.position, move))
    counts = scene.ui("choice.cards", count=len(cards)), scene.ui("choice.abilities", count=abilities)
    names = names_of(scene, cards)
    return [" · ".join(counts), *([names] if names else [])]


def names_of(scene: Scene, cards: Sequence[int]) -> str:
    """Return the names of the first few cards, each once with its count, and how many more names there are."""
    counted = Counter(scene.position.game.cards[card].name for card in cards)
    names = [f"{count} × {name}" if count > 1 else name for name, count in counted.items()]
    more = len(names) - MOST_NAMED
    return ", ".join(names[:MOST_NAMED]) + (f" +{more}" if more > 0 else "")


def foreseen(position: Position, move: Occupy) -> tuple[tuple[int, ...], int]:
    """Return the hand cards to play or attach, and how many abilities to use, right after occupying a stronghold."""
    step = play(position, move)
    assert isinstance(step, Step), step
    after: Position = step.after
    if after.waiting is None or after.waiting.player != position.player:
        return (), 0
    moves, hand = list(legal_moves(after)), after.sides[position.player].hand
    cards = tuple(dict.fromkeys(each.card for each in moves if isinstance(each, Play | Attach) and each.card in hand))
    return cards, len({(each.card, each.text) for each in moves if isinstance(each, Use)})
