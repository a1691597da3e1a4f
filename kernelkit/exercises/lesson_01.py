"""Checks of lesson 01_linear_machines."""

from typing import Any

import numpy as np

from kernelkit.exercises.attempt import Attempt
from kernelkit.exercises.registry import exercise
from kernelkit.exercises.words import say
from kernelkit.validation import Matrix, Vector


@exercise(
    "01.1",
    shows="Two points and a direction of travel fix a line and its sides.",
    hints=[
        "q - p runs along the line, and w is perpendicular to it. In the plane there are two such "
        "vectors of length 1: which of them points to the left?",
        "The vector (1, 0) turned to the left by a right angle is (0, 1), and (0, 1) becomes "
        "(-1, 0). Turn q - p like that, divide by its length, and choose b so that f(p) is 0.",
    ],
)
def line_through(attempt: Attempt) -> None:
    random = np.random.default_rng(11)
    pairs = [([0.0, 0.0], [4.0, 0.0]), ([1.0, 1.0], [1.0, 3.0]), ([2.0, 5.0], [-1.0, 1.0])]
    pairs += [tuple(random.normal(size=(2, 2)) * 9 + 20) for _ in range(4)]
    for start, end in pairs:
        p, q = np.array(start), np.array(end)
        w, b = _pair(attempt, attempt(p, q), 2, p, q)
        size = float(np.linalg.norm(w))
        told = f"your w has length {size:.3g}, not 1"
        attempt.require(np.isclose(size, 1), p, q, otherwise=told)
        for name, point in (("p", p), ("q", q)):
            told = f"your f({name}) is {point @ w + b:.3g}; on the line f is 0"
            attempt.require(abs(point @ w + b) < 1e-8, p, q, otherwise=told)
        left = (p + q) / 2 + np.array([p[1] - q[1], q[0] - p[0]])
        told = f"{say(left)} lies to the left, and your f is {left @ w + b:.3g} there"
        attempt.require(left @ w + b > 0, p, q, otherwise=told)


@exercise(
    "01.2",
    shows="The mirror image has the opposite score; reflected twice, every point is back.",
    hints=[
        "Draw x, its projection on the boundary and its mirror image. They lie on one line: how "
        "far apart are the first two, and the first and the last?",
        "The lesson goes from x to the projection. Go on by the same step. In the step d w / |w|, "
        "with d = f(x) / |w|, which power of |w| is in the denominator?",
    ],
)
def mirror(attempt: Attempt) -> None:
    random = np.random.default_rng(12)
    for n in (2, 3, 7):
        x, w, b = random.normal(size=n), 3 * random.normal(size=n), random.normal()
        image = attempt.shaped((n,), x, w, b)
        before, behind = float(x @ w + b), round(float(image @ w + b), 9)
        told = f"your image has the score {behind:.3g}, and x itself {before:.3g}"
        told += ": is it as far behind the boundary as x is in front?"
        attempt.require(np.isclose(before, -behind), x, w, b, otherwise=told)
        way = np.linalg.norm(image - x)
        least = 2 * abs(before) / np.linalg.norm(w)
        told = f"your image is {way:.3g} away from x, not straight behind the boundary: that is "
        told += f"{least:.3g} away"
        attempt.require(np.isclose(way, least), x, w, b, otherwise=told)
    on_it = np.array([2.0, 1.0])
    attempt.array(on_it, on_it, np.array([1.0, -2.0]), 0.0, rule="a point of the mirror itself")


@exercise(
    "01.3",
    shows="Three functions of pairs come from scores exactly if they sum to zero.",
    hints=[
        "Two equations are enough; the third follows because the functions sum to zero.",
        "Adding one function to all three scores changes no difference. So choose one of the "
        "scores as you like, the simplest there is, and see what the others must be.",
    ],
)
def scores_from_pairs(attempt: Attempt) -> None:
    random = np.random.default_rng(13)
    for n in (2, 3, 5):
        g01, g12 = random.normal(size=(2, n + 1))
        g20 = -g01 - g12
        f = attempt.shaped((3, n + 1), g01, g12, g20)
        for i, j, g in ((0, 1, g01), (1, 2, g12), (2, 0, g20)):
            got = f[i] - f[j]
            told = f"your f{i} - f{j} is {say(got.round(3))}, and g{i}{j} is {say(g.round(3))}"
            attempt.require(np.allclose(got, g), g01, g12, g20, otherwise=told)


