"""The modules the site needs: everything its worker imports, directly or indirectly, at once or later."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterable, Iterator, Mapping

OURS = "apz"
START = "apz.site.worker"
# never reached in a browser, and large: modules for tests, terminals, windows, networks, databases, packages and the
# like, and the Python versions of built-in modules
LEFT_OUT = frozenset((
    "unittest", "pydoc", "pdb", "doctest", "test", "tkinter", "idlelib", "multiprocessing", "pip", "ensurepip",
    "_pyrepl", "xml", "http", "smtplib", "ftplib", "curses", "ssl", "socketserver", "webbrowser", "pydoc_data",
    "turtle", "compression", "tarfile", "sqlite3", "dbm", "lib2to3", "distutils", "venv", "wsgiref", "xmlrpc",
    "urllib.request", "argparse", "_pydatetime", "_pydecimal", "_pyio", "asyncio.windows_events",
    "asyncio.windows_utils", "asyncio.proactor_events", "fsrs.optimizer",
))  # fmt: skip
# too large for a page to wait for, or of no use in a browser; these replacements have the parts that we use
IN_PLACE_OF = {
    "concurrent/futures/process.py": (
        "class BrokenProcessPool(Exception):\n    pass\n"
        "class ProcessPoolExecutor:\n    def __init__(self, *given, **more):\n"
        '        raise NotImplementedError("a browser has no processes")\n'
    ),
    "typing_extensions.py": "from typing import *\nfrom typing import Self\n",
    "snowballstemmer/__init__.py": (
        "from snowballstemmer.english_stemmer import EnglishStemmer\n"
        "from snowballstemmer.german_stemmer import GermanStemmer\n"
        "from snowballstemmer.spanish_stemmer import SpanishStemmer\n"
        'LANGUAGES = {"english": EnglishStemmer, "german": GermanStemmer, "spanish": SpanishStemmer}\n'
        "def stemmer(lang):\n    return LANGUAGES[lang]()\n"
    ),
}
NAMED = re.compile(r"(apz(?:\.\w+)+)(?::\w+)?")  # a module's name in a text, perhaps with one of its own names
ENCODINGS = ("encodings.utf_8", "encodings.latin_1", "encodings.ascii", "encodings.idna", "encodings.cp437")


def module_of(path: str) -> str:
    """Return the name of the module that a file contains."""
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def needed(sources: Mapping[str, bytes], roots: Iterable[str]) -> set[str]:
    """Return the files of the modules in `roots`, of all they can import in a browser, and of a few encodings."""
    files = {module_of(path): path for path in sources if path.endswith(".py")}
    todo, found = [*roots, *ENCODINGS], set[str]()
    while todo:
        parts = todo.pop().split(".")
        for end in range(1, len(parts) + 1):
            name = ".".join(parts[:end])
            if name in LEFT_OUT:
                break
            if name in files and name not in found:
                found.add(name)
                package = files[name].endswith("/__init__.py")
                todo += imports(name, package, sources[files[name]], files)
    return {files[name] for name in found}


def imports(name: str, package: bool, source: bytes, known: Collection[str] = ()) -> Iterator[str]:
    """Yield the names of what a module imports, and, for our own modules, of modules named in strings to load later.

    For `from a import b`, both `a` and `a.b` are yielded, since `b` may be a module.
    """
    around = name.split(".") if package else name.split(".")[:-1]
    yield from _imports(ast.parse(source), around, known if name.split(".")[0] == OURS else ())


def _imports(tree: ast.AST, around: list[str], known: Collection[str]) -> Iterator[str]:
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and re.search("TYPE_CHECKING|__main__", ast.unparse(node.test)):
            yield from _imports(ast.Module(node.orelse, []), around, known)
            continue
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = around[: len(around) - node.level + 1] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            yield base
            yield from (f"{base}.{alias.name}" for alias in node.names)
        elif known and isinstance(node, ast.Constant) and (named := NAMED.fullmatch(str(node.value))):
            yield named[1]
        elif known and isinstance(node, ast.JoinedStr) and isinstance(first := node.values[0], ast.Constant):
            prefix = str(first.value)
            if re.fullmatch(r"apz(\.\w+)+\.", prefix):
                yield from sorted(each for each in known if each.startswith(prefix))
        yield from _imports(node, around, known)
