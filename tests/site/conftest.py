"""The built pages and those of a trial course, served on this machine alone, and a browser.

``make browser`` builds and runs these. The browser is whatever Chromium the system has; where
there is none the tests are skipped, unless KERNELKIT_BROWSER=required.
"""

import functools
import http.server
import os
import shutil
import threading
from contextlib import contextmanager

import pytest
import trial_course
from conftest import ROOT
from filelock import FileLock
from playwright.sync_api import sync_playwright
from touched import Touched

HTML = ROOT / "build" / "html"
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


class Server(http.server.ThreadingHTTPServer):
    request_queue_size = 100  # a browser asks for many files at once; a busy machine answers late


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *words):
        pass


@contextmanager
def served(folder):
    """The address of a folder's files, on this machine alone."""
    handler = functools.partial(Quiet, directory=str(folder))
    with Server(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.fixture
def served_folder():
    """Serves a folder of one's own: a context that gives its address."""
    return served


@pytest.fixture(scope="session")
def site():
    """The address of the pages."""
    if not (HTML / "index.html").exists():
        pytest.fail("there are no pages in build/html: run make site first, or make browser")
    with served(HTML) as address:
        yield address


@pytest.fixture(scope="session")
def trial_pages(tmp_path_factory):
    """The folder of pages that the site's builder made of notebooks of our own, once for all."""
    base = tmp_path_factory.getbasetemp()  # of this process; its parent is that of all of a run
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "trial"
    with FileLock(f"{folder}.lock"):
        if not (folder / "told.txt").exists():
            shutil.rmtree(folder, ignore_errors=True)  # of a build that failed
            folder.mkdir()
            (folder / "told.txt").write_text(trial_course.built(folder))
    return folder / "html"


@pytest.fixture(scope="session")
def trial(trial_pages):
    """Their address."""
    with served(trial_pages) as address:
        yield address


@pytest.fixture(scope="session")
def browser():
    path = next((found for name in NAMES if (found := shutil.which(name))), None)
    if path is None and os.environ.get("KERNELKIT_BROWSER") != "required":
        pytest.skip(f"no browser is installed: looked for {', '.join(NAMES)}")
    assert path, f"KERNELKIT_BROWSER=required, but none of {', '.join(NAMES)} is installed"
    with sync_playwright() as playwright:
        # Without its sandbox, which a root user cannot have; the pages are our own.
        started = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield started
        started.close()


@pytest.fixture(scope="session")
def context(browser):
    """A window of the browser for each set of options, which keeps the files it has fetched."""
    contexts = {}

    def with_options(**options):
        chosen = {"reduced_motion": "reduce", "viewport": {"width": 1280, "height": 800}} | options
        key = repr(sorted(chosen.items()))
        if key not in contexts:
            contexts[key] = browser.new_context(**chosen)
        return contexts[key]

    yield with_options
    for each in contexts.values():
        each.close()


@pytest.fixture
def visit(context):
    """Opens a page on a server, given its address, in which nothing moves unless that is asked for.

    It remembers, in ``trouble``, what it complained about and what it asked for elsewhere.
    """
    pages = []

    def opened(address, **options):
        page = context(base_url=address, **options).new_page()
        pages.append(page)
        return listened_to(page, address)

    yield opened
    for page in pages:
        page.close()


@pytest.fixture
def page(visit, site):
    return visit(site)


@pytest.fixture(scope="session")
def tab(context, site):
    """A page that goes from one address to the next, and notes what it fetches."""
    page = listened_to(context(base_url=site).new_page(), site)
    page.fetched = set()
    page.on("request", lambda request: page.fetched.add(request.url.partition("?")[0]))
    return page


@pytest.fixture
def on_page(visit, trial):
    """Opens the page of a picture."""

    def opened(name, **options):
        screen = {"width": 1280, "height": 1400}  # all of it, without scrolling
        page = visit(trial, viewport=screen, **options)
        page.goto(f"/lessons/{trial_course.LESSONS[name]}.html")
        return Touched(page)

    return opened


def listened_to(page, address):
    page.trouble = []
    page.on("console", functools.partial(_note_words, page.trouble))
    page.on("pageerror", lambda error: page.trouble.append(f"error: {error}"))
    page.on("requestfailed", functools.partial(_note_failure, page.trouble))
    page.on("request", functools.partial(_note_outside, page.trouble, address))
    return page


def _note_words(trouble, message):
    slow = " to activate." in message.text  # what JupyterLab says of a busy machine
    if message.type in {"error", "warning"} and not slow:
        trouble.append(f"{message.type}: {message.text}")


def _note_failure(trouble, request):
    """Note what could not be fetched; what a page was left for in mid-air is no trouble."""
    if request.failure != "net::ERR_ABORTED":
        trouble.append(f"failed: {request.url}")


def _note_outside(trouble, address, request):
    if not request.url.startswith((address, f"blob:{address}", "data:", "file:", "about:")):
        trouble.append(f"outside: {request.url}")
