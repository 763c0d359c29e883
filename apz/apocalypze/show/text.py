"""Positions, steps and cards as text, for the terminal and for `print`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeVar

from apz.apocalypze.cards import library
from apz.apocalypze.ids import PLAYERS, CardId
from apz.apocalypze.language.catalogs import view_words
from apz.apocalypze.language.words import words
from apz.apocalypze.model import CONSUMPTION, STRONGHOLD, Card, Decision, Game, Position, Side
from apz.apocalypze.play import expect_position
from apz.apocalypze.rules.find import alike, characters
from apz.apocalypze.rules.sums import draw_sum, feed_sum
from apz.apocalypze.show.picture import (
    HIDDEN_KIND,
    NAME,
    SENTENCE,
    CardView,
    Lane,
    Seat,
    card_view,
    picture,
    with_short_names,
)
from apz.core.language.messages import Catalog
from apz.core.reading import clean
from apz.core.trace import Note, Refusal, Step, Sum

Told = TypeVar("Told", Note, Refusal)
NAMES, NUMBER = 34, 8  # the widths of the columns
HOUSE = "*"


def show(position: Position, language: str = "en", texts: bool = False) -> str:
    """Return the position as text; with `texts`, also the abilities on the cards.

    >>> import apz
    >>> print(show(apz.named_position("first-turn")).splitlines()[0])
    Turn 1, Ann: occupation phase
    """
    expect_position(position)
    seen, say = picture(position, language), view_words(language)
    lines = [seen.title, seen.ask]
    for seat in reversed(seen.seats):
        lines += ["", *_seat(seat, language)]
    if texts and seen.texts:
        lines += ["", say.text("show", "texts")]
        lines += [f"  {name}: {' / '.join(said)}{HOUSE * house}" for name, said, house in seen.texts]
    if seen.house:
        lines += ["", f"{HOUSE} {say.text('show', 'house')}"]
    return "\n".join(lines)


def short(position: Position, language: str = "en") -> str:
    """Return the position in one line: the moment, and who must do what."""
    position = with_short_names(position)
    name = position.game.names[position.player]
    turn = words(language).label("turn", turn=position.turn)
    return f"<Position {turn}, {name}, {position.phase}: {clean(words(language).waiting(position), 200)}>"


def show_step(step: Step | Refusal, language: str = "en") -> str:
    """Return a step as text: who did what, then everything that happened, each with its rule; or why it was refused.

    >>> import apz
    >>> position = apz.named_position("first-turn")
    >>> print(show_step(position.play(apz.moves.Draw())).splitlines()[0][:50])
    You fill up your hand only in your own draw phase.
    """
    if not isinstance(step, Step | Refusal):
        raise TypeError(f"{step!r}: a step or a refusal is expected here; position.play(move) gives one")
    say = words(language)
    if isinstance(step, Refusal):
        return clean(say.step(step)[0], SENTENCE)
    before = with_short_names(step.before)
    mover = before.game.names[before.waiting.player if before.waiting else before.player]
    hidden = step.move is None  # hidden from a player who may not know its card
    head = f"{mover}: {say.label('hidden-card') if hidden else say.move(before, step.move)}"
    return "\n".join([clean(head, SENTENCE), *(f"  {line}" for line in told(step, language))])


def show_card(card: Card, language: str = "en") -> str:
    """Return a card as text: its numbers and abilities."""
    bare = Position(Game((card,), PLAYERS[:1]), (Side(CardId(0)), Side(CardId(0))))
    lines = [*_rows([card_view(bare, card, language)], "")]
    if card.kind == STRONGHOLD:
        say, facts = words(language), ("access", "capacity", "damage")
        lines.append("  " + ", ".join(f"{say.label(n)} {getattr(card, n)}{HOUSE * card.house(n)}" for n in facts))
    lines += [f"  {said}{HOUSE * card.house('text')}" for said in library().texts(card, language)]
    if any(HOUSE in line for line in lines):
        lines.append(f"{HOUSE} {view_words(language).text('show', 'house')}")
    return "\n".join(lines)


def told(step: Step, language: str = "en") -> list[str]:
    """Return the lines that tell what happened in a step, each with its rule."""
    names = step.before.game.names
    return [clean(line, SENTENCE) for line in words(language).step(short_names(step, names))]


def short_names(step: Step, names: tuple[str, str]) -> Step:
    """Return the step with the names in its notes fit to show: players' names cleaned, cards numbered where needed."""
    shown = {name: clean(name, NAME) for name in names}
    notes = [
        renamed(note, shown | (numbers(step.after, note.cards) or numbers(step.before, note.cards)))
        for note in step.notes
    ]
    return step._replace(notes=tuple(notes))


def numbered(position: Position, refusal: Refusal) -> Refusal:
    """Return a refusal with numbers on card names that several characters in play share, as on the table."""
    return renamed(refusal, numbers(position, refusal.cards))


def numbers(position: Position, cards: Iterable[int]) -> dict[str, str]:
    """Return a mapping from these cards' names to numbered ones, for names that several characters in play have.

    A name that two of these cards have isn't mapped.
    """
    twice = alike(position)
    in_play = {found.who.id for found in characters(position)} if twice else set()
    printed = [(card, position.game.cards[card].name) for card in cards if card >= 0]
    found = [(name, f"{name} #{card}" if name in twice and card in in_play else name) for card, name in printed]
    names = [name for name, _ in found]
    return {name: call for name, call in found if call != name and names.count(name) == 1}


