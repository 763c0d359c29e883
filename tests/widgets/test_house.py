"""The panels' code: no rules in it, nothing loaded from outside, texts from catalogs, and a text for static pages."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from apz.apocalypze.kernel import new_session
from apz.apocalypze.setup import new_game
from apz.widgets import ExplainPanel, TablePanel, Tutor
from apz.widgets.apocalypze.examples import EXAMPLES
from apz.widgets.base.scripts import script
from apz.widgets.base.styles import WIDGETS, style
from apz.widgets.table.examples import named_for
from tests.texts import app_words, learning_words, panel_words
from tests.widgets.hands import by_hand, click, elements, play, position, session, shown

SOURCES = sorted(WIDGETS.rglob("*.py"))
# the parts of the kernel that a panel may use: to play, explain, count and look, but never to decide a rule
KERNEL = {
    "bots", "cards", "game", "kernel", "language.card_reference", "language.catalogs", "language.commands",
    "language.move_text", "language.position_texts", "language.rulebook", "language.words", "model", "move_preview",
    "moves", "play", "positions",
    "positions.edits", "rules.combat", "rules.consumption", "rules.find", "rules.move_target", "rules.search",
    "rules.sums", "setup", "sharing", "shortcuts", "show.picture", "show.text", "teaching.course",
    "teaching.exercises", "teaching.exercises.by_rule", "teaching.words", "visibility",
}  # fmt: skip
ASKED = {
    "rules.combat": {"unblocked_sum", "wounds_of"},
    "rules.consumption": {"can_pay", "offer", "resources", "resources_sum"},
    "rules.search": {"pile_of"},
    "play": {"PROCEDURES", "legal_moves", "play"},
    "rules.find": {"Zone", "called", "everywhere", "find", "find_attachment"},
}
PACKAGES = ("apz.apocalypze", *(f"apz.apocalypze.{name}" for name in ("language", "rules", "show", "teaching")))
CUT_OFF = re.compile(r"\b(max|min)\(0")  # only the kernel may keep a number of the game from going below 0
PAGED = {"history.py"}  # here it cuts a long list, not a number of the game


def imports(path: Path) -> Iterator[tuple[str, set[str]]]:
    """Yield each kernel module that a module imports, with the names it imports from there or uses of it."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        assert not (isinstance(node, ast.Import) and any("apocalypze" in alias.name for alias in node.names))
        if isinstance(node, ast.ImportFrom) and node.module in PACKAGES:
            for module in (alias.asname or alias.name for alias in node.names):
                inside = f"{node.module}.{module}".removeprefix("apz.apocalypze.")
                yield inside, set(re.findall(rf"\b{module}\.(\w+)", path.read_text(encoding="utf-8")))
        elif isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("apz.apocalypze."):
            yield node.module.removeprefix("apz.apocalypze."), {alias.name for alias in node.names}


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_a_panel_asks_the_kernel_and_decides_nothing(path):
    for module, names in imports(path):
        assert module in KERNEL
        assert names <= ASKED.get(module, names)


def test_no_panel_cuts_a_number_of_the_game_off():
    assert {path.name for path in SOURCES if CUT_OFF.search(path.read_text(encoding="utf-8"))} == PAGED


@pytest.mark.parametrize(
    "text", [script("panel.js"), script("via_renderer.js"), style()], ids=["panel.js", "via_renderer.js", "style"]
)
def test_nothing_comes_from_outside_and_nothing_is_executed(text):
    addresses = set(re.findall(r"https?://[^\s\"')]+", text))
    assert addresses <= {"http://www.w3.org/2000/svg"}
    for word in ("innerHTML", "outerHTML", "insertAdjacent", "eval(", "new Function", "import(", "@import", "fetch(",
                 "XMLHttpRequest", "localStorage", "document.write"):  # fmt: skip
        assert word not in text


@pytest.mark.parametrize(("asked", "words"), [("ui", panel_words), ("told", learning_words), ("says", app_words)])
def test_every_text_of_the_panels_is_used_and_every_one_that_is_used_is_there(asked, words):
    code = "".join(path.read_text(encoding="utf-8") for path in SOURCES)
    catalog = words("en")
    made = {section for section, _ in re.findall(r'f"(\w+)\.([^"]*)\{', code)}
    for section in catalog.sections():
        for key in catalog.keys(section):
            assert section in made or f'"{section}.{key}"' in code, f"{section}.{key}"
    for section, key in re.findall(asked + r'\((?:desk\.language, )?\s*"(\w+)\.([\w-]+)"', code):
        assert (section, key) in catalog


def test_no_words_for_people_stand_in_the_code():
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("h", "button"):
                texts = [
                    arg.value for arg in node.args[1:] if isinstance(arg, ast.Constant) and isinstance(arg.value, str)
                ]
                assert not [text for text in texts if re.search(r"[A-Za-z]{3}", text) and " " in text], path


def test_every_example_is_a_named_position_and_every_rule_with_one_exists():
    scene = by_hand(session("first-turn")).scene
    for rule, name in EXAMPLES.items():
        assert position(name)
        assert named_for(scene, rule) == name
    index = scene.words.rules
    assert all(rule in index or any(each.startswith(f"{rule}.") for each in index) for rule in EXAMPLES)


@pytest.mark.parametrize("panel_type", [Tutor, TablePanel, ExplainPanel])
def test_an_output_has_a_text_for_where_no_widget_can_run(panel_type):
    panel = panel_type(session("police-station"))
    play(panel, panel.scene.moves[0])
    bundle = panel._repr_mimebundle_()
    data = bundle[0] if isinstance(bundle, tuple) else bundle
    assert "application/vnd.jupyter.widget-view+json" in data
    assert "Police Officer" in data["text/plain"] if panel_type is TablePanel else "3 wounds" in data["text/plain"]
    assert "<script" not in data["text/html"]
    if panel_type is Tutor:
        assert "Lord Brawn" in data["text/plain"]
        assert "Lord Brawn" in data["text/html"]
        assert "Ben takes 3 wounds at access point 1" in data["text/plain"]


HOSTILE = [
    "<img src=x onerror=alert(1)>",
    "</script><script>alert(1)</script>",
    "\"quotes\" 'and' `ticks` ${x} {player} {0}",
    "\u202eright to left\u202c \x00\x07 \ud800",
    "x" * 10_000,
]


@pytest.mark.parametrize("name", HOSTILE, ids=["tag", "script", "quotes", "marks", "long"])
def test_hostile_names_stay_text(name):
    tutor = by_hand(new_session(new_game(seed=3, names=(name, "Ben"))))
    for do in ("move:[draw]", "move:[occupy, 0]", "card:8", "tab:history", "open:controls"):
        click(tutor, do)
        assert not tutor.store.state.trouble
        for _, attributes, *_ in elements(tutor.view["tree"]):
            assert all(not attribute.startswith("on") for attribute in attributes)
    text = shown(tutor)
    assert len(text) < 40_000
    assert "\x00" not in text
    data = tutor._repr_mimebundle_()
    html = (data[0] if isinstance(data, tuple) else data)["text/html"]
    assert "<img" not in html
    assert "<script" not in html


@pytest.mark.parametrize("text", HOSTILE, ids=["tag", "script", "quotes", "marks", "long"])
def test_hostile_commands_and_searches_stay_text(text):
    tutor = by_hand(session("first-turn"))
    click(tutor, "command", text=text)
    click(tutor, "command", text=f"why not {text}")
    click(tutor, "command", text=f"rule {text}")
    click(tutor, "tab:rules")
    click(tutor, "find", text=text)
    assert not tutor.store.state.trouble
    assert tutor.session.at == 0
