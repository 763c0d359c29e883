"""The bots: they follow the rules, use only what they see, choose the same with the same seed, and don't play badly."""

from collections.abc import Callable
from itertools import combinations_with_replacement

import pytest

from apz.apocalypze.bots import (
    Bot,
    Choice,
    RandomBot,
    RegularBot,
    RookieBot,
    SensibleBot,
    VeteranBot,
    play_game,
    steps_of,
    veteran,
)
from apz.apocalypze.bots.balance import LEVELS, Tally, chunk, duel, ladder, markdown
from apz.apocalypze.bots.plans import wanted
from apz.apocalypze.bots.prospects import chance_to_win
from apz.apocalypze.bots.veteran import MOST_STEPS, Outcome, played_out, reason, weigh
from apz.apocalypze.bots.worth import Taste
from apz.apocalypze.cards import library
from apz.apocalypze.game import GAME
from apz.apocalypze.ids import PLAYERS
from apz.apocalypze.language.rulebook import rules
from apz.apocalypze.model import DECK, HIDDEN_CARD, Debt, Position, Side
from apz.apocalypze.moves import Attach, Done, Eat, Event, Move, Occupy, Pass, Play, Send, TakeBack, Use, Wound
from apz.apocalypze.play import legal_moves, step, why_not
from apz.apocalypze.rules.find import group as in_group
from apz.apocalypze.setup import new_game
from apz.apocalypze.visibility import seen_by
from apz.core.trace import Step
from tests.apocalypze.situations import ANN, BEN, Situation, seat
from tests.apocalypze.wandering import positions

PAIRS = [*combinations_with_replacement(library().decks, 2)]
BOTS = [RandomBot, RookieBot, SensibleBot, RegularBot]


class Witness:
    """A bot that wraps another bot, and records the positions it's shown and the moves it chooses."""

    def __init__(self, bot: Bot, seen_choices: list[tuple[Position, Choice]]) -> None:
        self.bot = bot
        self.seen_choices = seen_choices

    def choose(self, seen: Position) -> Choice:
        choice = self.bot.choose(seen)
        self.seen_choices.append((seen, choice))
        return choice


def advice(situation: Situation) -> Choice:
    """Return the sensible bot's choice."""
    position = situation.position
    assert position.waiting
    return SensibleBot().choose(seen_by(position, position.waiting.player))


@pytest.mark.parametrize("pair", PAIRS, ids=" against ".join)
@pytest.mark.parametrize("kind", BOTS)
def test_every_move_is_legal_and_every_reason_cites_a_rule(kind, pair):
    known = rules("en")
    for seed in range(4):
        for choice, done in steps_of(kind(seed), SensibleBot(seed), new_game(*pair, seed=seed, starts=seed & 1)):
            assert why_not(done.before, choice.move) is None, (choice, done.before.waiting)
            assert choice.why.rule in known
            assert choice.why.key.startswith("bot.")


def of_mover(position: Position) -> Side:
    """Return the deciding player's side."""
    return position.sides[position.agenda[-1].player]


def fighting(position: Position) -> int:
    """Return how many of the deciding player's characters are in the engagement."""
    assert position.combat
    return len(in_group(position, position.agenda[-1].player, position.combat.now))


def unsent(position: Position) -> bool:
    """Return True if some of the deciding player's survivors aren't blocking yet."""
    assert position.combat
    return sum(map(len, position.combat.defense)) < len(of_mover(position).survivors)


def paid(done: Step) -> set[str]:
    """Return the kinds of payment a step used or offered."""
    means = ("consume.deck", "consume.hand", "consume.survivor", "consume.offered", "consume.offered-deck")
    return {note.key for note in done.notes if note.key in (*means, "consume.offered-hand")}


def met(done: Step, choice: Choice) -> bool:
    """Return True if somebody was already blocking at the access point the bot chose."""
    assert done.before.combat
    return bool(done.before.combat.defense[choice.why.values["point"] - 1])


def missing(position: Position) -> bool:
    """Return True if the deciding player has fewer survivors than a bot would want."""
    return wanted(position, position.agenda[-1].player, Taste()) > len(of_mover(position).survivors)


