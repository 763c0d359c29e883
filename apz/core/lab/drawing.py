"""Drawings for a notebook cell, as plain HTML and SVG: no script, no network, for light and dark themes."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

# colors that keep to the cell's own text color, so that a drawing fits light and dark pages
LINE = "color-mix(in srgb, currentColor 22%, transparent)"
SOFT = "color-mix(in srgb, currentColor 4%, transparent)"
MUTED = "color-mix(in srgb, currentColor 70%, transparent)"
BEST, OTHERS, HURT = "#2f8f5b", "#7a8aa0", "#c4552d"
BOX = "max-width:960px;font:15px/1.45 system-ui,sans-serif"
WIDTH, ROW, LEFT, RIGHT = 640, 26, 250, 90
LETTERS = 36  # of a label


class Bar(NamedTuple):
    """One bar: its label, its amount, the text after it, and its interval if it has one."""

    label: str
    amount: float
    said: str
    low: float | None = None
    high: float | None = None
    best: bool = False


def bars(rows: Sequence[Bar], title: str, most: float | None = None) -> str:
    """Return an SVG bar chart from 0 to `most`, or to the highest bar or interval; each bar has its label and its text.

    >>> bars([Bar("one", 1, "1 of 2")], "half").count("<rect")
    1
    """
    top = most or max([max(bar.amount, bar.high or 0) for bar in rows], default=0) or 1
    span = WIDTH - LEFT - RIGHT
    height = ROW * len(rows) + 6
    parts = []
    for index, bar in enumerate(rows):
        y = index * ROW + 4
        long = max(0.0, bar.amount) / top * span
        label = bar.label if len(bar.label) <= LETTERS else f"{bar.label[: LETTERS - 1]}…"
        color = BEST if bar.best else OTHERS
        parts.append(
            f'<text x="{LEFT - 8}" y="{y + 14}" text-anchor="end"><title>{escape(bar.label)}</title>'
            f"{escape(label)}</text>"
            f'<rect x="{LEFT}" y="{y}" width="{max(1.0, long):.1f}" height="{ROW - 8}" rx="3" fill="{color}"/>'
        )
        end = long
        if bar.low is not None and bar.high is not None:
            low, end = bar.low / top * span, max(long, bar.high / top * span)
            parts.append(
                f'<path d="M{LEFT + low:.1f} {y + 9}H{LEFT + end:.1f}M{LEFT + low:.1f} {y + 4}v10'
                f'M{LEFT + end:.1f} {y + 4}v10" stroke="currentColor" stroke-width="1.5" fill="none"/>'
            )
        parts.append(f'<text x="{LEFT + end + 6:.1f}" y="{y + 14}">{escape(bar.said)}</text>')
    return (
        f'<svg role="img" aria-label="{escape(title)}" viewBox="0 0 {WIDTH} {height}" '
        f'style="width:100%;max-width:{WIDTH}px;font:13px system-ui,sans-serif;fill:currentColor;display:block">'
        f"{''.join(parts)}</svg>"
    )
