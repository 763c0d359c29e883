"""The definition of an attack: its name, the server it targets, and the function that carries it out."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from tests.serving.attacker import Attacker

Carry = Callable[[Attacker], Awaitable[None]]
PASSWORD = "open sesame"
# the servers to attack, with the share of places per address that's usual in a network; servers from before there were
# shares do without
HOUSES: Mapping[str, Mapping[str, Any]] = {
    "open": {"cap": 24, "share": 18},
    "small": {"cap": 8, "share": 6},
    "locked": {"cap": 24, "share": 18, "password": PASSWORD},
    "narrow": {"cap": 4, "share": 3},
}
NICE = 10  # real attackers have their own machines: this one must not take processor time from the server we measure
USUAL, FILES = 1024, 300  # files that a server may open: with a system's usual settings, and with narrow ones


@dataclass(frozen=True)
class Attack:
    """One attack."""

    name: str
    carry: Carry
    house: str = "open"
    longer: float = 1.0  # how many times as long as others it takes
    during: bool = True  # whether a newcomer must get in during the attack, or only afterward
    ended: bool = False  # whether a server is also told to stop during the attack

    @property
    def about(self) -> str:
        """A description of what the attack sends."""
        return " ".join((self.carry.__doc__ or "").split())


@dataclass
class Attacks:
    """A collector of a module's attacks."""

    known: list[Attack] = field(default_factory=list)

    def __call__(self, name: str, **options: Any) -> Callable[[Carry], Carry]:
        """Return a decorator that registers a function as the attack with this name."""

        def enter(carry: Carry) -> Carry:
            self.known.append(Attack(name, carry, **options))
            return carry

        return enter
