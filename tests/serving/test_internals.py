"""The private parts of Voila, Jupyter and tornado that `apz.serving.internals` relies on: which of them has changed."""

import ast
import inspect
import re
import tomllib
from functools import reduce
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from jupyter_core.paths import jupyter_path
from jupyter_server.services.kernels.kernelmanager import AsyncMappingKernelManager
from packaging.requirements import Requirement
from voila.paths import collect_static_paths
from voila.voila_kernel_manager import voila_kernel_manager_factory

from apz.serving.assets import find
from apz.serving.internals.server import page_scripts
from tests.audit import ROOT

SERVING = ROOT / "apz" / "serving"
POOLS = voila_kernel_manager_factory(AsyncMappingKernelManager, True, 1)  # Voila makes this class when it's called


class Part(NamedTuple):
    """A part of a package: where it is, and the names of its parameters or what its source must contain."""

    package: str
    place: str
    parameters: str | None = None
    says: tuple[str, ...] = ()

    @property
    def found(self) -> Any:
        """The object that the part's place names."""
        module, _, names = self.place.partition(":")
        start = POOLS if module == "POOLS" else import_module(module)
        return reduce(getattr, names.split("."), start)

    def change(self) -> str:
        """Return a description of what has changed, or `""` if nothing has."""
        told = f"{self.package} {version(self.package)}: {self.place}"
        try:
            part = self.found
        except (ImportError, AttributeError):
            return f"{told} is gone"
        if self.parameters is not None:
            now = ", ".join(str(each.replace(annotation=each.empty, default=each.empty)) for each in _parameters(part))
            if now != self.parameters:
                return f"{told} takes ({now}), no longer ({self.parameters})"
        missing = [each for each in self.says if each not in inspect.getsource(part)]
        return f"{told} no longer says {missing[0]!r}" if missing else ""


def _parameters(part: Any) -> list[inspect.Parameter]:
    return list(inspect.signature(part).parameters.values())


WEBSOCKET, SOCKET_HANDLER = "tornado.websocket", "jupyter_server.services.kernels.websocket:KernelWebsocketHandler"
CONNECTION = "jupyter_server.services.kernels.connection.channels:ZMQChannelsWebsocketConnection"
KERNELS = "jupyter_server.services.kernels.kernelmanager:AsyncMappingKernelManager"
PARTS = (
    Part("tornado", f"{WEBSOCKET}:WebSocketProtocol13._receive_frame", "self"),
    Part("tornado", f"{WEBSOCKET}:WebSocketProtocol13._receive_frame_loop", "self", ("await self._receive_frame()",)),
    Part("tornado", f"{WEBSOCKET}:WebSocketProtocol.__init__", "self, handler", ("self.handler =", "self.stream")),
    Part("tornado", f"{WEBSOCKET}:WebSocketHandler.get_websocket_protocol", "self", ("WebSocketProtocol13(",)),
    Part("tornado", f"{WEBSOCKET}:WebSocketHandler.__init__", says=("self.ws_connection",)),
    Part("tornado", "tornado.iostream:IOStream.write_to_fd", "self, data"),
    Part("tornado", "tornado.iostream:BaseIOStream._handle_write", says=("self.write_to_fd(",)),
    Part("jupyter_server", f"{SOCKET_HANDLER}.pre_get", "self", ("self.connection =",)),
    Part("jupyter_server", f"{SOCKET_HANDLER}.get", "self, kernel_id"),
    Part("jupyter_server", f"{SOCKET_HANDLER}.open", "self, kernel_id"),
    Part("jupyter_server", f"{SOCKET_HANDLER}.on_message", "self, ws_message"),
    Part("jupyter_server", f"{SOCKET_HANDLER}.on_close", "self"),
    Part("jupyter_server", f"{CONNECTION}.connect", "self"),
    Part("jupyter_server", f"{CONNECTION}.prepare", "self", ("self.kernel_info_timeout",)),
    Part("jupyter_server", f"{CONNECTION}.on_restart_failed", "self"),
    Part("jupyter_server", f"{CONNECTION}.subprotocol"),
    Part("jupyter_server", f"{CONNECTION}.websocket_handler"),
    Part("jupyter_server", f"{KERNELS}.start_buffering", "self, kernel_id, session_key, channels",
         ("self._kernel_buffers[kernel_id]", 'buffer_info["buffer"].append(')),
    Part("jupyter_server", f"{KERNELS}.stop_buffering", "self, kernel_id"),
    Part("jupyter_server", f"{KERNELS}._handle_kernel_died", "self, kernel_id"),
    Part("jupyter_client", "jupyter_client.multikernelmanager:MultiKernelManager.context"),
    Part("jupyter_client", "jupyter_client.manager:KernelManager.provisioner"),
    Part("jupyter_client", "jupyter_client.provisioning.local_provisioner:LocalProvisioner.pid"),
    Part("voila", "POOLS:__init__", says=("self._pools:",)),
    Part("voila", "POOLS:_initialize", "self, notebook_path, kernel_id, **kwargs",
         ("super().start_kernel(", '"task": task', '"kernel_id": kernel_id')),
    Part("voila", "POOLS:fill_if_needed", "self, delay, notebook_name, extra_kernel_env_variables, **kwargs",
         ("pool.append(task)",)),
    Part("voila", "POOLS:get_rendered_notebook", "self, notebook_name, extra_kernel_env_variables, **kwargs",
         ("return render_task, renderer.rendered_cache, kernel_id",)),
    Part("voila", "voila.app:Voila.setup_template_dirs", "self", ("self.template_paths =", "self.static_paths =")),
    Part("voila", "voila.app:Voila.init_settings", "self", ("self.kernel_manager =",)),
    Part("voila", "voila.app:Voila.init_handlers", "self"),
    Part("voila", "voila.app:Voila.listen", "self", ("self.app.listen(port, self.ip)", "self.ioloop =")),
    Part("voila", "voila.app:Voila.stop", "self"),
    Part("voila", "voila.app:Voila.labextensions_path"),
    Part("voila", "voila.configuration:VoilaConfiguration.page_config_hook"),
    Part("ipykernel", "ipykernel.zmqshell:ZMQInteractiveShell._showtraceback", "self, etype, evalue, stb"),
    Part("ipykernel", "ipykernel.ipkernel:IPythonKernel.do_shutdown", "self, restart"),
    Part("ipykernel", "ipykernel.kernelbase:Kernel.get_parent", "self, channel"),
    Part("ipython", "IPython.core.interactiveshell:InteractiveShell.showtraceback", says=("self._showtraceback(",)),
)  # fmt: skip
BUILT = {"@jupyter-widgets": "jupyterlab_widgets", "@voila-dashboards": "voila", "anywidget": "anywidget"}