# reason -> the condition that must hold when a bot gives it
FACTS: dict[str, Callable[[Choice, Step], bool]] = {
    "draws": lambda choice, done: done.before.phase == "draw",
    "occupies-first": lambda choice, done: done.before.turn == 1,
    "occupies-theirs": lambda choice, done: choice.why.values["raiders"] == len(of_mover(done.before).raiders),
    "plays-survivor": lambda choice, done: missing(done.before),
    "plays-spare": lambda choice, done: not missing(done.before),
    "plays-raider": lambda choice, done: bool(of_mover(done.after).raiders),
    "defended": lambda choice, done: unsent(done.before),
    "all-sent": lambda choice, done: not unsent(done.before),
    "meets": lambda choice, done: not met(done, choice),
    "backs": lambda choice, done: met(done, choice),
    "wounds-cheapest": lambda choice, done: fighting(done.before) > 1,
    "wounds-lightly": lambda choice, done: (
        fighting(done.before) > 1 and not any(note.key == "character.killed" for note in done.notes)
    ),
    "wounds-only": lambda choice, done: fighting(done.before) == 1,
    "eats-deck": lambda choice, done: (
        paid(done) in ({"consume.deck"}, {"consume.offered-deck"})
        and choice.why.values["left"] == len(of_mover(done.before).deck)
    ),
    "eats-hand": lambda choice, done: paid(done) == {"consume.offered-hand"},
    "eats-survivor": lambda choice, done: paid(done) in ({"consume.survivor"}, {"consume.offered"}),
    "pays": lambda choice, done: len(done.before.agenda[-1].offered) > 0 and paid(done) != {"consume.deck"},
    "watches": lambda choice, done: missing(done.before),
    "lets-come": lambda choice, done: not missing(done.before),
    "rookie-goes": lambda choice, done: done.after.place != done.before.player,
    "rookie-stays": lambda choice, done: done.after.place == done.before.player,
    "rookie-survivor": lambda choice, done: done.before.place == done.before.player,
    "rookie-raider": lambda choice, done: done.before.place != done.before.player,
    "rookie-sends": lambda choice, done: choice.move.point == 1,
    "rookie-attacks": lambda choice, done: choice.why.values["raiders"] == len(of_mover(done.before).raiders),
    "rookie-blocks": lambda choice, done: bool(done.before.combat.attack[choice.why.values["point"] - 1]),
}


def test_what_a_bot_gives_as_its_reason_is_so():
    given = set()
    for seed, pair in enumerate(PAIRS * 2):
        for choice, done in steps_of(SensibleBot(seed), RookieBot(seed + 1), new_game(*pair, seed=seed)):
            key = choice.why.key.removeprefix("bot.")
            given.add(key)
            assert key not in FACTS or FACTS[key](choice, done), (choice, done.before.waiting)
    assert given >= FACTS.keys() - {"watches", "lets-come", "wounds-lightly"}


def test_strict_games_with_every_window_open_are_played_too():
    for seed, pair in enumerate(PAIRS):
        position = new_game(*pair, seed=seed, strict=True)
        for choice, done in steps_of(SensibleBot(1), RandomBot(2), position):
            assert why_not(done.before, choice.move) is None, (choice, done.before.waiting)
            position = done.after
        assert position.winner is not None


@pytest.mark.parametrize("kind", BOTS)
def test_a_bot_is_shown_only_what_its_player_sees(kind):
    shown: list[tuple[Position, Choice]] = []
    play_game(Witness(kind(1), shown), Witness(kind(2), shown), new_game("Church", "Police Station", seed=5))
    assert len(shown) > 50
    for seen, _ in shown:
        assert seen.waiting
        other = seen.sides[1 - seen.waiting.player]
        assert {*other.hand, *other.deck} <= {HIDDEN_CARD}
        assert seen.luck == 0


