"""A position as HTML with no widget and no script: it reads well with its inline styles, without them, and aloud."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from apz.apocalypze.language.catalogs import view_words
from apz.apocalypze.language.words import words
from apz.apocalypze.model import ATTACHMENT, RAIDER, STRONGHOLD, SURVIVOR, TRUMP, WILDCARD, Position
from apz.apocalypze.show.picture import HIDDEN_KIND, CardView, Lane, Number, Picture, Seat, picture
from apz.apocalypze.show.text import summed
from apz.core.trace import Sum

# A kind of card is told by its word, its symbol and its border; the colour only helps (each has a contrast of
# 3 or more on white and on near-black). All else takes the colours of the page it stands on.
SYMBOLS = {
    STRONGHOLD: "⌂", SURVIVOR: "☺", RAIDER: "⚔", ATTACHMENT: "⊕", WILDCARD: "★", TRUMP: "♠", HIDDEN_KIND: "▒",
}  # fmt: skip
ZOMBIE_SYMBOL = "☠"
BORDERS = {
    STRONGHOLD: "2px solid #7a858f",
    SURVIVOR: "2px solid #3b82c4",
    RAIDER: "4px double #d0453c",
    ATTACHMENT: "2px dashed #3d9a46",
    WILDCARD: "3px dotted #c8761b",
    TRUMP: "4px groove #8f63cf",
    HIDDEN_KIND: "2px dashed #7a858f",
}
SOFT = "color-mix(in srgb,currentColor 7%,transparent)"
LINE = "color-mix(in srgb,currentColor 25%,transparent)"
ROOT = "max-width:1240px;font:15px/1.4 system-ui,sans-serif;font-variant-numeric:tabular-nums;overflow-wrap:anywhere"
NOW = "#3d9a46"
ASK = f"margin:8px 0;padding:9px 14px;border:1px solid {LINE};border-left:6px solid {NOW};font-size:17px"
PHASE = f"display:inline-block;margin:2px 6px 2px 0;padding:2px 11px;border:1px solid {LINE};border-radius:99px"
SEAT = "margin:10px 0;padding:4px 12px 10px;border-radius:12px;border:"
BESIDE = "display:flex;flex-wrap:wrap;gap:0 28px"
HEADING = "margin:8px 0 4px;font-size:18px;font-weight:700;line-height:1.3"
SMALL_HEADING = "margin:8px 0 4px;font-size:14px;font-weight:650;line-height:1.3"
CARDS = "display:flex;flex-wrap:wrap;gap:8px;margin:4px 0;padding:0;list-style:none"
CARD = (
    f"box-sizing:border-box;flex:1 1 112px;max-width:172px;margin:0;padding:5px 8px;border-radius:8px;background:{SOFT}"
)
ATTACHED = (
    f"margin-top:4px;padding:2px 5px;border:{BORDERS[ATTACHMENT]};border-width:1.5px;border-radius:5px;font-size:13px"
)
BACK = (
    f"width:26px;height:36px;border:2px dashed #7a858f;border-radius:4px;background:repeating-linear-gradient("
    f"45deg,{SOFT} 0 4px,transparent 4px 8px)"
)
LANES = "display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,230px),1fr));gap:10px;align-items:start"
LANE = "padding:4px 8px 8px;border-radius:10px;border:"
TOTALS = f"margin:6px 0;padding:5px 8px;border-radius:8px;background:{SOFT};list-style:none"
OPEN = "margin:6px 0;padding:12px 8px;border:2px dashed #d0453c;border-radius:8px;text-align:center"
HOUSE_MARK = '<sup style="font-size:11px">*</sup>'


def html(position: Position, language: str = "en") -> str:
    """Return the position as a piece of HTML, for a notebook's cell."""
    return _Page(picture(position, language), language).table()


def page(position: Position, language: str = "en") -> str:
    """Return the position as a whole HTML page that loads nothing and runs nothing."""
    seen = picture(position, language)
    policy = "default-src 'none'; style-src 'unsafe-inline'"
    return (
        f'<!doctype html>\n<html lang="{escape(words(language).language)}"><head><meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width,initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        f"<title>{escape(seen.title)}</title></head>\n"
        f'<body style="margin:0 auto;padding:10px;max-width:1240px"><main>{_Page(seen, language).table()}</main>'
        "</body></html>\n"
    )


def capital(text: str) -> str:
    """Return the text with a capital at its beginning."""
    return text[:1].upper() + text[1:]


