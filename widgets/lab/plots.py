"""Plots as SVG trees, which need no library on the page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from apz.core.lab.statistics import Share
from apz.widgets.base.tree import Tree, h

WIDE, HIGH = 280, 74  # of a histogram
MOST_BARS, WIDEST = 24, 40
MOST_NUMBERS = 8  # below the bars


def share(of: Share, label: str) -> Tree:
    """Draw a share between 0 and 1 with its interval, on a scale with a mark at one half."""

    def x(part: float) -> str:
        return f"{4 + part * (WIDE - 8):.1f}"

    drawn = h(
        "svg",
        h("title", label),
        h("rect", x="4", y="12", width=str(WIDE - 8), height="4", class_="whole"),
        h("path", d=f"M{x(0.5)} 4V24", class_="half"),
        h(
            "rect",
            x=x(of.low),
            y="8",
            width=f"{max(2.0, (of.high - of.low) * (WIDE - 8)):.1f}",
            height="12",
            class_="interval",
        ),
        h("circle", cx=x(of.rate), cy="14", r="6", class_="dot"),
        viewBox=f"0 0 {WIDE} 28",
        role="img",
        aria_label=label,
        focusable="false",
    )
    scale = h("div", [h("span", f"{each}%") for each in (0, 50, 100)], class_="lab-scale", aria_hidden="true")
    return h("div", drawn, scale, class_="lab-plot")


def histogram(numbers: Sequence[int], label: str) -> Tree:
    """Draw a histogram of the numbers, with a limited number of bars of equal width."""
    counts = Counter(numbers)
    least, most = min(counts), max(counts)
    step = max(1, -(-(most - least + 1) // MOST_BARS))
    bins = Counter({(number - least) // step: 0 for number in range(least, most + 1)})
    for number, count in counts.items():
        bins[(number - least) // step] += count
    slot, tall = WIDE / len(bins), max(bins.values())
    wide = min(WIDEST, slot - 2)
    every = -(-len(bins) // MOST_NUMBERS)
    bars, numbered = [], []
    for index, count in sorted(bins.items()):
        high = count * (HIGH - 4) / tall
        first, last = least + index * step, min(most, least + index * step + step - 1)
        name = f"{first}" if first == last else f"{first}–{last}"
        bars.append(
            h("rect", h("title", f"{name}: {count}"), x=f"{(index + 0.5) * slot - wide / 2:.1f}",
              y=f"{HIGH - high:.1f}", width=f"{wide:.1f}", height=f"{high:.1f}", class_="bar")
        )  # fmt: skip
        numbered.append(h("span", str(first) if index % every == 0 else None))
    floor = h("path", d=f"M0 {HIGH}H{WIDE}", class_="floor")
    drawn = h("svg", bars, floor, viewBox=f"0 0 {WIDE} {HIGH + 1}", role="img", aria_label=label, focusable="false")
    return h("div", drawn, h("div", numbered, class_="lab-slots", aria_hidden="true"), class_="lab-plot")
