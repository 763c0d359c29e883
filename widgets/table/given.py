"""Checks of a panel's arguments, with errors that say what's allowed."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Any

from apz import games
from apz.core.language.texts import LANGUAGES
from apz.core.reading import FIXES, clean, hint, wording
from apz.core.session import Session


def session_for(panel: Any, given: Any, language: str | None, settings: Mapping[str, Any]) -> Session[Any]:
    """Return the session that a panel shows: the given one, or a new one from the given position."""
    check_given(panel, language, settings)
    if isinstance(given, Session):
        return given
    game = games.of(given)
    if game is None:
        remedy = f"write {type(panel).__name__}(apz.new_session(apz.new_game()))"
        raise TypeError(f"{said(given)} where a session or a position is expected; {remedy}")
    return game.new_session(given)


def check_given(panel: Any, language: str | None, settings: Mapping[str, Any]) -> None:
    """Raise an error for an unknown setting or language."""
    name = type(panel).__name__
    for unknown in [each for each in settings if not panel.has_trait(each)]:
        fields = inspect.signature(type(panel)).parameters.values()
        known = {"layout", *(field.name for field in fields if field.kind is field.KEYWORD_ONLY)}
        near = hint(unknown, known)
        raise TypeError(f'{name} has no setting "{unknown}"; {wording(FIXES, near.get("fix", ""), near)}')
    if language is not None and language not in LANGUAGES:
        raise ValueError(f"{said(language)} is not a language here; it's one of: {', '.join(LANGUAGES)}")


def callable_or_none(given: Callable[..., Any] | None) -> Callable[..., Any] | None:
    """Return the callback, or None if none was given; raise TypeError if it isn't callable."""
    if given is not None and not callable(given):
        raise TypeError(f"{said(given)} where a function that takes the session is expected")
    return given


def check_flags(**flags: object) -> None:
    """Raise TypeError for a flag that isn't True, False or None."""
    for name, value in flags.items():
        if not isinstance(value, bool | None):
            raise TypeError(f"{said(value)} where True or False is expected; write {name}=True or {name}=False")


def said(value: object) -> str:
    """Return a value as it's written in error messages."""
    return clean(repr(value))