class _Page:
    """One picture being written in one language."""

    def __init__(self, seen: Picture, language: str) -> None:
        self.seen, self.say, self.views = seen, words(language), view_words(language)

    def text(self, key: str, **values: object) -> str:
        """Return a text of the views, safe in HTML."""
        return escape(self.views.text("show", key, values))

    def table(self) -> str:
        """Return the whole table."""
        seen = self.seen
        label = self.text("table", title=f"{seen.title}. {seen.ask}")
        phases = "".join(self.phase(name, now) for name, now in seen.phases)
        seats = "\n".join(self.seat(seat) for seat in reversed(seen.seats))
        return (
            f'<div role="region" aria-label="{label}" lang="{escape(self.say.language)}" style="{ROOT}">\n'
            f'<h3 style="{HEADING}">{escape(seen.title)}</h3>\n'
            f'<ol aria-label="{self.text("phases")}" style="margin:0;padding:0;list-style:none">{phases}</ol>\n'
            f'<p style="{ASK}"><strong>{escape(seen.ask)}</strong></p>\n'
            f"{seats}\n{self.texts()}{self.legend()}</div>"
        )

    def phase(self, name: str, now: bool) -> str:
        """Return a phase of the turn; the one that is on is marked."""
        name = escape(capital(name))
        if now:
            return (
                f'<li aria-current="step" style="{PHASE};border:2px solid currentColor"><strong>▶ {name}</strong></li>'
            )
        return f'<li style="{PHASE};opacity:.75">{name}</li>'

    def seat(self, seat: Seat) -> str:
        """Return a player: his stronghold, everybody at it, his hand and piles."""
        place = seat.stronghold
        states = [("occupied", seat.occupied), ("decides", seat.decides), ("out", seat.out)]
        marks = "".join(f" · {self.text(key)}" for key, on in states if on)
        title = self.text("seat", player=seat.name, place=place.name)
        border = f"2px solid {NOW}" if seat.decides else f"1px solid {LINE}"
        parts = [
            f'<section role="group" aria-label="{title}{marks}" style="{SEAT}{border}">',
            f'<h4 style="{HEADING}">{SYMBOLS[STRONGHOLD]} {title}<small style="font-weight:400">{marks}</small></h4>',
            f'<p style="margin:2px 0">{" · ".join(self.fact(number) for number in place.numbers)}</p>',
            self.lanes(seat) if seat.lanes else "",
            f'<div style="{BESIDE}">{self.rows(seat)}</div>',
            f'<div style="{BESIDE}">{self.hand(seat)}{self.piles(seat)}</div>',
            "</section>",
        ]
        return "\n".join(filter(None, parts))

    def fact(self, number: Number) -> str:
        """Return a number of a stronghold."""
        shown = f'<b style="font-size:18px">{escape(number.shown)}</b>{HOUSE_MARK * number.house}'
        return f"{escape(number.label)} {shown}"

    def rows(self, seat: Seat) -> str:
        """Return what is attached to the stronghold, and everybody who is there but at no access point."""
        attached = self.titled(self.text("attached"), seat.stronghold.attached)
        if seat.lanes:
            rows = [self.titled(escape(capital(row[0].where)), row) for row in (seat.survivors, seat.raiders) if row]
            return attached + "".join(rows)
        count = self.text("survivors", count=len(seat.survivors), capacity=seat.stronghold.numbers[1].shown)
        raiders = self.titled(self.text("raiders", player=seat.other), seat.raiders)
        return self.titled(count, seat.survivors, True) + raiders + attached

    def titled(self, title: str, views: Iterable[CardView], always: bool = False) -> str:
        """Return cards under a heading."""
        cards = "".join(self.card(view) for view in views)
        if not cards and not always:
            return ""
        row = f'<ul style="{CARDS}">{cards}</ul>' if cards else ""
        return f'<div><h5 style="{SMALL_HEADING}">{title}</h5>{row}</div>'

    def card(self, view: CardView) -> str:
        """Return a card: seen as a card, read aloud as one sentence."""
        name, _, number = view.name.partition(" #")
        number = number and f"#{number}"
        symbol = ZOMBIE_SYMBOL if view.zombie else SYMBOLS.get(view.kind, "")
        numbers = "".join(
            f'<span style="flex:1"><small>{escape(n.label)}</small> '
            f'<b style="font-size:21px;line-height:1.1;display:block{";text-decoration:underline dotted" * n.house}">'
            f"{escape(n.shown)}{HOUSE_MARK * n.house}</b></span> "
            for n in view.numbers
        )
        marks = "".join(f'<br><em style="font-size:13px">{escape(mark)}</em>' for mark in view.marks)
        attached = "".join(self.attachment(each) for each in view.attached)
        return (
            f'<li style="{CARD};border:{BORDERS.get(view.kind, BORDERS[HIDDEN_KIND])};border-top-width:6px">'
            f'<div role="img" aria-label="{escape(self.aloud(view))}">'
            f'<b style="line-height:1.2">{escape(name)}</b>{f" <small>{escape(number)}</small>" * bool(number)}<br>'
            f'<small style="display:block;font-size:12px;line-height:1.3">{symbol} {escape(view.what)}</small>{marks}'
            f'<div style="display:flex;text-align:center">{numbers}</div>{attached}</div></li>\n'
        )

    def attachment(self, view: CardView) -> str:
        """Return an attachment under its character."""
        numbers = ", ".join(f"{escape(n.label)} {n.shown}{HOUSE_MARK * n.house}" for n in view.numbers)
        parts = " · ".join(filter(None, (numbers, *map(escape, view.marks))))
        return f'<div style="{ATTACHED}">{SYMBOLS[ATTACHMENT]} {escape(view.name)}{" " + parts if parts else ""}</div>'

    def aloud(self, view: CardView) -> str:
        """Return everything about a card in one sentence."""
        house = f" ({self.say.label('house')})"
        parts = [view.name, view.what]
        parts += [f"{self.say.label(n.stat)} {n.shown}{house * n.house}" for n in view.numbers]
        parts += [*view.marks, view.where]
        if view.attached:
            cards = "; ".join(self.aloud(each) for each in view.attached)
            parts.append(self.views.text("show", "with", {"cards": cards}))
        return ", ".join(filter(None, parts))

    def lanes(self, seat: Seat) -> str:
        """Return the access points of an attacked stronghold."""
        return f'<div style="{LANES}">\n{"".join(self.lane(lane, seat) for lane in seat.lanes)}</div>'

    def lane(self, lane: Lane, seat: Seat) -> str:
        """Return an access point."""
        state = f" · {self.text(lane.state)}" if lane.state else ""
        title = escape(capital(self.say.label("access-point", point=lane.point))) + state
        border = "3px solid currentColor" if lane.state == "now" else f"1px solid {LINE}"
        parts = [
            f'<section role="group" aria-label="{title}" style="{LANE}{border}">',
            f'<h5 style="{SMALL_HEADING}">{"▶ " if lane.state == "now" else ""}{title}</h5>',
            self.titled(self.text("attack", player=seat.other), lane.attackers),
            self.totals(lane, seat),
            self.titled(self.text("defense", player=seat.name), lane.defenders),
            "" if lane.attackers or lane.defenders else f'<p style="margin:4px 0">{self.text("nobody")}</p>',
            "</section>\n",
        ]
        return "\n".join(filter(None, parts))

    def totals(self, lane: Lane, seat: Seat) -> str:
        """Return both sides' totals with their terms, or what it costs to leave the door open."""
        if lane.owed is not None:
            owed = summed(lane.owed, self.say.language)
            return f'<p style="{OPEN}">{self.text("open", player=seat.name, owed=owed)}</p>'
        if not lane.sums:
            return ""
        pairs = ((seat.other, "attack", "guard", "▼"), (seat.name, "counter", "defense", "▲"))
        rows = "".join(
            f"<li>{arrow} {escape(name)}: {self.against(lane.sums[attack], lane.sums[defense])}</li>"
            for name, attack, defense, arrow in pairs
        )
        return f'<ul style="{TOTALS}">{rows}</ul>'

    def against(self, attack: Sum, defense: Sum) -> str:
        """Return an attack total against a defense total: the numbers large, their terms small."""
        numbers = [f'<b style="font-size:20px">{each.total}</b>{HOUSE_MARK * each.house}' for each in (attack, defense)]
        text = self.text("against", attack="\0", defense="\1").replace("\0", numbers[0]).replace("\1", numbers[1])
        terms = "<br>".join(escape(summed(each, self.say.language)) for each in (attack, defense) if each.terms)
        return f'{text}<br><small style="font-size:12px">{terms}</small>'

    def hand(self, seat: Seat) -> str:
        """Return the hand: its cards, or their backs."""
        shown = [view for view in seat.hand if view.kind != HIDDEN_KIND]
        hidden = len(seat.hand) - len(shown)
        title = self.text("hand", player=seat.name, count=len(seat.hand))
        if not hidden:
            return self.titled(title, shown, True)
        backs = f'<span style="{BACK};display:inline-block;margin-right:4px"></span>' * hidden
        label = self.text("hidden-cards", count=hidden)
        image = f'<div role="img" aria-label="{label}">{backs} <small>{label}</small></div>'
        return f"<div>{self.titled(title, shown, True)}{image}</div>"

    def piles(self, seat: Seat) -> str:
        """Return the deck and the discard pile with its top card."""
        top = f" · {self.text('top', card=seat.top)}" if seat.top else ""
        deck, discard = self.text("deck", count=seat.deck), self.text("discard", count=seat.discard)
        items = f"<li>{deck}</li><li>{discard}{top}</li>"
        return f'<ul style="{SMALL_HEADING};padding:0;list-style:none">{items}</ul>'

    def texts(self) -> str:
        """Return what the cards in sight say."""
        entries = "".join(
            f"<dt><b>{escape(name)}</b>{HOUSE_MARK * house}</dt><dd>{'<br>'.join(map(escape, said))}</dd>\n"
            for name, said, house in self.seen.texts
        )
        if not entries:
            return ""
        summary = f'<summary style="cursor:pointer">{self.text("texts")}</summary>'
        return f'<details style="margin:8px 0">{summary}<dl style="margin:4px 0">{entries}</dl></details>\n'

    def legend(self) -> str:
        """Return what the mark of a house number means."""
        return f"<p><small>* {self.text('house')}</small></p>\n" if self.seen.house else ""
