"""Saved table states: plain data to save, share and restore, which is treated as untrusted when read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import is_dataclass, replace
from typing import Any

from apz import games
from apz.core.bots import Choice
from apz.core.game import Game
from apz.core.lab.functions import Coaching
from apz.core.session import Session
from apz.core.trace import Note, Refusal
from apz.widgets.base.page import Example
from apz.widgets.base.wording import offered
from apz.widgets.table.examples import begun, replayed
from apz.widgets.table.seats import YOU
from apz.widgets.table.spelling import meant, spelled
from apz.widgets.table.state import MOTIONS, Look, Seen, TableState

MOST, MOST_TEXT, MOST_COUNTED = 200, 2000, 10**9  # entries of a list, characters of a text, and a number
Reader = Callable[[Session[Any], Any], Any]  # reads part of a state; returns None if it can't be used


def to_data(state: TableState) -> dict[str, Any]:
    """Return the saved fields of a state that differ from their starting values, as plain data."""
    start = TableState(seats=(YOU,) * len(state.seats))
    return {name: _plain(value) for name in READERS if (value := getattr(state, name)) != getattr(start, name)}


def _plain(value: Any) -> Any:
    """Return part of a state as plain data."""
    if isinstance(value, TableState):
        return to_data(value)
    if is_dataclass(value):
        return spelled(value)
    if isinstance(value, Mapping):
        return {str(name): _plain(part) for name, part in list(value.items())[-MOST:]}
    if hasattr(value, "_asdict"):
        return {name: _plain(part) for name, part in value._asdict().items()}
    return [_plain(part) for part in value] if isinstance(value, tuple | list) else value


def from_data(data: object, session: Session[Any]) -> TableState:
    """Return a session's saved state; parts that can't be used keep their starting values."""
    given = data if isinstance(data, dict) else {}
    read = {name: reader(session, given[name]) for name, reader in READERS.items() if name in given}
    seats = (YOU,) * game_of(session).seats
    usable = {name: value for name, value in read.items() if value is not None}
    state = replace(TableState(at=session.at, seats=seats), **usable)
    try:  # make sure that its sentences can still be written
        say, hint = game_of(session).words(state.language), state.hint
        told = [say.note(note) for note in (*state.reasons.values(), *([hint.why] if hint else []))]
        told.append(say.refusal(state.answer) if isinstance(state.answer, Refusal) else "")
    except (LookupError, ValueError, TypeError, AttributeError):
        return replace(state, answer=None, hint=None, reasons={})
    return state


def game_of(session: Session[Any]) -> Game[Any]:
    """Return a session's game."""
    return games.game(session.kernel.name)


# ---- the parts of a state, each within its bounds


def _flag(_: Session[Any], value: Any) -> bool | None:
    return value if isinstance(value, bool) else None


def _text(_: Session[Any], value: Any) -> str | None:
    return value if isinstance(value, str) and len(value) <= MOST_TEXT else None


def _count(_: Session[Any], value: Any) -> int | None:
    return value if type(value) is int and 0 <= value < MOST_COUNTED else None


def _moment(session: Session[Any], value: Any) -> int | None:
    return value if type(value) is int and 0 <= value < len(session.nodes) else None


def _card(session: Session[Any], value: Any) -> int | None:
    count = games.view(session.kernel.name).pieces(session.start)
    return value if type(value) is int and 0 <= value < count else None


def _each(reader: Reader) -> Reader:
    """Return a reader for a list that skips unusable entries."""

    def read(session: Session[Any], value: Any) -> tuple[Any, ...]:
        found = [reader(session, each) for each in (value[:MOST] if isinstance(value, list) else ())]
        return tuple(each for each in found if each is not None)

    return read


def _by_moment(reader: Reader) -> Reader:
    """Return a reader for a mapping whose keys are moments."""

    def read(session: Session[Any], value: Any) -> dict[int, Any]:
        pairs = list(value.items())[:MOST] if isinstance(value, dict) else []
        found = {int(name): reader(session, part) for name, part in pairs if name.isdecimal() and len(name) < 9}
        return {name: part for name, part in found.items() if part is not None and name < len(session.nodes)}

    return read


def _one_of(*known: str) -> Reader:
    """Return a reader that accepts only these words."""
    return lambda session, value: value if value in known else None


def _values(value: Any) -> dict[str, Any]:
    """Return the usable values for a sentence: words, numbers and lists of words."""
    pairs = list(value.items())[:MOST] if isinstance(value, dict) else []
    read = {name: tuple(filter(_word, part)) if isinstance(part, list) else part for name, part in pairs}
    return {name: part for name, part in read.items() if isinstance(part, tuple) or _word(part)}


