"""Data for the `apz` command's tests: a good deck, position and overlay, and the type of the `apz` fixture."""

from collections.abc import Callable

DECK = """\
deck: Mine
stronghold: Church
cards: {Civilian: 20, Adrenaline: 3, Turned: 3, Sentry: 3}
"""
POSITION = """\
apz: position 1
players:
  - {stronghold: Church, survivors: [Civilian], hand: [Sentry], deck: [2 Civilian]}
  - {stronghold: Police Station, survivors: [Police Officer], deck: [Pop!]}
"""
OVERLAY = "Lord Brawn: {value: 6}\n"
Run = Callable[..., tuple[int, str, str]]
