"""The layers: which modules may import which, according to the syntax trees; lazy and typing-only imports count too."""

import ast
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[1]
FOLDERS = {"apz": "apz", "apz.cards": "cards", "apz.tutorials": "tutorials", "apz.widgets": "widgets"}
GAMES = "apz.games"  # the table of games, the only module that knows them all
METHODS = "apz.apocalypze.position_methods"  # the only module in a game that asks how its table is drawn
GAME = ("apz.apocalypze", "apz.widgets.apocalypze")
# The layers that each layer may import besides itself; a module belongs to the longest matching name.
LAYERS: dict[str, tuple[str, ...]] = {
    "apz.core": (),
    "apz.cards": (),
    "apz.tutorials": (),
    "apz.apocalypze": ("apz.core", "apz.cards", "apz.tutorials", METHODS),
    METHODS: ("apz.core", "apz.apocalypze", GAMES),
    GAMES: ("apz.core", *GAME, "apz.widgets"),
    "apz.widgets.base": ("apz.core", GAMES),
    "apz.widgets": ("apz.core", "apz.widgets.base", GAMES),
    "apz.widgets.apocalypze": ("apz.core", "apz.apocalypze", "apz.widgets.base", "apz.widgets"),
    "apz.serving": ("apz.core", "apz.tutorials", GAMES),
    # a site contains all of our code
    "apz.site": ("apz", "apz.core", "apz.cards", "apz.tutorials", "apz.widgets.base", "apz.widgets", GAMES),
    "apz.cli": ("apz.core", "apz.serving", "apz.site", GAMES),
    "apz": ("apz.core", "apz.apocalypze"),  # the names that `import apz` offers
}
PUBLIC = {"apz.widgets": "apz.widgets.apocalypze"}  # and those of `import apz.widgets`, for that module only
# Packages that a layer uses besides Python's own and, everywhere, PyYAML: Jupyter is for widgets and serving only.
OUTSIDE: dict[str, tuple[str, ...]] = {
    "apz.core.language": ("lunr", "snowballstemmer"),
    "apz.core.learning": ("fsrs",),
    "apz.widgets.base.widget": ("anywidget", "ipywidgets", "traitlets"),
    "apz.serving": (
        "ipykernel", "jupyter_client", "jupyter_core", "jupyter_server", "nbclient", "psutil", "tornado", "traitlets",
        "voila", "zmq",
    ),
    "apz.cli": ("psutil", "segno"),
    "apz.site.lite": ("packaging",),
}  # fmt: skip
EVERYWHERE = {"yaml", *sys.stdlib_module_names}


class Import(NamedTuple):
    """One import of a module, at load time or only later: in a function, for types, or by a name in a text."""

    source: str
    target: str
    later: bool = False


class Breach(NamedTuple):
    """An import that isn't allowed, and why."""

    why: str
    source: str
    target: str

    def __str__(self) -> str:
        return f"{self.why}: {self.source} -> {self.target}"


def sources() -> dict[str, str]:
    """Return the text of every installed module, by name."""
    found = {}
    for package, folder in FOLDERS.items():
        for path in (ROOT / folder).rglob("*.py"):
            parts = path.relative_to(ROOT / folder).with_suffix("").parts
            name = ".".join((package, *parts)).removesuffix(".__init__")
            found[name] = path.read_text(encoding="utf-8")
    return found


def imports(name: str, text: str, modules: Iterable[str]) -> Iterator[Import]:
    """Yield a module's imports, wherever they are in it."""
    yield from _imports(name, ast.parse(text), set(modules), later=False)


def _imports(name: str, tree: ast.AST, modules: set[str], later: bool) -> Iterator[Import]:
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield Import(name, _module(alias.name, modules), later)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{name}: write imports in full, so that they can be found"
            assert node.module
            for alias in node.names:
                yield Import(name, _module(f"{node.module}.{alias.name}", modules), later)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            if re.fullmatch(r"apz(\.\w+)+", node.value):
                yield Import(name, _module(node.value, modules), True)
        elif isinstance(node, ast.JoinedStr):
            first = node.values[0] if node.values else None
            if isinstance(first, ast.Constant) and re.fullmatch(r"apz(\.\w+)*\.", str(first.value)):
                yield from (Import(name, each, True) for each in modules if _is_child(each, str(first.value)))
        waits = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) or (
            isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)
        )
        yield from _imports(name, node, modules, later or waits)


def _is_child(module: str, prefix: str) -> bool:
    """Return True if a module is a direct child of `prefix`, which ends with a dot, and isn't a `__main__`."""
    return module.rpartition(".")[0] == prefix[:-1] and not module.endswith(".__main__")


def _module(name: str, modules: set[str]) -> str:
    """Return the longest prefix of `name` that's one of our modules, or its top-level package if none is."""
    while name not in modules and "." in name:
        name = name.rpartition(".")[0]
    return name


def layer(module: str, layers: Iterable[str]) -> str:
    """Return the layer of a module, or `""` if it has none."""
    return max((each for each in layers if f"{module}.".startswith(f"{each}.")), key=len, default="")


def against_layers(found: Iterable[Import]) -> Iterator[Breach]:
    """Yield the imports the tables above don't allow."""
    for source, target, _ in found:
        own = layer(source, LAYERS)
        if layer(target, LAYERS) == PUBLIC.get(source):
            continue
        if target.partition(".")[0] == "apz":
            if layer(target, LAYERS) not in (own, *LAYERS[own]):
                yield Breach("layer", source, target)
        elif target not in EVERYWHERE and target not in OUTSIDE.get(layer(source, OUTSIDE), ()):
            yield Breach("layer", source, target)