def dealt_otherwise(position: Position) -> Position:
    """Return a position that looks the same to the deciding player, with the opponent's hidden cards swapped around."""
    assert position.waiting
    player = position.waiting.player
    other = position.sides[1 - player]
    unseen = (other.deck + other.hand)[::-1]
    swapped = other._replace(hand=unseen[: len(other.hand)], deck=unseen[len(other.hand) :])
    sides = (swapped, position.sides[1]) if player else (position.sides[0], swapped)
    return position._replace(sides=sides, luck=99)


@pytest.mark.parametrize(("kind", "every"), [(RookieBot, 1), (SensibleBot, 1), (RegularBot, 1), (VeteranBot, 5)])
def test_what_is_hidden_changes_no_choice(kind, every):
    looked = 0
    game = new_game("Military Base", "Roadside Diner", seed=8)
    for number, (_, done) in enumerate(steps_of(RegularBot(1), RegularBot(2), game)):
        position = done.before
        if number % every == 0 and len(legal_moves(position)) > 1:
            player = position.waiting.player
            first, second = (kind(3).choose(seen_by(each, player)) for each in (position, dealt_otherwise(position)))
            assert first == second
            looked += 1
    assert looked > 5


@pytest.mark.parametrize("kind", BOTS)
def test_the_same_seeds_play_the_same_game(kind):
    def moves(seed: int) -> list[Choice]:
        return [choice for choice, _ in steps_of(kind(seed), kind(7), new_game("Church", "Military Base", seed=2))]

    assert moves(1) == moves(1)
    if kind is RandomBot:
        assert moves(1) != moves(2)


def test_a_bot_that_comes_in_anywhere_plays_on_and_ends_the_game():
    position = new_game("Police Station", "Roadside Diner", seed=4)
    for _ in range(2000):
        if position.waiting is None:
            break
        choice = SensibleBot(1).choose(seen_by(position, position.waiting.player))
        assert why_not(position, choice.move) is None
        position = step(position, choice.move).after
    assert position.winner is not None


def test_a_random_bot_takes_nothing_back_where_it_can_go_on():
    tempted = 0
    for number, position in enumerate(positions(8, 3)):
        moves = list(legal_moves(position))
        if len({isinstance(move, TakeBack) for move in moves}) == 2:
            tempted += 1
            assert position.waiting
            choice = RandomBot(number).choose(seen_by(position, position.waiting.player))
            assert not isinstance(choice.move, TakeBack)
    assert tempted > 100


def test_the_sensible_bot_beats_the_random_one_in_four_of_five_games():
    won = 0
    for game in range(200):
        first, second = PAIRS[game % len(PAIRS)]
        position = new_game(first, second, seed=game, starts=game >> 1 & 1)
        sensible, careless = SensibleBot(game), RandomBot(game)
        end = play_game(sensible, careless, position) if game & 1 else play_game(careless, sensible, position)
        won += end.winner == 1 - (game & 1)
    assert won > 160


def test_a_regular_beats_a_rookie_in_three_of_four_games():
    tally = duel("regular", "rookie", 0, 128)
    assert tally.games == 128
    assert tally.won >= 96


def test_a_regular_goes_raiding_more_often_than_a_merely_sensible_player():
    def raids(kind: type[SensibleBot]) -> int:
        games = [steps_of(kind(seed), kind(seed + 1), new_game(*pair, seed=seed)) for seed, pair in enumerate(PAIRS)]
        places = [(d.before.player, c.move.place) for game in games for c, d in game if isinstance(c.move, Occupy)]
        return int(1000 * sum(player != place for player, place in places) / len(places))

    assert raids(RegularBot) > raids(SensibleBot)


def test_a_rookie_fights_back_harder_than_chance():
    won = 0
    for game in range(40):
        rookie, careless = RookieBot(game), RandomBot(game)
        bots: tuple[Bot, Bot] = (careless, rookie) if game & 1 else (rookie, careless)
        end = play_game(*bots, new_game(*PAIRS[game % len(PAIRS)], seed=game))
        won += end.winner == game & 1
    assert won > 20


# ---- the strong one


def test_a_veteran_plays_by_the_rules_and_says_what_it_foresees():
    given = set()
    for seed in range(2):
        position = new_game(*PAIRS[seed], seed=seed)
        for choice, done in steps_of(VeteranBot(seed), RookieBot(seed), position):
            assert why_not(done.before, choice.move) is None
            assert choice.why.rule in rules("en")
            given.add(choice.why.key)
    assert any(key.startswith("bot.foresees-") for key in given)


