"""The notebooks' saved outputs, which GitHub and nbviewer show without widgets. `make notebooks` renews them.

An output is the panel's own HTML and text. It has no widget view, which would need a kernel, and no id, and the cells
are counted from 1, so the same panel gives the same file.
"""

import ast
import json
import os
from collections.abc import Iterator
from contextlib import chdir
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

FOLDER = Path(__file__).parents[1] / "tutorials" / "apocalypze"
SHOWN = ("text/html", "text/plain")


def notebooks() -> list[Path]:
    """Return the notebooks with panels; those about Python in the lab (lab-*.ipynb) are saved without outputs."""
    return sorted([*FOLDER.glob("[0-9]*.ipynb"), FOLDER / "lab.ipynb"])


def renewed(path: Path) -> str:
    """Return a notebook's file content after running all its cells."""
    notebook = json.loads(path.read_text(encoding="utf-8"))
    names: dict[str, Any] = {}
    with TemporaryDirectory() as folder, chdir(folder):  # a fresh folder, without anybody's progress
        code = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
        for number, cell in enumerate(code, 1):
            cell["execution_count"] = number
            cell["outputs"] = list(_outputs("".join(cell["source"]), names))
    return json.dumps(notebook, indent=1, ensure_ascii=False) + "\n"


def _outputs(source: str, names: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Run a cell, and yield the output of its last line if that line is an expression."""
    *lines, last = ast.parse(source).body
    exec(compile(ast.Module(lines, []), "cell", "exec"), names)
    if not isinstance(last, ast.Expr):
        exec(compile(ast.Module([last], []), "cell", "exec"), names)
        return
    shown = eval(compile(ast.Expression(last.value), "cell", "eval"), names)._repr_mimebundle_()
    data = shown[0] if isinstance(shown, tuple) else shown
    lines_of = {kind: data[kind].splitlines(keepends=True) for kind in SHOWN if kind in data}
    yield {"data": lines_of, "metadata": {}, "output_type": "display_data"}


def main() -> None:
    """Renew the outputs of every notebook, and write and name those that changed."""
    for path in notebooks():
        after = renewed(path)
        if after != path.read_text(encoding="utf-8"):
            path.write_text(after, encoding="utf-8")
            print(f"renewed {os.path.relpath(path)} ({len(after.encode()) // 1000} kB)")


if __name__ == "__main__":
    main()
