"""Pictures of an answer in a notebook cell: the groups it forms, with a lane for each access point under attack."""

from __future__ import annotations

from html import escape

from apz.apocalypze.ids import OTHER
from apz.apocalypze.model import Position
from apz.apocalypze.moves import Done, Move
from apz.apocalypze.play import must_play
from apz.apocalypze.rules.combat import totals, wounds_of
from apz.apocalypze.rules.find import group
from apz.apocalypze.rules.sums import breach_sum
from apz.core.lab.drawing import BEST, HURT, LINE, MUTED, SOFT
from apz.core.language.messages import Catalog

CARD = f"display:inline-block;border:1px solid {LINE};border-radius:6px;padding:2px 8px;margin:2px 4px 2px 0"


def lanes(position: Position, moves: tuple[Move, ...], say: Catalog) -> str:
    """Return a defense or an attack as HTML, with a lane per access point that has raiders; "" for any other answer."""
    waiting = position.waiting
    if waiting is None or waiting.kind not in ("attack", "defend") or not isinstance(moves[-1], Done):
        return ""
    for move in moves[:-1]:
        position = must_play(position, move).after
    fight = position.combat
    assert fight
    defending = waiting.kind == "defend"
    points = [point for point, ids in enumerate(fight.attack, 1) if ids]
    return (
        f'<div style="display:grid;grid-template-columns:repeat(auto-fit,minmax(170px,1fr));gap:10px;margin:12px 0">'
        f"{''.join([lane(position, point, defending, say) for point in points])}</div>"
    )


def lane(position: Position, point: int, defending: bool, say: Catalog) -> str:
    """Return one access point as HTML: the attackers, and the blockers with the wounds or, in a defense, the cost."""
    attacker, place = position.player, OTHER[position.player]
    raiders, blockers = group(position, attacker, point), group(position, place, point)
    sums = totals(position, point)
    values = {"attack": sums["attack"].total, "defense": sums["defense"].total}
    title = escape(say.text("picture", "point", {"point": point}))
    parts = [
        f'<div style="font-weight:600;margin-bottom:4px">{title}</div>',
        people([who.card.name for who in raiders]),
        small(say.text("picture", "strength", values)),
    ]
    color = LINE
    if blockers:
        guard = {"attack": sums["counter"].total, "defense": sums["guard"].total}
        dealt = {
            "defenders": wounds_of(sums["attack"], sums["guard"]),
            "attackers": wounds_of(sums["counter"], sums["defense"]),
        }
        color = BEST
        parts += [
            f'<div style="margin:6px 0 2px;color:{MUTED}">{escape(say.text("picture", "blocked"))}</div>',
            people([who.card.name for who in blockers]),
            small(say.text("picture", "strength", guard)),
            f"<div>{escape(say.text('picture', 'wounds', dealt))}</div>",
        ]
    elif defending:
        color = HURT
        cost = {"cost": breach_sum(position, place, raiders).total}
        parts += [
            f'<div style="margin:6px 0 2px;color:{MUTED}">{escape(say.text("picture", "unblocked"))}</div>',
            f"<div>{escape(say.text('picture', 'cost', cost))}</div>",
        ]
    style = f"border:1px solid {LINE};border-top:4px solid {color};border-radius:8px;padding:8px 10px;background:{SOFT}"
    return f'<div style="{style}">{"".join(parts)}</div>'


def people(names: list[str]) -> str:
    """Return these characters as HTML, each as a small card."""
    return "<div>" + "".join([f'<span style="{CARD}">{escape(name)}</span>' for name in names]) + "</div>"


def small(text: str) -> str:
    """Return a line in small print, as HTML."""
    return f'<div style="font-size:13px;color:{MUTED}">{escape(text)}</div>'