@pytest.mark.long
@pytest.mark.parametrize(("games", "won"), [(8, 5), pytest.param(16, 10, marks=pytest.mark.slow)])
def test_a_veteran_beats_a_regular(games, won):
    tally = duel("veteran", "regular", 0, games)
    assert tally.games == games
    assert tally.won >= won


def test_a_veteran_of_one_seed_plays_the_same_game_again():
    def moves() -> list[Choice]:
        return [choice for choice, _ in steps_of(VeteranBot(1), RookieBot(2), new_game("Church", "Church", seed=3))]

    assert moves() == moves()


def test_a_veteran_takes_the_win_that_playing_it_out_shows():
    ann = seat("Roadside Diner", survivors=["2 Biker"], raiders=["3 Gang Warrior"], deck=["20 Biker"])
    ben = seat("Police Station", survivors=["Police Officer"], deck=["Police Officer"])
    game = Situation(ann, ben, phase="combat", whose="Ann", occupied="Ben")
    bot = VeteranBot(1)
    while game.position.waiting and game.position.waiting.player == ANN:
        game.do(bot.choose(seen_by(game.position, ANN)).move)
    assert game.position.combat
    assert sum(map(bool, game.position.combat.attack)) > 1  # one survivor can't block every group


def test_a_veteran_pays_its_debts_in_one_plan():
    tried = 0
    for _, done in steps_of(VeteranBot(1), RegularBot(2), new_game("Police Station", "Church", seed=4)):
        seen = seen_by(done.before, done.before.waiting.player)
        if isinstance(seen.waiting, Debt) and not seen.waiting.offered:
            bot = VeteranBot(1)
            usual = bot.usual.choose(seen).move
            for plan in bot.plans(seen, usual):
                position = done.before
                for move in plan:
                    assert why_not(position, move) is None, (plan, position.waiting)
                    position = step(position, move).after
                tried += 1
    assert tried > 10


def test_a_veteran_doesnt_look_ahead_in_a_crowd():
    ann = seat("Church", survivors=["8 Civilian"], raiders=["12 Civilian"], hand=["3 Civilian"], deck=["6 Civilian"])
    ben = seat("Military Base", survivors=["8 Soldier"], raiders=["12 Soldier"], deck=["9 Soldier"])
    game = Situation(ann, ben, phase="occupation", whose="Ann")
    choice = VeteranBot(1).choose(seen_by(game.position, ANN))
    assert not choice.why.key.startswith("bot.foresees-")


def test_a_veteran_foresees_what_the_reply_to_its_turn_does():
    ann = seat("Church", hand=["Civilian"], deck=["3 Civilian"])
    ben = seat("Police Station", raiders=["3 Cult Fanatic"], deck=["20 Police Officer"])
    game = Situation(ann, ben, phase="occupation", whose="Ann", occupied="Ben")
    game.do(Done())
    assert game.position.winner is None
    outcome, _ = played_out(game.position, (), ANN, 0)
    assert (outcome.won, outcome.chance) == (-1, 0.0)


def weighed(monkeypatch, chances: list[float], steps: int = 1) -> tuple[int, list[int]]:
    """Weigh plans with these chances; return the chosen plan's index, and how many deals each plan was played with."""
    plans: list[tuple[Move, ...]] = [(Send(number, 1),) for number in range(len(chances))]
    times = [0] * len(plans)

    def told(deal: Position, plan: tuple[Send], me: int, number: int) -> tuple[Outcome, int]:
        times[plan[0].card] += 1
        return ended(chance=chances[plan[0].card])[0], steps

    if not str(veteran.__file__).endswith(".py"):
        pytest.skip("compiled code calls its own functions directly")
    monkeypatch.setattr(veteran, "played_out", told)
    seen = next(done.after for _, done in steps_of(RegularBot(1), RegularBot(2), new_game("Church", "Church", seed=1)))
    assert seen.waiting
    pick, _ = weigh(seen_by(seen, seen.waiting.player), seen.waiting.player, plans, 1)
    return pick, times


