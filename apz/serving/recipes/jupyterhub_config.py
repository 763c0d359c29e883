"""The tutor on JupyterHub: each learner gets a small server, on this machine or on many.

pip install --require-hashes -r requirements-hub.txt; pip install --no-deps .; npm install -g configurable-http-proxy
APZ_PASSWORD='the password for all learners' jupyterhub -f jupyterhub_config.py
"""

import os

from traitlets.config import get_config

c = get_config()

c.JupyterHub.bind_url = os.environ.get("APZ_BIND", "http://127.0.0.1:8000/")

# Anybody who knows the password picks a name and is in; JupyterHub has authenticators for schools and companies, too.
c.JupyterHub.authenticator_class = "shared-password"
c.SharedPasswordAuthenticator.user_password = os.environ["APZ_PASSWORD"]
c.Authenticator.allow_all = True

# A learner's server is the tutor's page and nothing else, not a notebook server that could run code.
c.Spawner.cmd = [
    "jupyter-standaloneproxy", "--absolute-url", "--timeout=60", "--websocket-max-message-size=2000000", "--",
    # the hub has already let the learner in and checked the request, whatever host name it's served under
    "apz", "serve", "--port={port}", "--base={base_url}", "--cap=3", "--no-browser", "--proxy", "--hosts", "*",
]  # fmt: skip
c.Spawner.http_timeout = 60

# "simple" runs every server on this machine, as the user who runs the hub, and enforces no limits. For many machines,
# replace it with KubeSpawner (Kubernetes) or DockerSpawner, which do. They need an image in which the two pip commands
# above were run.
c.JupyterHub.spawner_class = "simple"
c.Spawner.mem_limit = "600M"
c.Spawner.cpu_limit = 1.0

c.JupyterHub.active_server_limit = 24
c.JupyterHub.concurrent_spawn_limit = 4
