"""Finds Chromium or Firefox on this machine and starts it, for tests and measurements in a real browser."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Browser

NAMES = ("chromium", "chromium-browser", "google-chrome")
# Next to each of our windows, Chromium's address bar would load two pages of its own, which nobody sees and which
# take as long as ours. Only the last list of features counts, so this one repeats Playwright's.
OFF = (
    "WebUIOmniboxPopup", "WebUIOmniboxAimPopup",
    "AimEnabled", "AvoidCorsURLLoaderRestartOnRedirect", "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose", "HttpsFirstBalancedModeAutoEnable", "HttpsUpgrades", "LensOverlay", "MediaRouter",
    "NetworkTimeServiceQuerying", "OptimizationHints", "PaintHolding", "PreconnectToSearch",
    "ThirdPartyStoragePartitioning",
)  # fmt: skip
FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", f"--disable-features={','.join(OFF)}",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",  # nothing here may need the network
)  # fmt: skip
MISSING = (
    "No Chromium was found. `make test` installs it where it may; else install it (Debian: apt install chromium "
    "fonts-dejavu; Ubuntu: chromium-browser), or name it: CHROMIUM=path"
)


FIREFOX = ("firefox-esr", "firefox")
OFFLINE: dict[str, str | float | bool] = {"network.dns.disabled": True}  # nothing here may need the network
NO_FIREFOX = "No Firefox was found. `make firefox` installs it where it may; else install it, or name it: FIREFOX=path"


class NoBrowser(RuntimeError):
    """The error when there's no browser to start, or no Playwright to start Chromium with."""


def chromium() -> str:
    """Return the path of Chromium, named in CHROMIUM or found on this machine; raise NoBrowser if there's none."""
    named = os.environ.get("CHROMIUM")
    found = shutil.which(named) if named else next(filter(None, map(shutil.which, NAMES)), None)
    if not found:
        raise NoBrowser(MISSING)
    return found


@contextmanager
def browser() -> Iterator[Browser]:
    """Run Chromium without a window or the network, in its own profile, which is deleted afterward; yield it."""
    path = chromium()
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        raise NoBrowser("playwright is not installed here (make test installs it).") from None

    with sync_playwright() as driver:
        started = driver.chromium.launch(executable_path=path, args=list(FLAGS))
        yield started
        started.close()


def firefox() -> str:
    """Return the path of Firefox, named in FIREFOX or found on this machine; raise NoBrowser if there's none."""
    named = os.environ.get("FIREFOX")
    found = shutil.which(named) if named else next(filter(None, map(shutil.which, FIREFOX)), None)
    if not found:
        raise NoBrowser(NO_FIREFOX)
    return found


@contextmanager
def firefox_browser() -> Iterator[Browser]:
    """Run the installed Firefox without a window and without the network, in its own profile; yield it."""
    path = firefox()
    from playwright.sync_api import sync_playwright

    with TemporaryDirectory() as folder, sync_playwright() as driver:
        program = Path(folder, "firefox")
        between = Path(__file__).with_name("firefox_bidi.py")
        program.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{between}" "{path}" "$@"\n', encoding="utf-8")
        program.chmod(0o700)
        started = driver.firefox.launch(channel="moz-firefox", executable_path=program, firefox_user_prefs=OFFLINE)
        yield started
        started.close()
