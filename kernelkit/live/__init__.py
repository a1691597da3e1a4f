"""Pictures one can touch: drag, click, turn, with mouse, finger or keys.

A picture is shown in a notebook by being the value of a cell, and put on a web page by ``html``. It
is drawn by JavaScript of our own (``js/``, without other libraries or a build step), the same in
both places. Only ``playground`` asks Python, in a notebook; everything else is computed in the
browser, by small algorithms that give kernelkit's answers.
"""

from kernelkit.live.bundle import script
from kernelkit.live.picture import html
from kernelkit.live.pictures import (
    alpha_bars,
    bumps,
    cache_walk,
    eigenfunctions,
    fisher_direction,
    frequencies,
    gaussian_ellipses,
    hinge_valley,
    lift,
    likelihood_bowl,
    loss_prices,
    nearest_cells,
    smo_moves,
    two_handles_line,
    weight_space,
    widest_street,
    word_pulls,
)
from kernelkit.live.playground import playground

__all__ = [
    "alpha_bars",
    "bumps",
    "cache_walk",
    "eigenfunctions",
    "fisher_direction",
    "frequencies",
    "gaussian_ellipses",
    "hinge_valley",
    "html",
    "lift",
    "likelihood_bowl",
    "loss_prices",
    "nearest_cells",
    "playground",
    "script",
    "smo_moves",
    "two_handles_line",
    "weight_space",
    "widest_street",
    "word_pulls",
]
