"""A real JupyterLab to try notebooks in."""

import json
import os
import secrets
import subprocess
import sys
import time
from contextlib import contextmanager
from typing import NamedTuple

import pytest
from conftest import ROOT

PATIENCE = 300  # seconds; a busy machine may take long to start a kernel or to compile
# Cells out of sight are drawn too, so that the test need not scroll; and nobody is asked for news.
SETTINGS = {
    "notebook-extension/tracker": {"windowingMode": "none"},
    "apputils-extension/notification": {"fetchNews": "false", "checkForUpdates": False},
}


class Lab(NamedTuple):
    address: str
    token: str


@contextmanager
def started_lab(tmp_path, theme="JupyterLab Light", **changed):
    """A JupyterLab of this environment in tmp_path/lessons, which sees nobody's settings."""
    look = {"apputils-extension/themes": {"theme": theme}}
    for name, values in (SETTINGS | look | changed).items():
        path = tmp_path / "settings" / "@jupyterlab" / f"{name}.jupyterlab-settings"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(values))
    token = secrets.token_hex(16)
    own = {
        "IPYTHONDIR": tmp_path / "ipython",
        "JUPYTER_CONFIG_DIR": tmp_path / "config",
        "JUPYTER_DATA_DIR": tmp_path / "data",
        "JUPYTER_RUNTIME_DIR": tmp_path / "runtime",
        "JUPYTERLAB_SETTINGS_DIR": tmp_path / "settings",
        "JUPYTERLAB_WORKSPACES_DIR": tmp_path / "workspaces",
        "JUPYTER_TOKEN": token,  # not among the arguments, which everybody on a machine can see
    }
    command = [sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root"]
    command += ["--ip=127.0.0.1", "--port=0", "--LabApp.news_url=None"]
    command += [f"--LabApp.app_settings_dir={ROOT / 'tools' / 'jupyterlab'}"]
    command += ["--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate"]
    with (
        (tmp_path / "lab.log").open("w") as log,
        subprocess.Popen(
            [*command, str(tmp_path / "lessons")],
            env=os.environ | {name: str(value) for name, value in own.items()},
            stdout=log,
            stderr=subprocess.STDOUT,
        ) as server,
    ):
        try:
            yield Lab(address_of(server, tmp_path), token)
        finally:
            server.terminate()  # it ends its kernels, then itself
            try:
                server.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                server.kill()


def address_of(server, folder):
    """Wait until the server has written where it listens."""
    end = time.monotonic() + PATIENCE
    place = folder / "runtime" / f"jpserver-{server.pid}.json"
    while time.monotonic() < end:
        if server.poll() is not None:
            break
        try:
            return json.loads(place.read_text())["url"].rstrip("/")
        except (FileNotFoundError, json.JSONDecodeError):
            time.sleep(0.1)
    pytest.fail(f"JupyterLab did not start: {(folder / 'lab.log').read_text()[-2000:]}")


def opened(visit, lab, notebook):
    """Open a notebook in JupyterLab; the page, when its kernel is there."""
    page = visit(lab.address, extra_http_headers={"Authorization": f"token {lab.token}"})
    page.set_default_timeout(1000 * PATIENCE)
    page.goto(f"/lab/tree/{notebook}")
    # Before the kernel answers, running a cell makes JupyterLab ask which kernel to take.
    page.get_by_text("Python 3 (ipykernel) | Idle").wait_for()
    return page


def run_all(visit, lab, notebook):
    """Open a notebook in JupyterLab and run its cells; the page."""
    page = opened(visit, lab, notebook)
    page.locator(".lm-MenuBar-item", has_text="Run").click()
    page.locator(".lm-Menu-item[data-command='runmenu:run-all']").click()
    return page