@exercise(
    "01.4",
    shows="The squares of x cancel between the classes, and what is left is linear.",
    hints=[
        "The nearest mean is the smallest of K squared distances. Expand them: which term is the "
        "same for all classes, and does it matter for the comparison?",
        "With a minus sign the smallest becomes the largest. What is then multiplied by x in the "
        "k-th score, and what is added?",
    ],
)
def nearest_mean(attempt: Attempt) -> None:
    random = np.random.default_rng(14)
    for n_classes, n in ((2, 2), (3, 2), (5, 4)):
        centres = 4 * random.normal(size=(n_classes, n)) + 3
        y = np.concatenate([np.full(6 + 5 * k, k) for k in range(n_classes)])
        X = centres[y] + random.normal(size=(len(y), n))
        answer = attempt(X, y)
        two = isinstance(answer, tuple | list) and len(answer) == 2
        shapes = two and (np.shape(answer[0]), np.shape(answer[1]))
        told = f"W of shape ({n_classes}, {n}) and b of shape ({n_classes},) are wanted"
        attempt.require(
            shapes == ((n_classes, n), (n_classes,)),
            X,
            y,
            otherwise=f"{told}, you returned {f'shapes {shapes}' if two else say(answer)}",
        )
        W, b = np.asarray(answer[0], float), np.asarray(answer[1], float)
        new = 5 * random.normal(size=(400, n)) + 3
        right, sure = _nearest(new, X, y, n_classes)
        got = (new @ W.T + b).argmax(axis=1)
        wrong = np.flatnonzero((got != right) & sure)
        if len(wrong):
            i = wrong[0]
            told = f"the mean nearest to {say(new[i].round(2))} is that of class {right[i]}, and "
            told += f"your largest score is that of class {got[i]}"
            attempt.require(False, X, y, otherwise=told)


@exercise(
    "01.5",
    shows="You have written a learning algorithm; lesson 03 proves that one like it must end.",
    hints=[
        "If a sample with y = 1 has a score below 0, its score should grow. Which change of w "
        "makes the inner product of w and x grow for certain?",
        "Add a little of x to w (and a little to b) for such a sample; subtract it for the other "
        "class. A step that helps one sample may hurt another: when may you stop?",
    ],
)
def find_hyperplane(attempt: Attempt) -> None:
    random = np.random.default_rng(15)
    for centre, stretch in ((0.0, 2.0), (1.0, 3.0), (-2.0, 3.0)):
        frame = np.linalg.qr(random.normal(size=(5, 5)))[0]
        y = np.where(np.arange(80) < 30, 1, -1)
        depth = y * (0.7 + random.gamma(0.5, stretch, size=80))
        along = stretch * random.normal(size=(80, 4))
        along[:, 0] += 2 * stretch * y * (depth * y > 1.5)  # what the means see, and the edge lacks
        X = centre + np.column_stack([depth, along]) @ frame.T
        w, b = _pair(attempt, attempt(X, y), 5, X, y)
        wrong = int((np.where(X @ w + b >= 0, 1, -1) != y).sum())
        told = f"{wrong} of 80 samples are on the wrong side of yours; a hyperplane with 0 exists"
        attempt.require(wrong == 0, X, y, otherwise=told)


def _pair(attempt: Attempt, answer: Any, n: int, *args: Any) -> tuple[Vector, float]:
    """The weights and the bias that a student returned."""
    two = isinstance(answer, tuple | list) and len(answer) == 2
    fits = two and np.shape(answer[0]) == (n,) and np.shape(answer[1]) == ()
    wanted = f"a pair is wanted: w, an array of {n} numbers, and b, a number"
    attempt.require(fits, *args, otherwise=f"you returned {say(answer)}; {wanted}")
    return np.asarray(answer[0], float), float(answer[1])


def _nearest(points: Matrix, X: Matrix, y: Vector, n_classes: int) -> tuple[Vector, Vector]:
    """The class of the mean nearest to each point, and whether it is nearer than all others."""
    means = np.array([X[y == k].mean(axis=0) for k in range(n_classes)])
    away = np.linalg.norm(points[:, None] - means, axis=2)
    two = np.sort(away, axis=1)[:, :2]
    return away.argmin(axis=1), two[:, 1] - two[:, 0] > 1e-6
