"""Set the formulas of the built pages, once and here: a reader's browser needs no script for them.

MathJax runs under deno and writes what it would have written in the browser, with MathML for
screen readers beside it. All pages share one style sheet of the letters in use.
"""

import importlib.util
import json
import re
import shutil
import subprocess
import sys
from html import unescape
from pathlib import Path

from kernelkit.writing import write_whole
from tools.lessons.course import CourseError

# What sphinx.ext.mathjax writes: a number, if the formula has one, then TeX between delimiters.
FORMULA = re.compile(
    r'(?s)(<(span|div) class="[^"]*\bmath notranslate nohighlight"[^>]*>)'
    r'(\s*<span class="eqno">.*?</span>)?(.*?)</\2>'
)
DELIMITERS = re.compile(r"^\\[(\[]|\\[)\]]$")
ERROR = re.compile(r'data-mjx-error="([^"]*)"')
# What HTML knows without being told, or the style sheet says once for all, and the classes for
# which it has no rule: a fifth of the bytes.
SPARE = re.compile(
    r' (?:xmlns="http://www\.w3\.org/1998/Math/MathML"|unselectable="on"'
    r'|style="position: relative;"|(?:data-mjx-)?texclass="[^"]*"|class="MathJax"'
    r'|class="(?:mjx-(?!tall\b|c[0-9A-F])[a-z0-9]+ ?)+"'
    r'|fence="false"|stretchy="false"|display="inline")'  # of MathML that is heard and not seen
)
STYLE = "formulas.css"


def set_formulas(pages: dict[str, str], static: Path) -> list[str]:
    """Replace TeX by HTML, and write its style sheet and fonts; what is wrong, in words."""
    found = {name: list(map(_tex, FORMULA.finditer(text))) for name, text in pages.items()}
    every = sorted({formula for formulas in found.values() for formula in formulas})
    home = mathjax()
    answer = _run(home, every)
    ready = {key: SPARE.sub("", html) for key, html in zip(every, answer["set"], strict=True)}
    shutil.copytree(home / "output/chtml/fonts/woff-v2", static / "fonts", dirs_exist_ok=True)
    style = re.sub(r"\s*\n\s*", "", answer["style"])
    write_whole(static / STYLE, f"{style}\nmjx-container {{ position: relative; }}\n")
    told = []
    for name, formulas in found.items():
        if not formulas:
            continue
        told += [
            f"{name}: the formula {tex} has an error: {unescape(error[1])}"
            for tex, display in formulas
            if (error := ERROR.search(ready[tex, display]))
        ]
        text = FORMULA.sub(lambda m: f"{m[1]}{m[3] or ''}{ready[_tex(m)]}</{m[2]}>", pages[name])
        link = f'<link rel="stylesheet" href="{"../" * name.count("/")}_static/{STYLE}" />\n'
        pages[name] = text.replace("</head>", f"{link}</head>", 1)
    return told


def mathjax() -> Path:
    """The folder of MathJax, in the package that carries it."""
    spec = importlib.util.find_spec("sphinx-mathjax-offline")
    if spec is None or spec.origin is None:
        message = "sphinx-mathjax-offline is not installed: pip install -r requirements-dev.txt"
        raise CourseError(message)
    return Path(spec.origin).parent / "static" / "mathjax"


def _tex(match: re.Match[str]) -> tuple[str, bool]:
    """The TeX of a formula, and whether it stands on a line of its own."""
    tex = DELIMITERS.sub("", unescape(match[4]).strip())
    return tex.strip(), match[2] == "div"


def _run(home: Path, formulas: list[tuple[str, bool]]) -> dict[str, str]:
    beside = str(Path(sys.executable).parent)
    deno = shutil.which("deno", path=beside) or shutil.which("deno")
    if deno is None:
        message = "deno is not installed: pip install -r requirements-dev.txt"
        raise CourseError(message)
    script = Path(__file__).with_suffix(".js")
    command = [deno, "run", "--no-config", "--no-remote", "--allow-read", "--allow-env"]
    command += [str(script), str(home), "fonts"]
    given = json.dumps(formulas).encode()
    run = subprocess.run(command, input=given, capture_output=True, check=False)
    if run.returncode:
        message = f"the formulas could not be set: {run.stderr.decode(errors='replace').strip()}"
        raise CourseError(message)
    return json.loads(run.stdout)
