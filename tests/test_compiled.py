"""Classes that mypyc compiles aren't extended in plain Python, because compiled code wouldn't accept the subclass."""

import ast
from pathlib import Path

from apz.apocalypze.play import must_play
from apz.apocalypze.rules.table import Table

ROOT = Path(__file__).parents[1]
SETUP = ast.parse((ROOT / "setup.py").read_text())
LISTED = next(
    ast.literal_eval(node.value)
    for node in SETUP.body
    if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "COMPILED"
)
COMPILED = {f"{folder}/{name}.py" for folder, names in LISTED.items() for name in names.split()}


def imported(tree: ast.Module) -> dict[str, tuple[str, str]]:
    """Return the file and the original name behind each name that a module gets by a `from ... import`."""
    nodes = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module]
    return {
        each.asname or each.name: (str(node.module).replace(".", "/") + ".py", each.name)
        for node in nodes
        for each in node.names
    }


def test_plain_python_extends_no_compiled_class():
    found = []
    for path in sorted((ROOT / "apz").rglob("*.py")):
        name = str(path.relative_to(ROOT))
        tree = ast.parse(path.read_text())
        known = imported(tree)
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef) and name not in COMPILED:
                bases = [known.get(ast.unparse(base), ("", ""))[0] for base in node.bases]
                found += [(name, node.name) for base in bases if base in COMPILED]
    assert found == []


def test_what_is_listed_exists():
    assert [path for path in sorted(COMPILED) if not (ROOT / path).is_file()] == []
    assert {f"{each.__module__.replace('.', '/')}.py" for each in (must_play, Table)} <= COMPILED
