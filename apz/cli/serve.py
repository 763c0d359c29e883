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
from functools import partial
from importlib.resources import files
from pathlib import Path
from typing import Any

from apz.cli.options import BAD, FINE
from apz.core.language.texts import Texts
from apz.core.reading import read_file
from apz.serving.settings import READERS, Settings, read_settings

FIRST, LAST = 8866, 8965
ANY = ("0.0.0.0", "::")
ELSEWHERE = {socket.AF_INET: ("192.0.2.1", 9), socket.AF_INET6: ("2001:db8::1", 9)}  # reserved for examples
WHITE_ON_BLACK, PLAIN = "\x1b[97;40m", "\x1b[0m"
PASSWORD = "APZ_PASSWORD"
TEXTS = Texts(lambda: files("apz.serving") / "text")


def serve(arguments: Namespace) -> int:
    """`apz serve`: print the tutor's addresses and notices, serve until stopped, and return the exit code."""
    say = partial(said, arguments.lang)
    given = {name: getattr(arguments, name, None) for name in READERS}
    if given["password"] not in (None, "-"):
        print(f"apz: {say('seen', name=PASSWORD)}", file=sys.stderr)
        return BAD
    if given["password"]:
        given["password"] = getpass.getpass(say("ask"))
    else:
        given["password"] = os.environ.pop(PASSWORD, None)
    settings = read_settings(arguments.settings, given)
    port = settings.port or next((port for port in range(FIRST, LAST + 1) if free(settings.address, port)), FIRST)
    if not free(settings.address, port):
        key = "no-port" if free(settings.address, 0) else "no-address"
        print(f"apz: {say(key, port=port, address=settings.address)}", file=sys.stderr)
        return BAD
    settings = replace(settings, port=port, game=arguments.game.name)
    try:
        from apz.serving import app
        from apz.serving.logs import LIMIT, Lines
        from apz.serving.places import make_room
    except ImportError:
        print(f"apz: {say('missing')}", file=sys.stderr)
        return BAD
    room = make_room(settings.cap)
    lines = announced(settings, arguments.settings, room, arguments.lang)
    print("\n".join([*lines, *code(settings, arguments.lang)]), flush=True)
    settings = replace(settings, cap=max(1, room))  # one more learner would bring the server down for everybody
    handler = logging.StreamHandler()
    handler.setFormatter(Lines())
    handler.addFilter(LIMIT)
    logging.basicConfig(handlers=[handler], level=logging.WARNING)
    logging.getLogger("apz.serving").setLevel(logging.INFO)
    app.serve(settings, opens=settings.local and not arguments.no_browser and screen())
    return FINE


def said(language: str, key: str, **values: Any) -> str:
    """Return one of this command's texts in a language, with its values filled in."""
    return TEXTS.catalog("serve", language).text("serve", key, values)


def free(address: str, port: int) -> bool:
    """Return True if a server can use the port at this address; 0 stands for any port."""
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    with socket.socket(family) as place:
        place.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            place.bind((address, port))
        except OSError:
            return False
    return True


def screen() -> bool:
    """Return True if this machine seems to have a screen that a browser can open on."""
    return sys.platform in ("darwin", "win32") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def announced(settings: Settings, file: str | None = None, room: int | None = None, language: str = "en") -> list[str]:
    """Return the tutor's addresses and notices on limits and safety; `room` is how many learners the system allows."""
    say = partial(said, language)
    lines = [say("at", url=url) for url in urls(settings)]
    if room is not None and room < settings.cap:
        lines.append(say("room", room=max(1, room), cap=settings.cap))
    cap = settings.cap if room is None else min(settings.cap, max(1, room))
    lines.append(say("cap", cap=cap))
    if not settings.local:
        lines += map(say, ("network", "internet", "password" if settings.password else "no-password"))
    if file and has_password(file) and Path(file).stat().st_mode & (stat.S_IRGRP | stat.S_IROTH):
        lines.append(say("readable", file=file))
    return lines


def has_password(file: str) -> bool:
    """Return True if a settings file has a password in it."""
    return "password" in (read_file(file).value or {})


def urls(settings: Settings) -> list[str]:
    """Return the URLs that open the tutor; if it listens on all addresses, preferably those other machines can use."""
    hosts = [settings.address]
    if settings.address in ANY:
        import psutil

        family = socket.AF_INET6 if ":" in settings.address else socket.AF_INET
        found = [each.address for card in psutil.net_if_addrs().values() for each in card
                 if each.family == family and "%" not in each.address]  # fmt: skip
        # a loopback address would produce links that work for nobody else
        others, usual = [host for host in found if not ipaddress.ip_address(host).is_loopback], usual_address(family)
        hosts = sorted(others or found, key=lambda host: host != usual)
    return [f"http://{f'[{host}]' if ':' in host else host}:{settings.port}{settings.base}" for host in hosts]


def usual_address(family: socket.AddressFamily) -> str:
    """Return this machine's usual network address without sending anything, or "" if there's none."""
    with socket.socket(family, socket.SOCK_DGRAM) as place, suppress(OSError):
        place.connect(ELSEWHERE[family])
        return str(place.getsockname()[0])
    return ""


def code(settings: Settings, language: str = "en") -> list[str]:
    """Return a QR code of the address as lines, or [] if phones can't open it or this terminal can't show it."""
    if settings.local or settings.proxy or not sys.stdout.isatty():
        return []
    import segno

    picture = io.StringIO()
    segno.make(urls(settings)[0], micro=False).terminal(picture, compact=True)
    lines = picture.getvalue().splitlines()
    shown = picture.getvalue().encode(sys.stdout.encoding, "ignore").decode(sys.stdout.encoding)
    if shown != picture.getvalue() or len(lines[0]) > shutil.get_terminal_size().columns:
        return []
    return [*(f"{WHITE_ON_BLACK}{line}{PLAIN}" for line in lines), said(language, "picture")]
