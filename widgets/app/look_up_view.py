"""The look-up page: a search field, and either the rules with one shown in full or the game's pieces."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from apz.core.language.search import Found
from apz.core.reading import clean
from apz.widgets.app.state import PIECES, RULES, AppScene
from apz.widgets.base.fields import icon
from apz.widgets.base.tree import Tree, button, classes, h
from apz.widgets.table import examples
from apz.widgets.table.rule_index import MOST_FOUND, group_name, groups, marked
from apz.widgets.table.unfold import example
from apz.widgets.table.view import Filter, LookUp


def draw(scene: AppScene) -> Tree:
    """Draw the search field, the tabs if the game has pieces to look up, and the content of the chosen tab."""
    known = scene.view.look_up
    name = h("h1", scene.says("door.look"), class_="aloud", tabindex="-1", data_home=None if scene.state.rule else "1")
    shown = pieces(scene, known) if known and scene.state.tab == PIECES else rules(scene)
    return h("main", name, h("div", search(scene), tabs(scene) if known else None, class_="app-search"), shown,
             class_="app-look")  # fmt: skip


def search(scene: AppScene) -> Tree:
    """Draw the search field, which searches as you type."""
    on_pieces = scene.state.tab == PIECES
    do = scene.spelled("find") if on_pieces else "find"
    label = scene.says("look.search") if on_pieces else scene.ui("rules.search")
    field = h(
        "input", name="text", type="search", value=scene.state.search if on_pieces else scene.state.query,
        autocomplete="off", maxlength="100" if on_pieces else "300", aria_label=label, placeholder=label, data_do=do,
        data_live="1",
    )  # fmt: skip
    return h("form", icon("search"), field, data_do=do, role="search", key=scene.state.tab)


def tabs(scene: AppScene) -> Tree:
    """Draw the two tabs: the rules, and the pieces."""
    names = {RULES: ("book", scene.ui("panels.rules")), PIECES: ("log", scene.says("look.pieces"))}
    found = [
        button([icon(sign), " ", title], scene.spelled("tab", kind), role="tab",
               aria_selected=kind == scene.state.tab)
        for kind, (sign, title) in names.items()
    ]  # fmt: skip
    return h("div", found, class_="app-tabs", role="tablist", data_keys="grid", data_row="1",
             aria_label=scene.says("door.look"))  # fmt: skip


# ---- the rules


def rules(scene: AppScene) -> Tree:
    """Draw the results or all chapters, next to the chosen rule, the best match, or an introduction to searching."""
    query, index = scene.state.query.strip(), scene.words.rules
    hits = index.find(query)[:MOST_FOUND] if query else []
    shown = scene.state.rule or (hits[0].id if hits else "")
    listed = results(scene, hits, shown) if query else groups(scene, partial(inside, scene, shown), shown)
    page = rule_page(scene, shown) if shown in index else start(scene)
    return h(
        "div",
        h("div", listed, class_="app-hits"),
        h("section", page, class_="pane app-rule", aria_label=index[shown].title if shown in index else None),
        class_=classes("app-rules", bool(scene.state.rule) and "chosen"),
        key=RULES,
    )


def start(scene: AppScene) -> list[Tree | None]:
    """Draw an introduction to searching, with a few questions to try."""
    tries = [
        button(each, scene.spelled("seek", each), class_="ghost")
        for each in filter(None, scene.says("look.tries").split("|"))
    ]
    row = h("div", tries, class_="buttons tries") if tries else None
    return [h("p", scene.says("look.start"), class_="app-said"), row]


def results(scene: AppScene, hits: Sequence[Found], shown: str) -> list[Tree | None]:
    """Draw the results, best first, and how many pieces also match."""
    known = scene.view.look_up
    count = sum(len(kind.names) for kind in known.found(scene.state.query, scene.language)) if known else 0
    also = scene.says("look.also", count=count)
    more = button(also, scene.spelled("also"), class_="ghost app-also", key="also") if count else None
    if not hits:
        none = scene.ui("rules.none", words=clean(scene.state.query))
        return [h("p", none, class_="none", role="status"), more]
    told = h("p", scene.says("look.hits", count=len(hits)), class_="soft", role="status", key="count")
    return [told, h("ul", [hit(scene, each, shown) for each in hits], data_keys="grid", data_row="1"), more]


def hit(scene: AppScene, found: Found, shown: str) -> Tree:
    """Draw a matching rule: its title, the best sentence, its kind and its chapter."""
    return h("li", rule_button(scene, found.id, shown, marked(found.title), marked(found.snippet)), key=found.id)


def rule_button(scene: AppScene, rule: str, shown: str, title: list[Tree], text: list[Tree]) -> Tree:
    """Draw the button that shows a rule in full."""
    kind = scene.words.rules[rule].kind
    badge = kind_tag(scene, kind)
    chapter = h("small", group_name(scene, rule.partition(".")[0]))
    snippet = h("span", text, class_="snippet") if text else None
    return button([h("b", title), badge, snippet, chapter if text else None], scene.spelled("rule", rule),
                  class_="app-hit", aria_current="true" if rule == shown else None,
                  data_news=f"rule-{rule}" if rule == scene.state.rule else None)  # fmt: skip


def kind_tag(scene: AppScene, kind: str) -> Tree:
    """Draw a tag that says whether it's a rule, one of our rulings, or the program's own."""
    return h("span", scene.ui(f"rules.{kind}"), class_=classes("kind-tag", kind == "ruling" and "ruling"))


def inside(scene: AppScene, shown: str, rules: Sequence[str]) -> Tree:
    """Draw the rules of an open chapter by title, each as a button that shows it in full."""
    index = scene.words.rules
    return h("ul", [h("li", rule_button(scene, rule, shown, [index[rule].title], []), key=rule) for rule in rules])


def rule_page(scene: AppScene, rule: str) -> list[Tree | None]:
    """Draw a rule in full: our wording, its source, the reason for a ruling, a playable position, and links."""
    entry, index = scene.words.rules[rule], scene.words.rules
    where = scene.ui("rules.where", where=entry.where) if entry.where else ""
    related = [
        button(other.title, scene.spelled("rule", other.id), class_=classes("rule", other.kind))
        for other in index.related(rule)
    ]
    ways: list[Tree | None] = [
        button(scene.says("look.practise"), scene.spelled("practise", rule), class_="do")
        if rule in scene.game.practises()
        else None,
        button(scene.says("look.lab"), scene.spelled("lab", rule), class_="ghost")
        if scene.view.editor and examples.named_for(scene, rule)
        else None,
    ]
    back = button([icon("prev"), " ", scene.says("look.back")], scene.spelled("rule"),
                  class_="ghost app-list", key="back")  # fmt: skip
    return [
        back if scene.state.rule else None,
        h("small", group_name(scene, rule.partition(".")[0]), class_="kicker"),
        h("h2", entry.title, kind_tag(scene, entry.kind), tabindex="-1",
          data_home="1" if scene.state.rule else None, key=rule),
        h("p", entry.text, class_="app-said"),
        h("p", h("b", scene.ui("rules.reason")), " ", entry.reason) if entry.reason else None,
        h("p", h("small", scene.ui(f"rules.kind-{entry.kind}"), " ", where, " ", h("code", rule))),
        example(scene, f"index/{rule}", rule),
        h("p", h("small", scene.ui("rules.related")), " ", related) if related else None,
        h("div", ways, class_="buttons"),
    ]  # fmt: skip


# ---- the pieces


def pieces(scene: AppScene, known: LookUp) -> Tree:
    """Draw the filters and the matching pieces, with the chosen piece next to them."""
    title, name = scene.says("look.pieces"), scene.state.piece
    large = [known.tile(scene, name, "", False), known.sheet(scene, name)] if name else None
    sheet = large or h("p", scene.ui("card.none"), class_="soft")
    return h(
        "section",
        [filter_row(scene, each) for each in known.filters(scene.language)],
        h(
            "div",
            h("div", sheet, class_=classes("app-sheet", not name and "bare"), key="sheet", data_news=name or None),
            h("div", found(scene, known), class_="app-found"),
            class_="app-gallery",
        ),
        aria_label=title,
        key=PIECES,
    )


def filter_row(scene: AppScene, each: Filter) -> Tree:
    """Draw the values of a filter as buttons."""
    now = scene.state.narrowed.get(each.name)
    values = [
        button(h("span", title), scene.spelled("narrow", f"{each.name}={value}"), class_=classes("app-filter", value),
               aria_pressed=value == now)
        for value, title in each.values.items()
    ]  # fmt: skip
    return h("div", values, class_="app-filters", role="group", aria_label=scene.ui(each.title), key=each.name)


def found(scene: AppScene, known: LookUp) -> list[Tree]:
    """Draw the pieces that match the words and filters, and how many there are."""
    kinds = known.found(scene.state.search, scene.language)
    names = [name for kind in kinds for name in kind.names if known.fits(name, scene.state.narrowed)]
    if not names:
        none = scene.says("look.none", words=clean(scene.state.search)) if not kinds else scene.says("look.none-fit")
        return [h("p", none, class_="none", role="status")]
    total = sum(len(kind.names) for kind in known.found("", scene.language))
    tiles = [known.tile(scene, name, scene.spelled("piece", name), name == scene.state.piece) for name in names]
    count = h("p", scene.says("look.count", count=len(names), total=total), class_="soft", role="status")
    shown = h("ul", tiles, class_="app-tiles", data_keys="grid", data_row="1", aria_label=scene.says("look.pieces"))
    return [count, shown]
