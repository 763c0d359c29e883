"""Looks: the text about a card, pile, hand or phase that a player looks at without making a move."""

from __future__ import annotations

from collections.abc import Mapping

from apz.apocalypze.model import PHASES, Debt, Removal, Searching, Waiting, amount_of
from apz.apocalypze.play import PROCEDURES
from apz.apocalypze.show.picture import CardView, card_view
from apz.apocalypze.show.text import numbered
from apz.core.reading import clean
from apz.widgets.apocalypze import gestures
from apz.widgets.apocalypze.faces import aloud, said
from apz.widgets.apocalypze.pictured import pictured
from apz.widgets.table.scene import Scene
from apz.widgets.table.state import Look

SENTENCE = 600
# the rules that say most about a phase, a pile or a hand
PHASE_RULES = {
    "draw": ("draw.six",),
    "occupation": ("occupy.choose", "occupy.any-number"),
    "combat": ("combat.where", "combat.casualties", "combat.breach"),
    "consumption": ("feed.survivors", "consume.mix"),
}
PILE_RULES: Mapping[str, tuple[str, ...]] = {
    "deck": ("draw.six", "consume.deck", "pile.recycle"),
    "discard": ("setup.discard", "pile.remove", "pile.recover"),
    "hand": ("draw.six", "consume.hand"),
}


def rule_of(waiting: Waiting | None) -> str:
    """Return the id of the rule behind a decision, or behind the end of the game if there's no decision."""
    if waiting is None:
        return "end.last"
    own = waiting.rule if isinstance(waiting, Debt | Removal | Searching) else ""
    return own or PROCEDURES[waiting.kind].rule


def view_of(scene: Scene, card: int) -> CardView:
    """Return the view of a card as it is on the table now, or else as printed."""
    for seat in pictured(scene).seats:
        groups = [group for lane in seat.lanes for group in (lane.attackers, lane.defenders)]
        for view in (seat.stronghold, *seat.survivors, *seat.raiders, *(view for group in groups for view in group)):
            for each in (view, *view.attached):
                if each.id == card:
                    return each
    return card_view(scene.visible, card, scene.language)


def look(scene: Scene, card: int) -> Look:
    """Return a card's description and text, and who decides now, why it can't be used, or what has to be done first."""
    view = view_of(scene, card)
    lines = [f"{aloud(scene, view)}."]
    if view.card is not None:
        lines += said(scene, view.card)
    rules: tuple[str, ...] = ()
    position = scene.position
    wanted = gestures.attempt(position, card) if scene.yours else None
    refusal = position.why_not(wanted) if wanted else None
    if not scene.yours:
        lines.append(deciding(scene))
    elif refusal is not None:
        lines.append(scene.words.refusal(numbered(position, refusal)))
        rules = (refusal.rule,)
    else:
        lines += [scene.ui("looks.nothing"), awaited(scene)] if wanted is None else [awaited(scene)]
        rules = (rule_of(position.waiting),)
    return Look(tuple(clean(line, SENTENCE) for line in lines), rules)


def awaited(scene: Scene) -> str:
    """Return a sentence on what the player must do first."""
    waiting = scene.position.waiting
    assert waiting
    values = {"player": pictured(scene).seats[waiting.player].name, "amount": amount_of(waiting)}
    return scene.words.catalog.text("fixes", f"awaited-{waiting.kind}", values)


def deciding(scene: Scene) -> str:
    """Return a sentence on who must decide now, or on the end of the game."""
    waiting = scene.position.waiting
    if waiting is None:
        return scene.words.waiting(scene.visible)
    return scene.ui("looks.deciding", player=pictured(scene).seats[waiting.player].name)


def thing(scene: Scene, name: str) -> Scene:
    """Look at a phase ("phase.draw"), or at a pile or a hand ("deck.0")."""
    kind, _, rest = name.partition(".")
    if kind == "phase" and rest in PHASES:
        return told(scene, scene.ui(f"phases.{rest}"), PHASE_RULES[rest])
    if kind in PILE_RULES and rest in ("0", "1"):
        seat = pictured(scene).seats[int(rest)]
        count = {"deck": seat.deck, "discard": seat.discard, "hand": len(seat.hand)}[kind]
        return told(scene, scene.ui(f"looks.{kind}", player=seat.name, count=count), PILE_RULES[kind])
    return scene


def told(scene: Scene, title: str, rules: tuple[str, ...]) -> Scene:
    """Return the scene with these rules shown under a title."""
    texts = [scene.words.rules[rule].text for rule in rules]
    return scene.cleared().but(answer=Look((title, *(clean(text, SENTENCE) for text in texts)), rules))
