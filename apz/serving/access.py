"""Access control: one shared password, a signed cookie for visitors who entered it, and delays against guessing."""

from __future__ import annotations

import hmac
import ipaddress
import os
import secrets
import time
from collections import OrderedDict
from contextlib import suppress
from pathlib import Path
from typing import Any

from jupyter_core.paths import jupyter_data_dir
from jupyter_server.auth.identity import IdentityProvider, User

from apz.serving.settings import Settings

LET_IN, LEARNER = "apz-in", "apz-learner"  # cookies; `cookie` adds the port, since browsers ignore ports
DAYS = 30  # how long a browser stays logged in
FREE = 5  # after this many wrong passwords in a row, the next guess has to wait
LONGEST = 300.0
REMEMBERED = 2000  # addresses whose wrong passwords are remembered
SECRET = 32  # bytes that cookies are signed with


def cookie_secret() -> bytes:
    """Return the secret that signs cookies, from a file in the user's Jupyter folder, which is created if it's missing.

    The secret outlives a restart, so nobody has to type the password again. Where files can be locked, servers that
    start at the same time agree on it. A file that's too short is replaced. If the file can't be used, the secret is
    new each time.
    """
    place = Path(jupyter_data_dir()) / "apz-cookie-secret"
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        with os.fdopen(os.open(place, os.O_RDWR | os.O_CREAT, 0o600), "r+b") as file:
            with suppress(ImportError):  # without locks, the last of several first starts wins
                import fcntl

                fcntl.flock(file, fcntl.LOCK_EX)
            found = file.read()
            if len(found) < SECRET:
                found = secrets.token_bytes(SECRET)
                file.seek(0)
                file.write(found)
                file.truncate()
            return found
    except OSError:
        return secrets.token_bytes(SECRET)


class Guesses:
    """The count of wrong passwords by origin; after a few, each one makes the next guess wait longer."""

    def __init__(self) -> None:
        self.wrong: OrderedDict[str, tuple[int, float]] = OrderedDict()

    def wait(self, origin: str) -> int:
        """Return how many seconds this origin must wait before it may try again."""
        count, last = self.wrong.get(origin, (0, 0.0))
        pause = min(LONGEST, 2.0 ** min(count - FREE + 1, 10)) if count >= FREE else 0.0  # 2.0 ** 1024 overflows
        return max(0, int(last + pause - time.monotonic() + 0.999))

    def failed(self, origin: str) -> None:
        """Record a wrong password from an origin."""
        count, _ = self.wrong.pop(origin, (0, 0.0))
        self.wrong[origin] = count + 1, time.monotonic()
        if len(self.wrong) > REMEMBERED:
            self.wrong.popitem(last=False)

    def forgive(self, origin: str) -> None:
        """Forget an origin's wrong passwords after a right one."""
        self.wrong.pop(origin, None)


def origin(address: str) -> str:
    """Return the origin to count a request under: an IPv4 address, the network of an IPv6 address, or "unknown"."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return "unknown"
    found = getattr(found, "ipv4_mapped", None) or found
    return str(found) if found.version == 4 else str(ipaddress.ip_network(f"{found}/64", strict=False))


def mark(settings: Settings, secret: bytes) -> str:
    """Return the value of the cookie for visitors who entered the password; a new password invalidates it."""
    return hmac.new(secret, settings.password.encode(), "sha256").hexdigest()


class Door(IdentityProvider):
    """The identity provider that tells Jupyter's handlers whether a visitor has been let in."""

    def get_user(self, handler: Any) -> User | None:
        """Return a user called `learner` if this visitor may come in, or None otherwise."""
        return User(username="learner") if allowed(handler) else None

    @property
    def auth_enabled(self) -> bool:
        """True, so that Jupyter's handlers ask `get_user` about every visitor."""
        return True

    @property
    def login_available(self) -> bool:
        """False, because Jupyter's own login form isn't used."""
        return False

    @property
    def logout_available(self) -> bool:
        """False, because there's no account to log out of."""
        return False


def allowed(handler: Any) -> bool:
    """Return True if the visitor has entered the password, or if there's none."""
    settings: Settings = handler.settings["apz"]
    if not settings.password:
        return True
    said = handler.get_signed_cookie(cookie(handler, LET_IN), max_age_days=DAYS) or b""
    return hmac.compare_digest(said, mark(settings, handler.settings["cookie_secret"]).encode())


def owner(handler: Any) -> str:
    """Return the id of the requesting browser from its signed cookie, or "" if it has none."""
    return (handler.get_signed_cookie(cookie(handler, LEARNER), max_age_days=DAYS) or b"").decode("ascii", "replace")


def own(handler: Any) -> str:
    """Return the id of the requesting browser; a browser without one gets a new id in a cookie."""
    known = owner(handler)
    if known:
        return known
    made = secrets.token_urlsafe(18)
    keep(handler, LEARNER, made)
    return made


def keep(handler: Any, name: str, value: str) -> None:
    """Give a browser a signed cookie that scripts can't read and other sites' scripts can't use."""
    secure = handler.request.protocol == "https"
    path = handler.settings["base_url"]
    handler.set_signed_cookie(
        cookie(handler, name), value, expires_days=DAYS, httponly=True, samesite="Lax", secure=secure, path=path
    )


def cookie(handler: Any, name: str) -> str:
    """Return a cookie's full name, which includes this server's port."""
    return f"{name}-{handler.settings['apz'].port}"
