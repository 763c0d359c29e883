"""What a panel is given when it is made; what cannot be used is an error that says what would do."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from apz.apocalypze.cards import Library
from apz.apocalypze.kernel import new_session
from apz.apocalypze.language.rulebook import LANGUAGES
from apz.apocalypze.model import Position
from apz.core.reading import clean, hint
from apz.core.session import Session

if TYPE_CHECKING:
    from apz.widgets.base.panel import Panel


def session_for(
    panel: Panel, given: Session[Position] | Position, language: str | None, settings: Mapping[str, Any]
) -> Session[Position]:
    """The session that a panel shows, and a position begins one of its own; all else that it is given is looked at."""
    check_given(panel, language, settings)
    if not isinstance(given, Session | Position):
        remedy = f"write {type(panel).__name__}(apz.new_session(apz.new_game()))"
        raise TypeError(f"{said(given)} where a session or a position is expected; {remedy}")
    return new_session(given) if isinstance(given, Position) else given


def check_given(panel: Panel, language: str | None, settings: Mapping[str, Any]) -> None:
    """Refuse a setting that a panel doesn't have, and a language that there isn't."""
    name = type(panel).__name__
    for unknown in [each for each in settings if not panel.has_trait(each)]:
        fields = inspect.signature(type(panel)).parameters.values()
        known = {"layout", *(field.name for field in fields if field.kind is field.KEYWORD_ONLY)}
        raise TypeError(f'{name} has no setting "{unknown}"; {hint(unknown, known)}')
    if language is not None and language not in LANGUAGES:
        raise ValueError(f"{said(language)} is not a language here; it is one of: {', '.join(LANGUAGES)}")


def position_for(panel: Panel, given: object, cards: Library) -> Position:
    """The position that is edited: itself, or where it is written, or that of a session."""
    from apz.apocalypze.positions import read_position  # loaded when something is edited

    if isinstance(given, Path | str):
        return read_position(given, cards)
    found = given.position if isinstance(given, Session) else given
    if isinstance(found, Position):
        return found
    remedy = f"write {type(panel).__name__}(apz.new_game())"
    raise TypeError(f"{said(given)} where a position, its text or its Path is expected; {remedy}")


def callable_or_none(given: Callable[..., Any] | None) -> Callable[..., Any] | None:
    """Whoever is told of something, if anybody is."""
    if given is not None and not callable(given):
        raise TypeError(f"{said(given)} where a function is expected that is told of the session")
    return given


def check_flags(**flags: object) -> None:
    """Refuse what is neither true nor false, nor left open."""
    for name, value in flags.items():
        if not isinstance(value, bool | None):
            raise TypeError(f"{said(value)} where True or False is expected; write {name}=True or {name}=False")


def said(value: object) -> str:
    """A value as it is named in an error."""
    return clean(repr(value))
