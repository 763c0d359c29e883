"""The widgets' style sheet, joined on first use from every package's `css/` folder, its pictures, and the fonts."""

from __future__ import annotations

import re
from base64 import b64encode
from functools import cache
from pathlib import Path

WIDGETS = Path(__file__).parent.parent
SHARED = ("base", "table", "learn", "lab", "app")  # the packages whose style comes first, in this order
LAST = WIDGETS / "base" / "css" / "last.css"  # the rules that override all others
# the fonts: family, weights and file
FONTS = (
    ("Barlow", "500", "barlow-500"),
    ("Barlow", "600 700", "barlow-600"),
    ("Barlow Condensed", "500 600", "barlow-condensed-600"),
    ("Barlow Condensed", "700", "barlow-condensed-700"),
)
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
GAP = re.compile(r";?\s*([{}])\s*|\s*([;>/])\s*|(?<=[,:]) +")
SYMBOL = re.compile(r'<symbol id="([\w-]+)" (viewBox="[^"]+")>(.*?)</symbol>', re.DOTALL)
ESCAPED = {"%": "%25", '"': "'", "#": "%23", "<": "%3C", "\n": ""}


def style() -> str:
    """Return the whole style sheet as one text, so that a page loads nothing else; it's large, and isn't kept."""
    return "".join(font(*each) for each in FONTS) + drawing()


@cache
def drawing() -> str:
    """Return the style sheet without the embedded fonts."""
    parts = [sign(name, drawing) for name, drawing in pictures("icons").items()]
    parts += [picture(name, drawing) for name, drawing in pictures("emblems").items()]
    parts += [compact(path.read_text(encoding="utf-8")) for path in sheets()]
    return "".join(parts)


def compact(sheet: str) -> str:
    """Return a style sheet without comments and needless spaces."""
    return GAP.sub(r"\1\2", COMMENT.sub("", sheet).strip())


@cache
def local_fonts() -> str:
    """Return the rules for the local fonts that replace our own where a reader has them."""
    return "".join(re.findall(r"@font-face\{[^}]*\}", drawing()))


def sheets() -> list[Path]:
    """Return the paths of the style sheets in cascade order: tokens, shared ones, each game's own, and `last.css`."""
    rooms = [path.name for path in WIDGETS.iterdir() if path.name not in SHARED]
    found = [path for room in (*SHARED, *sorted(rooms)) for path in sorted((WIDGETS / room / "css").glob("*.css"))]
    tokens = WIDGETS / "base" / "css" / "tokens.css"
    return [tokens, *(path for path in found if path not in (tokens, LAST)), LAST]


@cache
def pictures(file: str = "*") -> dict[str, str]:
    """Return the pictures in all `css/` folders as SVG, by name; `file` is "icons", "emblems" or "*" for both."""
    found = {}
    for path in sorted(WIDGETS.glob(f"*/css/{file}.svg")):
        for name, box, body in SYMBOL.findall(path.read_text(encoding="utf-8")):
            found[name] = f'<svg xmlns="http://www.w3.org/2000/svg" {box}>{body}</svg>'
    return found


def sign(name: str, drawing: str) -> str:
    """Return the rules that show an icon in the color of its text through a class such as `icon pic-undo`."""
    return f".apz{{--sign-{name}:{address(drawing)}}}.apz .pic-{name}{{--pic:var(--sign-{name})}}"


def picture(name: str, drawing: str) -> str:
    """Return the rule that gives a picture's class its picture."""
    return f".apz .pic-{name}{{--pic:{address(drawing)}}}"


def address(drawing: str) -> str:
    """Return a picture as a data URL."""
    return 'url("data:image/svg+xml,' + "".join(ESCAPED.get(letter, letter) for letter in drawing) + '")'


def font(family: str, weights: str, name: str, embedded: bool = True) -> str:
    """Return the rule for a font, with the font embedded or in a file next to the sheet."""
    data = b64encode(font_file(name)).decode() if embedded else ""
    source = f"data:font/woff2;base64,{data}" if embedded else f"{name}.woff2"
    return (
        f'@font-face {{ font-family: "{family}"; font-weight: {weights}; font-display: swap; '
        f'src: url("{source}") format("woff2"); }}\n'
    )


def font_file(name: str) -> bytes:
    """Return the content of a font's file."""
    return (WIDGETS / "base" / "fonts" / f"{name}.woff2").read_bytes()
