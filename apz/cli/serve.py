"""`apz serve`: the tutor as a web page, for this machine or for others."""

from __future__ import annotations

import getpass
import io
import ipaddress
import logging
import os
import shutil
import socket
import stat
import sys
from argparse import Namespace
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from apz.cli.options import BAD, FINE
from apz.serving.settings import READERS, Settings, read_settings

FIRST, LAST = 8866, 8965
ANY = ("0.0.0.0", "::")
ELSEWHERE = {socket.AF_INET: ("192.0.2.1", 9), socket.AF_INET6: ("2001:db8::1", 9)}  # nobody's, for examples only
WHITE_ON_BLACK, PLAIN = "\x1b[97;40m", "\x1b[0m"
PASSWORD = "APZ_PASSWORD"
SEEN = (
    "apz: everybody on this machine can see a password that's given as an option. Write --password - to be asked for "
    f"it, set {PASSWORD} in the environment, or put it into the settings file."
)
MISSING = "apz: serving needs Voila and ipywidgets, which aren't installed here: pip install 'apz[tutor]'"


def serve(arguments: Namespace) -> int:
    """`apz serve`: print the address and its consequences, then serve until stopped."""
    given = {name: getattr(arguments, name, None) for name in READERS}
    if given["password"] not in (None, "-"):
        print(SEEN, file=sys.stderr)
        return BAD
    if given["password"]:
        given["password"] = getpass.getpass("Password for the learners: ")
    else:
        given["password"] = os.environ.pop(PASSWORD, None)
    settings = read_settings(arguments.settings, given)
    port = settings.port or next((port for port in range(FIRST, LAST + 1) if free(settings.address, port)), FIRST)
    if not free(settings.address, port):
        print(f"apz: port {port} of {settings.address} can't be used; choose another with --port", file=sys.stderr)
        return BAD
    settings = replace(settings, port=port, game=arguments.game.name)
    try:
        from apz.serving import app
        from apz.serving.logs import LIMIT, Lines
        from apz.serving.places import make_room
    except ImportError:
        print(MISSING, file=sys.stderr)
        return BAD
    room = make_room(settings.cap)
    print("\n".join([*announced(settings, arguments.settings, room), *code(settings)]), flush=True)
    settings = replace(settings, cap=max(1, room))  # anybody beyond that would bring the server down for everybody
    handler = logging.StreamHandler()
    handler.setFormatter(Lines())
    handler.addFilter(LIMIT)
    logging.basicConfig(handlers=[handler], level=logging.WARNING)
    logging.getLogger("apz.serving").setLevel(logging.INFO)
    app.serve(settings, opens=settings.local and not arguments.no_browser and screen())
    return FINE


def free(address: str, port: int) -> bool:
    """Return True if a port is free."""
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    with socket.socket(family) as place:
        place.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            place.bind((address, port))
        except OSError:
            return False
    return True


def screen() -> bool:
    """Return True if this machine has a screen for a browser."""
    return sys.platform in ("darwin", "win32") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def announced(settings: Settings, file: str | None = None, room: int | None = None) -> list[str]:
    """Return the lines printed at start: the addresses and their consequences; open files allow for `room` learners."""
    lines = [f"The tutor is at {url} : open it in a browser." for url in urls(settings)]
    if room is not None and room < settings.cap:
        lines.append(
            f"This system lets it open files for only {max(1, room)} of {settings.cap} learners: to have room for all, "
            "raise that limit (ulimit -n)."
        )
    cap = settings.cap if room is None else min(settings.cap, max(1, room))
    lines.append(f"Up to {cap} people can learn at the same time. Ctrl+C stops it.")
    if not settings.local:
        lines += [
            "It's served to the network: everybody who can reach this machine can open it, and nothing is encrypted,",
            "so others on the same network can read along. For the internet, put a proxy with https in front.",
            "Learners are asked for the password; tell it only to people you want here."
            if settings.password
            else "There's no password: anybody with the address gets in. --password sets one.",
        ]
    if file and settings.password and Path(file).stat().st_mode & (stat.S_IRGRP | stat.S_IROTH):
        lines.append(f"Other users of this machine can read the password in {file}; chmod 600 changes that.")
    return lines


def urls(settings: Settings) -> list[str]:
    """Return the addresses that open the tutor; on a network, those that others can type."""
    hosts = [settings.address]
    if settings.address in ANY:
        import psutil

        family = socket.AF_INET6 if ":" in settings.address else socket.AF_INET
        found = [each.address for card in psutil.net_if_addrs().values() for each in card
                 if each.family == family and "%" not in each.address]  # fmt: skip
        # opening one of this machine's own names would produce links that work for nobody else
        others, usual = [host for host in found if not ipaddress.ip_address(host).is_loopback], usual_address(family)
        hosts = sorted(others or found, key=lambda host: host != usual)
    return [f"http://{f'[{host}]' if ':' in host else host}:{settings.port}{settings.base}" for host in hosts]


def usual_address(family: socket.AddressFamily) -> str:
    """Return this machine's network address, if it has one; nothing is sent."""
    with socket.socket(family, socket.SOCK_DGRAM) as place, suppress(OSError):
        place.connect(ELSEWHERE[family])
        return str(place.getsockname()[0])
    return ""


def code(settings: Settings) -> list[str]:
    """Return the address as a QR code for phones, if others can open it and the terminal can show it."""
    if settings.local or settings.proxy or not sys.stdout.isatty():
        return []
    import segno

    picture = io.StringIO()
    segno.make(urls(settings)[0], micro=False).terminal(picture, compact=True)
    lines = picture.getvalue().splitlines()
    shown = picture.getvalue().encode(sys.stdout.encoding, "ignore").decode(sys.stdout.encoding)
    if shown != picture.getvalue() or len(lines[0]) > shutil.get_terminal_size().columns:
        return []
    return [*(f"{WHITE_ON_BLACK}{line}{PLAIN}" for line in lines), "Phones can read the address from this picture."]
