"""A game in the terminal: the text printed at each moment, and the commands a player can type."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from apz.cli.lookup import found_rules, rule_line, rule_text
from apz.core.bots import Bot
from apz.core.game import Game
from apz.core.language.commands import Misread
from apz.core.language.words import Words
from apz.core.reading import BadInput, clean, reason, stop
from apz.core.session import Session
from apz.core.trace import Refusal, Step
from apz.core.writing import replaceable
from apz.games import DEFAULT

HUMAN = 0
SENTENCE = 600  # characters of a sentence to show
MOST_RULES = 12  # most rules to list for a search
MOST_ANSWERS = 3  # rules that may answer a question
MARK = "apz: session"  # how a saved game starts
# commands that need more words, and those that take none
NEED_MORE = ("cards", "rule")
ALONE = ("moves", "help", "undo", "redo", "sum", "turn")


class Terminal:
    """One game, played in the terminal."""

    def __init__(
        self, game: Game[Any], session: Session[Any], bot: Bot[Any] | None = None, language: str = "en"
    ) -> None:
        self.game, self.session, self.bot, self.language = game, session, bot, language
        self.words, self.with_short_names = game.words(language), game.with_short_names
        self.open_hands = False
        self.options: tuple[str, ...] = ()  # those of `apz play` that a later game needs too
        self.save_to = ""  # a file to write after every move
        self.saved = False
        self.table_at: tuple[object, ...] | None = None  # the moment of the table that was shown last
        self.cited: list[str] = []  # the rules behind the lines printed last
        self.warned: tuple[int, Any] | None = None  # at which moment, and about which move

    def say(self, key: str, **values: Any) -> None:
        """Print a sentence from the catalog."""
        print(self.game.catalog("views", self.language).text("terminal", key, values))

    def run(self) -> None:
        """Play until the player leaves; the end of the input counts as leaving."""
        self.say("welcome")
        if self.bot:
            self.say("you", player=self.game.names(self.with_short_names(self.session.start))[HUMAN])
        while True:
            position = self.session.position
            if self.bot and self.game.decides(position) not in (None, HUMAN):
                self.bot_moves(self.bot, position)
                continue
            self.ask(position)
            try:
                line = input("> ") if sys.stdin else None
            except EOFError:
                line = None
            if line is None:
                print()
                return
            if not self.answer(line.strip()):
                return

    def seen(self) -> Any:
        """Return the position as the player at the keyboard may see it: the whole position if hands are open."""
        position = self.session.position
        if self.open_hands:
            return position
        seat = self.game.decides(position) if self.bot is None else None
        return self.game.seen_by(position, HUMAN if seat is None else seat)

    def ask(self, position: Any) -> None:
        """Print whose turn it is and what they must do; if the moment is new, show the table too."""
        seat = self.game.decides(position)
        moment = (*self.game.moment(position), seat)
        if moment != self.table_at:
            print(f"\n{self.game.show(self.seen(), self.language, False)}\n")
            self.table_at = moment
            self.say("over" if seat is None else "hint")
        else:
            self.turn("")

    def bot_moves(self, bot: Bot[Any], position: Any) -> None:
        """Let the bot move, print what happened and why, and save the game if the player asked for that."""
        seat = self.game.decides(position)
        assert seat is not None
        choice = bot.choose(self.game.seen_by(position, seat))
        step = self.session.do(choice.move)
        assert isinstance(step, Step)
        self.tell(step)
        self.say("because", why=self.words.note(choice.why))
        self.keep_up()

    def tell(self, step: Step) -> None:
        """Print what happened in a step, with numbered lines so that the player can ask about them."""
        head, *lines = self.game.show_step(step, self.language).splitlines()
        self.cited = [note.rule for note in step.notes]
        print(f"\n{head}")
        for number, line in enumerate(lines, 1):
            print(f"{number:4}. {line.strip()}")

    def keep_up(self) -> None:
        """Mark the changed game as unsaved, then save it if the player asked for that."""
        self.saved = False
        if self.save_to:
            self.write(self.save_to)

    def answer(self, line: str) -> bool:
        """Carry out a typed line; return False if the player wants to leave."""
        verb, rest = self.game.texts.typed(line, self.language)
        if verb == "quit" and not rest:
            return False
        if verb in COMMANDS and verb not in (ALONE if rest else NEED_MORE):
            COMMANDS[verb](self, rest)
        elif verb in NEED_MORE and not rest:
            self.say("more", typed=clean(line))
        elif verb == "hint":
            self.say("no-hint")
        elif rest and self.game.texts.asides(self.language, "whether").fullmatch(line.partition(" ")[0]):
            self.why_not(line.partition(" ")[2].rstrip("? "), line)
        elif line:
            self.play(line)
        else:
            self.moves("")
        return True

    def understood(self, line: str, asked: str = "") -> Any:
        """Return the typed move; if it's unclear, print rules, possible moves or a message, and return None."""
        meant = self.game.parse(self.seen(), line, self.language)
        if isinstance(meant, Misread):
            if meant.meant or not self.looked_up(asked or line):
                print(clean(meant.message, SENTENCE))
            return None
        if isinstance(meant, list):
            self.say("which")
            self.listed(meant)
            return None
        return meant

    def looked_up(self, line: str) -> bool:
        """Print rules that may answer a question; return False if the line doesn't look like one or no rule matches."""
        idle = self.game.catalog("panels", self.language).raw("ask", "idle").split()
        words = line.split()
        if not (line.endswith("?") or (words and words[0].casefold() in idle)):
            return False
        found = self.game.rules(self.language).search(line)[:MOST_ANSWERS]
        if found:
            self.say("looked-up", id=found[0].id)
            print("\n".join(rule_line(self.game, each, self.language) for each in found))
        return bool(found)

    def play(self, line: str) -> None:
        """Play the typed move, or print why it isn't legal; before a questionable move, warn once instead."""
        move = self.understood(line)
        if move is None:
            return
        note = self.game.warning(self.session.position, move)
        if note and self.warned != (self.session.at, move):
            self.warned, self.cited, say = (self.session.at, move), [note.rule], self.words
            self.say("warned", why=f"{say.note(note)} {say.rule(note.rule)}")
            return
        result = self.session.do(move)
        if isinstance(result, Refusal):
            self.refuse(result)
            return
        self.tell(result)
        self.keep_up()

    def to_you(self, position: Any) -> Words[Any]:
        """Return words that say "you" to the person playing against a bot, or else to the deciding player, if any."""
        seat = HUMAN if self.bot else self.game.decides(position)
        return self.words if seat is None else self.words.to(self.game.names(position)[seat])

    def refuse(self, refusal: Refusal) -> None:
        """Say why a move isn't legal, with the rule."""
        say = self.to_you(self.session.position)
        self.cited = [refusal.rule]
        print(clean(f"{say.refusal(refusal)} {say.rule(refusal.rule)}", SENTENCE))

    def why_not(self, line: str, asked: str = "") -> None:
        """Print why a move isn't legal, or that it's legal, without playing it."""
        move = self.understood(line, asked)
        if move is not None:
            refusal = self.game.why_not(self.session.position, move)
            if refusal:
                self.refuse(refusal)
            else:
                self.say("legal")

    def moves(self, rest: str) -> None:
        """List the legal moves with their numbers."""
        self.listed(self.game.legal_moves(self.seen()))

    def listed(self, moves: Iterable[Any]) -> None:
        """Print some moves, numbered as in the list of all legal moves."""
        seen, say = self.with_short_names(self.seen()), self.words
        numbers = {move: number for number, move in enumerate(self.game.legal_moves(seen), 1)}
        moves = list(moves)
        for move, text in zip(moves, say.moves(seen, moves), strict=True):
            print(f"{numbers.get(move, '?'):>4}  {clean(text, SENTENCE)}")

    def help(self, rest: str) -> None:
        """Say what can be typed."""
        self.say("help")

    def turn(self, rest: str) -> None:
        """Print whose turn it is and what they must do, or how the game ended."""
        seen = self.with_short_names(self.seen())
        print(clean((self.to_you(seen) if self.bot else self.words).waiting(seen), SENTENCE))

    def table(self, rest: str) -> None:
        """Print the table; if any words follow the command, include the cards' texts."""
        print(self.game.show(self.seen(), self.language, bool(rest)))

    def cards(self, rest: str) -> None:
        """Print everything about a card."""
        assert self.game.terminal.look_up  # without it, the game has no word for this command
        try:
            print(self.game.terminal.look_up(rest, self.language))
        except BadInput as unknown:
            print(unknown.text(self.language))

    def undo(self, rest: str) -> None:
        """Go back to the last decision a person made, and skip the bot's moves."""
        self.walk(self.session.undo, "no-undo")

    def redo(self, rest: str) -> None:
        """Go forward to a person's next decision or the game's end, and skip the bot's moves."""
        self.walk(self.session.redo, "no-redo")

    def walk(self, go: Callable[[], bool], key: str) -> None:
        """Call `go` until a person decides or the game is over; if that never happens, stay put and print a message."""
        start = self.session.at
        while go():
            if self.bot is None or self.game.decides(self.session.position) in (None, HUMAN):
                self.table_at = None
                self.keep_up()
                return
        self.session.at = start
        self.say(key)

    def why(self, rest: str) -> None:
        """Show the rule behind a numbered line, or the rules that may answer a question."""
        number = int(rest) if rest.isdecimal() and len(rest) <= 4 else 0
        if 1 <= number <= len(self.cited):
            self.rule(self.cited[number - 1])
        elif not self.looked_up(rest):
            self.say("why-what", count=len(self.cited))

    def rule(self, rest: str) -> None:
        """Show one rule, or list the rules that match the words."""
        found = found_rules(self.game.rules(self.language), rest)
        if len(found) == 1:
            print(rule_text(self.game, found[0], self.language))
        elif found:
            print("\n".join(rule_line(self.game, each, self.language) for each in found[:MOST_RULES]))
        else:
            self.say("no-rule", typed=clean(rest))

    def sum(self, rest: str) -> None:
        """Show the totals that count now, with their terms."""
        lines = self.game.sums(self.session.position, self.language)
        if lines:
            print("\n".join(lines))
        else:
            self.say("no-sum")

    def save(self, rest: str) -> None:
        """Save the game."""
        self.saved = False
        path = str(Path(rest or self.save_to or "game.yaml").expanduser())
        if self.write(path):
            self.say("saved", command=self.resuming(path))

    def resuming(self, path: str) -> str:
        """Return the command that goes on with the game in a file, with the same opponent and language."""
        named = () if self.game.name == DEFAULT else ("--game", self.game.name)
        spoken = () if self.language == self.game.languages[0] else ("--lang", self.language)
        return shlex.join(["apz", *named, "play", "--from", path, *self.options, *spoken])

    def write(self, path: str) -> bool:
        """Write the game to a file and return True, or print why it couldn't be saved and return False."""
        try:
            save(self.session, path)
        except BadInput as bad:
            print(bad.text(self.language))
        except OSError as error:
            self.say("not-saved", path=clean(path, 200), reason=reason(error, self.language))
        else:
            self.saved = True
        return self.saved


COMMANDS: dict[str, Callable[[Terminal, str], None]] = {
    "moves": Terminal.moves, "help": Terminal.help, "table": Terminal.table, "turn": Terminal.turn,
    "cards": Terminal.cards, "undo": Terminal.undo, "redo": Terminal.redo, "why": Terminal.why,
    "why-not": Terminal.why_not, "rule": Terminal.rule, "sum": Terminal.sum, "save": Terminal.save,
}  # fmt: skip


def writable(path: str | Path) -> None:
    """Raise BadInput if a file can't be replaced, or if it has content that isn't a saved game."""
    replaceable(path)
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            start = file.read(len(MARK))
    except FileNotFoundError:
        return
    if start and start != MARK:
        stop(str(path), 0, "other-file-here", "other-name")


def save(session: Session[Any], path: str | Path) -> None:
    """Write the session to a file; raise BadInput if that file must not be overwritten."""
    writable(path)
    session.save(path)
