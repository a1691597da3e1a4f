"""The JavaScript of the pictures as one text: our own modules, joined in the order they need.

A notebook takes one module (``esm``), a page one plain script (``script``), which also works where
pages are opened as files: browsers load no modules from there. Joining is textual and knows only
what our files use: ``import { a, b } from "./file.js";`` and ``export`` before a declaration. Each
file becomes a function of its own that returns what it exports, so no names can collide.
"""

import functools
import posixpath
import re
from importlib.resources import files

__all__ = ["esm", "script"]

IMPORT = re.compile(r'^import \{([^}]*)\} from "([^"]+)";\n', re.MULTILINE)
EXPORT = re.compile(
    r"^export ((?:async )?(?:function|class|const|let) (?:\[\w+\] )?(\w+))", re.MULTILINE
)
START = "index.js"


def esm() -> str:
    """One module with ``mount``, and with ``render`` as anywidget wants it."""
    end = f"export const mount = {_name(START)}.mount;\n"
    return f"{_joined()}{end}export default {{ render: {_name(START)}.render }};\n"


def script() -> str:
    """One plain script that mounts every picture of the page it is on.

    A page includes it once, after its pictures or with ``defer``; :func:`kernelkit.live.html` makes
    them.

    Examples
    --------
    >>> script().startswith('"use strict";')
    True
    """
    return f'"use strict";\n(() => {{\n{_joined()}{_name(START)}.mountAll();\n}})();\n'


@functools.cache
def _joined() -> str:
    return "\n".join(_wrapped(path) for path in _in_order(START, []))


def _in_order(path: str, done: list[str]) -> list[str]:
    """All files that a file needs, each after those that it needs itself."""
    for _, other in IMPORT.findall(_source(path)):
        needed = posixpath.normpath(posixpath.join(posixpath.dirname(path), other))
        if needed not in done:
            _in_order(needed, done)
    if path not in done:
        done.append(path)
    return done


def _wrapped(path: str) -> str:
    def taken(match: re.Match[str]) -> str:
        folder = posixpath.dirname(path)
        home = _name(posixpath.normpath(posixpath.join(folder, match[2])))
        return f"const {{ {' '.join(match[1].split()).rstrip(',')} }} = {home};\n"

    source = _source(path)
    names = ", ".join(match[2] for match in EXPORT.finditer(source))
    body = EXPORT.sub(r"\1", IMPORT.sub(taken, source))
    return f"const {_name(path)} = (() => {{\n{body}return {{ {names} }};\n}})();\n"


def _name(path: str) -> str:
    """What the exports of a file are called in the joined text."""
    return "from_" + re.sub(r"\W", "_", path.removesuffix(".js"))


def _source(path: str) -> str:
    return files("kernelkit.live").joinpath("js", path).read_text(encoding="utf-8")
