"""Pack the course without its solutions, to be handed out: ``make handout``.

Everything a student needs to run the lessons goes into one archive, build/handout.zip, with a
README of its own. The checks of the exercises go along: they hold answers, but a student who reads
them has earned them.
"""

import io
import sys
import zipfile
from pathlib import Path

from kernelkit.writing import write_whole
from tools.lessons.course import lessons, table
from tools.site.notebooks import handed_out
from tools.site.templating import render

ROOT = Path(__file__).resolve().parents[2]
TOP = ("LICENSE", "Makefile", "pyproject.toml", "docs/cover.png")
TOP += ("requirements.txt", "constraints.txt")
# what make lessons calls
TOP += ("tools/environment.py", "tools/open_lessons.py")
FOLDERS = ("kernelkit", "datasets", "lessons", "examples", "tools/jupyterlab")
LEFT_OUT = {"solutions", "figures", "__pycache__", ".ipynb_checkpoints"}


def main(root: Path = ROOT, target: Path = ROOT / "build" / "handout.zip") -> int:
    """Write the archive and say what is in it."""
    target.parent.mkdir(parents=True, exist_ok=True)
    files = [root / name for name in TOP]
    for name in FOLDERS:
        files += [path for path in sorted((root / name).rglob("*")) if path.is_file()]
    chosen = [p for p in files if not LEFT_OUT & set(p.relative_to(root).parts)]
    listed = lessons(root)
    readme = render("handout.md", lessons=listed, table=table(listed))
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("kernelkit/README.md", readme)
        for path in chosen:
            place = f"kernelkit/{path.relative_to(root).as_posix()}"
            taken = path.suffix == ".ipynb"
            archive.writestr(
                place, handed_out(path, solutions=False) if taken else path.read_bytes()
            )
    write_whole(target, packed.getvalue())
    print(f"{len(chosen) + 1} files, without solutions, are in {target}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
