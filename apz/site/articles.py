"""The site's pages that need no script: lessons, rules, pieces, and pages for teachers and developers."""

from __future__ import annotations

import inspect
import re
from collections.abc import Collection, Iterator, Sequence
from functools import partial
from html import escape
from typing import Any

import apz
from apz.core.game import Game
from apz.core.language.rulebook import Rulebook
from apz.core.learning.lessons import Lesson
from apz.games import game as game_of
from apz.games import view as view_of
from apz.site.writing import catalog, linked, written
from apz.widgets.app.app import App
from apz.widgets.base.markup import KEPT, LEFT_OUT
from apz.widgets.base.tree import Tree, h
from apz.widgets.learn.prose import MARKS, blocks, drawn, marked
from apz.widgets.table import still

# nothing here connects to anything, but tools that examine a page fetch robots.txt from inside it
POLICY = (
    "default-src 'none'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'"
)
# folders that may be next to these pages, with their first pages: the tutorials as notebooks, the library's reference
BESIDE = {"lite": "lite/index.html", "api": "api/apz.html"}
FOR = ("teachers", "developers")  # readers with their own page
CODE = re.compile(r"`([^`]+)`")


def articles(name: str, build: str, beside: Collection[str] = ()) -> dict[str, bytes]:
    """Return all pages of a game in its languages, by address; the addresses stay the same from build to build.

    The pages link to the folders in `beside`, whose addresses are in `BESIDE`.
    """
    game = game_of(name)
    found = {}
    for language in game.languages:
        for address, title, about, body in pages(game, language, beside):
            others = [each for each in game.languages if each != language]
            found[f"{language}/{address}.html"] = page(language, address, title, about, body, build, others).encode()
    return found


def pages(game: Game[Any], language: str, beside: Collection[str]) -> Iterator[tuple[str, str, str, list[Tree]]]:
    """Yield each page in a language: its address, its title, a short description, and its content."""
    say, course, look = catalog(language), game.course(), view_of(game.name).look_up
    lessons = [course.lesson(name, language) for name in course.order()]
    app = App("", game=game.name, language=language)
    pieces = app.store.scene.says("look.pieces") if look else ""
    app.close()
    title, about = say.text("page", "name", {"game": game.title}), say.text("page", "about")
    more = [
        ("rules.html", say.text("read", "rules")),
        *([("pieces.html", pieces)] if look else []),
        *((f"{each}.html", say.text(each, "title")) for each in FOR),
        *((f"../{BESIDE[each]}", say.text("read", each)) for each in BESIDE if each in beside),
    ]
    contents = [
        h("p", about),
        start(say, language),
        h("h2", say.text("read", "lessons")),
        chapters(lessons, lambda each: link(f"lesson-{each.id}.html", each.title)),
        h("h2", say.text("read", "more")),
        h("ul", [h("li", link(*each)) for each in more]),
    ]
    yield "index", title, about, contents
    for each in lessons:
        yield f"lesson-{each.id}", each.title, plain(each.intro), lesson(game, each, language)
    yield "rules", say.text("read", "rules"), about, rules(game, language)
    if look:
        scene = app.store.scene
        kinds = [
            (
                kind,
                [
                    h("article", look.tile(scene, piece, "", False), h("div", look.sheet(scene, piece)), id=slug(piece))
                    for piece in kind.names
                ],
            )
            for kind in look.found("", language)
        ]
        yield "pieces", pieces, about, [h("section", h("h2", kind.title), sheets) for kind, sheets in kinds]
    for name, content in (("teachers", class_links(lessons, language)), ("developers", library(say, beside))):
        told = [coded(each) for each in prose(game.rules(language), say.text(name, "text"))]
        yield name, say.text(name, "title"), say.text(name, "about"), [h("p", say.text(name, "about")), told, content]


def chapters(lessons: Sequence[Lesson[Any]], row: Any) -> list[Tree]:
    """Return the lessons as lists, one per chapter, with the row that `row` makes for each lesson."""
    parts: list[tuple[str, list[Lesson[Any]]]] = []
    for each in lessons:
        if each.chapter or not parts:
            parts.append((each.chapter, []))
        parts[-1][1].append(each)
    found: list[Tree] = []
    for title, own in parts:
        found += [h("h3", title)] if title else []
        found.append(h("ol", [h("li", row(each)) for each in own], start=str(lessons.index(own[0]) + 1)))
    return found


def class_links(lessons: Sequence[Lesson[Any]], language: str) -> list[Tree]:
    """Return links for a teacher to send to a class, one for each lesson in the app, with how long it takes."""
    say = catalog(language)

    def row(each: Lesson[Any]) -> list[Tree]:
        long = say.text("teachers", "minutes", {"count": each.minutes})
        return [link(f"../?lesson={each.id}&lang={language}", each.title), f" ({long})"]

    return [h("h2", say.text("teachers", "links")), *chapters(lessons, row)]


def library(say: Any, beside: Collection[str]) -> list[Tree]:
    """Return the library's public names with their summaries, linked to its reference if that's built."""
    rows: list[Tree] = []
    for name in sorted(apz.__all__, key=str.lower):
        told = inspect.getdoc(getattr(apz, name)) or ""
        shown = h("code", "apz.", name)
        rows.append(h("dt", h("a", shown, href=f"../api/apz.html#{name}") if "api" in beside else shown))
        rows.append(h("dd", coded(h("span", told.split("\n\n")[0]))))
    reference = [h("p", link(f"../{BESIDE['api']}", say.text("read", "api")))] if "api" in beside else []
    return [h("h2", say.text("developers", "names")), *reference, h("dl", rows, lang="en")]


