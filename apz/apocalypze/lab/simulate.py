"""Simulations of many bot games, from two decks or any position, summed up with intervals, lengths and causes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

from apz.apocalypze.bots import Bot
from apz.apocalypze.cards import Deck, find_deck, library
from apz.apocalypze.game import GAME
from apz.apocalypze.hidden import check_sound, deals, is_view
from apz.apocalypze.ids import OTHER, PLAYERS, Player
from apz.apocalypze.lab.readings import amended_steps, check_ruling
from apz.apocalypze.lab.solution import lab_words
from apz.apocalypze.model import Position
from apz.apocalypze.setup import new_game
from apz.core.lab.drawing import BOX, Bar, bars
from apz.core.lab.rows import Rows, Tabled
from apz.core.lab.simulation import Run, run_games
from apz.core.lab.statistics import Share, mean, quantile
from apz.core.luck import Chance
from apz.core.reading import hint, match, quoted, stop
from apz.core.trace import Note

WIDE, MOST_SLOTS = 5, 24  # the turns that one bar stands for, and the most bars
TURNS = 1000  # two players who recover what they consume each turn could go on forever
CAUSES = {"feed.owed": "feed", "combat.breach": "breach", "event.obliges": "card"}  # notes before somebody is out


class Played(NamedTuple):
    """One game: its number, whether the first side won (None if nobody did), who started, its length, and the cause."""

    game: int
    won: bool | None
    began: bool  # the first side did
    turns: int
    cause: str  # feed, breach or card: why the loser owed what they couldn't pay; "" if that's not how the game ended


@dataclass(frozen=True)
class Setting:
    """The setup of a simulation: two decks or a position, the bots, a card to leave out, and a ruling to change."""

    decks: tuple[Deck, Deck] | None
    position: Position | None
    bots: tuple[Any, Any]
    without: str = ""
    ruling: str = ""  # the ruling that's read differently

    def begin(self, number: int, seed: int) -> tuple[Position, Player]:
        """Return the start of a game, and the player in the first side's seat.

        Decks trade seats and start equally often. For a position, both decks are shuffled and hidden cards are dealt.
        """
        if self.decks is not None:
            swapped, starts = number & 1, number >> 1 & 1
            decks = self.decks[::-1] if swapped else self.decks
            position = new_game(*decks, seed=seed, starts=OTHER[starts] if swapped else starts)
            return self.left_out(position, PLAYERS[swapped]), PLAYERS[swapped]
        assert self.position is not None
        position = next(deals(self.position, 1, seed)) if is_view(self.position) else self.position
        chance = Chance(seed)
        sides = [side._replace(deck=tuple(chance.mixed(side.deck))) for side in position.sides]
        position = position._replace(sides=(sides[0], sides[1]), luck=chance.luck)
        return self.left_out(position, PLAYERS[0]), PLAYERS[0]

    def left_out(self, position: Position, player: Player) -> Position:
        """Return the position without the left-out card's copies in a player's hand and deck; the hand is refilled."""
        if not self.without:
            return position
        side = position.sides[player]
        rest = [card for card in side.hand + side.deck if position.game.cards[card].name != self.without]
        held = min(len(side.hand), len(rest))
        kept = [card for card in side.hand if card in rest]
        hand = (*kept, *[card for card in side.deck if card in rest][: held - len(kept)])
        deck = tuple([card for card in side.deck if card in rest and card not in hand])
        sides = [*position.sides]
        sides[player] = side._replace(hand=hand, deck=deck)
        return position._replace(sides=(sides[0], sides[1]))


def play_one(setting: Setting, number: int, seed: int) -> Played:
    """Play one game until it ends or gets past turn number `TURNS`, and return its result."""
    position, first = setting.begin(number, seed)
    began = position.player == first
    chairs: list[Bot] = [*(make_bot(bot, seed + index) for index, bot in enumerate(setting.bots))]
    if first:
        chairs.reverse()
    notes: tuple[Note, ...] = ()
    for step in amended_steps(chairs[0], chairs[1], position, setting.ruling):
        position, notes = step.after, step.notes
        if position.turn > TURNS:
            break
    won = None if position.winner is None else position.winner == first
    return Played(number, won, began, position.turn, cause_of(notes) if won is not None else "")


def make_bot(bot: Any, seed: int) -> Bot:
    """Return a bot by name, or from a function of a seed."""
    made: Bot = GAME.bots[bot](seed) if isinstance(bot, str) else bot(seed)
    return made


def cause_of(notes: Sequence[Note]) -> str:
    """Return the cause of the debt that put a player out, or "" if the notes name none."""
    causes = [CAUSES[note.key] for note in notes if note.key in CAUSES]
    return causes[-1] if causes else ""


@dataclass(frozen=True, eq=False)
class Simulation(Tabled):
    """The results of many games, as totals when printed, as plots in a notebook, and as a row for each game.

    >>> import apz
    >>> result = apz.simulate("Church", "Police Station", games=8, seed=1)
    >>> result.games, result.done
    (8, True)
    >>> result == apz.simulate("Church", "Police Station", games=8, seed=1)
    True
    """

    names: tuple[str, str]  # of the two sides
    run: Run[Played]
    seed: int
    without: str = ""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Simulation) and (self.names, self.run) == (other.names, other.run)

    def __hash__(self) -> int:
        return hash((self.names, self.seed, self.run.asked))

    @property
    def records(self) -> tuple[Played, ...]:
        """The results of the games that were played, in order of their numbers."""
        return self.run.records

    @property
    def games(self) -> int:
        """The number of games played."""
        return len(self.records)

    @property
    def done(self) -> bool:
        """True if all requested games were played."""
        return self.run.done

    @property
    def ended(self) -> tuple[Played, ...]:
        """The results of the games that somebody won."""
        return tuple([each for each in self.records if each.won is not None])

    @property
    def wins(self) -> Share:
        """The first side's share of the games somebody won, with its 95% interval."""
        return Share.of(sum([bool(each.won) for each in self.ended]), len(self.ended))

    @property
    def wins_of_starter(self) -> Share:
        """The starting player's share of the games somebody won, with its 95% interval."""
        return Share.of(sum([each.won == each.began for each in self.ended]), len(self.ended))

    @property
    def turns(self) -> dict[str, float]:
        """The length of games: the mean, the median, and the 10% and 90% quantiles."""
        numbers = self.lengths
        parts = {"tenth": 0.1, "median": 0.5, "ninetieth": 0.9}
        return {"mean": mean(numbers), **{name: quantile(numbers, part) for name, part in parts.items()}}

    @property
    def lengths(self) -> tuple[int, ...]:
        """The number of turns in each game."""
        return tuple([each.turns for each in self.records])

    @property
    def causes(self) -> Mapping[str, int]:
        """The number of players out per cause: feeding (feed), raiders that got in (breach), card, or "" for none."""
        return dict(Counter([each.cause for each in self.ended]).most_common())

    def table(self) -> Rows:
        """Return a row for each game."""
        first, second = self.names
        rows = []
        for each in self.records:
            winner = "" if each.won is None else first if each.won else second
            began = first if each.began else second
            rows.append({"game": each.game, "winner": winner, "began": began, "turns": each.turns, "cause": each.cause})
        return Rows(rows)

    def summary(self, language: str = "en") -> Rows:
        """Return the totals as rows: label and value."""
        say = lab_words(language)
        first, second = self.names
        rows: list[tuple[str, str]] = []
        values: dict[str, Any] = {"first": first, "second": second}
        shares = [("wins", self.wins)]
        if len({each.began for each in self.records}) > 1:
            shares.append(("starter", self.wins_of_starter))
        for key, share in shares:
            shown = f"{share.rate:.1%} ({share.low:.1%} – {share.high:.1%})"
            rows.append((say.text("simulation", key, values), shown))
        turns = {key: f"{amount:.1f}".removesuffix(".0") for key, amount in self.turns.items()}
        length = say.text("simulation", "length-same" if turns["tenth"] == turns["ninetieth"] else "length", turns)
        rows.append((say.text("simulation", "turns"), length))
        for cause, count in self.causes.items():
            part = f"{count / max(1, len(self.ended)):.1%}"
            rows.append((say.text("simulation", f"cause-{cause or 'none'}"), part))
        what, much = say.text("simulation", "what"), say.text("simulation", "much")
        return Rows([{what: name, much: amount} for name, amount in rows])

    def said(self, language: str = "en") -> list[str]:
        """Return sentences on how many games were played, between whom, and how many are missing."""
        say = lab_words(language)
        run = self.run
        values = {"games": self.games, "first": self.names[0], "second": self.names[1], "card": self.without}
        told = [say.text("simulation", "without" if self.without else "played", values)]
        if run.cancelled:
            told.append(say.text("simulation", "cancelled", {"asked": run.asked}))
        if run.lost:
            told.append(say.text("simulation", "lost", {"lost": run.lost, "why": "; ".join(run.errors)}))
        if undecided := self.games - len(self.ended):
            told.append(say.text("simulation", "undecided", {"count": undecided, "turns": TURNS}))
        return told

    def text(self, language: str = "en") -> str:
        """Return the totals as text."""
        return "\n".join([*self.said(language), str(self.summary(language))])

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        share = self.wins
        rate = f"{share.rate:.1%} ({share.low:.1%} to {share.high:.1%})"
        return f"<Simulation of {self.games} games: {self.names[0]} wins {rate} against {self.names[1]}>"

    def _repr_html_(self) -> str:
        """Return the totals and their plots as HTML for a notebook cell."""
        return self.html()

    def html(self, language: str = "en") -> str:
        """Return the totals as HTML: who wins, how long games take and why they end, as plots and numbers."""
        said = "".join([f"<p>{escape(line)}</p>" for line in self.said(language)])
        return f'<section style="{BOX}">{said}{self.plots(language)}{self.summary(language)._repr_html_()}</section>'

    def plots(self, language: str = "en") -> str:
        """Return bar charts for wins, length and causes as HTML; "" if nobody has won a game yet."""
        if not self.ended:
            return ""
        say, wins = lab_words(language), self.wins
        shares = [wins, Share.of(wins.of_all - wins.number, wins.of_all)]
        won = [
            Bar(name, share.rate, f"{share.rate:.0%}", share.low, share.high, share == max(shares))
            for name, share in zip(self.names, shares, strict=True)
        ]
        lengths = Counter([each.turns // WIDE for each in self.ended])
        long = [
            Bar(f"{WIDE * slot}–{WIDE * slot + WIDE - 1}", lengths[slot], str(lengths[slot]))
            for slot in range(min(lengths), max(lengths) + 1)
        ][:MOST_SLOTS]
        why = [
            Bar(say.text("simulation", f"cause-{cause or 'none'}"), count, f"{count / len(self.ended):.0%}")
            for cause, count in self.causes.items()
        ]
        drawn = ""
        for key, rows, most in (("wins-title", won, 1.0), ("turns", long, None), ("causes-title", why, None)):
            title = say.text("simulation", key)
            drawn += f"<h4>{escape(title)}</h4>{bars(rows, title, most)}"
        return drawn


def simulate(
    first: str | Path | Deck | Position,
    second: str | Path | Deck | None = None,
    *,
    games: int = 1000,
    seed: int = 0,
    bots: tuple[Any, Any] = ("regular", "regular"),
    executor: Any = None,
    progress: Callable[[Simulation], Any] | None = None,
    cancel: Callable[[], bool] | None = None,
    without: str = "",
    ruling: str = "",
) -> Simulation:
    """Let bots play many games, with two decks or from a position, and return the results.

    The same seed gives the same games on every executor: "serial" (the default), "processes", a number of processes, or
    a `concurrent.futures` executor or the like, such as a Dask client. `progress` is called with the result so
    far; when `cancel` returns True, or you interrupt, the result has the games that are done. `without` leaves all
    copies of a card out of the first side's deck, and `ruling` is read differently (see `apz.apocalypze.lab.readings`).

    >>> result = simulate("Church", "Police Station", games=4, seed=1)
    >>> result.games, sum(result.causes.values())
    (4, 4)
    """
    setting, names = read_setting(first, second, bots, without)
    if type(games) is not int or games < 1:
        raise TypeError(f"games={games!r}: write a whole number from 1 on")
    if type(seed) is not int:
        raise TypeError(f"seed={seed!r}: write a whole number")
    for name, given in (("progress", progress), ("cancel", cancel)):
        if given is not None and not callable(given):
            raise TypeError(f"{name}={given!r}: give a function")
    check_executor(executor)
    setting = replace(setting, ruling=check_ruling(ruling))
    told = None if progress is None else lambda run: progress(Simulation(names, run, seed, setting.without))
    run = run_games(partial(play_one, setting), games, seed, executor, told, cancel)
    if run.lost and not run.records:
        raise RuntimeError(f"not one game could be played: {'; '.join(run.errors)}")
    return Simulation(names, run, seed, setting.without)


def read_setting(first: Any, second: Any, bots: Any, without: str) -> tuple[Setting, tuple[str, str]]:
    """Return the setting and the names of the two sides; raise BadInput or TypeError if the setting can't be played."""
    if not isinstance(bots, tuple | list) or len(bots) != 2:
        raise TypeError(f'bots={bots!r}: give two, such as ("regular", "rookie")')
    for bot in bots:
        if isinstance(bot, str) and bot not in GAME.bots:
            stop("", 0, "unknown-bot", value=quoted(bot), **hint(bot, GAME.bots))
        if not isinstance(bot, str) and not callable(bot):
            raise TypeError(f"{bot!r}: a bot is given by its name, or by a function that makes one from a seed")
    pair = (bots[0], bots[1])
    if isinstance(first, Position):
        if second is not None:
            raise TypeError("a position has both sides already: give it alone")
        if first.waiting is None:
            stop("", 0, "nothing-to-play", "take-undecided")
        check_sound(first)
        setting = Setting(None, first, pair, left_out_name(without))
        return setting, (first.game.names[0], first.game.names[1])
    if second is None:
        raise TypeError("give two decks, or a position")
    box = library()
    decks = find_deck(first, box), find_deck(second, box)
    names = decks[0].name, decks[1].name if decks[0].name != decks[1].name else f"{decks[1].name} (2)"
    name = left_out_name(without)
    if name and name not in decks[0].cards:
        stop("", 0, "not-in-deck", "leave-out-other", card=name, deck=decks[0].name)
    return Setting((decks[0], decks[1]), None, pair, name), names


def left_out_name(without: Any) -> str:
    """Return the name of the card to leave out, or "" for none; raise BadInput for an unknown card."""
    if not without:
        return ""
    box = library()
    name = match(without, box) if isinstance(without, str) else None
    if name is None:
        stop("", 0, "not-a-card", name=quoted(without), **hint(str(without), box))
    return name


def check_executor(executor: Any) -> None:
    """Raise TypeError for an executor that can't run games."""
    if executor is None or executor in ("serial", "processes") or hasattr(executor, "submit"):
        return
    if type(executor) is int and executor > 0:
        return
    raise TypeError(
        f'executor={executor!r}: write "serial", "processes", a number of processes, or give an executor of futures'
    )


def card_worths(first: str | Path | Deck, second: str | Path | Deck, cards: Sequence[str] = (), **options: Any) -> Rows:
    """Return what each card is worth to the first deck: how often the deck wins with it and without it.

    The same seeds are played with and without the card. Without the card means without all its copies, so the deck
    is smaller. By default each card but the stronghold is left out in turn; `options` are those of `simulate`.

    >>> rows = card_worths("Church", "Police Station", ["Sentry"], games=4, seed=1)
    >>> rows[0]["card"], rows[0]["games"]
    ('Sentry', 4)
    """
    deck = find_deck(first, library())
    names = [left_out_name(card) for card in cards] or [*dict.fromkeys(deck.cards[1:])]
    whole = simulate(first, second, **options).wins
    rows = []
    for name in names:
        less = simulate(first, second, without=name, **options).wins
        rows.append({
            "card": name, "games": less.of_all, "with": whole.rate, "without": less.rate,
            "worth": whole.rate - less.rate, "low": whole.low - less.high, "high": whole.high - less.low,
        })  # fmt: skip
    return Rows(sorted(rows, key=lambda row: -float(row["worth"])))
