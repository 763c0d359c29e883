"""The message keys in the game's source: every note, refusal, remedy and label, with the names of its values."""

import ast
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

from apz.apocalypze.bots.veteran import WORTH
from apz.apocalypze.model import KINDS
from apz.apocalypze.moves import MOVES
from apz.apocalypze.play import ASKED
from apz.apocalypze.rules import hooks
from apz.apocalypze.rules.remedies import OTHERWISE

ROOT = Path(str(files("apz.apocalypze")))
SEARCHES = [text.search for texts in hooks.TEXTS.values() for text in texts if text.search and not text.do]

# the values of keys that are put together
MADE = {
    "f'play-{card.kind}'": {f"play-{kind}" for kind in KINDS},
    "f'search.looks-{text.search.key}'": {f"search.looks-{search.key}" for search in SEARCHES},
    "f'search.took-{search.pile}'": {"search.took-deck", "search.took-discard"},
    "f'pile.shuffled-{pile}'": {"pile.shuffled-deck", "pile.shuffled-discard"},
    "f'not-now-{type(move).__name__.lower()}'": {f"not-now-{move.__name__.lower()}" for move in MOVES},
    "text.answers(state, waiting.player, answered)": {"answer-elsewhere", "answer-no-trump", "answer-no-combat"},
    "missed.key": set(),  # each Miss is its own site
    "f'problem-{refusal.key}'": {"problem-second-copy", "problem-refuses-attribute"},
    "COMBAT_END[who.card.name]": set(hooks.COMBAT_END.values()),
    "f'bot.foresees-{best}'": {f"bot.foresees-{gain}" for gain in WORTH},
}


class Site(NamedTuple):
    """One place in the source that makes a note or a refusal."""

    where: str
    keys: frozenset[str]
    fixes: frozenset[str] = frozenset()
    values: frozenset[str] | None = None  # None: the same as at another site


@cache
def modules() -> dict[str, ast.Module]:
    """Return the game's source files, parsed, by path."""
    return {str(path.relative_to(ROOT)): ast.parse(path.read_text()) for path in sorted(ROOT.rglob("*.py"))}


@cache
def functions() -> list[tuple[str, ast.FunctionDef]]:
    """Return the game's functions, each with the path of its file."""
    every = ((name, node) for name, module in modules().items() for node in ast.walk(module))
    return [(name, node) for name, node in every if isinstance(node, ast.FunctionDef)]


def calls(function: ast.AST) -> Iterator[tuple[str, ast.Call]]:
    """Yield each call in a function (not in nested functions), with the bare name of the called function."""
    todo = list(ast.iter_child_nodes(function))
    while todo:
        node = todo.pop(0)
        if isinstance(node, ast.FunctionDef):
            continue
        todo = [*ast.iter_child_nodes(node), *todo]
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            yield name, node


def argument(call: ast.Call, index: int, name: str) -> ast.expr | None:
    """Return an argument of a call, by position or by name; None if it isn't given."""
    named = [keyword.value for keyword in call.keywords if keyword.arg == name]
    return named[0] if named else call.args[index] if index < len(call.args) else None


def strings(node: ast.expr | None, function: ast.FunctionDef) -> set[str]:
    """Return every string that an expression in a function can evaluate to."""
    if node is None:
        return set()
    if isinstance(node, ast.Constant):
        return {node.value} if isinstance(node.value, str) else set()
    if isinstance(node, ast.IfExp):
        return strings(node.body, function) | strings(node.orelse, function)
    if isinstance(node, ast.Name):
        return assigned(node.id, function) or passed(node.id, function)
    return MADE[ast.unparse(node)]


def assigned(name: str, function: ast.FunctionDef) -> set[str]:
    """Return every string assigned to a name in a function."""
    found: set[str] = set()
    for node in ast.walk(function):
        if not isinstance(node, ast.Assign):
            continue
        target = node.targets[0]
        if isinstance(target, ast.Name) and target.id == name:
            found |= strings(node.value, function)
        elif isinstance(target, ast.Tuple):
            index = [getattr(each, "id", "") for each in target.elts].index(name) if names(target, name) else -1
            for branch in branches(node.value) if index >= 0 else ():
                assert isinstance(branch, ast.Tuple)
                found |= strings(branch.elts[index], function)
    return found


def names(target: ast.Tuple, name: str) -> bool:
    return any(getattr(each, "id", "") == name for each in target.elts)


def branches(node: ast.expr) -> list[ast.expr]:
    return [*branches(node.body), *branches(node.orelse)] if isinstance(node, ast.IfExp) else [node]


