"""The view of the gallery: a search field, filters, and cards to drag or choose."""

from __future__ import annotations

from apz.apocalypze.language.position_texts import about, title
from apz.apocalypze.positions.edits import counted
from apz.apocalypze.show.picture import printed_view
from apz.widgets.apocalypze import faces
from apz.widgets.apocalypze.editor import library
from apz.widgets.apocalypze.editor.gallery import FEW, FILTERS, KINDS, MOST, POSITIONS, shown
from apz.widgets.apocalypze.editor.places import AWAY, NEW, Place, kinds
from apz.widgets.apocalypze.editor.state import EditorScene
from apz.widgets.base.fields import choice, icon
from apz.widgets.base.tree import Tree, button, classes, h, named


def gallery(scene: EditorScene, brief: int) -> Tree:
    """Draw the gallery: no long texts from `brief` 1 on, fewer cards from 2 on; a card dropped here leaves the game."""
    away, title = Place(AWAY), scene.ui("editor.gallery")
    return h(
        "section",
        h("h2", title, class_="aloud"),
        search(scene),
        filters(scene),
        positions(scene) if scene.state.kind == POSITIONS else cards(scene, brief),
        h("p", scene.ui("editor.gallery-help"), class_="soft tip"),
        class_="gallery",
        aria_label=title,
        data_drop=away.name,
        data_takes=away.takes,
        data_name=scene.called(away),
        key="gallery",
    )


def search(scene: EditorScene) -> Tree:
    """Draw the search field: for positions, or for a card's name, which may follow a number of copies."""
    named, shown = ("editor.search", "editor.search-example")
    if scene.state.kind == POSITIONS:
        named, shown = ("editor.search-positions", "editor.search-positions")
    field = h("input", name="card", type="search", autocomplete="off", spellcheck="false", maxlength="100",
              placeholder=scene.ui(shown), aria_label=scene.ui(named),
              value=scene.state.search, data_do="find", data_live="1", data_clear="1")  # fmt: skip
    do = h("button", icon("search"), type="submit", class_="ghost", aria_label=scene.ui("editor.take"))
    return h("form", field, do, data_do="put", class_="find", key="find")


def filters(scene: EditorScene) -> Tree:
    """Draw the filters: kinds of cards or named positions, decks, and factions."""
    state, text = scene.state, scene.words.catalog.text
    typed = bool(counted(state.search)[1])
    tabs = [
        button(
            named(text("kinds", kind), icon(kind)),
            f"show:{kind}",
            class_=classes("kind", kind),
            title=text("kinds", kind),
            aria_pressed=kind == state.kind and not typed,
        )
        for kind in KINDS
    ]
    title = scene.ui("editor.positions")
    tabs.append(
        button(named(title, icon("deck")), f"show:{POSITIONS}", class_="kind", title=title,
               aria_pressed=state.kind == POSITIONS)
    )  # fmt: skip
    decks = {each: each or scene.ui("editor.all-decks") for each in FILTERS["deck"](state)}
    factions = {
        each: text("factions", each) if each else scene.ui("editor.all-factions") for each in FILTERS["faction"](state)
    }
    return h(
        "div",
        h("div", tabs, class_="kinds", role="group", aria_label=scene.ui("editor.kinds")),
        choice(scene.ui("editor.deck"), "show:deck", decks, state.deck),
        choice(scene.ui("editor.faction"), "show:faction", factions, state.faction),
        class_="filters",
        key="filters",
    )


def cards(scene: EditorScene, brief: int) -> Tree:
    """Draw the first cards to show, and how many more there are; or a note that none match."""
    found, order = shown(scene.state), {name: index for index, name in enumerate(scene.state.cards)}
    if not found:
        return h("p", scene.ui("editor.no-match"), class_="soft", key="cards")
    most = FEW if brief > 1 else MOST
    items = [sample(scene, name, order[name], brief > 0) for name in found[:most]]
    more = len(found) - most
    rest = h("p", scene.ui("editor.more", count=more), class_="soft") if more > 0 else None
    rows = h("ul", items, class_="cards", data_keys="grid", data_row="1", aria_label=scene.ui("editor.gallery"))
    return h("div", rows, rest, class_="samples", key="cards")


def positions(scene: EditorScene) -> Tree:
    """Draw the named positions that match the typed name, card or rule."""
    found = library.found(scene.state.search, scene.language)
    if not found:
        return h("p", scene.ui("editor.no-position-match"), class_="soft", key="cards")
    items = [h("li", button(told(scene, name), f"load:{name}", class_="ghost"), key=name) for name in found]
    rows = h("ul", items, class_="library", data_keys="grid", data_row="1", aria_label=scene.ui("editor.positions"))
    return h("div", rows, class_="samples", key="cards")


def told(scene: EditorScene, name: str) -> list[Tree]:
    """Draw a named position's title and description."""
    return [h("b", title(name, scene.language)), h("small", about(name, language=scene.language))]


def sample(scene: EditorScene, name: str, index: int, brief: bool) -> Tree:
    """Draw a card in the gallery, and how many copies to take at once."""
    many = counted(scene.state.search)[0]
    held = name == scene.state.taken
    many = scene.state.many if held else many
    key = (scene.language, held, many, brief)
    return scene.memo.once(("sample", name), key, lambda: drawn(scene, name, index, held, many, brief))


def drawn(scene: EditorScene, name: str, index: int, held: bool, many: int, brief: bool) -> Tree:
    """Draw a printed card that can be dragged or taken."""
    table, printed = scene.table, scene.state.cards[name]
    view = printed_view(printed, scene.language)
    seen = (faces.banner(view), faces.art(view), faces.signs(table, view), faces.foot(table, view))
    count = h("em", f"×{many}", class_="count") if many > 1 else None
    aloud = view.name if brief else faces.aloud(table, view)
    return h(
        "li",
        button(
            named(f"{many} × {aloud}" if many > 1 else aloud, *seen, count),
            f"take:{name}",
            class_="card",
            data_zoom=None if brief else faces.more(scene, view),
            aria_pressed=held,
            aria_description=None if brief else faces.text(table, view) or None,
        ),
        class_=classes("spot", faces.kind_of(view), held and "chosen"),
        data_drag=f"{NEW}{index}",
        data_kinds=kinds(printed, laid=False),
        data_name=name if many == 1 else f"{many} {name}",
        key=name,
    )
