"""The view of one phase: its moves, sums and moments, and the reason for each step."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import groupby

from apz.apocalypze.model import COMBAT, CONSUMPTION, DRAW, OCCUPATION, Position
from apz.apocalypze.moves import Eat, Send, TakeBack, Wound
from apz.apocalypze.rules.sums import draw_sum
from apz.apocalypze.show.text import numbered
from apz.core.reading import clean
from apz.widgets.apocalypze import choices, gestures, lanes, meal
from apz.widgets.apocalypze.labels import LONGEST
from apz.widgets.apocalypze.looks import PHASE_RULES
from apz.widgets.apocalypze.pictured import pictured
from apz.widgets.base.tree import Child, Tree, button, classes, h
from apz.widgets.table import explain, prompt
from apz.widgets.table.scene import Scene
from apz.widgets.table.unfold import cited, number, terms

MOST_LISTED, MOST_STEPS = 40, 12
ON_TABLE = Send | TakeBack | Eat | Wound  # moves made on the lanes or in the list of payments


# ---- the way through a phase


def moments(scene: Scene, phase: str) -> list[int]:
    """Return the numbers of a phase's moments in this turn, or else in the latest earlier turn with any, or []."""
    key = (scene.at, len(scene.session.nodes), phase)
    return scene.memo.once(("moments", phase), key, lambda: _moments(scene, phase))


def _moments(scene: Scene, phase: str) -> list[int]:
    line, at = scene.whole_line, scene.whole_line.index(scene.at)
    turns: list[tuple[int, list[int]]] = []
    for turn, group in groupby(enumerate(line), lambda each: scene.session.position_at(each[1]).turn):
        places = [place for place, each in group if scene.session.position_at(each).phase == phase]
        turns += [(turn, places)] if places else []
    now = scene.position.turn
    chosen = next((places for turn, places in turns if turn == now), None)
    if chosen is None:
        chosen = next((places for _, places in reversed(turns) if places[0] <= at), [])
    return [line[place] for place in chosen]


def walking(scene: Scene, phase: str) -> Tree:
    """Draw the buttons to walk through a phase's moments, and the number of the current one."""
    found, line = moments(scene, phase), scene.whole_line
    order = {each: place for place, each in enumerate(line)}
    here = order[scene.at]
    before = [each for each in found if order[each] < here]
    behind = [each for each in found if order[each] > here]
    if scene.at in found:
        label = scene.ui("phase.moment", at=found.index(scene.at) + 1, last=len(found))
    elif found:
        turn = scene.view.moment(scene.shown(scene.session.position_at(found[0])), scene.language)
        label = scene.ui("phase.elsewhere", moment=turn, count=len(found))
    else:
        label = scene.ui("phase.not-yet")
    name = scene.ui(f"phases.{phase}")
    return h(
        "div",
        step_button("↶ ", scene.ui("phase.back"), before[-1:], scene.ui("phase.back-in", phase=name)),
        step_button("↷ ", scene.ui("phase.forward"), behind[:1], scene.ui("phase.forward-in", phase=name)),
        h("small", label),
        class_="walking",
        key="walking",
    )


def step_button(arrow: str, text: str, to: list[int], name: str) -> Tree:
    """Draw the button that goes to the first moment in `to`, disabled if the list is empty."""
    do = f"go:{to[0]}" if to else "go:"
    return button(arrow + text, do, class_="ghost", disabled=not to, aria_label=name)


def steps(scene: Scene, phase: str) -> Tree | None:
    """Draw the last steps in a phase's latest turn up to the moment being shown, newest last; None without any."""
    found = [
        (at, step) for at in scene.line[1:] if (step := scene.session.nodes[at].step) and step.before.phase == phase
    ]
    told = [
        explain.one_step(scene, at, explain.notes_of(scene, step), "new" if at == scene.at else "")
        for at, step in found[-MOST_STEPS:]
        if step.before.turn == found[-1][1].before.turn
    ]
    return h("ol", told, class_="steps", aria_label=scene.ui("explain.name")) if told else None


def draw(scene: Scene, phase: str) -> Tree:
    """Draw a phase: its moments, rules and content, and the reason for each step."""
    rules = [cited(scene, f"phase.{phase}", rule) for rule in PHASE_RULES[phase]]
    return h(
        "div",
        walking(scene, phase),
        h("div", rules, class_="rules-of"),
        INSIDE[phase](scene),
        steps(scene, phase),
        class_="phase-body",
        data_keys="grid",
    )


