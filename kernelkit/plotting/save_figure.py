"""A figure as a file, to go into a report."""

import io
import os
import warnings
from pathlib import Path
from typing import Any

import matplotlib as mpl
import matplotlib.pyplot as plt
from matplotlib.axes import Axes

from kernelkit.plotting.style import check_axes
from kernelkit.validation import InputError, as_path
from kernelkit.writing import write_whole

# Without the hour of writing, the same picture is the same file.
UNDATED = {"pdf": {"CreationDate": None}, "svg": {"Date": None}}
# Letters stay letters, which can be searched and copied.
TEXT: dict[Any, Any] = {"pdf.fonttype": 42, "svg.fonttype": "none", "svg.hashsalt": "kernelkit"}


def save_figure(ax: Axes, path: str | os.PathLike[str]) -> Path:
    """Write the figure of some Axes to a file, whole or not at all, and return its path.

    Parameters
    ----------
    ax : Axes
        Any of the figure; all that is in the figure is written.
    path : str or path
        Ends in the format: lines and letters of .pdf and .svg stay sharp at every size, .png is
        made of dots. The folder is made if only it is missing.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import mkdtemp
    >>> from kernelkit.plotting import loss_functions
    >>> save_figure(loss_functions(), Path(mkdtemp()) / "figures" / "losses.pdf").name
    'losses.pdf'
    """
    canvas = check_axes(ax).figure.canvas
    target = as_path(path)
    formats = sorted(canvas.get_supported_filetypes())
    form = target.suffix.removeprefix(".").lower()
    if form not in formats:
        raise InputError("path", f"must end in one of {', '.join(formats)}, got {str(path)!r}")
    written = io.BytesIO()
    # In a drawing only coloured grounds have dots, and they are to look smooth.
    options: Any = {"dpi": 300 if form in UNDATED else "figure", "metadata": UNDATED.get(form)}
    with mpl.rc_context(TEXT):
        # Cut to what is drawn, as notebooks do: a label beyond the edge of the page is not lost.
        canvas.print_figure(written, format=form, bbox_inches="tight", **options)
    target.parent.mkdir(exist_ok=True)
    write_whole(target, written.getvalue())
    return target


def as_png(ax: Axes, dpi: float | None = 160) -> bytes:
    """The figure of some Axes as the bytes of a PNG file; the figure goes away."""
    canvas = check_axes(ax).figure.canvas
    written = io.BytesIO()
    with warnings.catch_warnings():
        # A name in a script that the font lacks is drawn in boxes, which the reader sees.
        warnings.filterwarnings("ignore", "Glyph .* missing from font")
        canvas.print_figure(written, format="png", dpi=dpi, bbox_inches="tight")
    plt.close(canvas.figure)
    return written.getvalue()