def _word(part: Any) -> bool:
    return isinstance(part, bool | int | str) and len(str(part)) <= MOST_TEXT


def _note(session: Session[Any], value: Any) -> Note | None:
    if not isinstance(value, dict):
        return None
    key, rule = _text(session, value.get("key")), _text(session, value.get("rule"))
    cards = _each(_card)(session, value.get("cards"))
    return Note(key, rule, _values(value.get("values")), cards, value.get("house") is True) if key and rule else None


def _answer(session: Session[Any], value: Any) -> Refusal | Look | str | None:
    if not isinstance(value, dict):
        return _text(session, value)
    if "lines" in value:
        lines, rules = (_each(_text)(session, value.get(name)) for name in ("lines", "rules"))
        known = game_of(session).rules()
        return Look(lines, tuple(rule for rule in rules if rule in known)) if lines else None
    note, fix = _note(session, value), _text(session, value.get("fix"))
    if note is None:
        return None
    ways, later = _each(_each(_move))(session, value.get("ways")), _values(value.get("later"))
    return Refusal(note.key, note.rule, note.values, note.cards, fix or "", note.house, ways, later)


def _move(session: Session[Any], value: Any) -> Any:
    return meant(session.kernel, value) if isinstance(value, str) else None


def _hint(session: Session[Any], value: Any) -> Any:
    why = _note(session, value.get("why")) if isinstance(value, dict) else None
    move = _move(session, value.get("move")) if why else None
    return Choice(move, why) if move is not None and why is not None else None


def _coaching(session: Session[Any], value: Any) -> Coaching | None:
    if not isinstance(value, dict) or value.get("done") is not True:  # unfinished work doesn't resume after loading
        return None
    pairs = _each(_each(_text))(session, value.get("options"))
    options = tuple((pair[0], pair[1]) for pair in pairs if len(pair) == 2)
    moves, reasons = _each(_move)(session, value.get("moves")), _each(_text)(session, value.get("reasons"))
    sure = _text(session, value.get("sure"))
    return Coaching(options, moves, reasons, sure, done=True) if options and moves and sure is not None else None


def _seen(session: Session[Any], value: Any) -> Seen | None:
    since = value.get("since") if isinstance(value, dict) else None
    cards = _each(_card)(session, value.get("cards")) if type(since) is int else ()
    return Seen(cards, since) if type(since) is int and 0 <= since <= len(session.nodes) and cards else None


def _seats(session: Session[Any], value: Any) -> tuple[str, ...] | None:
    game = game_of(session)
    if not isinstance(value, list) or len(value) != game.seats or not all(isinstance(each, str) for each in value):
        return None
    known = (YOU, *game.bots)  # the adviser takes the seat of a bot that no longer exists
    seats = tuple(each if each in known else game.adviser for each in value)
    return seats if {*seats} <= {*known} else None


def _example(session: Session[Any], value: Any) -> Example | None:
    key = _text(session, value.get("key")) if isinstance(value, dict) else None
    name = key.partition("@")[0] if key else ""
    game = game_of(session)
    if not key or name not in game.positions().names():
        return None
    inside, moves = begun(game, name, ("",) * game.seats), _each(_move)(session, value.get("moves"))
    inside.at = replayed(inside, moves)
    state = value.get("state")
    kept = {name: part for name, part in state.items() if name != "example"} if isinstance(state, dict) else {}
    return Example(key, moves, replace(from_data(kept, inside), inside=True))


READERS: Mapping[str, Reader] = {
    "language": lambda session, value: value if value in offered() else None,
    "opened": _each(_text), "query": _text, "example": _example, "at": _moment, "since": _moment,
    "walked": _one_of("undo", "redo", "along"), "by_hand": _flag, "forced": _each(_moment), "declined": _moment,
    "seats": _seats, "open_hands": _flag, "quick": _flag, "motion": _one_of(*MOTIONS), "sound": _flag,
    "house_marks": _flag,
    "watching": _flag, "reckons": _flag, "advises": _flag, "chosen": _card, "picked": _each(_card), "card": _card,
    "answer": _answer, "refused": _count, "which": _each(_move), "hint": _hint,
    "level": _count, "coaching": _coaching,
    "reasons": _by_moment(_note), "seen": _by_moment(_seen), "refusals": _by_moment(_text), "reviewed": _text,
    "costly": _by_moment(_text),
    "tab": _text,
}  # fmt: skip
