"""Voila, set up for learners: one page, a register of its kernels, and no addresses but those we need."""

from __future__ import annotations

import logging
import os
import posixpath
import re
import shutil
import signal
import tempfile
import threading
import webbrowser
from contextlib import suppress
from importlib.resources import files
from pathlib import Path
from typing import Any

import psutil
from tornado.netutil import bind_sockets
from traitlets.config import Config

from apz.serving.access import Door, Guesses, cookie_secret
from apz.serving.assets import TOGETHER, Asset, Together, early, entries, tag, together
from apz.serving.channels import Channels
from apz.serving.doors import Health, Kernel, Leave, Login, Page, Refused
from apz.serving.internals.server import Voila, listen_with, put_template_first
from apz.serving.kernel import CPU, MEMORY
from apz.serving.kernels import REFILL, Kernels, Specs
from apz.serving.listener import Listener
from apz.serving.logs import LIMIT, Lines
from apz.serving.pages import opening
from apz.serving.places import Register
from apz.serving.settings import Settings

NOTEBOOK = "app.ipynb"
EXTENSIONS = ("@voila-dashboards/widgets-manager8", "@jupyter-widgets/jupyterlab-manager", "anywidget")
STATIC = r"voila/static/[0-9a-f]{12}"
KERNEL_ID = r"(?P<kernel_id>\w+-\w+-\w+-\w+-\w+)"
MOST_MESSAGE = 2_000_000  # bytes of one message from a page, uncompressed
STOP, KILL = 3.0, 4.5  # seconds after a signal until the process ends itself, and until the system kills it
FOLDER = re.compile(r"apz-serve-(\d+)-\w+")  # a server's folder, named after its process
TEMPLATE = Path(str(files("apz.serving"))) / "template"
log = logging.getLogger("apz.serving")


class TutorServer(Voila):  # type: ignore[misc]
    """Voila with a single page, and no addresses but those in `init_handlers`."""

    settings: Settings
    listening: Listener
    opens = False  # whether to open a browser here
    early = ""  # tags for the page's head, which load its scripts while the kernel starts

    def setup_template_dirs(self) -> None:
        """Put our page's template before Voila's, and read what the first paint in each language needs."""
        super().setup_template_dirs()
        put_template_first(self, TEMPLATE, self.page_config)
        self.static_url = f"{self.base_url}voila/static/{tag()}"
        found = entries([Path(path) for path in self.labextensions_path], EXTENSIONS)
        extensions = [f"{self.base_url}voila/labextensions/{name}" for name in found]
        self.early = early(self.static_url, [*extensions, f"{self.static_url}/models.js"])
        for language in self.settings.languages:  # so that the first visitor doesn't wait for the course to be read
            opening(language, "", self.static_url, self.early, self.settings.game)

    def page_config(self, config: dict[str, Any], **_: Any) -> dict[str, Any]:
        """Return the configuration of Voila's script, with the addresses of its files, none of them on other sites."""
        # a teacher's own notebook may have formulas, so it gets Voila's script for them; the tutor has none
        formulas = "null" if self.settings.notebook else f"{self.static_url}/formulas.js"
        # Voila looks for an extension's script in a folder of extensions; ours is with the page's files
        load = posixpath.relpath(f"{self.static_url}/models.js", f"{config['fullLabextensionsUrl']}/apz")
        own = {"name": "apz", "load": load, "extension": "./models"}
        return {
            **config, "fullStaticUrl": self.static_url, "fullMathjaxUrl": formulas, "mathjaxConfig": "null",
            "federated_extensions": [*config["federated_extensions"], own],
        }  # fmt: skip

    def init_settings(self) -> dict[str, Any]:
        """Return Voila's settings, together with ours, and start the regular checks on the kernels."""
        found: dict[str, Any] = super().init_settings()
        register = Register(self.settings)
        self.kernel_manager.begin(register)
        return {
            **found,
            "apz": self.settings,
            "apz_register": register,
            "apz_guesses": Guesses(),
            "websocket_max_message_size": MOST_MESSAGE,
            "websocket_compression_options": {"compression_level": 4},
            "log_function": _log_nothing,
            "cross_origin_protection": True,
            "default_handler_class": Refused,
        }

    def init_handlers(self) -> list[tuple[Any, ...]]:
        """Return the handlers of the addresses we serve; all other addresses are refused."""
        static = [TEMPLATE, *map(Path, self.static_paths)]
        extensions = [Path(path) for path in self.labextensions_path]
        only = [f"{name}/static/" for name in EXTENSIONS]
        doors: list[tuple[Any, ...]] = [
            ("", Page, {"notebook": NOTEBOOK, "static": self.static_url, "early": self.early}),
            ("health", Health),
            (f"api/kernels/{KERNEL_ID}", Kernel),
            (f"api/kernels/{KERNEL_ID}/channels", Channels),
            (f"voila/api/shutdown/{KERNEL_ID}", Leave),
            (rf"{STATIC}/{re.escape(TOGETHER)}", Together, {"file": together([*static, *extensions])}),
            (rf"{STATIC}/(.+)", Asset, {"roots": static}),
            (r"voila/labextensions/(.+)", Asset, {"roots": extensions, "only": only}),
        ]
        if self.settings.password:
            doors.append(("login", Login))
        return [(re.escape(self.base_url) + path, *rest) for path, *rest in doors]

    def listen(self) -> None:
        """Serve until stopped, with limits on connections and requests, and open a browser if asked to."""

        def limited(port: int, address: str) -> None:
            self.listening = Listener(self.app, settings=self.settings)
            self.app.settings["apz_listener"] = self.listening
            self.listening.listen_on(bind_sockets(port, address))

        listen_with(self, limited)
        if self.opens:
            threading.Timer(0.5, webbrowser.open, [self.connection_url]).start()
        super().listen()

    def stop(self) -> None:
        """Free the port for a new server, end all kernels, and log that."""
        self.listening.stop()
        super().stop()
        log.info("server stopped")


