"""The server's own pages: the tutor's first paint, and the notices for visitors who can't come in."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from html import escape
from importlib.resources import files

from apz.core.language.messages import Catalog
from apz.core.language.texts import Texts
from apz.games import DEFAULT, game
from apz.serving.places import Reply
from apz.serving.settings import Settings

TEXTS = Texts(lambda: files("apz.serving") / "text")
THEMES = ("light", "dark")
STEPS = ("kernel", "laid", "panels", "slow", "failed", "cookies")
BOLD = re.compile(r"\*\*([^*]+)\*\*")
ICON = (
    "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 64 64'%3E%3Crect width='64' height='64' "
    "rx='12' fill='%230d1215'/%3E%3Cpath d='M32 9 10 23v7h4v24h36V30h4v-7z' fill='%23ffd15c'/%3E%3Cpath "
    "d='M21 27h22v5L30 44h13v6H20v-5l13-12H21z' fill='%230d1215'/%3E%3C/svg%3E"
)
LOGO = f'<img class="mark" src="{ICON}" alt="" width="48" height="48">'


def catalog(language: str) -> Catalog:
    """Return the pages' texts in a language."""
    return TEXTS.catalog("pages", language)


@cache
def style() -> str:
    """Return the pages' style sheet."""
    return (files("apz.serving") / "template" / "pages.css").read_text(encoding="utf-8")


def wished_language(asked: str, accepted: str, offered: Sequence[str]) -> str:
    """Return the language from the address, or the browser's, if it's offered; otherwise the first one offered."""
    wishes = [asked, *(part.split(";")[0] for part in accepted[:200].split(","))]
    short = (wish.strip().lower()[:2] for wish in wishes)
    return next((wish for wish in short if wish in offered), offered[0])


def wished_theme(asked: str) -> str:
    """Return the theme in the address, or dark by default; "" stands for the system's theme."""
    return "" if asked == "auto" else asked if asked in THEMES else "dark"


def head(language: str, theme: str, title: str, extra: str = "") -> str:
    """Return the HTML before the body's content; `extra` is our own HTML, never a visitor's text."""
    light = f' data-jp-theme-light="{"true" if theme == "light" else "false"}"' if theme else ""
    return (
        f'<!doctype html>\n<html lang="{language}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<title>{escape(title)}</title><link rel="icon" href="{ICON}">{extra}<style>{style()}</style></head>'
        f'<body class="jp-Notebook" data-voila="voila" data-wish="{theme}"{light}>'
    )


@cache
def opening(language: str, theme: str, static: str, early: str = "", name: str = DEFAULT) -> str:
    """Build the first paint: a welcome, the first lesson's start and a progress bar; `early` has tags for its head."""
    say, played = catalog(language), game(name)
    course, title = played.course(), say.text("page", "name", {"game": played.title})
    first = course.lesson(course.order()[0], language)
    told = " ".join(f'data-{step}="{escape(say.text("progress", step))}"' for step in STEPS)
    intro = "".join(f"<p>{paragraph}</p>" for paragraph in paragraphs(first.intro))
    minutes = say.text("page", "minutes", {"minutes": first.minutes})
    return (
        head(language, theme, title, early)
        + f'<main id="opening">{LOGO}<h1>{escape(title)}</h1><p>{escape(say.text("page", "about"))}</p>'
        f"<section><h2><small>{escape(say.text('page', 'first'))} · {escape(minutes)}</small>{escape(first.title)}</h2>"
        f'{intro}</section><section id="back" hidden>{escape(say.text("page", "back"))}</section>'
        f'<noscript><p class="bad">{escape(say.text("page", "script"))}</p></noscript>'
        f'<div id="progress" {told}><progress max="4" value="1" aria-labelledby="step"></progress>'
        f'<p id="step" role="status">{escape(say.text("progress", "kernel"))}</p>'
        f'<a class="do" hidden href="">{escape(say.text("progress", "again"))}</a></div></main>'
        f'<script src="{static}/opening.js"></script><div id="rendered_cells">'
    )


def paragraphs(text: str) -> list[str]:
    """Return the paragraphs of a lesson's text as HTML, with bold words marked."""
    blocks = (" ".join(block.split()) for block in re.split(r"\n\s*\n", text.strip()))
    return [BOLD.sub(r"<b>\1</b>", escape(block)) for block in blocks if block]


def later(language: str, theme: str, settings: Settings, reply: Reply) -> str:
    """Build the page that says why a visitor can't come in yet, and that reloads on its own."""
    say, told = catalog(language), {"cap": settings.cap, "share": settings.places_of_one, "seconds": reply.seconds}
    said = [say.text("later", reply.said, told), say.text("later", "again", told)]
    if reply.number:
        line = say.text("later", "next") if reply.number == 1 else say.text("later", "line", reply._asdict())
        said.insert(0, line)
    title = say.text("later", "moment") if reply.said == "busy" else say.text("later", "taken")
    return notice(language, theme, title, "\n".join(said), say.text("later", "now"), "", reply.seconds)


def refused(language: str, theme: str, base: str, why: str = "refused") -> str:
    """Build the page for a request that was refused."""
    say = catalog(language)
    return notice(language, theme, say.text(why, "title"), say.text(why, "said"), say.text("refused", "go"), base)


def notice(language: str, theme: str, title: str, said: str, go: str, where: str, again: int = 0) -> str:
    """Build a page with a few lines and one link, which reloads after `again` seconds unless that's 0."""
    retry = f'<meta http-equiv="refresh" content="{again}">' if again else ""
    lines = "".join(f"<p>{escape(line)}</p>" for line in said.splitlines())
    return (
        f'{head(language, theme, title, retry)}<main class="notice">{LOGO}<h1>{escape(title)}</h1>{lines}'
        f'<p><a class="do" href="{escape(where)}">{escape(go)}</a></p></main></body></html>'
    )


def login(language: str, theme: str, trouble: str = "") -> str:
    """Build the page with the password form; `trouble` says why it's shown again."""
    say = catalog(language)
    bad = f'<p class="bad" role="alert">{escape(trouble)}</p>' if trouble else ""
    return (
        f'{head(language, theme, say.text("login", "title"))}<main class="notice">{LOGO}'
        f"<h1>{escape(say.text('login', 'title'))}</h1><p>{escape(say.text('login', 'said'))}</p>{bad}"
        f'<form method="post"><label>{escape(say.text("login", "field"))} <input type="password" name="password" '
        f'autocomplete="current-password" required autofocus maxlength="200"></label> '
        f'<button class="do">{escape(say.text("login", "go"))}</button></form></main></body></html>'
    )
