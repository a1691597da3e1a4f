"""The playground: samples to drag, and a model that Python fits again after each change."""

import time
import warnings
from base64 import b64encode
from collections.abc import Mapping, Sequence
from numbers import Integral, Real
from typing import Any

import numpy as np

from kernelkit.live.picture import Picture
from kernelkit.live.samples import DrawnSamples, samples_state
from kernelkit.validation import InputError, InputTypeError, Labels, Vector, check_number, shown

__all__ = ["playground"]

# What people call a model; any other is called by its class.
SPOKEN = {
    "GaussianClassifier": "a Gaussian classifier",
    "KNN": "a vote of the nearest neighbours",
    "KernelPerceptron": "the kernel perceptron",
    "KernelSVM": "a support vector machine",
    "LeastSquares": "least squares",
    "LinearSVM": "a linear support vector machine",
    "LogisticRegression": "logistic regression",
    "Perceptron": "the perceptron",
}


def playground(
    model: Any,
    X: Any,
    y: Any,
    controls: Mapping[str, Any] | None = None,
    *,
    feature_names: Sequence[str] | None = None,
) -> Picture:
    r"""A plane with samples to drag, add, remove and flip, and a model that follows at once.

    After each change Python fits the model again, and the picture shows its regions and its
    boundary, the margins :math:`f(x) = \pm 1` of a support vector machine for two classes, rings
    around support vectors and crosses over the samples that it gets wrong. Only the latest state
    is computed. A model that fails says why in the picture, and the next change tries again.

    Parameters
    ----------
    model : classifier
        Any scikit-learn classifier; it is copied, and fitted to what the reader draws.
    X : array of shape (n_samples, 2)
        The samples to start from.
    y : array of shape (n_samples,)
        Their labels: numbers or strings, at least two different ones.
    controls : dict, optional
        A slider for each parameter that is named: a pair of its smallest and its largest value,
        logarithmic if they span more than a decade, in whole numbers if all are whole; or a list of
        words to choose from. A slider starts at the model's own value, or at the smallest where
        that is no number.
    feature_names : two strings, optional
        What the axes are called.

    Examples
    --------
    >>> from kernelkit import KernelSVM, live
    >>> from kernelkit.datasets import make_moons
    >>> X, y = make_moons(60, seed=0)
    >>> live.playground(KernelSVM(), X, y, {"C": (0.01, 100), "kernel__sigma": (0.05, 5)})
    <playground of KernelSVM>
    """
    fresh = _copied(model)
    samples = samples_state(X, y, feature_names, "playground")
    state = {
        "picture": "playground",
        "label": f"playground of {type(model).__name__}",
        "title": f"Where does {_spoken(model)} draw the boundary?",
        **samples.state,
        "controls": _as_controls(fresh, controls),
        "margins": _has_margins(fresh),
    }
    page_model = model_on_page(model, len(samples.classes), state["controls"])
    return Picture(
        state | {"model": page_model},
        answer=lambda question: answer(fresh, samples.classes, question),
        still=None if page_model else lambda: _still(fresh, samples),
    )


def _spoken(model: Any) -> str:
    name = type(model).__name__
    return SPOKEN.get(name, name)


def answer(
    model: Any, classes: Labels, question: Mapping[str, Any]
) -> tuple[dict[str, Any], list[bytes]]:
    """Fit a copy of the model to a picture's samples, and say what it answers on the grid.

    The bytes are float32 values f(x) on the grid where there is one f for the two classes of
    ``pair``, else a class per point of a finer grid, most of which need not be asked.
    """
    from sklearn.base import clone

    X, codes = np.array(question["X"], float).reshape(-1, 2), np.array(question["y"], int)
    if len(np.unique(codes)) < 2:
        got = "samples of one class" if len(codes) else "no samples"
        message = f"the picture must hold samples of at least two classes, got {got}"
        raise InputError(message)
    copied = clone(model).set_params(**question["parameters"])
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        started = time.perf_counter()
        copied.fit(X, classes[codes])
        milliseconds = 1000 * (time.perf_counter() - started)
        wrong = np.flatnonzero(copied.predict(X) != classes[codes])
        values = _values(copied, question["box"], question["grid"])
        pair = None if values is None else np.searchsorted(classes, copied.classes_).tolist()
        seen = _codes(copied, classes, question["box"]) if values is None else values
    support = getattr(copied, "support_", None)
    told = {
        "mistakes": wrong.tolist(),
        "support": None if support is None else np.asarray(support).tolist(),
        "pair": pair,
        "milliseconds": round(milliseconds, 2),
        "warning": " ".join(str(caught[0].message).split()) if caught else None,
    }
    return told, [np.asarray(seen, np.uint8 if pair is None else np.float32).tobytes()]


def _still(model: Any, samples: DrawnSamples) -> str:
    """The fitted model and the samples to start from, as a PNG in base64."""
    from sklearn.base import clone

    from kernelkit.plotting.decision_regions import decision_regions
    from kernelkit.plotting.save_figure import as_png

    X, y = np.array(samples.state["X"]), samples.classes[samples.state["y"]]
    fitted = clone(model).fit(X, y)
    words = {"feature_names": samples.state["featureNames"], "margins": _has_margins(model)}
    ax = decision_regions(fitted, X, y, mistakes=True, **words)
    return b64encode(as_png(ax, dpi=None)).decode()


def _has_margins(model: Any) -> bool:
    """Whether f = 1 means something: to a support vector machine, ours or scikit-learn's."""
    last = model.steps[-1][1] if hasattr(model, "steps") else model  # of a pipeline
    return type(last).__name__ in {"KernelSVM", "LinearSVM", "LinearSVC", "NuSVC", "SVC"}