class Ending:
    """The signal handler that ends a server, whatever it's doing: first gently, then by force, then by an alarm."""

    def __init__(self, server: TutorServer, folder: Path) -> None:
        self.server, self.folder, self.told = server, folder, False
        for name in ("SIGTERM", "SIGINT", "SIGHUP", "SIGQUIT"):
            if hasattr(signal, name):
                signal.signal(getattr(signal, name), self.begin)

    def begin(self, number: int, _: Any) -> None:
        """Stop serving; on a second signal, end the process at once."""
        if self.told:
            self.finish()
        self.told = True
        timer = threading.Timer(STOP, self.finish)
        timer.daemon = True
        timer.start()
        if hasattr(signal, "setitimer"):  # for a process that never gets to run Python again
            signal.signal(signal.SIGALRM, signal.SIG_DFL)
            signal.setitimer(signal.ITIMER_REAL, KILL)
        loop = getattr(self.server, "ioloop", None)
        if loop is None:  # it isn't serving yet
            raise SystemExit(0)
        loop.add_callback_from_signal(loop.stop)

    def finish(self) -> None:
        """End this process and its kernels right away, and delete the server's folder."""
        for each in psutil.Process().children(recursive=True):
            with suppress(psutil.Error):
                each.kill()
        shutil.rmtree(self.folder, ignore_errors=True)
        os._exit(0)


def _log_nothing(_: Any) -> None:
    """Log no requests, to protect the visitors' privacy."""


def config(settings: Settings, folder: Path) -> Config:
    """Return Voila's configuration."""
    voila = {
        "ip": settings.address, "port": settings.port, "port_retries": 0, "base_url": settings.base,
        "notebook_path": str(folder / NOTEBOOK), "root_dir": str(folder), "open_browser": False,
        "config_file_paths": [], "connection_dir_root": str(folder), "log_level": logging.ERROR,
        "identity_provider_class": Door, "cookie_secret": cookie_secret(),
        "kernel_websocket_connection_class": "apz.serving.kernels.Connection",
        "tornado_settings": {"disable_check_xsrf": True},
    }  # fmt: skip
    shown = {
        "template": "lab", "allow_template_override": "NO", "allow_theme_override": "NO", "strip_sources": True,
        "show_tracebacks": False, "file_allowlist": [], "preheat_kernel": True, "default_pool_size": settings.preheat,
        "multi_kernel_manager_class": Kernels, "kernel_spec_manager_class": Specs,
        "extension_allowlist": list(EXTENSIONS),
    }  # fmt: skip
    return Config({
        "Voila": voila,
        "VoilaConfiguration": shown,
        "KernelRestarter": {"restart_limit": 0},  # a page couldn't use a restarted kernel
        # how long a closed connection is kept, to see whether its kernel answers
        "MappingKernelManager": {"transport_encryption": "auto", "kernel_info_timeout": 20},
        "VoilaKernelManager": {"fill_delay": REFILL},
    })  # fmt: skip


def own_folder() -> Path:
    """Create a folder for this server and return it; delete the folders of servers that no longer run."""
    for left in Path(tempfile.gettempdir()).glob("apz-serve-*"):
        found = FOLDER.fullmatch(left.name)
        if found and not psutil.pid_exists(int(found[1])):
            shutil.rmtree(left, ignore_errors=True)  # files we aren't allowed to delete stay
    return Path(tempfile.mkdtemp(prefix=f"apz-serve-{os.getpid()}-"))


def serve(settings: Settings, opens: bool = False) -> None:
    """Serve until stopped, from a new folder with a copy of the notebook."""
    logging.getLogger("tornado").setLevel(logging.ERROR)
    folder = own_folder()
    try:
        shutil.copy(settings.notebook or str(files("apz.tutorials") / NOTEBOOK), folder / NOTEBOOK)
        os.environ.update({
            MEMORY: str(settings.memory), CPU: str(settings.cpu), "APZ_LANGUAGES": ",".join(settings.languages),
            "APZ_GAME": settings.game, "IPYTHONDIR": str(folder / "ipython"), "MALLOC_ARENA_MAX": "2",
        })  # fmt: skip
        server = TutorServer(config=config(settings, folder))
        server.settings, server.opens = settings, opens
        server.initialize([])
        Ending(server, folder)
        for handler in server.log.handlers:
            handler.setFormatter(Lines())
            handler.addFilter(LIMIT)
        server.start()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
