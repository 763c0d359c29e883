"""Checks of a request's host name and origin, against other sites that misuse a visitor's browser."""

from __future__ import annotations

import ipaddress
import socket
from functools import cache
from typing import Any

from tornado.httputil import HTTPServerRequest, split_host_and_port

from apz.serving.settings import Settings

ANY = "*"


@cache
def served_names(settings: Settings) -> frozenset[str]:
    """Return the host names the tutor is served under: this machine's, and those in the settings."""
    own = socket.gethostname().lower()
    short = own.partition(".")[0]
    return frozenset({"localhost", own, short, f"{short}.local", *(name.lower() for name in settings.hosts)} - {""})


def is_served(request: HTTPServerRequest, settings: Settings) -> bool:
    """Return True if a request names a host we serve, or a numeric address, which no other site can use as its name."""
    try:
        host = split_host_and_port(request.host)[0].strip("[]").rstrip(".").lower()
    except ValueError:
        return False
    names = served_names(settings)
    return host in names or ANY in names or _is_number(host)


def _is_number(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def is_same_origin(handler: Any) -> bool:
    """Return True if a request comes from our own page (same scheme, host and port) or names no origin."""
    origin = handler.request.headers.get("Origin")
    return origin is None or origin.lower() == f"{handler.request.protocol}://{handler.request.host}".lower()


def is_visit(request: HTTPServerRequest) -> bool:
    """Return True if a visitor opens the page, rather than another site or a prefetch making the browser request it."""
    headers = request.headers
    if "Sec-Purpose" in headers:  # requested ahead of time, perhaps for nothing
        return False
    if site := headers.get("Sec-Fetch-Site"):
        opened = headers.get("Sec-Fetch-Mode") == "navigate" and headers.get("Sec-Fetch-Dest") == "document"
        return opened or site in ("same-origin", "none")
    # without https, a browser only says what kind of content it wants
    return "text/html" in headers.get("Accept", "text/html")