def coded(tree: Tree) -> Tree:
    """Return a tree with text in backticks turned into code elements."""
    if isinstance(tree, str):
        return tree
    tag, given, *children = tree
    found: list[Tree] = []
    for child in children:
        parts = CODE.split(child) if isinstance(child, str) else []
        found += [h("code", part) if at % 2 else part for at, part in enumerate(parts)] if parts else [coded(child)]
    return [tag, given, *found]


def lesson(game: Game[Any], given: Lesson[Any], language: str) -> list[Tree]:
    """Return a lesson as an article: its introduction, the texts before and after each task, and what to remember."""
    say, book = catalog(language), game.rules(language)
    told = [
        [*prose(book, str(task.said.get("say", ""))), *prose(book, str(task.said.get("after", "")))]
        for task in given.tasks
    ]
    begins = next((each.position for each in given.tasks if each.position), None)
    return [
        h("div", prose(book, given.intro)),
        *([picture(game.course().subject.position(begins), language)] if begins else []),
        start(say, language, f"lesson={given.id}&"),
        h("ol", [h("li", each) for each in told if each]),
        h("h2", say.text("read", "remember")),
        h("ul", [h("li", marked(each, partial(rule_link, book))) for each in given.remember]),
        start(say, language, f"lesson={given.id}&"),
    ]


def picture(position: Any, language: str) -> Tree:
    """Return a picture of a position's table, without buttons or fields."""
    table = unpressed(still.without("rail", still.draw(still.look(position, language))))
    return h("figure", h("div", table, class_="apz", data_theme="dark"), class_="site-table")


def unpressed(tree: Tree) -> Tree:
    """Return a tree with spans in place of buttons, and without fields, SVG pictures and most attributes."""
    if isinstance(tree, str):
        return tree
    tag, given, *children = tree
    kept = {name: value for name, value in given.items() if name in (*KEPT, "class", "style")}
    inside = [unpressed(each) for each in children if isinstance(each, str) or each[0] not in LEFT_OUT]
    return ["span" if tag == "button" else tag, kept, *inside]


def rules(game: Game[Any], language: str) -> list[Tree]:
    """Return an article for every rule, which a link can point to, with its related rules."""
    book = game.rules(language)
    return [
        h(
            "article",
            h("h2", rule.title),
            h("p", rule.text),
            h("p", rule.reason) if rule.reason else None,
            h("p", [[link(f"#{other}", book[other].title), " "] for other in rule.related if other in book]),
            h("p", h("code", rule.id), f" {rule.where}" if rule.where else None),
            id=rule.id,
        )
        for rule in book.values()
    ]


def prose(book: Rulebook, text: str) -> list[Tree]:
    """Return a text as paragraphs and lists, with links to rules."""
    return [drawn(block, partial(rule_link, book)) for block in blocks(text) if block]


def rule_link(book: Rulebook, rule: str) -> Tree | None:
    """Return a link to a rule, or None if the rule doesn't exist."""
    return link(f"rules.html#{rule}", book[rule].title) if rule in book else None


def plain(text: str) -> str:
    """Return a text's first paragraph without its markup."""
    return " ".join(MARKS.sub(lambda mark: mark[1] or "", text.strip().split("\n\n")[0]).split())


def slug(name: str) -> str:
    """Return a name in the form used in addresses: lowercase letters and digits, with hyphens."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def link(address: str, text: str) -> Tree:
    """Return a link to an address."""
    return h("a", text, href=address)


def start(say: Any, language: str, where: str = "") -> Tree:
    """Return a paragraph with the link that opens the app; `where` adds parameters to its address."""
    return h("p", h("a", say.text("read", "start"), href=f"../?{where}lang={language}", class_="do main"))


def shows_pieces(address: str) -> bool:
    """Return True if a page may show a table or pieces, which need many more style rules than text does."""
    return address.startswith("lesson-") or address == "pieces"


def fonts(address: str) -> list[str]:
    """Return the names of the fonts that a page is written in."""
    bold = address.startswith("lesson-") or address in ("index", "teachers")
    narrow = ["barlow-condensed-600", "barlow-condensed-700"] if shows_pieces(address) else ["barlow-condensed-700"]
    return ["barlow-500", *(["barlow-600"] if bold else []), *narrow]


def page(language: str, address: str, title: str, about: str, body: list[Tree], build: str, others: list[str]) -> str:
    """Return a whole HTML page that runs no script."""
    # only as links: in a page's head, search engines want full addresses, and we don't know where the site will be
    ways = [
        h("a", catalog(each).text("read", "language"), href=f"../{each}/{address}.html", lang=each, hreflang=each)
        for each in others
    ]
    home = link("index.html", catalog(language).text("read", "contents"))
    content = h(
        "main", h("nav", home, h("span", *[[way, " "] for way in ways])), h("h1", title), body, class_="site-article"
    )
    styled = linked(f"../{build}/", "pieces.css" if shows_pieces(address) else "read.css", fonts(address))
    return (
        f'<!doctype html>\n<html lang="{language}"><head><meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{escape(POLICY)}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<title>{escape(title)}</title>\n<meta name="description" content="{escape(about)}">\n'
        f'<link rel="icon" href="../icon.svg" type="image/svg+xml">{styled}</head>\n'
        '<body data-apz-page="dark" data-jp-theme-light="false"><div class="apz" data-theme="dark">'
        f"{written(content)}</div></body></html>\n"
    )