def in_cycles(found: Iterable[Import]) -> Iterator[Breach]:
    """Yield the late imports that close a cycle, and the imports in cycles that have no late ones.

    Late imports in the table of games don't count: it imports a game's modules only when it's asked for that game.
    """
    found = [each for each in found if each.source != GAMES or not each.later]
    every, at_once = _reached(found), _reached(each for each in found if not each.later)
    for source, target, later in found:
        if source in (every if later else at_once).get(target, ()) or source == target:
            yield Breach("cycle", source, target)


def _reached(found: Iterable[Import]) -> Mapping[str, set[str]]:
    """Return everything each module imports, directly or indirectly."""
    direct: dict[str, set[str]] = {}
    for source, target, _ in found:
        direct.setdefault(source, set()).add(target)
    reached = {}
    for start in direct:
        seen: set[str] = set()
        todo = [*direct[start]]
        while todo:
            if (name := todo.pop()) not in seen:
                seen.add(name)
                todo += direct.get(name, ())
        reached[start] = seen
    return reached


def breaches(texts: Mapping[str, str]) -> set[Breach]:
    """Return all breaches among these modules."""
    found = {each for name, text in texts.items() for each in imports(name, text, texts)}
    return {*against_layers(found), *in_cycles(found)}


def lines(found: Iterable[Breach]) -> list[str]:
    """Return breaches as sorted lines of text."""
    return sorted(map(str, found))


def test_no_import_breaks_the_layers_or_closes_a_cycle():
    found = lines(breaches(sources()))
    assert found == [], "imports against the layers, or in a cycle: move what's needed to where both may have it"


CORE, PLAY, DESK = "apz.core.session", "apz.apocalypze.play", "apz.widgets.desk"


@pytest.mark.parametrize(("module", "text", "breach"), [
    (CORE, "from apz.apocalypze import play", f"layer: {CORE} -> {PLAY}"),
    (CORE, "def late():\n    import apz.apocalypze.play", f"layer: {CORE} -> {PLAY}"),
    (CORE, "if TYPE_CHECKING:\n    from apz.apocalypze.play import step", f"layer: {CORE} -> {PLAY}"),
    (CORE, "HOMES = {'play': ('apz.apocalypze.play',)}", f"layer: {CORE} -> {PLAY}"),
    (CORE, "import_module(f'apz.apocalypze.{name}')", f"layer: {CORE} -> {PLAY}"),
    (CORE, "import traitlets.config", f"layer: {CORE} -> traitlets"),
    (CORE, "import apz", f"layer: {CORE} -> apz"),
    (PLAY, "from tornado import web", f"layer: {PLAY} -> tornado"),
    (PLAY, f"from {DESK} import Desk", f"layer: {PLAY} -> {DESK}"),
    (DESK, f"import {PLAY}", f"layer: {DESK} -> {PLAY}"),
    ("apz.cli.files", f"from {PLAY} import step", f"layer: apz.cli.files -> {PLAY}"),
    ("apz.serving.app", f"from {DESK} import Desk", f"layer: apz.serving.app -> {DESK}"),
])  # fmt: skip
def test_an_import_against_the_layers_is_found_however_it_is_written(module, text, breach):
    texts = {"apz": "", "apz.apocalypze": "", CORE: "", PLAY: "", DESK: ""}
    assert lines(breaches({**texts, module: text})) == [breach]


@pytest.mark.parametrize(("module", "text"), [
    (CORE, "import json, yaml\nfrom apz.core.trace import Step"),
    (PLAY, f"from {CORE} import Session"),
    ("apz.widgets.base.widget", f"import anywidget, apz.games\nfrom {CORE} import Session"),
    ("apz.games", "HOMES = ('apz.apocalypze', 'apz.widgets.apocalypze.table')"),
    ("apz.widgets.apocalypze.table", f"from {PLAY} import step\nfrom {DESK} import Desk"),
    ("apz", f"NAMES = {{'step': '{PLAY}'}}"),
    (CORE, "'''apz.apocalypze is spoken of, not imported.'''"),
])  # fmt: skip
def test_an_import_within_the_layers_is_allowed(module, text):
    names = "apz.core.trace", "apz.widgets", "apz.widgets.apocalypze.table", "apz.games"
    texts = dict.fromkeys(("apz", "apz.apocalypze", CORE, PLAY, DESK, *names), "")
    assert lines(breaches({**texts, module: text})) == []


def test_a_cycle_is_named_by_the_late_import_that_closes_it():
    texts = {
        "apz.core.one": "import apz.core.two",
        "apz.core.two": "import apz.core.three",
        "apz.core.three": "def late():\n    import apz.core.one\n    import apz.core.four",
        "apz.core.four": "",
    }
    assert lines(breaches(texts)) == ["cycle: apz.core.three -> apz.core.one"]


def test_a_cycle_without_a_late_import_is_named_by_all_of_its_imports():
    texts = {"apz.core.one": "import apz.core.two", "apz.core.two": "import apz.core.one\nimport apz.core.one"}
    assert lines(breaches(texts)) == [
        "cycle: apz.core.one -> apz.core.two",
        "cycle: apz.core.two -> apz.core.one",
    ]
