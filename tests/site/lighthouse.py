"""Lighthouse on the site, from a web server that compresses nothing; `make lighthouse` runs it.

It throttles the page as Lighthouse does by default. If a score is too low, it says why, and exits with 1.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.chromium import FLAGS, chromium
from tests.site.building import ROOT, built, filed

PROGRAM = ROOT / ".venv" / "lighthouse" / "node_modules" / "lighthouse" / "cli" / "index.js"
WANTED = {"performance": 85, "accessibility": 95, "best-practices": 95, "seo": 95}
PAGES = ("", "en/index.html", "en/lesson-combat.html", "en/pieces.html", "de/teachers.html", "en/developers.html")


def report(url: str) -> dict[str, Any]:
    """Return Lighthouse's report on a page."""
    flags = " ".join(["--headless", *(each for each in FLAGS if " " not in each)])
    command = [str(Path(sys.prefix) / "bin" / "node"), str(PROGRAM), url, "--quiet", "--output=json"]
    ran = subprocess.run(
        [*command, f"--chrome-flags={flags}"],
        env={**os.environ, "CHROME_PATH": chromium()}, stdout=subprocess.PIPE, text=True, check=True,
    )  # fmt: skip
    found: dict[str, Any] = json.loads(ran.stdout)
    return found


def run(names: tuple[str, ...] = PAGES) -> int:
    """Print the scores of some pages; return how many are too low."""
    low = 0
    with TemporaryDirectory() as home:
        site = Path(home) / "site"
        built(site)
        with filed(site, Path(home) / "server") as server:
            print("  ".join(["page".ljust(24), *WANTED]))
            for name in names:
                found = report(f"{server.url}/{name}")
                scores = {each: round(100 * found["categories"][each]["score"]) for each in WANTED}
                row = [str(score).rjust(len(each)) for each, score in scores.items()]
                print("  ".join([("/" + name).ljust(24), *row]), flush=True)
                for each in (each for each in WANTED if scores[each] < WANTED[each]):
                    low += 1
                    for part in found["categories"][each]["auditRefs"]:
                        audit = found["audits"][part["id"]]
                        if part["weight"] and audit["score"] is not None and audit["score"] < 0.9:
                            print(f"    {each}: {audit['title']} {audit.get('displayValue', '')}")
    return low


if __name__ == "__main__":
    sys.exit(bool(run(*([tuple(sys.argv[1:])] if sys.argv[1:] else []))))
