"""Draw the curves of benchmarks/LARGE.md: ``python -m tools.pictures.large`` writes docs/large.png.

Mistakes hardly depend on the processor, so that one is enough: the first of those that
``make bench-large`` was run on.
"""

import sys
from collections.abc import Sequence
from pathlib import Path

import matplotlib as mpl
import matplotlib.pyplot as plt
from matplotlib.figure import Figure

from benchmarks.large import TASKS, Learnt, read_large
from kernelkit.plotting import save_figure, use_style
from kernelkit.plotting.style import class_style

ROOT = Path(__file__).resolve().parents[2]
PICTURE = ROOT / "docs" / "large.png"


def main() -> int:
    """Draw what the files of measurements hold."""
    processors = read_large()
    if not processors:
        print("There are no measurements yet: make bench-large takes them.", file=sys.stderr)
        return 1
    mpl.use("Agg")
    use_style()
    _, learnt = processors[0]
    save_figure(draw(learnt).axes[0], PICTURE)
    print(f"The picture is in {PICTURE}")
    return 0


def draw(learnt: Sequence[Learnt]) -> Figure:
    """A panel for each task, and in it a curve for each model; one of a single size is a level."""
    figure, panels = plt.subplots(1, len(TASKS), figsize=(10, 4), dpi=150)
    names = list(dict.fromkeys(one.model for one in learnt))
    for ax, task in zip(panels, TASKS, strict=True):
        for number, name in enumerate(names):
            here = [one for one in learnt if (one.task, one.model, one.workers) == (task, name, 0)]
            rows, errors = [one.rows for one in here], [100 * one.error for one in here]
            colour, marker, _ = class_style(number)
            if len(here) == 1:
                label = f"{name}, {rows[0]:,} digits"
                ax.axhline(errors[0], color=colour, linestyle="--", label=label)
            elif here:
                ax.plot(rows, errors, color=colour, marker=marker, label=name)
        ax.set(xscale="log", xlabel="digits learnt from", ylim=(0, None), title=task)
    panels[0].set_ylabel("wrong of the test digits (%)")
    handles, labels = panels[0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", ncols=2)
    return figure


if __name__ == "__main__":
    sys.exit(main())
