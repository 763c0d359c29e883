"""Looking is not acting: what is said about a card, a pile, a hand or a phase that somebody only looks at."""

from __future__ import annotations

from collections.abc import Mapping

from apz.apocalypze.cards import library
from apz.apocalypze.model import PHASES, Waiting
from apz.apocalypze.show.picture import CardView, card_view
from apz.apocalypze.show.text import numbered
from apz.core.reading import clean
from apz.widgets.apocalypze import gestures
from apz.widgets.apocalypze.faces import aloud
from apz.widgets.table.desk import Desk, Look

SENTENCE = 600
# the rule to read at each decision
RULES = {
    "draw": "draw.six", "occupy": "occupy.choose", "act": "occupy.any-number", "last": "event.moments",
    "attack": "combat.groups", "defend": "combat.defend", "order": "combat.order", "window": "timing.attacker-first",
    "wound": "combat.wounds", "consume": "consume.mix", "respond": "event.respond", "remove": "event.resolve",
    "arrival": "event.resolve", "search": "pile.shuffle", "over": "end.last",
}  # fmt: skip
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
    """The rule to read at a decision."""
    return waiting.rule if waiting and waiting.rule else RULES[waiting.kind if waiting else "over"]


def view_of(desk: Desk, card: int) -> CardView:
    """A card as it stands on the table now, or as it is printed."""
    for seat in desk.picture.seats:
        groups = [group for lane in seat.lanes for group in (lane.attackers, lane.defenders)]
        for view in (seat.stronghold, *seat.survivors, *seat.raiders, *(view for group in groups for view in group)):
            for each in (view, *view.attached):
                if each.id == card:
                    return each
    return card_view(desk.position, card, desk.language)


def look(desk: Desk, card: int) -> Look:
    """What a card is, what it says, and whether anything can be done with it now."""
    view = view_of(desk, card)
    lines = [f"{aloud(desk, view)}."]
    if view.card is not None:
        lines += library().texts(view.card, desk.language)
    rules: tuple[str, ...] = ()
    position = desk.session.position
    wanted = gestures.attempt(position, card) if desk.yours else None
    refusal = position.why_not(wanted) if wanted else None
    if not desk.yours:
        lines.append(deciding(desk))
    elif refusal is not None:
        lines.append(desk.words.refusal(numbered(position, refusal)))
        rules = (refusal.rule,)
    else:
        lines += [desk.ui("looks.nothing"), awaited(desk)] if wanted is None else [awaited(desk)]
        rules = (rule_of(position.waiting),)
    return Look(tuple(clean(line, SENTENCE) for line in lines), rules)


def awaited(desk: Desk) -> str:
    """What is to be done now instead."""
    waiting = desk.session.position.waiting
    assert waiting
    values = {"player": desk.picture.seats[waiting.player].name, "amount": waiting.amount}
    return desk.words.catalog.text("fixes", f"awaited-{waiting.kind}", values)


def deciding(desk: Desk) -> str:
    """Who is to decide now, where that is nobody at this desk."""
    waiting = desk.session.position.waiting
    if waiting is None:
        return desk.words.waiting(desk.position)
    return desk.ui("looks.deciding", player=desk.picture.seats[waiting.player].name)


def thing(desk: Desk, name: str) -> None:
    """Somebody looks at a phase, or at a pile or a hand: "phase.draw", "deck.0"."""
    kind, _, rest = name.partition(".")
    with desk.change():
        if kind == "phase" and rest in PHASES:
            told(desk, desk.ui(f"phases.{rest}"), PHASE_RULES[rest])
        elif kind in PILE_RULES and rest in ("0", "1"):
            seat = desk.picture.seats[int(rest)]
            count = {"deck": seat.deck, "discard": seat.discard, "hand": len(seat.hand)}[kind]
            told(desk, desk.ui(f"looks.{kind}", player=seat.name, count=count), PILE_RULES[kind])


def told(desk: Desk, title: str, rules: tuple[str, ...]) -> None:
    """Say what the rules say about something."""
    desk.let_go()
    texts = [desk.words.rules[rule].text for rule in rules]
    desk.answer = Look((title, *(clean(text, SENTENCE) for text in texts)), rules)
