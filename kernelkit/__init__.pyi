# What editors and mypy read in the place of __init__.py, whose names load on first use.
from kernelkit import certificates as certificates
from kernelkit import core as core
from kernelkit import datasets as datasets
from kernelkit import distances as distances
from kernelkit import estimators as estimators
from kernelkit import exercises as exercises
from kernelkit import experiments as experiments
from kernelkit import features as features
from kernelkit import kernels as kernels
from kernelkit import live as live
from kernelkit import losses as losses
from kernelkit import neighbors as neighbors
from kernelkit import plotting as plotting
from kernelkit import showing as showing
from kernelkit import solvers as solvers
from kernelkit import validation as validation
from kernelkit.compilation import warmup as warmup
from kernelkit.core.distances import *  # noqa: F403
from kernelkit.core.dual_perceptron import *  # noqa: F403
from kernelkit.core.hinge import *  # noqa: F403
from kernelkit.core.kernel_perceptron import *  # noqa: F403
from kernelkit.core.logistic import *  # noqa: F403
from kernelkit.core.neighbors import *  # noqa: F403
from kernelkit.core.perceptron import *  # noqa: F403
from kernelkit.core.svm import *  # noqa: F403
from kernelkit.estimators import *  # noqa: F403
from kernelkit.experiments import repeated_holdout as repeated_holdout
from kernelkit.kernels import *  # noqa: F403
from kernelkit.plotting import confusion as confusion
from kernelkit.plotting import decision_regions as decision_regions
from kernelkit.plotting import digits as digits
from kernelkit.plotting import gram_matrix as gram_matrix
from kernelkit.plotting import learning_curve as learning_curve
from kernelkit.plotting import loss_functions as loss_functions
from kernelkit.plotting import margins as margins
from kernelkit.validation import InputError as InputError
from kernelkit.validation import InputTypeError as InputTypeError

MODULES: tuple[str, ...]
__version__: str
