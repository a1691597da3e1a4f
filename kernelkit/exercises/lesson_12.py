"""Checks of lesson 12_hinge_subgradient."""

import numpy as np

from kernelkit.exercises.attempt import Attempt
from kernelkit.exercises.compiled import require_compiled
from kernelkit.exercises.pairs import pair
from kernelkit.exercises.registry import exercise
from kernelkit.solvers import dual_coordinate_descent
from kernelkit.validation import Matrix, Vector


@exercise(
    "12.1",
    shows="At a kink every direction has a slope of its own, and minus r need not lead downhill.",
    hints=[
        "Move by a tiny h > 0. What happens to t of one sample, and then to max(0, 1 - t)? "
        "Treat t < 1, t > 1 and t = 1 separately.",
        "A sample at t = 1 exactly pays nothing where it is. Whether it pays after the tiny move "
        "depends on the sign of what the move does to t.",
    ],
)
def slope(attempt: Attempt) -> None:
    rule = "the limit of the difference quotient from the right"
    X, y = np.array([[2.0, 0.0], [0.0, 2.0], [4.0, 4.0]]), np.array([1, -1, 1])
    w, b = np.array([1.0, 0.0]), -1.0  # t = 1, 1, 3: two samples are exactly at the kink
    moves = ((1, 0, 0), (-1, 0, 0), (0, 0, 1), (0, 0, -1), (0, 1, 2), (1, 1, -3))
    for *first, last in moves:
        dw, db = np.array(first, dtype=float), float(last)
        wanted = _slope(w, b, X, y, 0.25, dw, db)
        attempt.number(wanted, w, b, X, y, 0.25, dw, db, rule=rule)
    random = np.random.default_rng(121)
    for n, d in ((10, 3), (40, 6)):
        X, y = random.normal(size=(n, d)), random.choice([-1, 1], size=n)
        w, dw = random.normal(size=d), random.normal(size=d)
        wanted = _slope(w, 0.7, X, y, 0.5, dw, -0.4)
        attempt.number(wanted, w, 0.7, X, y, 0.5, dw, -0.4, rule=rule)


def _slope(w: Vector, b: float, X: Matrix, y: Vector, mu: float, dw: Vector, db: float) -> float:
    t, dt = y * (X @ w + b), y * (X @ dw + db)
    change = np.where(t < 1, -dt, np.where(t > 1, 0.0, np.maximum(0.0, -dt)))
    return float(2 * mu * w @ dw + change.mean())


@exercise(
    "12.2",
    shows="Of the bias alone, F is a chain of straight pieces, lowest at one of its kinks.",
    hints=[
        "With w fixed, draw the hinge loss of one sample against b. Where is its kink, and which "
        "way does it fall for y = +1, which way for y = -1?",
        "A convex function made of straight pieces is lowest at one of its kinks, so there are "
        "only as many candidates as samples. (Sorting finds the right one without trying all.)",
    ],
)
def best_bias(attempt: Attempt) -> None:
    random = np.random.default_rng(122)
    tasks = [(np.array([1.0]), np.array([[3.0], [0.0], [1.0]]), np.array([1, -1, -1]))]
    for n, d, share in ((30, 2, 0.3), (301, 5, 0.8)):
        y = np.where(random.random(n) < share, 1, -1)
        X = random.exponential(size=(n, d)) + 0.5 * np.outer(y, np.ones(d))
        tasks.append((random.normal(size=d) + 1.0, X, y))
    for w, X, y in tasks:
        b = float(attempt.shaped((), w, X, y))
        reached = np.maximum(0, 1 - y * (X @ w + b)).mean()
        lowest = min(np.maximum(0, 1 - y * (X @ w + kink)).mean() for kink in y - X @ w)
        told = (
            f"with your b = {b:.4g} the mean hinge loss is {reached:.4f}; {lowest:.4f} is possible"
        )
        attempt.require(reached <= lowest + 1e-9, w, X, y, otherwise=told)


@exercise(
    "12.3",
    shows="Given the least F, the proof chooses the step sizes, and the distance never grows.",
    hints=[
        "The second line of the proof bounds the new squared distance by a parabola in the step "
        "size. Where is its lowest point?",
        "In each step hinge_subgradient_at(X, y, w, b, mu) gives F and both parts of r. First the "
        "step size, from F, the lowest value and the squared length of all of r, in a loop over "
        "its entries; only then move w and b. Let b start as 0.0.",
    ],
)
def polyak(attempt: Attempt) -> None:
    attempt.seconds = 60.0  # the first call compiles
    random = np.random.default_rng(123)
    require_compiled(attempt, np.array([[2.0], [-1.0]]), np.array([1, -1]), 0.1, 0.2, 1)
    for n, d, mu in ((40, 2, 0.1), (60, 5, 0.02)):
        y = np.where(np.arange(n) % 2 == 0, 1, -1)
        X = random.normal(size=(n, d)) + 0.8 * np.outer(y, np.ones(d)) + 1.0
        best = dual_coordinate_descent(X, y, 1 / (2 * mu * n), tolerance=1e-9)
        lowest = _objective(X, y, mu, best.weights, best.bias)
        for steps in (1, 2, 5, 200):
            w, b = pair(attempt, d, X, y, mu, lowest, steps)
            w_right, b_right = _polyak(X, y, mu, lowest, steps)
            reached, right = _objective(X, y, mu, w, b), _objective(X, y, mu, w_right, b_right)
            told = f"you are at F = {reached:.4f}; {steps} such steps from zero lead to {right:.4f}"
            # After many steps the iterates depend on the last digits, so we compare F.
            near = np.allclose(w, w_right, atol=1e-6) and np.isclose(b, b_right, atol=1e-6)
            enough = near if steps <= 5 else reached <= 1.02 * lowest
            attempt.require(enough, X, y, mu, lowest, steps, otherwise=told)


