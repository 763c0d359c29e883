"""Traces Chromium while twelve of sixty pieces fly across an empty page, and others shake, count and turn."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

from tests.browser.bare_panel import draw_in

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

STYLE = (
    ".place { height: 120px; overflow: hidden; } .piece { width: 60px; height: 84px; } .sum { display: inline-block; }"
)
ACTS = "shake p1, tilt p2, land p3, flash p4, count sum 1; turn p5, up p6, down p7, pulse p8, pop p9"
TRACED = ("blink.animations", "devtools.timeline", "disabled-by-default-devtools.timeline")
NO_EFFECT = 1 << 17  # Chromium's flag for an animation that changes nothing, so that its compositor has nothing to do
STILL = "document.getAnimations().length === 0"


class Trace(NamedTuple):
    """Chromium's report on some flights."""

    animations: int
    fallen_back: set[int]  # Chromium's codes for why it didn't give animations to its compositor
    tasks: list[float]  # milliseconds of each task in the page


def piece(name: str) -> list[Any]:
    """Return a piece with about as much content as a card has: a picture, texts and numbers."""
    art = [["path", {"d": f"M0 0 L{step} 50 L100 {step}z", "fill": "#345"}] for step in range(20)]
    texts = [["span", {}, ["b", {}, f"{name} {number}"]] for number in range(8)]
    attributes = {"key": name, "class": "piece", "data-piece": name}
    return ["button", attributes, ["svg", {"viewBox": "0 0 9 9"}, *art], *texts]


def traced(started: Browser, page: Page, turns: int) -> Trace:
    """Let twelve pieces fly to another place and back, `turns` flights in all; return Chromium's report."""
    page.set_content(f"<!doctype html><style>{STYLE}</style><body></body>")
    names = [f"p{number}" for number in range(60)]
    rows = [names[:12], names[12:36], names[36:48], names[48:]]

    def draw(rows: list[list[str]], script: str) -> None:
        shown = [["div", {"class": "place", "data-place": f"r{at}"}, *map(piece, row)] for at, row in enumerate(rows)]
        draw_in(page, ["main", {"data-beats": script}, *shown, ["b", {"class": "sum", "data-place": "sum"}, "5"]])
        page.evaluate("new Promise(requestAnimationFrame)")  # motion begins in the frame that shows the drawing

    draw(rows, "")
    started.start_tracing(page=page, categories=list(TRACED))
    for turn in range(turns):
        draw(rows if turn % 2 else [rows[0], rows[1], rows[2] + rows[3], []], f"{turn}: {ACTS}")
        page.wait_for_function(STILL)
    events = json.loads(started.stop_tracing())["traceEvents"]
    main = {each["tid"] for each in events if each["args"].get("name") == "CrRendererMain"}
    told = [each["args"].get("data", {}) for each in events if each["name"] == "Animation"]
    tasks = [each.get("tdur", 0) / 1000 for each in events if each["name"] == "RunTask" and each["tid"] in main]
    fallen_back = {each.get("compositeFailed") for each in told} - {None, NO_EFFECT}
    return Trace(sum(each.get("state") == "running" for each in told), fallen_back, tasks)
