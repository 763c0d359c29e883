"""The server's handlers: the page, the state of its kernel, the password, health, and refusals."""

from __future__ import annotations

import asyncio
import hmac
import json
import logging
from contextlib import suppress
from typing import Any

from tornado import web
from tornado.iostream import StreamClosedError

from apz.games import GAMES
from apz.serving import pages
from apz.serving.access import LET_IN, Guesses, allowed, keep, mark, origin, own, owner
from apz.serving.budgets import Address
from apz.serving.hosts import is_served, is_visit
from apz.serving.kernels import Kernels
from apz.serving.places import Place, Register, Reply
from apz.serving.settings import Settings

SECOND = 1.0  # seconds that a wrong password costs
LONGEST_ADDRESS = 72_000  # characters: a link can carry a whole game
PATIENCE = 5.0  # the most seconds a request waits if its address asks too much
POLICY = (
    "default-src 'none'; script-src 'self' 'unsafe-eval' blob:; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'self'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Cache-Control": "no-store",
}
REFUSALS = {414: "long", 421: "name"}  # status codes with their own page
FAILED = '<div id="failed" hidden></div></div></body></html>'  # the end of a page that can't be finished
log = logging.getLogger("apz.serving")


async def admit(handler: Any) -> None:
    """Refuse a foreign host or too long an address; delay a request from an origin that has sent too many."""
    request = handler.request
    if not is_served(request, handler.settings["apz"]):
        raise web.HTTPError(421)
    if len(request.uri or "") > LONGEST_ADDRESS:
        raise web.HTTPError(414)
    if wait := account(handler).requests.charge(1):
        await asyncio.sleep(min(wait, PATIENCE))


def account(handler: Any) -> Address:
    """Return the account of the address a request comes from."""
    register: Register = handler.settings["apz_register"]
    return register.addresses.of(origin(handler.request.remote_ip or ""))


class Plain(web.RequestHandler):
    """The base of all handlers but the websocket's: admission, headers, refusals, and a log without visitors' texts."""

    async def prepare(self) -> None:
        """Admit the request, or refuse it with an HTTP error."""
        await admit(self)

    @property
    def apz(self) -> Settings:
        """The server's settings."""
        found: Settings = self.settings["apz"]
        return found

    @property
    def register(self) -> Register:
        """The register of places, which says who has which kernel."""
        found: Register = self.settings["apz_register"]
        return found

    @property
    def kernels(self) -> Kernels:
        """The manager of the server's kernels."""
        found: Kernels = self.settings["kernel_manager"]
        return found

    def set_default_headers(self) -> None:
        """Set the headers of every response."""
        self.clear_header("Server")
        for name, value in HEADERS.items():
            self.set_header(name, value)

    def wishes(self) -> tuple[str, str]:
        """Return the visitor's preferred language and theme."""
        accepted = self.request.headers.get("Accept-Language", "")
        language = pages.wished_language(self.asked("lang"), accepted, self.apz.languages)
        return language, pages.wished_theme(self.asked("theme"))

    def asked(self, name: str) -> str:
        """Return up to 20 characters of a parameter's last value in the address, or "" if it isn't given."""
        values = self.request.query_arguments.get(name, [b""])
        return values[-1].decode("utf-8", "replace")[:20]

    def write_error(self, status_code: int, **_: Any) -> None:
        """Send the page for a refusal; a wrong host name and too long an address have pages of their own."""
        self.finish(pages.refused(*self.wishes(), self.settings["base_url"], REFUSALS.get(status_code, "refused")))

    def log_exception(self, kind: Any, value: Any, trace: Any) -> None:
        """Log where an error happened, without anything the visitor sent."""
        if isinstance(value, web.HTTPError | StreamClosedError):
            return
        log.error("error: in %s", type(self).__name__, exc_info=(kind, value, trace))


class Refused(Plain):
    """The handler for every address that isn't served."""

    async def prepare(self) -> None:
        """Refuse the request with a 404 error, whatever its method."""
        await super().prepare()
        raise web.HTTPError(404)


class Health(Plain):
    """The handler for monitoring, which says how many people are learning here and how many there's room for."""

    def get(self) -> None:
        """Send the figures as JSON."""
        from importlib.metadata import version

        self.set_header("Content-Type", "application/json")
        self.write({
            "status": "full" if self.register.full() else "ok",
            "learners": self.register.learners,
            "connected": sum(1 for place in self.register.places.values() if place.sockets),
            "cap": self.apz.cap,
            "preheated": self.kernels.waiting(),
            "version": version("apz"),
        })  # fmt: skip


