"""Asks PyPI whether a locked version has a known vulnerability: the last part of `make audit`.

Exit code 0: none is known. 1: at least one is known. 3: PyPI couldn't be asked, or not about every version.
"""

import json
import subprocess
import sys
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from packaging.requirements import Requirement
from packaging.utils import NormalizedName, canonicalize_name

ROOT = Path(__file__).parents[1]
FILES = [*sorted(ROOT.glob("requirements*.txt")), ROOT / "binder" / "requirements.txt"]
PIP_AUDIT = ROOT / ".venv-audit" / "bin" / "pip-audit"
# Some mirrors of PyPI don't know any vulnerabilities. This version has many: if none is named, we don't trust them.
KNOWN_BAD = "django==2.2.1"


class Locked(NamedTuple):
    """One locked version: its requirement line, and the hashes of its files."""

    requirement: Requirement
    hashes: tuple[str, ...]

    @property
    def name(self) -> NormalizedName:
        """The package's normalized name."""
        return canonicalize_name(self.requirement.name)

    @property
    def version(self) -> str:
        """The only version allowed, or `""` if the line allows more than one."""
        only = [each.version for each in self.requirement.specifier if each.operator == "=="]
        return only[0] if len(only) == len(self.requirement.specifier) == 1 and "*" not in only[0] else ""

    def needed(self, environment: Mapping[str, str] | None = None) -> bool:
        """Return True if this machine, or one with the given markers, installs this version."""
        marker = self.requirement.marker
        return marker is None or marker.evaluate(dict(environment) if environment else None)


def locked(file: Path) -> list[Locked]:
    """Return the versions in a lock file; raise `InvalidRequirement` for a line that isn't a requirement."""
    lines = [line.strip() for line in file.read_text("utf-8").replace("\\\n", " ").splitlines()]
    found = [line.split("--hash=") for line in lines if line and not line.startswith("#")]
    return [Locked(Requirement(first.strip()), tuple(each.strip() for each in rest)) for first, *rest in found]


def verdict(wanted: Iterable[str], answers: Collection[Mapping[str, Any]]) -> tuple[int, list[str]]:
    """Return the exit code and a report on pip-audit's answers about the wanted versions and `KNOWN_BAD`."""
    vulnerabilities = {f"{each['name']}=={each['version']}": each["vulns"] for each in answers if "vulns" in each}
    believable = bool(vulnerabilities.get(KNOWN_BAD))
    unknown = [each for each in wanted if not believable or each not in vulnerabilities]
    lines = [
        f"{each}: {one['id']}, fixed in {', '.join(one['fix_versions']) or 'no version yet'}"
        for each in wanted
        for one in vulnerabilities.get(each, ())
    ]
    code = 1 if lines else 3 if unknown else 0
    if answers and not believable:
        lines.append(f"PyPI, as seen from here, names no vulnerability even of {KNOWN_BAD}, which has many.")
    if unknown:
        lines.append(f"Couldn't ask about {len(unknown)} versions; whether they have known vulnerabilities stays open:")
        lines.append(" ".join(unknown))
    return code, lines


def main() -> int:
    """Ask about every locked version, print the known vulnerabilities, and return the exit code."""
    wanted = sorted({f"{each.name}=={each.version}" for file in FILES for each in locked(file)})
    print(f"Asking pypi.org for known vulnerabilities of {len(wanted)} locked versions.", flush=True)
    with TemporaryDirectory() as folder:
        listed = Path(folder, "listed.txt")
        listed.write_text("\n".join([*wanted, KNOWN_BAD]), "utf-8")
        options = ["--no-deps", "--disable-pip", "--progress-spinner=off", "--format=json", f"--cache-dir={folder}"]
        asked = subprocess.run([PIP_AUDIT, *options, "-r", listed], capture_output=True, text=True)
    try:
        answers = json.loads(asked.stdout)["dependencies"]
    except ValueError:
        print(*asked.stderr.strip().splitlines()[-1:], file=sys.stderr)
        answers = []
    code, lines = verdict(wanted, answers)
    print(*(lines or ["None is known."]), sep="\n", file=sys.stderr if code else sys.stdout)
    return code


if __name__ == "__main__":
    sys.exit(main())
