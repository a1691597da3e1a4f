"""Pictures for the lessons and for coursework, all in one style.

Every function draws on the Axes it is given, or on a new figure in the style of the course, and
returns the Axes. None of them shows or saves anything, which is left to ``save_figure``, and none
changes matplotlib's settings except ``use_style``, whose purpose that is. Nothing else in kernelkit
imports matplotlib.
"""

from kernelkit.plotting.boundary import boundary
from kernelkit.plotting.confusion import confusion
from kernelkit.plotting.decision_regions import decision_regions
from kernelkit.plotting.digits import digits
from kernelkit.plotting.gram_matrix import gram_matrix
from kernelkit.plotting.learning_curve import learning_curve
from kernelkit.plotting.loss_functions import loss_functions
from kernelkit.plotting.margins import margins
from kernelkit.plotting.save_figure import save_figure
from kernelkit.plotting.scatter import cross, ring, scatter
from kernelkit.plotting.style import use_style

__all__ = [
    "boundary",
    "confusion",
    "cross",
    "decision_regions",
    "digits",
    "gram_matrix",
    "learning_curve",
    "loss_functions",
    "margins",
    "ring",
    "save_figure",
    "scatter",
    "use_style",
]