def renamed(told: Told, names: Mapping[str, str]) -> Told:
    """Return a note or a refusal with names replaced in its values."""
    values = {key: _renamed(value, names) for key, value in told.values.items()}
    return told if values == told.values else told._replace(values=values)


def _renamed(value: Any, names: Mapping[str, str]) -> Any:
    """Return a value with names replaced: a single name, or several."""
    if isinstance(value, tuple):
        return tuple([names.get(each, each) for each in value])
    return names.get(value, value) if isinstance(value, str) else value


def summed(total: Sum, language: str) -> str:
    """Return a total with its terms, on one short line."""
    return clean(words(language).sum(total), SENTENCE)


def sums_of(position: Position, language: str = "en") -> list[str]:
    """Return the current totals of the engagements, the draw or the consumption, term by term."""
    seen, say = picture(position, language), view_words(language)
    waiting, lines = position.waiting, []
    if waiting and waiting.kind is Decision.DRAW:
        lines.append(say.text("show", "to-draw", {"total": summed(draw_sum(position, waiting.player), language)}))
    if waiting and waiting.kind is Decision.CONSUME and position.phase == CONSUMPTION:
        lines.append(say.text("show", "to-feed", {"total": summed(feed_sum(position, waiting.player), language)}))
    for seat in seen.seats:
        for lane in seat.lanes:
            totals = [f"  {line}" for line in _totals(lane, seat, say, language)]
            lines += [words(language).label("access-point", point=lane.point), *totals] if totals else []
    return lines


def _seat(seat: Seat, language: str) -> Iterator[str]:
    """Yield the lines of a player: stronghold, everybody at it, hand and piles."""
    say = view_words(language)
    states = [("occupied", seat.occupied), ("decides", seat.decides), ("out", seat.out)]
    marks = "; ".join(say.text("show", key, {"player": seat.name}) for key, on in states if on)
    head = say.text("show", "seat", {"player": seat.name, "place": seat.stronghold.name})
    yield head + (f" ({marks})" if marks else "")
    yield "  " + ", ".join(f"{n.label} {n.shown}{HOUSE * n.house}" for n in seat.stronghold.numbers)
    if seat.stronghold.attached:
        yield f"  {say.text('show', 'attached')}:"
        yield from _rows(seat.stronghold.attached, "    ")
    for lane in seat.lanes:
        yield from _lane(lane, seat, language)
    if seat.lanes:
        rest = seat.survivors + seat.raiders
        yield from _rows([view._replace(marks=(view.where, *view.marks)) for view in rest], "  ")
    else:
        count, capacity = len(seat.survivors), seat.stronghold.numbers[1].shown
        yield "  " + say.text("show", "survivors", {"count": count, "capacity": capacity})
        yield from _rows(seat.survivors, "    ")
        if seat.raiders:
            yield f"  {say.text('show', 'raiders', {'player': seat.other})}:"
            yield from _rows(seat.raiders, "    ")
    yield from _piles(seat, say)


def _piles(seat: Seat, say: Catalog) -> Iterator[str]:
    """Yield the hand and the piles."""
    open_cards = [view for view in seat.hand if view.kind != HIDDEN_KIND]
    hidden = len(seat.hand) - len(open_cards)
    backs = f" ({say.text('show', 'hidden-cards', {'count': hidden})})" if hidden else ""
    yield "  " + say.text("show", "hand", {"player": seat.name, "count": len(seat.hand)}) + backs
    yield from _rows(open_cards, "    ")
    top = f" ({say.text('show', 'top', {'card': seat.top})})" if seat.top else ""
    deck, discard = (say.text("show", pile, {"count": getattr(seat, pile)}) for pile in ("deck", "discard"))
    yield f"  {deck}. {discard}{top}"


def _lane(lane: Lane, seat: Seat, language: str) -> Iterator[str]:
    """Yield the lines of an access point."""
    say = view_words(language)
    state = f" ({say.text('show', lane.state)})" if lane.state else ""
    nobody = "" if lane.attackers or lane.defenders else f": {say.text('show', 'nobody')}"
    yield f"  {words(language).label('access-point', point=lane.point)}{state}{nobody}"
    for key, name, views in (("attack", seat.other, lane.attackers), ("defense", seat.name, lane.defenders)):
        if views:
            yield "    " + say.text("show", key, {"player": name})
            yield from _rows(views, "      ")
    for line in _totals(lane, seat, say, language):
        yield f"    {line}"


def _totals(lane: Lane, seat: Seat, say: Catalog, language: str) -> Iterator[str]:
    """Yield both sides' totals at an access point, or the cost of leaving it unblocked."""

    def total(number: Sum) -> str:
        return summed(number, language) + HOUSE * number.house

    if lane.owed is not None:
        yield say.text("show", "open", {"player": seat.name, "owed": total(lane.owed)})
    elif lane.sums:
        for name, attack, defense in ((seat.other, "attack", "guard"), (seat.name, "counter", "defense")):
            sums = {"attack": total(lane.sums[attack]), "defense": total(lane.sums[defense])}
            yield f"{name}: {say.text('show', 'against', sums)}"


def _rows(views: Iterable[CardView], indent: str) -> Iterator[str]:
    """Yield cards with their attachments, one per line."""
    for view in views:
        numbers = "".join(f"{n.label} {n.shown}{HOUSE * n.house}".ljust(NUMBER) for n in view.numbers)
        what = "; ".join(filter(None, (view.what, *view.marks)))
        yield f"{f'{indent}{view.name} ':{NAMES}}{numbers:{3 * NUMBER}}{what}".rstrip()
        yield from _rows(view.attached, indent + "+ ")
