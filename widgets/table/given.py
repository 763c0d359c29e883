"""What a panel is given when it is made; what cannot be used is an error that says what would do."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Any

from apz import games
from apz.core.language.texts import LANGUAGES
from apz.core.reading import clean, hint
from apz.core.session import Session


def session_for(panel: Any, given: Any, language: str | None, settings: Mapping[str, Any]) -> Session[Any]:
    """Return the session that a panel shows: the given one, or one that begins with the given position."""
    check_given(panel, language, settings)
    if isinstance(given, Session):
        return given
    game = games.of(given)
    if game is None:
        remedy = f"write {type(panel).__name__}(apz.new_session(apz.new_game()))"
        raise TypeError(f"{said(given)} where a session or a position is expected; {remedy}")
    return game.new_session(given)


def check_given(panel: Any, language: str | None, settings: Mapping[str, Any]) -> None:
    """Refuse a setting that a panel doesn't have, and a language that there isn't."""
    name = type(panel).__name__
    for unknown in [each for each in settings if not panel.has_trait(each)]:
        fields = inspect.signature(type(panel)).parameters.values()
        known = {"layout", *(field.name for field in fields if field.kind is field.KEYWORD_ONLY)}
        raise TypeError(f'{name} has no setting "{unknown}"; {hint(unknown, known)}')
    if language is not None and language not in LANGUAGES:
        raise ValueError(f"{said(language)} is not a language here; it is one of: {', '.join(LANGUAGES)}")


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
