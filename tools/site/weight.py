"""Take from the built pages what a reader would wait for and never sees.

The theme brings 1.5 MB of icons of which twenty are used, the rules of a whole framework of styles,
and the search's index on every page. Figures become WebP, which loses nothing and takes half the
bytes, and wait until they are scrolled to.
"""

import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

from PIL import Image

from kernelkit.writing import write_whole

UNUSED = ("scripts/*.map", "styles/*.map", "scripts/fontawesome.js*", "vendor", "locales")
ICONS = "icons.css"
ICON = re.compile(r'class="[^"]*\b(?:fa[srb]?|fa-solid|fa-regular|fa-brands) fa-([a-z-]+)')
FONTAWESOME = re.compile(r'\s*<script [^>]*src="[^"]*/fontawesome\.js[^<]*</script>')
# The search has a page of its own; the others need nothing of it.
UNASKED = re.compile(
    r'\s*<script [^>]*src="[^"]*\b(?:fontawesome|searchtools|language_data|searchindex)\.js[^<]*'
    r"</script>"
)
IMAGE = re.compile(r'<img ([^>]*?src="[^"]*?_images/([^"/]+)\.)png"([^>]*)>')
LINK = re.compile(r'(<a [^>]*href="[^"]*?_images/[^"/]+\.)png"')
# Names, brackets and gaps of code have the colour of all code.
PLAIN = re.compile(r'<span class="[npw]">([^<]*)</span>')
STRING_OR_BRACE = re.compile(r"""(?s)"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|([{}])""")


def lighten(pages: dict[str, str], sizes: dict[str, tuple[int, int]], static: Path) -> None:
    """Change the pages, given by their paths, and the static files; the figures are WebP by now."""
    for name, text in pages.items():
        scripts = FONTAWESOME if name == "search.html" else UNASKED
        shown = IMAGE.sub(lambda match: _lazy(match, sizes), scripts.sub("", text))
        shown = PLAIN.sub(r"\1", shown)
        link = f'<link rel="stylesheet" href="{"../" * name.count("/")}_static/{ICONS}" />\n'
        pages[name] = LINK.sub(r'\1webp"', shown).replace("</head>", f"{link}</head>", 1)
    used = sorted({name for text in pages.values() for name in ICON.findall(text)})
    drawn = (static / "scripts" / "fontawesome.js").read_text(encoding="utf-8")
    write_whole(static / ICONS, icons(used, drawn))
    for pattern in UNUSED:
        for path in static.glob(pattern):
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    known = words(pages, static)
    for path in [*static.glob("styles/*.css"), *static.glob("mystnb*.css"), static / "basic.css"]:
        write_whole(path, slim(path.read_text(encoding="utf-8"), known))


def as_webp(path: Path) -> tuple[int, int]:
    """Put a picture into fewer bytes, fast and without loss; its width and height."""
    with Image.open(path) as picture:
        picture.save(path.with_suffix(".webp"), lossless=True, method=1, quality=20)
        size = picture.size
    path.unlink()
    return size


def _lazy(match: re.Match[str], sizes: dict[str, tuple[int, int]]) -> str:
    """An image that is fetched when it comes near, and has its place before."""
    width, height = sizes[match[2]]
    known = " width=" in f" {match[1]}{match[3]}"
    place = "" if known else f'width="{width}" height="{height}" '
    return f'<img loading="lazy" {place}{match[1]}webp"{match[3]}>'


def icons(names: list[str], drawn: str) -> str:
    """The style sheet of the icons in use, cut out of the letters of the theme's script."""
    rules = [
        "/* Icons of Font Awesome Free, CC BY 4.0, fontawesome.com/license/free */",
        ":is(.fa, .fas, .far, .fab, .fa-solid, .fa-regular, .fa-brands)::before {"
        ' content: "" !important; display: inline-block; width: 1em; height: 1em;'
        " vertical-align: -0.125em; background: currentColor;"
        " mask: var(--kk-icon) center / contain no-repeat; }",
    ]
    for name in names:
        shape = re.search(
            rf'"?\b{name}"?:\[(\d+),(\d+),\[[^\]]*\],"[0-9a-f]+","([^"]+)"', drawn
        ) or re.search(rf'\[(\d+),(\d+),\[[^\]]*"{name}"[^\]]*\],"[0-9a-f]+","([^"]+)"', drawn)
        if shape is not None:  # the others are marks of size, such as fa-lg
            width, height, path = shape.groups()
            svg = (
                f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {width} {height}'>"
                f"<path d='{path}'/></svg>"
            )
            shown = quote(svg, safe=" =/:'")
            rules.append(f'.fa-{name} {{ --kk-icon: url("data:image/svg+xml,{shown}"); }}')
    return "\n".join(rules) + "\n"


def words(pages: dict[str, str], static: Path) -> set[str]:
    """Every name of a class that a page or a script may use."""
    texts = [" ".join(re.findall(r'(?:class|id)="([^"]*)"', text)) for text in pages.values()]
    texts += [path.read_text(encoding="utf-8") for path in static.rglob("*.js")]
    return {word for text in texts for word in re.findall(r"[\w-]+", text)}


def slim(css: str, known: set[str]) -> str:
    """The rules of a style sheet that can match something.

    >>> slim("a.x,.y>b{color:red}@media print{.z{top:0}}.y:not(.z){top:1px}", {"y"})
    '.y>b{color:red}.y:not(.z){top:1px}'
    >>> slim('.y{content:"}"} @import "a.css";', {"y"})
    '.y{content:"}"}@import "a.css";'
    """
    kept = []
    for head, body in _blocks(css):
        name = head.partition(" ")[0].partition("(")[0]
        if name in {"@media", "@supports", "@layer", "@container"} and body:
            inside = slim(body, known)
            if inside:
                kept.append(f"{head}{{{inside}}}")
        elif head.startswith("@"):
            if "Font Awesome" not in body and "FontAwesome" not in body:
                kept.append(f"{head}{{{body}}}" if body else f"{head};")
        else:
            selectors = [each for each in _selectors(head) if _may_match(each, known)]
            if selectors:
                kept.append(f"{','.join(selectors)}{{{body}}}")
    return "".join(kept)


def _blocks(css: str) -> Iterator[tuple[str, str]]:
    """The head and the inside of each block; of a statement without one, the head alone."""
    css = re.sub(r"(?s)/\*.*?\*/", "", css)
    start = depth = 0
    for brace in [match for match in STRING_OR_BRACE.finditer(css) if match[1]]:
        if brace[1] == "{" and depth == 0:
            *statements, head = css[start : brace.start()].split(";")
            yield from ((each.strip(), "") for each in statements)
            start = brace.end()
        depth += 1 if brace[1] == "{" else -1
        if depth == 0:
            yield head.strip(), css[start : brace.start()]
            start = brace.end()
    yield from ((each.strip(), "") for each in css[start:].split(";") if each.strip())


def _selectors(head: str) -> list[str]:
    """A list of selectors, cut at the commas that stand in no bracket."""
    return [each.strip() for each in re.split(r",(?![^()]*\))(?![^\[\]]*\])", head)]


def _may_match(selector: str, known: set[str]) -> bool:
    plain = re.sub(r"\([^()]*\)|\[[^\]]*\]", "", re.sub(r"\([^()]*\)", "", selector))
    classes = [name.replace("\\", "") for name in re.findall(r"\.((?:[\w-]|\\.)+)", plain)]
    return all(name in known or name.startswith("bs-") for name in classes)