def test_a_veteran_thinks_longer_about_the_better_half_and_its_usual_move(monkeypatch):
    assert weighed(monkeypatch, [0.1, 0.2, 0.5, 0.3, 0.4, 0.9]) == (5, [4, 1, 3, 1, 2, 4])


def test_a_veteran_changes_its_mind_only_for_something_better(monkeypatch):
    assert weighed(monkeypatch, [0.5, 0.504])[0] == 0
    assert weighed(monkeypatch, [0.5, 0.506])[0] == 1


def test_a_veteran_stops_thinking_when_it_takes_too_long(monkeypatch):
    chances = [0.1, 0.2, 0.3, 0.9]
    assert weighed(monkeypatch, chances, steps=MOST_STEPS) == (1, [1, 1, 0, 0])
    assert weighed(monkeypatch, chances, steps=MOST_STEPS // 5) == (3, [2, 1, 1, 2])


def ended(won: int = 0, mine: int = 10, theirs: int = 10, chance: float = 0.5, **left: int) -> list[Outcome]:
    """Return a plan's outcomes in two deals, the same in both."""
    counts = {"guards": 2, "raiders": 2, "enemies": 2, **left}
    return [Outcome(chance, won, mine, theirs, **counts)] * 2


@pytest.mark.parametrize(
    ("new", "old", "key", "values"),
    [
        (ended(won=1), ended(), "win", {"count": 2, "won": 2, "fewer": 0}),
        (ended(), ended(won=-1), "survival", {"count": 2, "lost": 0, "more": 2}),
        (ended(theirs=7), ended(), "damage", {"amount": 3}),
        (ended(mine=14), ended(), "keeping", {"amount": 4}),
        (ended(enemies=1), ended(), "kills", {"amount": 1}),
        (ended(raiders=4), ended(mine=11), "raiders", {"amount": 2}),
        (ended(guards=3), ended(), "guards", {"amount": 1}),
        (ended(chance=0.625), ended(chance=0.5), "chance", {"chance": 62, "less": 50}),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_veteran_names_what_its_plan_gains_most(new, old, key, values):
    note = reason(new, old, "occupy.choose")
    assert (note.key, note.values) == (f"bot.foresees-{key}", values)


def test_the_chances_of_both_players_are_one_in_all_and_grow_with_what_they_have():
    for position in positions(3, 2):
        chances = [chance_to_win(position, player) for player in PLAYERS]
        assert sum(chances) == pytest.approx(1.0)
        if position.winner is not None:
            assert chances[position.winner] == 1.0
    start = new_game(seed=1)
    poorer = start.sides[0]._replace(deck=start.sides[0].deck[5:])
    assert chance_to_win(start._replace(sides=(poorer, start.sides[1])), ANN) < chance_to_win(start, ANN)


def test_the_levels_are_those_that_can_be_seated_in_order():
    assert [*LEVELS] == [*GAME.bots]
    assert [type(make(0)) for make in GAME.bots.values()] == [*LEVELS.values()]


def test_games_of_sensible_bots_end_in_a_few_dozen_turns():
    for seed, pair in enumerate(PAIRS):
        assert play_game(SensibleBot(1), SensibleBot(2), new_game(*pair, seed=seed)).turn < 80


def test_a_game_that_takes_too_long_is_left_where_it_stands():
    end = play_game(SensibleBot(1), SensibleBot(2), new_game(seed=1), turns=3)
    assert (end.turn, end.winner) == (4, None)


# ---- sensible choices


def test_it_goes_home_when_raiders_are_there_and_nobody_blocks_them():
    ann = seat("Church", hand=["4 Civilian", "2 Sentry"], deck=["20 Civilian"])
    ben = seat("Police Station", raiders=["3 Cult Fanatic"], deck=["20 Police Officer"])
    game = Situation(ann, ben, phase="occupation", whose="Ann")
    assert advice(game).move == Occupy(ANN)


def test_it_goes_where_its_raiders_get_in_when_nothing_is_missing_at_home():
    ann = seat("Church", survivors=["3 Civilian"], hand=["Trudy", "Fast Zombie", "3 Civilian"], deck=["20 Civilian"])
    ben = seat("Police Station", deck=["20 Police Officer"])
    game = Situation(ann, ben, phase="occupation", whose="Ann")
    assert advice(game).move == Occupy(BEN)


def test_it_plays_survivors_while_one_more_saves_more_than_it_eats():
    ann = seat("Church", hand=["Civilian", "Sentry"], deck=["20 Civilian"])
    ben = seat("Police Station", raiders=["3 Cult Fanatic"], deck=["20 Police Officer"])
    game = Situation(ann, ben, phase="occupation", whose="Ann", occupied="Ann")
    assert advice(game).move == Play(game.card("Civilian"))
    ann["survivors"] = ["4 Civilian"]
    assert advice(Situation(ann, ben, phase="occupation", whose="Ann", occupied="Ann")).move == Done()


def test_it_puts_the_pistols_on_patsy():
    ann = seat(
        "Police Station", survivors=["Police Officer", "Patsy McNally"], hand=["Patsy's Pistols"], deck=["9 Pop!"]
    )
    ben = seat("Church", raiders=["Trudy"], deck=["20 Civilian"])
    game = Situation(ann, ben, phase="occupation", whose="Ann", occupied="Ann")
    assert advice(game).move == Attach(game.card("Patsy's Pistols"), game.card("Patsy McNally"))


def test_it_mugs_when_it_has_a_gang_there():
    ann = seat("Roadside Diner", raiders=["Gang Warrior"], hand=["Mugged"], deck=["20 Biker"])
    ben = seat("Church", deck=["20 Civilian"])
    game = Situation(ann, ben, phase="occupation", whose="Ann", occupied="Ben")
    assert advice(game).move == Event(game.card("Mugged"))


def attacked(survivors: list[str], groups: list[list[str]]) -> Situation:
    """Return a situation where Ann's raiders, in these groups, attack Ben's survivors at the Church."""
    ann = seat("Police Station", raiders=[f"{len(group)} {group[0]}" for group in groups], deck=["20 Police Officer"])
    ben = seat("Church", survivors=survivors, deck=["20 Civilian"])
    game = Situation(ann, ben, phase="combat", whose="Ann", occupied="Ann")
    raiders = iter([who.id for who in game.position.sides[ANN].raiders])
    for point, group in enumerate(groups, 1):
        for _ in group:
            game.do(Send(next(raiders), point))
    game.do(Done())
    return game


def test_it_blocks_the_group_that_would_do_most_damage_with_a_single_cheap_survivor():
    game = attacked(["Civilian"], [["Cult Fanatic"], ["Cult Fanatic"] * 3])
    choice = advice(game)
    assert choice.move == Send(game.card("Civilian"), 2)
    assert (choice.why.key, choice.why.values["saved"]) == ("bot.meets", 9)


def raided_base(survivor: str, deck: int) -> Situation:
    """Return a situation where three of Ann's zombies in one group attack Ben's only survivor at the Military Base."""
    ann = seat("Church", raiders=["Trudy", "2 Fast Zombie"], deck=["20 Civilian"])
    ben = seat("Military Base", survivors=[survivor], deck=[f"{deck} Soldier"])
    game = Situation(ann, ben, phase="combat", whose="Ann", occupied="Ann")
    for who in game.position.sides[ANN].raiders:
        game.do(Send(who.id, 1))
    game.do(Done())
    return game


def test_it_leaves_a_group_unblocked_when_the_survivor_is_worth_more_than_the_damage():
    assert advice(raided_base("Lieutenant Dan Killmeyer", 20)).move == Done()


def test_it_blocks_what_it_could_not_pay_for():
    game = raided_base("Soldier", 1)
    assert advice(game).move == Send(game.position.sides[BEN].survivors[0].id, 1)


@pytest.mark.parametrize(
    ("fanatics", "wounded", "reason"), [(2, "Civilian", "bot.wounds-lightly"), (3, "Alex Bloom", "bot.wounds-cheapest")]
)
def test_it_puts_the_wounds_where_they_cost_least(fanatics, wounded, reason):
    game = attacked(["Civilian", "Alex Bloom"], [["Cult Fanatic"] * fanatics])
    for name in ("Civilian", "Alex Bloom"):
        game.do(Send(game.card(name), 1))
    game.do(Done())
    choice = advice(game)
    assert choice.move == Wound(game.card(wounded))
    assert choice.why.key == reason


def test_it_pays_with_the_deck_and_keeps_a_survivor_worth_more():
    ann = seat("Church", survivors=["Civilian"], hand=["3 Civilian"], deck=["9 Civilian"])
    game = Situation(ann, seat("Police Station", deck=["9 Pop!"]), phase="consumption", whose="Ann")
    assert advice(game).move == Eat(DECK)


def test_it_pays_with_what_is_left():
    ann = seat("Church", hand=["Sentry", "Turned", "Civilian"])
    game = Situation(ann, seat("Police Station", deck=["9 Pop!"]), phase="consumption", whose="Ann")
    hand = {game.card("Sentry"), game.card("Turned")}
    first = advice(game).move
    assert isinstance(first, Eat)
    assert first.card in hand
    game.do(first)
    assert advice(game).move == Eat((hand - {first.card}).pop())


def test_it_takes_back_what_it_would_not_have_offered():
    ann = seat("Church", survivors=["4 Civilian"], hand=["5 Sentry"], deck=["20 Civilian"])
    game = Situation(ann, seat("Police Station", deck=["9 Pop!"]), phase="consumption", whose="Ann")
    game.do(Eat(game.card("Sentry")))
    choice = advice(game)
    assert choice.move == TakeBack(game.card("Sentry"))
    assert choice.why.key == "bot.takes-back"


def answering(event: str) -> Situation:
    """Return a situation where Ben holds a Sentry and may respond to an event that Ann plays at his Church."""
    ann = seat("Roadside Diner", raiders=["Gang Warrior"], hand=[event], deck=["20 Biker"], discard=["Hog"])
    ben = seat("Church", hand=["Sentry"], survivors=["Civilian"], deck=["20 Civilian"])
    game = Situation(ann, ben, phase="occupation", whose="Ann", occupied="Ben")
    game.do(Event(game.card(event)))
    return game


def test_its_sentry_stops_what_hurts_and_lets_the_rest_happen():
    game = answering("Mugged")
    assert advice(game).move == Event(game.card("Sentry"))
    assert advice(answering("Take What You Need")).move == Pass()


def test_it_uses_adrenaline_where_it_turns_an_engagement():
    ann = seat(
        "Roadside Diner", raiders=[{"card": "Gang Warrior", "attached": ["Adrenaline"]}], deck=["20 Biker"]
    )  # fmt: skip
    ben = seat("Church", survivors=["Civilian"], deck=["20 Civilian"])
    game = Situation(ann, ben, phase="combat", whose="Ann", occupied="Ben")
    game.do(Send(game.card("Gang Warrior"), 1))
    game.do(Done())
    game.do(Send(game.card("Civilian"), 1))
    game.do(Done())
    assert advice(game).move == Use(game.card("Adrenaline"))


# ---- the measurement


def test_the_same_games_come_out_of_a_measurement_every_time():
    once, again = (chunk("Church", "Military Base", 0, 8) for _ in range(2))
    assert once == again
    assert once == chunk("Church", "Military Base", 0, 3) + chunk("Church", "Military Base", 3, 5)
    assert once.games == 8
    assert 0 <= once.won <= 8


def test_the_ladder_says_how_often_a_level_beats_the_one_below():
    assert "| regular | rookie | 200 | 85.0% | 10.0 |" in ladder({("regular", "rookie"): Tally(200, 170, 110, 2000)})


def test_the_table_says_who_wins_how_often_and_how_one_sided_it_gets():
    table = markdown({("Church", "Military Base"): Tally(200, 90, 110, 2000)})
    assert "| Church | Military Base | 200 | 45.0% | 55.0% | 10.0 |" in table
    assert "55.0%" in table.splitlines()[-1]
