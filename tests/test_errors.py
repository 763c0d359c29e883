"""Faults in files and commands are data: every key in use has its text, and every text is used."""

import ast
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import apz.apocalypze
import apz.serving  # noqa: F401 -- these two bring words of their own
from apz.core.language.messages import SLOT
from apz.core.language.texts import LANGUAGES
from apz.core.reading import FIXES, FOUND, REASONS, WANTED, BadInput, Fault, stop, wording
from tests.languages import FOLDERS, ROOT, read

FILES = [path for folder in ("apz", "widgets") for path in sorted((ROOT / folder).rglob("*.py"))]
CODE = {path: path.read_text(encoding="utf-8") for path in FILES}
# the functions that make faults: the positions of the key and the fix among the arguments, and the values they add
CALLS: Mapping[str, tuple[int | None, int, set[str]]] = {
    "fault": (1, 2, {"value"}),
    "stop": (2, 3, set()),
    "expected": (None, 2, {"value", "wanted"}),
}
WANTING = {"choice": 2, "expected": 1}  # the position of the key of what's wanted
KEY = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


class Use(NamedTuple):
    """A place in the code that uses a text, with the names of its values; None if they aren't all written there."""

    place: str
    section: str
    key: str
    values: frozenset[str] | None = None


def texts() -> dict[tuple[str, str], str]:
    """Return every English text about faults by its section and key."""
    found: dict[tuple[str, str], str] = {}
    for folder in FOLDERS:
        for section, said in read(folder / "errors.en.yaml").items():
            for key, text in said.items():
                assert (section, key) not in found, f"{section}: {key} is in two catalogs"
                found[section, key] = text
    return found


def keys(node: Any, names: Mapping[str, Any]) -> list[str]:
    """Return the keys that an expression can evaluate to."""
    if isinstance(node, ast.Name):
        return keys(names.get(node.id), {})
    if isinstance(node, ast.IfExp):
        return keys(node.body, names) + keys(node.orelse, names)
    return [node.value] if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value else []


def given_names(tree: ast.AST) -> Mapping[str, Any]:
    """Return the expressions assigned to names in a module, one by one or several at once."""
    found: dict[str, Any] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign):
            target, value = node.targets[0], node.value
            several = isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple)
            pairs = zip(target.elts, value.elts, strict=True) if several else [(target, value)]  # type: ignore[attr-defined]
            found |= {each.id: to for each, to in pairs if isinstance(each, ast.Name)}
    return found


def uses(path: Path) -> Iterator[Use]:
    """Yield the uses of texts in a module."""
    tree, module = ast.parse(CODE[path]), path.relative_to(ROOT)
    names = given_names(tree)
    for node in ast.walk(tree):
        place = f"{module}:{getattr(node, 'lineno', 0)}"
        if isinstance(node, ast.Dict):  # the **values of such a call
            pairs = zip(node.keys, node.values, strict=True)
            said = {each.value: to for each, to in pairs if isinstance(each, ast.Constant)}
            for name, section in (("key", FOUND), ("fix", FIXES)) if "fix" in said else ():
                yield from (Use(place, section, key) for key in keys(said.get(name), names))
        if isinstance(node, ast.Call):
            called = getattr(node.func, "attr", getattr(node.func, "id", ""))
            values = {each.arg: each.value for each in node.keywords}
            wanted = node.args[WANTING[called]] if len(node.args) > WANTING.get(called, 99) else values.get("wanted")
            if path.is_relative_to(ROOT / "apz"):  # panels have choices of another kind
                yield from (Use(place, WANTED, key) for key in keys(wanted, names))
            if called in CALLS:
                *places, own = CALLS[called]
                added = None if None in values else frozenset({*map(str, values), *own})
                for at, section in zip(places, (FOUND, FIXES), strict=True):
                    argument = node.args[at] if at is not None and len(node.args) > at else None
                    yield from (Use(place, section, key, added) for key in keys(argument, names))


@pytest.fixture(scope="module")
def found() -> list[Use]:
    """Return every use of a text."""
    return [use for path in CODE for use in uses(path)]


def test_every_fault_has_its_texts(found):
    """Without a text, people would see the bare key, or a sentence in English."""
    known = texts()
    assert [f"{use.place}: {use.key}" for use in found if (use.section, use.key) not in known] == []
    assert len(found) > 350


def test_every_fault_gives_the_values_that_its_texts_need(found):
    known = texts()
    for use in found:
        needed = {slot[1] for slot in SLOT.finditer(known[use.section, use.key])}
        assert use.values is None or needed <= use.values, (use.place, use.key, needed - use.values)


def test_every_text_is_used_and_named_by_a_key():
    code = "".join(CODE.values())
    for section, key in texts():
        if section != REASONS:  # whose keys come from the system and the parser
            assert KEY.fullmatch(key), (section, key)
            assert f'"{key}"' in code or section in ("kinds", "sources"), (section, key)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_fault_can_be_told_in_every_language(language):
    for (section, key), text in texts().items():
        values = {}
        for found in SLOT.finditer(text):
            number = found[3] or found[2] == "thousands"
            values[found[1]] = 1234 if number else "rule" if found[1] == WANTED else "x"
        told = wording(section, key, values, language)
        assert told
        assert "{" not in told, (section, key)


def test_a_game_adds_its_errors_and_the_shared_ones_have_none_of_its_words():
    shared = "".join(file.read_text(encoding="utf-8") for file in FOLDERS[0].glob("errors.*.yaml")).lower()
    own = ("apocalypze", "stronghold", "raider", "festung", "plünderer", "deck", "zombie", "saqueador", "refugio")
    assert [word for word in own if word in shared] == []
    assert wording(FOUND, "deck-without-stronghold") == "this deck has no stronghold"


def test_a_sentence_of_a_game_without_catalogs_is_said_as_it_is():
    assert Fault("", 0, "", "the tower fell", "build it again").text("de") == "the tower fell; build it again"


def test_an_unknown_language_is_english():
    with pytest.raises(BadInput) as caught:
        stop("a.yaml", 3, "tab", "spaces-not-tabs")
    assert caught.value.text("xx") == str(caught.value) == "a.yaml, line 3: there's a tab here; write spaces, not tabs"
    assert caught.value.text("de") == "a.yaml, Zeile 3: hier steht ein Tabulator; nimm Leerzeichen statt Tabulatoren"
