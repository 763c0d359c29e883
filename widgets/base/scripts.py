"""The widgets' scripts: modules in `js/`, each joined with everything it imports into one text."""

import re
from pathlib import Path

SCRIPTS = Path(__file__).parent / "js"
IMPORT = re.compile(r'^import \{[^}]*\} from "\./(\w+\.js)";\n', re.MULTILINE)
EXPORT = re.compile(r"^export (?!default)", re.MULTILINE)
COMMENT = re.compile(
    r"^ *(?:/\*.*?\*/|//[^\n]*)\n|/\*\*.*?\*/ ?|(?<=[;{(\[,]) // [^\n]*$|^\n", re.MULTILINE | re.DOTALL
)

INDENT = re.compile(r"^ +", re.MULTILINE)  # no text in our scripts goes over several lines


def script(name: str) -> str:
    """Return the module `name` and everything it imports, as one module without comments and indentation.

    This way a page loads one text, and neither building nor running it needs Node. All modules of a script share one
    scope, so no two of them may declare the same name at the top level.
    """
    parts: dict[str, str] = {}

    def add(module: str) -> None:
        text = (SCRIPTS / module).read_text(encoding="utf-8")
        for other in IMPORT.findall(text):
            if other not in parts:
                add(other)
        parts[module] = INDENT.sub("", COMMENT.sub("", EXPORT.sub("", IMPORT.sub("", text))))

    add(name)
    return "".join(parts.values())