def passed(name: str, function: ast.FunctionDef) -> set[str]:
    """Return a parameter's default and every string that other functions pass for it, except empty ones."""
    parameters = [each.arg for each in function.args.args]
    index = parameters.index(name)
    defaults = dict(zip(reversed(parameters), reversed(function.args.defaults), strict=False))
    found = strings(defaults.get(name), function)
    for _, caller in functions():
        for called, call in calls(caller):
            if called == function.name and caller is not function:
                found |= strings(argument(call, index, name), caller)
    return found - {""}


def mapped(node: ast.expr | None, function: ast.FunctionDef) -> set[str]:
    """Return the keys of a mapping, given as a literal or as a name assigned in the function."""
    if isinstance(node, ast.Dict):
        return {str(key.value) for key in node.keys if isinstance(key, ast.Constant)}
    found = set()
    for each in ast.walk(function) if node else ():
        targets = [each.target] if isinstance(each, ast.AnnAssign) else getattr(each, "targets", [])
        if isinstance(each, ast.Assign | ast.AnnAssign) and node and ast.unparse(node) in map(ast.unparse, targets):
            found |= mapped(each.value, function)
    return found


def values_of(call: ast.Call, function: ast.FunctionDef) -> frozenset[str]:
    """Return the names of a call's keyword arguments, including those unpacked from a mapping."""
    found = {keyword.arg for keyword in call.keywords if keyword.arg}
    return frozenset(found.union(*(mapped(each.value, function) for each in call.keywords if each.arg is None)))


def makes_refusals(module: str) -> bool:
    """Return True if `refuse` in this module is the function that makes refusals."""
    return module == "rules/common_refusals.py" or any(
        isinstance(node, ast.ImportFrom)
        and node.module == "apz.apocalypze.rules.common_refusals"
        and any(alias.name == "refuse" for alias in node.names)
        for node in modules()[module].body
    )


@cache
def notes() -> tuple[Site, ...]:
    """Return every place that makes a note with a text in the messages; the lab's notes have their own catalog."""
    found = []
    for module, function in functions():
        for called, call in calls(function) if not module.startswith("lab/") else ():
            where = f"{module}:{call.lineno}"
            if called == "note" and isinstance(call.func, ast.Attribute) and call.args:
                if module.startswith(("language/", "teaching/")):
                    continue
                keys = strings(argument(call, 0, "key"), function)
                found.append(Site(where, frozenset(keys), values=values_of(call, function)))
            elif called == "because":
                keys = {f"bot.{key}" for key in strings(argument(call, 1, "key"), function)}
                found.append(Site(where, frozenset(keys), values=values_of(call, function)))
            elif called == "tip":
                keys = {f"coach.{key}" for key in strings(argument(call, 0, "name"), function)}
                found.append(Site(where, frozenset(keys), values=values_of(call, function)))
            elif called == "Note" and function.name not in ("because", "tip"):
                keys = strings(argument(call, 0, "key"), function)
                found.append(
                    Site(where, frozenset(keys), values=frozenset(mapped(argument(call, 2, "values"), function)))
                )
    return tuple(found)


@cache
def refusals() -> tuple[Site, ...]:
    """Return every place that makes a refusal or lists a problem."""
    found = []
    for module, function in functions():
        for called, call in calls(function) if module != "rules/remedies.py" else ():
            where = f"{module}:{call.lineno}"
            if called == "refuse" and makes_refusals(module):
                keys, fixes = strings(argument(call, 0, "key"), function), strings(argument(call, 3, "fix"), function)
                found.append(Site(where, frozenset(keys), frozenset(fixes), values_of(call, function)))
            elif called == "Miss":
                values = {"card", "target", "wanted", *mapped(argument(call, 2, "values"), function)}
                keys = strings(argument(call, 0, "key"), function)
                found.append(Site(where, frozenset(keys), frozenset({"fitting-target"}), frozenset(values)))
            elif called == "_replace" and any(keyword.arg == "fix" for keyword in call.keywords):
                keys, fixes = strings(argument(call, 99, "key"), function), strings(argument(call, 99, "fix"), function)
                found.append(Site(where, frozenset(keys), frozenset(fixes)))
    return tuple(found)


@cache
def remedies() -> frozenset[str]:
    """Return the keys of all remedies that a refusal can end with."""
    named = {fix for site in refusals() for fix in site.fixes} | {fix for row in OTHERWISE.values() for fix in row}
    return frozenset((named | {f"awaited-{kind}" for kind in ASKED}) - {"awaited"})


def first_arguments(*constructors: str, index: int = 0) -> set[str]:
    """Return the constants passed to these constructors as the argument at `index`."""
    found = set[str]()
    for module in modules().values():
        for node in ast.walk(module):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in constructors and len(node.args) > index:
                key = node.args[index]
                if isinstance(key, ast.Constant):
                    found.add(str(key.value))
    return found
