"""The texts that tests look for on a page: by language and place, as in says("en", "bar.home")."""

from typing import Any

from apz import games
from apz.core.language.messages import Catalog
from apz.widgets.base.wording import placed


def panel_words(language: str = "en") -> Catalog:
    return games.game().catalog("panels", language)


def learning_words(language: str = "en") -> Catalog:
    return games.game().catalog("learning", language)


def app_words(language: str = "en") -> Catalog:
    return games.game().catalog("app", language)


def ui(language: str, place: str, /, **values: Any) -> str:
    return placed(games.game(), "panels", language, place, values)


def told(language: str, place: str, /, **values: Any) -> str:
    return placed(games.game(), "learning", language, place, values)


def says(language: str, place: str, /, **values: Any) -> str:
    return placed(games.game(), "app", language, place, values)
