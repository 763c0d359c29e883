"""All attacks on a server, by name; each has a function whose docstring says what it sends."""

from tests.serving.attacks import connections, frames, pages, requests
from tests.serving.attacks.kinds import Attack

ATTACKS: dict[str, Attack] = {
    each.name: each for module in (frames, connections, pages, requests) for each in module.attack.known
}