def doing(scene: Scene, phase: str) -> Tree | None:
    """Draw who must do what, with the buttons for it; None if the game is in a different phase."""
    if scene.position.phase != phase:
        return None
    listed = [move for move in gestures.with_cards(scene) if not isinstance(move, ON_TABLE)]
    if phase == OCCUPATION or scene.state.chosen is not None:
        listed = []  # each card already has its own line or buttons, and a stronghold is one of the options
    asked = prompt.buttons(scene)
    parts: list[Tree] = [
        each for each in asked if isinstance(each, list) and not each[1].get("data-to")
    ]  # without the link to the hand, which isn't shown here
    parts += [prompt.move_button(scene, move) for move in listed[:MOST_LISTED]]
    return h(
        "section",
        h("h3", clean(scene.view.prompt.heading(scene), prompt.SENTENCE), tabindex="-1", data_home="1"),
        choices.draw(scene, lambda move: []) if phase == OCCUPATION else None,
        prompt.button_row(parts),
        class_=classes("ask", scene.yours and "yours"),
        key="doing",
        aria_label=scene.ui("question.name"),
    )


# ---- inside the four phases


def drawing(scene: Scene) -> list[Tree | None]:
    """Draw the sum of the cards to draw, and the sizes of hands and decks."""
    position: Position = scene.position
    found: list[Tree | None] = []
    if position.phase == DRAW and scene.state.reckons:
        total, text = draw_sum(position, position.player), scene.ui("question.to-draw")
        found += [h("p", text, ": ", number(scene, "sum.draw", total, text)), terms(scene, "sum.draw", total, text)]
    for seat in pictured(scene).seats:
        found.append(h("p", scene.ui("phase.stock", player=seat.name, hand=len(seat.hand), deck=seat.deck)))
    return found


def occupying(scene: Scene) -> list[Tree | None]:
    """Draw which stronghold is occupied, how many characters are at each one, the food owed, and the hand."""
    position, seats = scene.position, pictured(scene).seats
    player = seats[position.player].name
    found: list[Tree | None] = [
        h("p", scene.ui("phase.occupies", player=player, place=seat.stronghold.name)) for seat in seats if seat.occupied
    ] or [h("p", scene.ui("phase.occupies-none", player=player))]
    for seat in seats:
        room = seat.stronghold.numbers[1].shown
        people = scene.ui("table.survivors", player=seat.name, count=len(seat.survivors), capacity=room)
        found.append(h("p", people, " · ", scene.ui("phase.raiders", player=seat.other, count=len(seat.raiders))))
    if scene.state.reckons and position.waiting is not None:
        found.append(meal.outlook(scene, position.player))
    if position.phase == OCCUPATION and scene.yours:
        found.append(hand(scene))
    return found


def hand(scene: Scene) -> Tree | None:
    """Draw the deciding player's hand: cards to play with their buttons, then the others by what keeps them in hand."""
    position, waiting = scene.position, scene.position.waiting
    cards = position.sides[waiting.player].hand if waiting else ()
    playable = {card: own for card in cards if (own := gestures.of_card(position, scene.moves, card))}
    kept: dict[str, list[int]] = {}
    for card in cards:
        if card not in playable:
            kept.setdefault(kept_by(scene, card), []).append(card)
    lines = [
        h("li", named_card(scene, card), " ", [prompt.move_button(scene, move) for move in own[: prompt.MOST_OPTIONS]],
          key=f"c{card}")
        for card, own in playable.items()
    ] + [
        h("li", h("small", why), " ", [named_card(scene, card) for card in same], class_="no", key=f"c{same[0]}")
        for why, same in kept.items()
    ]  # fmt: skip
    return h("ul", lines, class_="means", aria_label=scene.ui("phase.hand"), key="hand") if cards else None


def named_card(scene: Scene, card: int) -> Tree:
    """Draw a card's name as a button that clicks the card."""
    return button(scene.words.name(scene.position, card), f"card:{card}", class_="ghost", key=f"n{card}")


def kept_by(scene: Scene, card: int) -> str:
    """Return why a hand card can't be played now."""
    position = scene.position
    refusal = position.why_not(gestures.from_hand(position, card))
    return clean(scene.words.refusal(numbered(position, refusal)), LONGEST * 3) if refusal else ""


INSIDE: Mapping[str, Callable[[Scene], Child]] = {
    DRAW: drawing,
    OCCUPATION: occupying,
    COMBAT: lanes.draw,
    CONSUMPTION: meal.draw,
}
