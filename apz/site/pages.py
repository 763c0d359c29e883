"""The site's pages around the app: the first paint with its puzzle, the manifest, the icon and the notices."""

from __future__ import annotations

import json
from collections.abc import Collection
from html import escape
from pathlib import Path

from apz.games import game as game_of
from apz.site.articles import FOR, articles
from apz.site.writing import catalog, linked, written
from apz.widgets.app.app import App
from apz.widgets.base.styles import FONTS

HERE = Path(__file__).parent
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; "
    "form-action 'none'"
)
PAPER, ACCENT = "#0d1215", "#0d6355"  # as in the panels' style: the page behind them, and its accents
STEPS = ("python", "tutor", "slow", "failed", "old")
WORDS = ("update", "reload", "later")  # texts that the running page shows without Python


def around(game: str, build: str, beside: Collection[str] = ()) -> dict[str, bytes]:
    """Return the files next to the build's folder, by name; `beside` has the names of other folders built there."""
    title = catalog("en").text("page", "name", {"game": game_of(game).title})
    manifest = {
        "name": title, "short_name": game_of(game).title, "id": "./", "start_url": "./", "scope": "./",
        "display": "standalone", "background_color": PAPER, "theme_color": ACCENT,
        "description": catalog("en").text("page", "about"),
        "icons": [{"src": "icon.svg", "sizes": "any", "type": "image/svg+xml", "purpose": "any"}],
    }  # fmt: skip
    return {
        "index.html": index(game, build).encode(),
        "manifest.webmanifest": json.dumps(manifest, ensure_ascii=False, indent=1).encode(),
        "icon.svg": (HERE / "page" / "icon.svg").read_bytes(),
        "NOTICE.txt": (HERE / "page" / "NOTICE.txt").read_bytes(),
        ".nojekyll": b"",  # or GitHub's server would leave files out
        **articles(game, build, beside),
    }


def index(game: str, build: str) -> str:
    """Return the app's page, with the home page in each language; one of them shows until the app has loaded."""
    languages = game_of(game).languages
    say = {language: catalog(language) for language in languages}
    first = languages[0]
    title, about = say[first].text("page", "name", {"game": game_of(game).title}), say[first].text("page", "about")
    openings = "".join(opening(game, language, hidden=language != first) for language in languages)
    styled = linked(f"{build}/", "first.css", [name for *_, name in FONTS])
    early = "".join(
        f'<link rel="modulepreload" href="{build}/{name}">'
        for name in ("host.js", "rehearsal.js", "panel.js", "via_renderer.js", "browser_store.js")
    )
    return (
        f'<!doctype html>\n<html lang="{first}"><head><meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{escape(POLICY)}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<script src="{build}/early.js"></script>\n'
        f'<title>{escape(title)}</title>\n<meta name="description" content="{escape(about)}">\n'
        f'<meta name="theme-color" content="{ACCENT}"><link rel="manifest" href="manifest.webmanifest">'
        f'<link rel="icon" href="icon.svg" type="image/svg+xml">\n{styled}\n'
        f'{early}</head>\n<body data-voila="site" data-build="{build}" data-apz-page="dark" '
        'data-jp-theme-light="false">\n'
        f'<div id="opening">{openings}</div>\n<script src="{build}/start.js"></script>\n<div id="app"></div>\n'
        f'<script type="module" src="{build}/host.js"></script>\n</body></html>\n'
    )


def opening(game: str, language: str, hidden: bool) -> str:
    """Return the first paint in a language: the loading progress, and the home page as the app will draw it."""
    say = catalog(language)
    app = App("", game=game, language=language)
    told = {name: say.text("progress", name) for name in STEPS} | {name: say.text("notice", name) for name in WORDS}
    data = " ".join(f'data-{name}="{escape(text)}"' for name, text in told.items())
    box = f'<div class="jupyter-widgets"><div class="apz" lang="{language}" data-theme="dark">'
    panels = "".join(f"{box}{written(each.view['tree'])}</div></div>" for each in (app.bar, app.home))
    if app.store.state.trouble:  # don't build a page that we know is broken
        raise RuntimeError(app.store.state.trouble)
    app.close()
    read = [("index", say.text("read", "contents")), *((each, say.text(each, "title")) for each in FOR)]
    ways = " · ".join(f'<a href="{language}/{address}.html">{escape(text)}</a>' for address, text in read)
    return (
        f'<div class="site-opening" lang="{language}" {data}{" hidden" if hidden else ""}>'
        f'<div class="site-progress"><progress max="100" value="3" aria-label="{escape(told["python"])}"></progress>'
        f'<p role="status">{escape(told["python"])}</p> <a hidden href="">{escape(told["reload"])}</a></div>'
        f'<noscript><p class="site-bad">{escape(say.text("page", "script"))}</p></noscript>'
        f'<p class="site-back" hidden>{escape(say.text("page", "back"))}</p>'
        f'<p class="site-link" hidden>{escape(say.text("page", "link"))}</p>'
        f'<div class="jupyter-widgets app-frame site-home">{panels}</div>'
        f'<nav class="site-read" aria-label="{escape(say.text("read", "more"))}">{ways}</nav></div>'
    )