def _polyak(X: Matrix, y: Vector, mu: float, lowest: float, steps: int) -> tuple[Vector, float]:
    w, b = np.zeros(X.shape[1]), 0.0
    for _ in range(steps):
        pays = (1 - y * (X @ w + b) >= 0) * y
        r, r0 = 2 * mu * w - pays @ X / len(y), -pays.mean()
        length = (_objective(X, y, mu, w, b) - lowest) / (r @ r + r0**2)
        w, b = w - length * r, b - length * r0
    return w, float(b)


@exercise(
    "12.4",
    shows="Any slopes, balanced and scaled, bound F for every hyperplane and every bias.",
    hints=[
        "Write down the sum of lines for the slopes -a_i. It contains b times a factor. Unless "
        "that factor is zero, some b makes the sum as low as you like. Which sums have to agree?",
        "For the slopes -c a_i the lowest value over w is c times one number minus c squared "
        "times another. Find its top, and remember that slopes beyond -1 are not allowed.",
    ],
)
def lower_bound(attempt: Attempt) -> None:
    rule = "the balanced slopes with the best common factor"
    X, y = np.array([[3.0], [1.0], [-1.0]]), np.array([1, 1, -1])
    for mu in (0.1, 5.0):  # with much penalty the factor reaches its limit
        attempt.number(_bound(np.ones(3), X, y, mu), np.ones(3), X, y, mu, rule=rule)
    random = np.random.default_rng(124)
    for n, d, mu in ((8, 2, 5.0), (30, 3, 0.01), (50, 4, 0.3)):
        y = np.where(random.random(n) < 0.4, 1, -1)
        y[:2] = 1, -1
        X = random.normal(size=(n, d)) + 0.6 * np.outer(y, np.ones(d))
        a = random.random(n)
        attempt.number(_bound(a, X, y, mu), a, X, y, mu, rule=rule)


def _bound(a: Vector, X: Matrix, y: Vector, mu: float) -> float:
    plus, minus = a[y > 0].sum(), a[y < 0].sum()
    a = a * np.where(y > 0, min(1.0, minus / plus), min(1.0, plus / minus))
    pull = (a * y) @ X / len(y)
    up, down = a.mean(), pull @ pull / (4 * mu)
    c = min(1.0, up / (2 * down))
    return float(c * up - c**2 * down)


@exercise(
    "12.5",
    shows="In the plane the fewest mistakes can be counted; 784 dimensions have too many cases.",
    hints=[
        "Fix the direction of w. The samples are then numbers on a line, and b is a threshold "
        "between two neighbours (or beyond all): few enough to try them all, in both directions.",
        "Turn w. The order of those numbers changes only where w is at right angles to the "
        "difference of two samples. Between two such angles nothing changes, so one w will do.",
    ],
)
def fewest_mistakes(attempt: Attempt) -> None:
    random = np.random.default_rng(125)
    corners = np.array([[5.0, 4.0], [3.0, 4.0], [0.0, 1.0], [2.0, 1.0]])  # parallel sides
    tasks = [(corners, np.array([1, -1, -1, -1]))]
    for n, towards in ((16, (1.0, 0.4)), (40, (-1.0, -0.7)), (40, (0.3, -1.2))):
        y = np.where(np.arange(n) % 3 == 0, 1, -1)
        X = random.normal(size=(n, 2)) * [1.0, 2.0] + np.outer(y, towards)
        X[:2] += 4 * np.outer(-y[:2], towards)  # two samples far on the wrong side
        tasks.append((X, y))
    for X, y in tasks:
        w, b = pair(attempt, 2, X, y)
        told = "your w is zero: that is no line"
        attempt.require(w.any(), X, y, otherwise=told)
        made, fewest = _mistakes(w, b, X, y), _fewest(X, y)
        told = f"your line makes {made} mistakes; {fewest} are possible"
        attempt.require(made <= fewest, X, y, otherwise=told)


def _mistakes(w: Vector, b: float, X: Matrix, y: Vector) -> int:
    return int((np.where(X @ w + b >= 0, 1, -1) != y).sum())


def _fewest(X: Matrix, y: Vector) -> int:
    """Count for every line through two samples: moved a little, it gets both of them right."""
    fewest = min(int((y > 0).sum()), int((y < 0).sum()))
    for i in range(len(X)):
        for j in range(i):
            along = X[i] - X[j]
            f = (X - X[j]) @ np.array([-along[1], along[0]])
            others = np.delete(np.sign(f) * y, [i, j])
            fewest = min(fewest, int((others < 0).sum()), int((others > 0).sum()))
    return fewest


def _objective(X: Matrix, y: Vector, mu: float, w: Vector, b: float) -> float:
    return float(mu * w @ w + np.maximum(0, 1 - y * (X @ w + b)).mean())
