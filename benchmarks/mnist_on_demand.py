"""60,000 MNIST digits without their Gram matrix: ``python -m benchmarks.mnist_on_demand``.

Prints test error, minutes and peak memory. The matrix would take 14 GB in float32.
"""

import resource
import warnings
from time import perf_counter

import numpy as np
from sklearn.exceptions import ConvergenceWarning

from kernelkit import Gaussian, KernelPerceptron
from kernelkit.datasets import load_mnist


def main() -> None:
    """Train on all training digits, test on all test digits."""
    warnings.simplefilter("ignore", ConvergenceWarning)
    train, test = load_mnist("train"), load_mnist("test")
    X, X_test = (np.float32(data.X) / np.float32(255) for data in (train, test))
    model = KernelPerceptron(Gaussian.from_gamma(0.02), "multiclass", max_epochs=8, average=True)
    start = perf_counter()
    model.fit(X, train.y)
    fitted = perf_counter()
    error = 1 - model.score(X_test, test.y)
    done = perf_counter()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
    print(f"mistakes per epoch: {model.learning_curve_.tolist()}; {len(model.support_):,} kept")
    print(f"test error {error:.2%}; fit {(fitted - start) / 60:.1f} min, ", end="")
    print(f"predict {(done - fitted) / 60:.1f} min; peak memory {peak:.1f} GB")


if __name__ == "__main__":
    main()
