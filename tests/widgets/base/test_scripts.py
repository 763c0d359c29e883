"""The scripts: modules joined into one text, without a word of any game or a class of any view."""

import re
from collections import Counter
from pathlib import Path

import pytest

from apz.widgets import base
from apz.widgets.base.scripts import IMPORT, SCRIPTS, script

MODULES = {path.name: path.read_text(encoding="utf-8") for path in sorted(SCRIPTS.glob("*.js"))}
ENTRIES = ("panel.js", "browser_store.js")
SMALL = ("via_renderer.js", "unpack.js")  # the scripts that every panel and the renderer have themselves
OWN = {"apz"}  # the class of a panel's root element, the only class a selector may name
WORDS = (
    "attach", "attack", "card", "combat", "consum", "deck", "defen", "lesson", "phase", "player", "raider",
    "stronghold", "survivor", "wound", "zombie",
)  # fmt: skip

each_module = pytest.mark.parametrize("name", MODULES)
each_entry = pytest.mark.parametrize("name", ENTRIES)


@each_entry
def test_a_script_is_one_module_that_imports_nothing(name):
    text = script(name)
    assert re.findall(r"^\s*import\b.*|\bfrom \".*|\bimport\(", text, re.MULTILINE) == []
    assert [line[:14] for line in text.splitlines() if line.startswith("export")] == ["export default"]
    assert "/**" not in text
    assert " // " not in text


@each_entry
def test_no_two_modules_of_a_script_use_the_same_name_at_their_top(name):
    parts = [text for module, text in MODULES.items() if places_of(module, script(name))]
    top = r"^(?:export )?(?:const|let|class|(?:async )?function) (\w+)"
    names = [each for text in parts for each in re.findall(top, text, re.MULTILINE)]
    assert [each for each, times in Counter(names).items() if times > 1] == []
    assert len(names) > 20


@each_entry
def test_a_module_comes_after_those_that_it_imports_and_only_once(name):
    places = {module: places_of(module, script(name)) for module in MODULES}
    used = {module: found[0] for module, found in places.items() if found}
    assert all(len(found) <= 1 for found in places.values())
    for module in used:
        for other in IMPORT.findall(MODULES[module]):
            assert used[other] < used[module]
    assert len(used) > 5


def places_of(module: str, text: str) -> list[int]:
    """Return the offsets at which a text declares the first name of a module."""
    declared = re.search(r"^(?:export )?((?:const|let|class|(?:async )?function) \w+)", MODULES[module], re.MULTILINE)
    assert declared
    return [found.start() for found in re.finditer(rf"^{declared[1]}\b", text, re.MULTILINE)]


def test_every_module_is_part_of_a_script():
    texts = [script(name) for name in (*ENTRIES, *SMALL)]
    assert [module for module in MODULES if not any(places_of(module, text) for text in texts)] == []


def test_the_modules_lie_where_a_wheel_takes_them_from():
    assert Path(str(base.__file__)).parent / "js" == SCRIPTS


@each_module
def test_a_module_knows_no_word_of_a_game(name):
    assert [word for word in WORDS if word in MODULES[name].lower()] == []


@each_module
def test_a_module_knows_no_class_of_a_view(name):
    text = re.sub(r"/\*.*?\*/|//[^\n]*", "", MODULES[name], flags=re.DOTALL)
    asked = re.findall(r"""(?:closest|matches|querySelector|querySelectorAll|flying)\b[^(]*\(([^;]*?)\)""", text)
    quoted = [each for part in asked for each in re.findall(r"""["'`]([^"'`]*)["'`]""", part)]
    assert {each for selector in quoted for each in re.findall(r"\.([A-Za-z][\w-]*)", selector)} <= OWN
    assert "getElementsByClassName" not in text
    assert "classList.contains" not in text
    made = re.findall(r"""className = ["'`](.*?)["'`]""", text)
    assert all(each.startswith(("apz", "app-notice")) for each in made), made
