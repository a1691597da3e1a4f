"""One function writes files: whole or not at all, and never through a link."""

import os

import pytest
from checks import assert_kind_error

from kernelkit.validation import InputError
from kernelkit.writing import check_place, write_whole


def test_a_file_is_written_whole_and_nothing_is_left_beside_it(tmp_path):
    path = tmp_path / "a.txt"
    write_whole(path, "zwölf\n")
    assert path.read_bytes() == "zwölf\n".encode()
    write_whole(path, b"\r\n")
    assert path.read_bytes() == b"\r\n"
    assert list(tmp_path.iterdir()) == [path]


def test_a_full_disk_names_the_file_and_leaves_the_old_one(tmp_path, monkeypatch):
    path = tmp_path / "a.txt"
    path.write_text("before")

    def full(_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("kernelkit.writing.os.fsync", full)
    with pytest.raises(OSError, match="No space left on device") as caught:
        write_whole(path, b"after")
    assert caught.value.filename == str(path)
    assert path.read_text() == "before"
    assert list(tmp_path.iterdir()) == [path]


def test_no_link_is_followed(tmp_path, monkeypatch):
    thesis, link = tmp_path / "thesis.txt", tmp_path / "link"
    thesis.write_text("years of work")
    link.symlink_to(thesis)
    assert_kind_error(InputError, "path must be .*no link, .*link'", write_whole, link, b"x")
    # Planted after the look and before the move, it is replaced and still not followed.
    monkeypatch.setattr("kernelkit.writing.check_place", lambda path: path)
    write_whole(link, b"x")
    assert thesis.read_text() == "years of work"


def test_what_is_no_file_is_refused(tmp_path):
    assert_kind_error(InputError, "no link, folder or device", write_whole, tmp_path, b"")
    assert_kind_error(InputError, "folder that exists", write_whole, tmp_path / "a" / "b", b"")
    assert_kind_error(TypeError, "--json must be the name of a file", check_place, 3, "--json")
    assert_kind_error(TypeError, r"got the string 'a\\x00b'", check_place, "a\0b")
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe")
        assert_kind_error(
            InputError, "no link, folder or device", write_whole, tmp_path / "pipe", b""
        )
    assert check_place(tmp_path / "new") == tmp_path / "new"
