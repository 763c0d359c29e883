"""The tutor's catalog has every text that a question can ask for, and nothing else."""

import ast
import re
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

from apz.apocalypze.teaching.words import teaching

ROOT = Path(str(files("apz.apocalypze")))
CORE = Path(str(files("apz.core"))) / "learning"  # the makers and texts that every game shares
SOURCES = [*sorted((ROOT / "teaching" / "questions").glob("*.py")), ROOT / "teaching" / "words.py"]
SOURCES += [CORE / "rule_questions.py", CORE / "teaching.py"]
TREES = [ast.parse(path.read_text(encoding="utf-8")) for path in SOURCES]
OWN = ("questions", "answers", "mistakes", "halves", "reasons", "hints")
KEYS = {key for section in OWN for key in teaching("en").catalog.keys(section)}


def keys(node: ast.expr) -> Iterator[str]:
    """Yield regular expressions for the keys that an expression can evaluate to; a plain name yields none."""
    if isinstance(node, ast.Constant):
        yield re.escape(str(node.value))
    elif isinstance(node, ast.IfExp):
        yield from (*keys(node.body), *keys(node.orelse))
    elif isinstance(node, ast.JoinedStr):
        parts = [re.escape(str(each.value)) if isinstance(each, ast.Constant) else ".+" for each in node.values]
        yield "".join(parts)


def said() -> set[str]:
    """Return regular expressions for all keys passed directly to `Said`."""
    calls = [node for tree in TREES for node in ast.walk(tree) if isinstance(node, ast.Call) and node.args]
    return {key for call in calls if ast.unparse(call.func) == "Said" for key in keys(call.args[0])}


def test_every_text_that_is_said_is_in_the_catalog():
    assert [pattern for pattern in said() if not any(re.fullmatch(pattern, key) for key in KEYS)] == []


def test_no_text_of_the_catalog_is_never_said():
    nodes = [node for tree in TREES for node in ast.walk(tree)]
    texts = {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    made = [pattern for pattern in said() if ".+" in pattern]
    assert [key for key in KEYS if key not in texts and not any(re.fullmatch(each, key) for each in made)] == []