@pytest.mark.parametrize("part", PARTS, ids=lambda part: f"{part.package}: {part.place}")
def test_a_private_part_is_as_it_was(part):
    assert part.change() == ""


@pytest.mark.parametrize(("part", "told"), [
    (Part("tornado", "tornado.websocket:Gone"), "tornado.websocket:Gone is gone"),
    (Part("tornado", "tornado.gone:Gone"), "tornado.gone:Gone is gone"),
    (Part("tornado", "tornado.iostream:IOStream.write_to_fd", "self"),
     "tornado.iostream:IOStream.write_to_fd takes (self, data), no longer (self)"),
    (Part("tornado", "tornado.iostream:IOStream.write_to_fd", says=("nonsense",)),
     "tornado.iostream:IOStream.write_to_fd no longer says 'nonsense'"),
])  # fmt: skip
def test_a_part_that_changed_is_named_with_its_package_and_version(part, told):
    assert part.change() == f"tornado {version('tornado')}: {told}"


def test_every_script_that_is_sent_at_once_is_one_of_the_installed_packages():
    own = [Path(each) for each in collect_static_paths(["voila", "nbconvert"], "lab")]
    roots = [*own, *(Path(each) for kind in ("labextensions", "voila/labextensions") for each in jupyter_path(kind))]
    gone = [name for name in page_scripts() if find(roots, name) is None]
    packages = {BUILT.get(name.partition("/")[0], "voila") for name in gone}
    assert gone == [], f"built differently: {', '.join(f'{each} {version(each)}' for each in sorted(packages))}"
    assert len(page_scripts()) > 50


def test_every_package_with_a_private_part_is_pinned_to_one_version():
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    pinned = {each.name: str(each.specifier) for each in map(Requirement, extras["tutor"])}
    leaned_on = {part.package.replace("_", "-") for part in PARTS} | {each.replace("_", "-") for each in BUILT.values()}
    assert {name: pinned.get(name) for name in leaned_on} == {name: f"=={version(name)}" for name in leaned_on}


@pytest.mark.parametrize("path", sorted(SERVING.glob("*.py")), ids=lambda path: path.name)
def test_nothing_else_of_serving_uses_a_private_part(path):
    tree = ast.parse(path.read_text(encoding="utf-8"))
    defined = {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    private = [
        ast.unparse(node) for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and node.attr.startswith("_") and not node.attr.startswith("__")
        and node.attr not in {*defined, "_asdict", "_replace", "_exit"}
    ]  # fmt: skip
    private += [
        node.value for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and re.fullmatch(r"_[a-z]\w+", node.value)
    ]  # fmt: skip
    assert private == []
    modules = [node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    assert [each for each in modules if each.startswith(("voila", "jupyter_server.services"))] == []