def _values(model: Any, box: Sequence[float], grid: Sequence[int]) -> Any:
    """One f(x) per point of a grid, if the model has one for its two classes."""
    if len(getattr(model, "classes_", ())) != 2 or not hasattr(model, "decision_function"):
        return None
    xs, ys = _steps(box, grid)
    x, y = np.meshgrid(xs, ys)
    values = np.asarray(model.decision_function(np.column_stack([x.ravel(), y.ravel()])), float)
    return values if values.shape == (x.size,) else None


def _codes(model: Any, classes: Labels, box: Sequence[float]) -> Any:
    """The place of the predicted class among all classes, on the fine grid."""
    from kernelkit.plotting.decision_regions import GRID, refined

    xs, ys = _steps(box, (GRID, GRID))

    def ask(rows: Any, columns: Any) -> Any:
        predicted = model.predict(np.column_stack([xs[columns], ys[rows]]))
        return np.searchsorted(classes, predicted)

    return refined(ask, np.zeros((GRID, GRID), bool))


def _steps(box: Sequence[float], grid: Sequence[int]) -> tuple[Vector, Vector]:
    """Coordinates of a grid's columns from the left and of its rows from below, edges included."""
    left, right, bottom, top = box
    return np.linspace(left, right, grid[0]), np.linspace(bottom, top, grid[1])


def _copied(model: Any) -> Any:
    """An unfitted copy of a classifier, or a sentence on why there is none."""
    from sklearn.base import clone, is_classifier

    if isinstance(model, type):
        message = f"model must be a classifier, got the class: write {model.__name__}()"
        raise InputTypeError(message)
    for name in ("fit", "predict", "get_params", "set_params"):
        if not callable(getattr(model, name, None)):
            message = f"model must be a scikit-learn classifier, got {shown(model)} without {name}"
            raise InputTypeError(message)
    if not is_classifier(model):
        message = f"model must be a classifier, got {shown(model)}, which is none"
        raise InputTypeError(message)
    return clone(model)


def _as_controls(model: Any, controls: Any) -> dict[str, Any]:
    if controls is None:
        return {}
    if not isinstance(controls, Mapping):
        message = f"controls must be a dict of parameters and ranges, got {shown(controls)}"
        raise InputTypeError(message)
    known = model.get_params()
    return {name: _as_control(name, given, known) for name, given in controls.items()}


def _as_control(name: Any, given: Any, known: Mapping[str, Any]) -> dict[str, Any]:
    if not isinstance(name, str) or name not in known:
        numbers = [n for n, v in known.items() if isinstance(v, Real) and not isinstance(v, bool)]
        message = (
            f"controls must name parameters of the model, such as {', '.join(sorted(numbers))}, "
            f"got {shown(name)}"
        )
        raise InputError(message)
    value, what = known[name], f"controls[{name!r}]"
    if isinstance(given, list | tuple) and len(given) > 1:
        if all(isinstance(word, str) for word in given):
            return {"words": list(given), "value": value if value in given else given[0]}
        if len(given) == 2:
            low, high = (check_number(end, what) for end in given)
            if low < high:
                return _as_slider(low, high, [*given, value])
    message = (
        f"{what} must be a pair of a smaller and a larger number, or a list of words, "
        f"got {shown(given)}"
    )
    raise InputError(message)


def _as_slider(low: float, high: float, given: list[Any]) -> dict[str, Any]:
    """Ends and start of a slider; ``given`` holds the ends and the model's value as they came."""
    numbers = [number for number in given if isinstance(number, Real)]
    whole = all(isinstance(number, Integral) for number in numbers)
    start = float(numbers[2]) if len(numbers) == 3 else low
    return {"low": low, "high": high, "value": min(max(start, low), high), "whole": whole}


def model_on_page(model: Any, n_classes: int, controls: Mapping[str, Any]) -> dict[str, Any] | None:
    """Name and parameters of the same model in JavaScript, or None if there is none."""
    import kernelkit

    name = type(model).__name__
    known = READS.get(name)
    if known is None or getattr(kernelkit, name) is not type(model):
        return None
    if n_classes > 2 and name not in FOR_MANY:
        return None
    parameters, defaults = model.get_params(), type(model)().get_params()
    if "kernel" in parameters:
        parameters["kernel"] = type(model.kernel).__name__
        if parameters["kernel"] not in KERNELS:
            return None
    # What JavaScript does not read must be as it assumes: nothing is ignored.
    unread = {key for key in parameters if key not in known and not key.startswith("kernel")}
    if any(parameters[key] != defaults[key] for key in unread) or not set(controls) <= known:
        return None
    if parameters.get("solver") == "pegasos":
        return None
    plain = {
        key: None if isinstance(value, float) and not np.isfinite(value) else value
        for key, value in parameters.items()
    }
    return {"name": name, "parameters": plain}


# What exists in JavaScript, and which parameters it reads.
READS = {
    "GaussianClassifier": {"covariance"},
    "KNN": {"n_neighbors"},
    "KernelPerceptron": {"max_epochs", "kernel__sigma", "kernel__degree", "kernel__offset"},
    "KernelSVM": {"C", "tolerance", "kernel__sigma", "kernel__degree", "kernel__offset"},
    "LeastSquares": {"ridge"},
    "LinearSVM": {"C", "mu", "step", "tolerance", "max_iter", "solver"},
    "LogisticRegression": {"prior_variance"},
    "Perceptron": {"learning_rate", "max_epochs"},
}
FOR_MANY = {"GaussianClassifier", "KNN", "LeastSquares"}
KERNELS = {"Gaussian", "Linear", "Polynomial"}
