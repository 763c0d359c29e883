"""A server's settings, with their defaults and meanings, and their reader, which names every fault in a file."""

from __future__ import annotations

import ipaddress
import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from apz.core.language.texts import LANGUAGES
from apz.core.reading import Fault, Item, read_file, refuse
from apz.games import DEFAULT

BASE = re.compile(r"(/[A-Za-z0-9._~%@-]+)*/?")
LONGEST = 1440  # minutes
DOTS = re.compile(r"(^|/)\.{1,2}(/|$)")
HOST = re.compile(r"\*|[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?)*")


@dataclass(frozen=True)
class Settings:
    """The settings of one server."""

    game: str = DEFAULT  # given on the command line before `serve`, never in a file
    port: int = 0  # 0: the first free one from 8866 on
    address: str = "127.0.0.1"
    base: str = "/"
    hosts: tuple[str, ...] = ()  # host names it's served under, besides this machine's own
    cap: int = 24  # learners at the same time
    share: int = 0  # places one address may have; 0: three quarters, or all if only for this machine, without a proxy
    password: str = ""
    languages: tuple[str, ...] = LANGUAGES
    preheat: int = 1  # kernels that wait for the next learners
    idle: float = 60  # minutes without a click until a kernel is ended
    away: float = 10  # minutes without a connection until it's ended
    memory: int = 600  # megabytes of address space for a kernel; 0: no limit
    cpu: int = 1800  # seconds of processor time for a kernel; 0: no limit
    proxy: bool = False  # whether a proxy in front gives the visitor's address
    notebook: str = ""  # another notebook in place of the tutor's page

    @property
    def local(self) -> bool:
        """True if the server listens only on this machine."""
        return self.address == "localhost" or ipaddress.ip_address(self.address).is_loopback

    @property
    def places_of_one(self) -> int:
        """The number of places that one address may have."""
        own = self.cap if self.local and not self.proxy else math.ceil(self.cap * 0.75)
        return min(self.share or own, self.cap)


def number(least: int, most: int) -> Callable[[Item, list[Fault]], int]:
    """Return a reader of whole numbers from `least` to `most`."""
    return lambda item, faults: item.integer(faults, least, most, least)


def read_minutes(item: Item, faults: list[Fault]) -> float:
    """Read a time in minutes, which may have a fraction."""
    if type(item.value) in (int, float) and 0 < item.value <= LONGEST:
        return float(item.value)
    item.expected(faults, "minutes", "write-minutes", most=LONGEST)
    return 1.0


def read_address(item: Item, faults: list[Fault]) -> str:
    """Read the IP address to listen on; localhost stands for 127.0.0.1."""
    text = item.text(faults)
    try:
        found = ipaddress.ip_address("127.0.0.1" if text == "localhost" else text)
        return str(getattr(found, "ipv4_mapped", None) or found)
    except ValueError:
        if isinstance(item.value, str):
            item.expected(faults, "address", "write-address")
        return ""


def read_base(item: Item, faults: list[Fault]) -> str:
    """Read the path that everything is served under."""
    text = item.text(faults)
    if not BASE.fullmatch(text) or DOTS.search(text):
        item.expected(faults, "path", "write-base")
    return text.rstrip("/") + "/"


def read_password(item: Item, faults: list[Fault]) -> str:
    """Read the password, which must have 4 to 200 characters."""
    text = item.text(faults)
    if isinstance(item.value, str) and not 4 <= len(text) <= 200:
        item.fault(faults, "password-length", "write-password", count=len(text))
    return text


def read_languages(item: Item, faults: list[Fault]) -> tuple[str, ...]:
    """Read the codes of the languages to offer; the first one is the default."""
    found = [each.choice(faults, LANGUAGES, "language") for each in item.sequence(faults)]
    if not item.value:
        item.fault(faults, "no-language", "write-languages", names=", ".join(LANGUAGES))
    return tuple(dict.fromkeys(filter(None, found)))


def read_hosts(item: Item, faults: list[Fault]) -> tuple[str, ...]:
    """Read the host names the tutor is served under."""
    found = [(each, each.text(faults)) for each in item.sequence(faults)]
    for each, text in found:
        if text and (not HOST.fullmatch(text) or len(text) > 253):
            each.expected(faults, "host", "write-host")
    return tuple(dict.fromkeys(text for _, text in found))


def read_notebook(item: Item, faults: list[Fault]) -> str:
    """Read the path of a notebook, which must exist."""
    text = item.text(faults)
    if isinstance(item.value, str) and not (text.endswith(".ipynb") and Path(text).is_file()):
        item.fault(faults, "not-a-notebook", "give-notebook")
    return text


READERS: Mapping[str, Callable[[Item, list[Fault]], Any]] = {
    "port": number(1, 65535),
    "address": read_address,
    "base": read_base,
    "hosts": read_hosts,
    "cap": number(1, 1000),
    "share": number(0, 1000),
    "password": read_password,
    "languages": read_languages,
    "preheat": number(0, 20),
    "idle": read_minutes,
    "away": read_minutes,
    "memory": number(0, 1_000_000),
    "cpu": number(0, 1_000_000),
    "proxy": lambda item, faults: item.flag(faults),
    "notebook": read_notebook,
}


def read_settings(file: str | None, given: Mapping[str, Any]) -> Settings:
    """Return the settings from a file, overridden by command-line options; raise BadInput if there are faults."""
    faults: list[Fault] = []
    fields = read_file(file).mapping(faults, list(READERS)) if file is not None else {}
    options = {
        name: Item(_plain(value, f"--{name}"), 0, f"--{name}", "") for name, value in given.items() if value is not None
    }
    read = {name: READERS[name](item, faults) for name, item in {**fields, **options}.items()}
    refuse(faults)
    return replace(Settings(), **read)


def _plain(value: Any, option: str) -> Any:
    """Return a command-line value in the form it would have in a file."""
    if isinstance(value, list | tuple):
        return [Item(each, 0, option, "") for each in value]
    return value
