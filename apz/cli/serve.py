"""`apz serve`: the tutor as a web page, for this machine or for others."""

from __future__ import annotations

import getpass
import ipaddress
import logging
import os
import socket
import stat
import sys
from argparse import Namespace
from dataclasses import replace
from pathlib import Path

from apz.cli.options import BAD, FINE
from apz.serving.settings import READERS, Settings, read_settings

FIRST, LAST = 8866, 8965
ANY = ("0.0.0.0", "::")
MISSING = "apz: serving needs Voila and ipywidgets, which are not installed here: pip install 'apz[tutor]'"


def serve(arguments: Namespace) -> int:
    """`apz serve`: say where it is and what that means, then serve until told to stop."""
    given = {name: getattr(arguments, name, None) for name in READERS}
    if given["password"] == "-":
        given["password"] = getpass.getpass("Password for the learners: ")
    settings = read_settings(arguments.settings, given)
    port = settings.port or next((port for port in range(FIRST, LAST + 1) if free(settings.address, port)), FIRST)
    if not free(settings.address, port):
        print(f"apz: port {port} of {settings.address} cannot be used; choose another with --port", file=sys.stderr)
        return BAD
    settings = replace(settings, port=port)
    try:
        from apz.serving import app
        from apz.serving.kernels import make_room
    except ImportError:
        print(MISSING, file=sys.stderr)
        return BAD
    print("\n".join(announced(settings, arguments.settings, make_room(settings.cap))), flush=True)
    handler = logging.StreamHandler()
    handler.setFormatter(app.Lines())
    logging.basicConfig(handlers=[handler], level=logging.WARNING)
    logging.getLogger("apz.serving").setLevel(logging.INFO)
    app.serve(settings, opens=settings.local and not arguments.no_browser and screen())
    return FINE


def free(address: str, port: int) -> bool:
    """Whether a port can be listened on."""
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    with socket.socket(family) as place:
        place.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            place.bind((address, port))
        except OSError:
            return False
    return True


def screen() -> bool:
    """Whether somebody sits here who could see a browser."""
    return sys.platform in ("darwin", "win32") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def announced(settings: Settings, file: str | None = None, room: int | None = None) -> list[str]:
    """Where the tutor is, and what serving it there means; `room`: for how many learners files may be opened here."""
    lines = [f"The tutor is at {url} : open it in a browser." for url in urls(settings)]
    lines.append(f"Up to {settings.cap} people can learn at the same time. Ctrl+C stops it.")
    if room is not None and room < settings.cap:
        lines.append(
            f"This system lets it open files for {room} of them only: raise that (ulimit -n), or lower the cap."
        )
    if not settings.local:
        lines += [
            "It is served to the network: everybody who can reach this machine can open it, and nothing is encrypted,",
            "so others in the same network can read along. For the internet, put a proxy with https in front.",
            "The password is asked for; tell it only to those who may learn here."
            if settings.password
            else "There is no password: whoever has the address is in. --password sets one.",
        ]
    if file and settings.password and Path(file).stat().st_mode & (stat.S_IRGRP | stat.S_IROTH):
        lines.append(f"Other users of this machine can read the password in {file}; chmod 600 changes that.")
    return lines


def urls(settings: Settings) -> list[str]:
    """The addresses under which it can be opened; for the whole network, those of its kind that others can type."""
    hosts = [settings.address]
    if settings.address in ANY:
        import psutil

        family = socket.AF_INET6 if ":" in settings.address else socket.AF_INET
        found = [each.address for card in psutil.net_if_addrs().values() for each in card
                 if each.family == family and "%" not in each.address]  # fmt: skip
        hosts = sorted(found, key=lambda host: ipaddress.ip_address(host).is_loopback)
    return [f"http://{f'[{host}]' if ':' in host else host}:{settings.port}{settings.base}" for host in hosts]
