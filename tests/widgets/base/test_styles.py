"""The widgets' style sheet: everything it names exists, once, and it includes its pictures and fonts."""

import re

import pytest

from apz.apocalypze.cards import library
from apz.widgets.apocalypze.faces import FACTIONS, slug
from apz.widgets.base.styles import FONTS, LAST, WIDGETS, drawing, pictures, sheets, style

PYTHON = sorted(WIDGETS.glob("**/*.py"))


def test_every_sheet_is_in_it_the_tokens_first():
    found = sheets()
    assert sorted(found) == sorted(WIDGETS.glob("*/css/*.css"))
    assert (found[0].name, found[-1]) == ("tokens.css", LAST)


@pytest.mark.parametrize("name", library())
def test_every_card_has_a_picture(name):
    assert slug(name) in pictures()


def test_pictures_are_named_once_and_drawn_in_no_code():
    names = [name for path in WIDGETS.glob("*/css/*.svg") for name in re.findall('symbol id="(.+?)"', path.read_text())]
    assert len(names) == len(set(names)) == len(pictures())
    assert not [name for name, drawing in pictures().items() if re.search("<script|href|on[a-z]+=|style", drawing)]
    assert set(FACTIONS.values()) <= set(names)


def test_every_variable_that_is_used_is_there():
    text = style()
    used = set(re.findall(r"var\((--[\w-]+)\)", text))
    assert used - set(re.findall(r"(--[\w-]+):", text)) == set()


def test_gaps_between_rules_are_left_out_and_those_in_a_text_stay():
    sheet = drawing()[drawing().index("color-scheme:") :]
    assert not re.search(r"[{;}]\s", re.sub(r'"[^"]*"', "", sheet))
    assert 'content:"✓ "' in sheet


def test_fonts_are_at_most_60_kilobytes():
    assert sum((WIDGETS / "base" / "fonts" / f"{name}.woff2").stat().st_size for *_, name in FONTS) <= 60_000
    assert len(re.findall("base64,[A-Za-z0-9+/=]+", style())) == len(FONTS)
    assert sum(map(len, re.findall("base64,([A-Za-z0-9+/=]+)", style()))) <= 60_000


def test_every_sign_that_is_asked_for_is_drawn():
    asked = {name for path in PYTHON for name in re.findall(r'\bicon\("([\w-]+)"\)', path.read_text(encoding="utf-8"))}
    assert asked
    assert asked <= set(pictures())


@pytest.mark.parametrize("name", ["apocalypze/css/board.css", "apocalypze/css/cards.css", "apocalypze/css/kinds.css"])
def test_a_tables_style_never_looks_inside_an_element(name):
    """With `:has()`, a browser restyles large parts of the table at each click, which doubles its work."""
    assert ":has(" not in (WIDGETS / name).read_text(encoding="utf-8")
