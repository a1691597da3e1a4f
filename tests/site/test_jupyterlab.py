"""A lesson in a real JupyterLab: it runs, and a slider that is moved changes the picture."""

import json
import os
import secrets
import subprocess
import sys
import time
from typing import NamedTuple

import nbformat
import pytest
from conftest import ROOT

LESSON = "00_start_here.ipynb"
PATIENCE = 120  # seconds; a busy machine may take long to start a kernel or to compile
# Cells out of sight are drawn too, so that the test need not scroll; and nobody is asked for news.
SETTINGS = {
    "notebook-extension/tracker": {"windowingMode": "none"},
    "apputils-extension/notification": {"fetchNews": "false", "checkForUpdates": False},
}


class Lab(NamedTuple):
    address: str
    token: str


@pytest.fixture
def lab(tmp_path):
    """A JupyterLab of this environment with one notebook, which sees nobody's settings."""
    store_up_to_the_slider(ROOT / "lessons" / LESSON, tmp_path / "lessons" / LESSON)
    for name, values in SETTINGS.items():
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


def store_up_to_the_slider(source, target):
    """Copy a lesson as far as its first slider, without outputs: what is seen was computed."""
    notebook = nbformat.read(source, as_version=4)
    is_slider = ["interact(" in cell.source for cell in notebook.cells]
    notebook.cells = notebook.cells[: is_slider.index(True) + 1]
    notebook.metadata.pop("widgets", None)
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.update(outputs=[], execution_count=None)
    target.parent.mkdir()
    nbformat.write(notebook, target)


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


def test_a_slider_in_jupyterlab_redraws_its_picture(visit, lab):
    page = visit(lab.address, extra_http_headers={"Authorization": f"token {lab.token}"})
    page.set_default_timeout(1000 * PATIENCE)
    page.goto(f"/lab/tree/{LESSON}")
    # Before the kernel answers, running a cell makes JupyterLab ask which kernel to take.
    page.get_by_text("Python 3 (ipykernel) | Idle").wait_for()
    page.locator(".lm-MenuBar-item", has_text="Run").click()
    page.locator(".lm-Menu-item[data-command='runmenu:run-all']").click()
    box = page.locator(".widget-interact")
    picture = box.locator("img")
    before = picture.get_attribute("src")
    assert box.locator("pre").inner_text().startswith("sigma = 0.08: ")
    box.locator("[role=slider]").focus()
    page.keyboard.press("ArrowRight")
    # The words are printed first; with them the old picture goes, and the new one follows.
    box.locator("pre", has_text="sigma = 0.10: ").wait_for()
    assert picture.get_attribute("src") != before
    assert picture.evaluate("image => image.decode().then(() => image.naturalWidth)") > 400
    assert page.locator("[data-mime-type='application/vnd.jupyter.stderr']").count() == 0
    assert page.trouble == []
