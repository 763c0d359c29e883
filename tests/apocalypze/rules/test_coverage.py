"""Every rule in the index is proved by a test that names it, and cited by the kernel; the reports are empty."""

import ast
from collections.abc import Iterator
from pathlib import Path

from apz.apocalypze.language.rulebook import rules

TESTS = Path(__file__).resolve().parents[2]  # `make compiled` runs the tests through a link
KERNEL = TESTS.parent / "apz" / "apocalypze"
TALKERS = {"bots", "teaching"}  # they name rules, but don't apply any


def marks(node: ast.FunctionDef) -> Iterator[str]:
    """Yield the rules a test names in its marker."""
    for mark in node.decorator_list:
        if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.rule":
            yield from (ast.literal_eval(argument) for argument in mark.args)


def all_tests() -> Iterator[ast.FunctionDef]:
    """Yield every test in the tree."""
    for path in sorted(TESTS.rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                yield node


def calls(node: ast.AST, name: str) -> Iterator[ast.Call]:
    """Yield the calls to the function with this bare name."""
    for each in ast.walk(node):
        if isinstance(each, ast.Call) and ast.unparse(each.func) == name:
            yield each


def expected(test: ast.FunctionDef) -> Iterator[str]:
    """Yield the string constants in a test's body, without those that only go to `assert_ruling`."""
    shown = {call.args[0] for call in calls(test, "assert_ruling")}
    for node in (each for statement in test.body for each in ast.walk(statement)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in shown:
            yield node.value


def literals(folder: Path) -> set[str]:
    """Return every string constant in a folder's Python files, except those under `TALKERS`."""
    paths = [path for path in folder.rglob("*.py") if not TALKERS.intersection(path.parts)]
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in paths]
    nodes = [node for tree in trees for node in ast.walk(tree)]
    return {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}


def test_no_rule_is_without_a_test():
    proved = {rule for test in all_tests() for rule in marks(test)}
    assert [rule for rule in rules("en") if rule not in proved] == []


def test_no_test_names_a_rule_that_is_not_in_the_index():
    assert [(test.name, rule) for test in all_tests() for rule in marks(test) if rule not in rules("en")] == []


def test_every_rule_is_looked_for_in_what_the_kernel_says_by_a_test_that_proves_it():
    looked_for = {rule for test in all_tests() for rule in marks(test) if rule in set(expected(test))}
    assert [rule for rule in rules("en") if rule not in looked_for] == []


def test_every_ruling_is_shown_to_be_one_by_a_test_of_its_own():
    shown = {
        ast.literal_eval(call.args[0])
        for test in all_tests()
        for call in calls(test, "assert_ruling")
        if ast.literal_eval(call.args[0]) in set(marks(test))
    }
    assert shown == {rule.id for rule in rules("en").values() if rule.kind == "ruling"}


def test_no_rule_is_without_a_citation_in_the_kernel():
    cited = literals(KERNEL)
    assert [rule for rule in rules("en") if rule not in cited] == []
