"""The style sheet's tokens: each pair of colors used together is readable, light and dark."""

import re
from itertools import product

import pytest

from apz.widgets.base.styles import WIDGETS, sheets

LIGHT, DARK = 0, 1
THEMES = pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
TEXT = 4.5  # the contrast that WCAG AA requires for text
SIGN = 3.0  # and for large text, icons and outlines
SURFACES = ("bg", "surface-1", "surface-2", "surface-3")
KINDS = ("survivor", "raider", "zombie", "attachment", "wildcard", "trump", "stronghold")
TOKEN = re.compile(r"--([\w-]+):\s*(?:light-dark\((#\w+), (#\w+)\)|(#\w+));")
# text and its background
PAIRS = [
    *product(("text", "text-2", "text-3"), ("bg", "surface-1", "surface-2")),
    *product(("text", "text-2"), ("surface-3", "act-soft", "ok-soft", "bad-soft", "card", "card-foot", "hole")),
    *product(("act-ink", "ok", "bad", "warn"), ("bg", "surface-1", "surface-2")),
    ("act-ink", "act-soft"), ("bad", "bad-soft"), ("ok", "ok-soft"), ("bad", "hole"), ("ok", "hole"),
    ("on-act", "act"), ("on-act", "act-2"), ("on-bad", "bad-fill"), ("bad", "card-foot"), ("ok", "card-foot"),
    ("card-ink", "card"), ("card-ink", "card-foot"), ("text", "floor-0"), ("text", "sky-1"),
    *(("on-kind", kind) for kind in KINDS),
    *product((f"{kind}-ink" for kind in KINDS), ("card", "card-foot", "surface-1", "surface-2")),
]  # fmt: skip
# outlines and icons, and their background
OUTLINES = [
    *product(("line-2", "focus", "act-ink"), SURFACES[:3]),
    *product(("attack", "defense", "value"), ("card-foot",)),
    *product(("act-ink", "focus"), ("sky-0", "sky-1", "floor-0", "floor-1", "hole")),
]


def tokens() -> dict[str, tuple[str, str]]:
    """Return every color by its name, light and dark."""
    found = {}
    for name in ("base/css/tokens.css", "apocalypze/css/kinds.css"):
        for token, light, dark, both in TOKEN.findall((WIDGETS / name).read_text(encoding="utf-8")):
            found[token] = (light or both, dark or both)
    return found


def luminance(color: str) -> float:
    """Return a color's relative luminance, as WCAG defines it."""
    digits = color[1:] if len(color) == 7 else "".join(digit * 2 for digit in color[1:])
    parts = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colors, from 1 to 21."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def too_faint(pairs: list[tuple[str, str]], least: float, theme: int) -> list[str]:
    """Return the pairs that are too faint, with their contrast."""
    color = tokens()
    found = [(ink, paper, contrast(color[ink][theme], color[paper][theme])) for ink, paper in pairs]
    return [f"{ink} on {paper}: {measured:.2f}" for ink, paper, measured in found if measured < least]


def test_contrast_is_measured_as_wcag_does():
    assert contrast("#000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@THEMES
def test_all_text_can_be_read_on_what_it_stands_on(theme):
    assert too_faint(PAIRS, TEXT, theme) == []


@THEMES
def test_all_outlines_and_signs_are_seen_on_what_they_stand_on(theme):
    assert too_faint(OUTLINES, SIGN, theme) == []


def test_no_text_is_smaller_than_12_pixels():
    sizes = re.compile(r"font(?:-size)?:[^;{}]*?\b(\d+(?:\.\d+)?)px")
    for path in sheets():
        found = [float(size) for size in sizes.findall(path.read_text(encoding="utf-8"))]
        assert [size for size in found if 0 < size < 12] == [], path.name