class Login(Plain):
    """The handler of the form that asks for the password."""

    def get(self) -> None:
        """Send the form."""
        self.finish(pages.login(*self.wishes()))

    async def post(self) -> None:
        """Let in a visitor with the right password; after wrong ones, the visitor has to wait longer and longer."""
        guesses: Guesses = self.settings["apz_guesses"]
        here, wishes = origin(self.request.remote_ip or ""), self.wishes()
        seconds = guesses.wait(here)
        if seconds:
            self.set_status(429)
            self.set_header("Retry-After", str(seconds))
            self.finish(pages.login(*wishes, pages.catalog(wishes[0]).text("login", "wait", {"seconds": seconds})))
            return
        said = self.get_body_argument("password", "", strip=False).encode("utf-8", "replace")
        if hmac.compare_digest(said, self.apz.password.encode()):
            guesses.forgive(here)
            keep(self, LET_IN, mark(self.apz, self.settings["cookie_secret"]))
            self.redirect(self.back(), status=303)
            return
        guesses.failed(here)
        await asyncio.sleep(SECOND)
        self.set_status(403)
        self.finish(pages.login(*wishes, pages.catalog(wishes[0]).text("login", "wrong")))

    def back(self) -> str:
        """Return the address the visitor wanted: the page's own, with all parameters."""
        base: str = self.settings["base_url"]
        query = self.request.query
        return f"{base}?{query}" if query else base


class Own(Plain):
    """The base of handlers for requests about a kernel, which only its owner may make."""

    async def prepare(self) -> None:
        """Answer everyone but the owner as if the kernel didn't exist."""
        await super().prepare()
        if not allowed(self) or not self.register.theirs(self.path_kwargs["kernel_id"], owner(self)):
            raise web.HTTPError(404)


class Kernel(Own):
    """The handler that reports a kernel's state."""

    def get(self, kernel_id: str) -> None:
        """Send the kernel's state in the form Jupyter's script expects; raise a 404 error if the kernel has ended."""
        if kernel_id not in self.kernels:
            raise web.HTTPError(404)
        self.set_header("Content-Type", "application/json")
        model = self.kernels.kernel_model(kernel_id)  # type: ignore[no-untyped-call]
        self.write(json.dumps(model, default=str))


class Leave(Own):
    """The handler that a page calls when the visitor leaves it."""

    async def post(self, kernel_id: str) -> None:
        """End the page's kernel."""
        await self.kernels.end(kernel_id, "closed")
        self.set_status(204)


class Page(Plain):
    """The handler for the one page: its first paint right away, then the notebook as Voila renders it."""

    kernel_id = ""
    place: Place | None = None
    gone = False  # whether the visitor left before the page was ready

    def initialize(self, notebook: str, static: str, early: str) -> None:
        """Set the notebook, the address of its scripts, and the tags that load the scripts early."""
        self.notebook, self.static, self.early = notebook, static, early

    async def get(self) -> None:
        """Send the page to a visitor who may come in, if there's room."""
        language, theme = self.wishes()
        if not allowed(self):
            query = f"?{self.request.query}" if self.request.query else ""
            self.redirect(f"{self.settings['base_url']}login{query}")
            return
        if not is_visit(self.request):  # another site's page asks, not a person
            raise web.HTTPError(403)
        here, who = origin(self.request.remote_ip or ""), own(self)
        reply = await self.register.ask(who, here)
        if reply.said != "come in":
            self.later(language, theme, reply)
            return
        try:
            with self.register.arriving(here):
                if reply.ends:
                    await self.kernels.end(reply.ends, "given to somebody else")
                named = self.asked("game")
                game = named if named in GAMES else self.apz.game
                opening = pages.opening(language, theme, self.static, self.early, game)
                place, task = await self.begin(opening, who, here)
        except StreamClosedError:
            return
        except Exception:
            log.exception("error: a kernel could not be started")
            await self.finish(FAILED)
            return
        await self.tutor(place, task)

    def later(self, language: str, theme: str, reply: Reply) -> None:
        """Send the page that says why the visitor has to wait, with their place in line, if any; it reloads itself."""
        self.set_status(503)
        self.set_header("Retry-After", str(reply.seconds))
        self.finish(pages.later(language, theme, self.apz, reply))

    async def begin(self, opening: str, who: str, here: str) -> tuple[Place, asyncio.Task[Any]]:
        """Write the first paint and give the visitor a place; return it with the task that renders the notebook."""
        self.write(opening)
        await self.flush()
        self.kernel_id, task = await self.kernel()
        self.place = place = self.register.enter(self.kernel_id, who, here)
        if self.gone:
            place.made()
        return place, task

    def on_connection_close(self) -> None:
        """Note that the visitor left before the page was ready, so that nobody waits for it."""
        self.gone = True
        if self.place:
            self.place.made()

    async def tutor(self, place: Place, task: asyncio.Task[Any]) -> None:
        """Write the notebook as Voila renders it; if the visitor has left, end their kernel."""
        try:
            rendered, rest = await task
            self.write("".join(rendered))
            async for piece, _ in rest:
                self.write(piece)
            await self.finish()
        except StreamClosedError:
            self.gone = True
        except Exception as error:
            log.error("error: the page could not be made (%s)", type(error).__name__)
            with suppress(StreamClosedError):
                await self.finish(FAILED)
        place.made()
        if self.gone:
            await self.kernels.end(self.kernel_id, "closed")

    async def kernel(self) -> tuple[str, asyncio.Task[Any]]:
        """Return the id of a waiting kernel or a new one, with the task that renders the notebook in it."""
        return await self.kernels.waited(self.notebook) or await self.kernels.fresh(self.notebook, account(self))
