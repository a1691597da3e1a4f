"""Fetching from a web server on this machine: whole files, or none."""

import _thread
import contextlib
import gc
import hashlib
import http.server
import signal
import threading
import warnings

import pytest

from kernelkit.datasets import download, fetch, read_libsvm

CONTENT = {
    "a4a": "".join(f"{'+-'[i % 2]}1 {i % 120 + 1}:1 122:1\n" for i in range(20_000)).encode(),
    "a4a.t": b"+1 123:1\n-1 1:1\n",
}


class Handler(http.server.BaseHTTPRequestHandler):
    """Serve CONTENT, spoilt in the way the first folder of the path names."""

    def do_GET(self):
        _, spoilt, name = self.path.split("/")
        self.server.asked.append(name)
        content = CONTENT[name]
        if name == "a4a.t":
            spoilt = "good"
        self.send_response(404 if spoilt == "absent" else 200)
        if spoilt != "unsized":
            self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        half = len(content) // 2
        if spoilt == "corrupt":
            content = content[:half] + b"?" + content[half + 1 :]
        if spoilt in {"cut", "unsized"}:
            content = content[:half]
        if spoilt == "interrupted":
            self.wfile.write(content[:half])
            _thread.interrupt_main()
            content = content[half:]
        with contextlib.suppress(ConnectionError):
            self.wfile.write(content)

    def log_message(self, *_):
        pass


@pytest.fixture(autouse=True)
def collected():
    """Close what pooch leaves to the garbage collector: the connections of failed downloads."""
    yield
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)
        gc.collect()


@pytest.fixture
def server():
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as running:
        running.asked = []
        running.url = f"http://127.0.0.1:{running.server_address[1]}"
        thread = threading.Thread(target=running.serve_forever, args=(0.02,))
        thread.start()
        yield running
        running.shutdown()
        thread.join()


@pytest.fixture
def folder(tmp_path, monkeypatch):
    sums = {name: hashlib.sha256(content).hexdigest() for name, content in CONTENT.items()}
    monkeypatch.setitem(download.FILES, "a4a", sums)
    monkeypatch.setenv("KERNELKIT_DATA", str(tmp_path / "data"))
    return tmp_path / "data"


@pytest.mark.parametrize("slash", ["", "/"])
def test_files_arrive_whole_and_can_be_read(server, folder, capsys, slash):
    paths = fetch("a4a", f"{server.url}/good{slash}")
    assert paths == (folder / "a4a", folder / "a4a.t")
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == CONTENT
    assert read_libsvm(paths[0], n_features=123).X.shape == (20_000, 123)
    assert read_libsvm(paths[1]).y.tolist() == [1, -1]
    assert "100%" in capsys.readouterr().err


def test_files_that_are_there_are_not_fetched_again(server, folder):
    fetch("a4a", f"{server.url}/good")
    server.asked.clear()
    assert fetch("a4a", f"{server.url}/good") == (folder / "a4a", folder / "a4a.t")
    assert server.asked == []


def test_a_spoilt_file_that_is_there_is_fetched_again(server, folder):
    folder.mkdir()
    (folder / "a4a").write_bytes(CONTENT["a4a"][:-5])
    fetch("a4a", f"{server.url}/good")
    assert (folder / "a4a").read_bytes() == CONTENT["a4a"]


@pytest.mark.parametrize("spoilt", ["corrupt", "cut", "unsized", "absent"])
def test_a_spoilt_download_leaves_nothing_behind(server, folder, spoilt):
    with pytest.raises(OSError, match="nothing was saved") as caught:
        fetch("a4a", f"{server.url}/{spoilt}")
    assert f"a4a could not be fetched from {server.url}/{spoilt}/a4a into" in str(caught.value)
    assert list(folder.iterdir()) == []


def test_a_spoilt_download_does_not_harm_the_file_that_is_there(server, folder):
    folder.mkdir()
    (folder / "a4a").write_bytes(b"older")
    with pytest.raises(OSError, match="nothing was saved"):
        fetch("a4a", f"{server.url}/corrupt")
    assert [path.name for path in folder.iterdir()] == ["a4a"]
    assert (folder / "a4a").read_bytes() == b"older"


@pytest.fixture
def interruptible():
    """Let Ctrl-C through: test workers that run side by side ignore it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("interruptible")
def test_an_interrupted_download_leaves_nothing_behind(server, folder):
    with pytest.raises(KeyboardInterrupt):
        fetch("a4a", f"{server.url}/interrupted")
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize("base_url", ["http://127.0.0.1:1", "nonsense", "gopher://x", ""])
def test_an_address_that_leads_nowhere_is_named(folder, base_url):
    with pytest.raises(OSError, match="could not be fetched from"):
        fetch("a4a", base_url)


@pytest.mark.parametrize("name", ["a5a", "", None, 4])
def test_an_unknown_name_is_refused_with_what_there_is(name):
    with pytest.raises(ValueError, match="name must be one of a4a, got"):
        fetch(name)


def test_an_address_that_is_no_string_is_refused():
    with pytest.raises(TypeError, match="base_url must be a string, got a NoneType"):
        fetch("a4a", None)


def test_the_known_checksums_are_those_of_libsvms_files():
    assert download.FILES["a4a"] == {
        "a4a": "694d5abff492bdb8ce9749ddf3bf5af1c6f1f0ad6e3a0ae7818000d4d4c4847b",
        "a4a.t": "23fef5e5ac0d1bc17a4ac55a16c03d361e41e890a83595a3e7da6eca9660e4bf",
    }
