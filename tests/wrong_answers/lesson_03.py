"""Wrong answers that students of lesson 03_perceptron plausibly give."""

import numpy as np


def on_the_line_is_fine(w, b, x, y, R2):
    return (w + y * x, b + y * R2) if y * (w @ x + b) < 0 else (w, b)


def zero_is_a_mistake_for_minus_alone(w, b, x, y, R2):
    guess = 1 if w @ x + b >= 0 else -1
    return (w + y * x, b + y * R2) if guess != y else (w, b)


def bias_steps_by_one(w, b, x, y, R2):
    return (w + y * x, b + y) if y * (w @ x + b) <= 0 else (w, b)


def every_sample_moves(w, b, x, y, R2):
    return w + y * x, b + y * R2


def away_from_the_sample(w, b, x, y, R2):
    return (w - y * x, b - y * R2) if y * (w @ x + b) <= 0 else (w, b)


def label_forgotten(w, b, x, y, R2):
    return (w + x, b + R2) if y * (w @ x + b) <= 0 else (w, b)


def nothing_if_correct(w, b, x, y, R2):
    return (w + y * x, b + y * R2) if y * (w @ x + b) <= 0 else None


def moved(W, b, x, R2, signs):
    return W + np.outer(signs, x), b + np.asarray(signs) * R2


def true_class_alone(W, b, x, y, R2):
    signs = np.zeros(len(W))
    signs[y] = float((W @ x + b).argmax() != y)
    return moved(W, b, x, R2, signs)


def all_others_pay(W, b, x, y, R2):
    if (W @ x + b).argmax() == y:
        return W, b
    return moved(W, b, x, R2, np.where(np.arange(len(W)) == y, 1.0, -1.0))


def tie_to_the_highest(W, b, x, y, R2):
    signs = np.zeros(len(W))
    signs[y] += 1
    signs[len(W) - 1 - (W @ x + b)[::-1].argmax()] -= 1
    return moved(W, b, x, R2, signs)


def guess_without_bias(W, b, x, y, R2):
    signs = np.zeros(len(W))
    signs[y] += 1
    signs[(W @ x).argmax()] -= 1
    return moved(W, b, x, R2, signs)


def winner_is_rewarded(W, b, x, y, R2):
    signs = np.zeros(len(W))
    signs[y] -= 1
    signs[(W @ x + b).argmax()] += 1
    return moved(W, b, x, R2, signs)


def run(X, y, epochs):
    """The line after each sample, and whether the sample was a mistake."""
    R2 = (X**2).sum(axis=1).max()
    w, b, lines = np.zeros(X.shape[1]), 0.0, []
    for _ in range(epochs):
        for x_i, y_i in zip(X, y, strict=True):
            mistake = y_i * (w @ x_i + b) <= 0
            if mistake:
                w, b = w + y_i * x_i, b + y_i * R2
            lines.append((w, b, mistake))
    return lines


def mean_of(lines):
    return np.mean([line[0] for line in lines], axis=0), np.mean([line[1] for line in lines])


def mean_over_mistakes(X, y, epochs):
    return mean_of([line for line in run(X, y, epochs) if line[2]])


def mean_over_epochs(X, y, epochs):
    return mean_of(run(X, y, epochs)[len(X) - 1 :: len(X)])


def mean_with_the_start(X, y, epochs):
    return mean_of([(np.zeros(X.shape[1]), 0.0, True), *run(X, y, epochs)])


def mean_before_each_sample(X, y, epochs):
    return mean_of([(np.zeros(X.shape[1]), 0.0, True), *run(X, y, epochs)[:-1]])


def bias_not_averaged(X, y, epochs):
    lines = run(X, y, epochs)
    return mean_of(lines)[0], lines[-1][1]


def sum_per_epoch(X, y, epochs):
    w, b = mean_of(run(X, y, epochs))
    return w * len(X), b * len(X)


def last_line(X, y, epochs):
    return run(X, y, epochs)[-1][:2]


def best_after_an_epoch(X, y, epochs):
    lines = run(X, y, epochs)[len(X) - 1 :: len(X)]
    errors = [(np.where(X @ w + b >= 0, 1, -1) != y).sum() for w, b, _ in lines]
    return lines[int(np.argmin(errors))][:2]


def average_line(X, y, epochs):
    return mean_of(run(X, y, epochs))


def worst_line(X, y, epochs):
    lines = run(X, y, epochs)
    errors = [(np.where(X @ w + b >= 0, 1, -1) == y).sum() for w, b, _ in lines]
    return lines[int(np.argmin(errors))][:2]


WRONG = {
    "03.1": [
        on_the_line_is_fine,
        zero_is_a_mistake_for_minus_alone,
        bias_steps_by_one,
        every_sample_moves,
        away_from_the_sample,
        label_forgotten,
        nothing_if_correct,
    ],
    "03.2": [
        true_class_alone,
        all_others_pay,
        tie_to_the_highest,
        guess_without_bias,
        winner_is_rewarded,
    ],
    "03.3": [
        last_line,
        mean_over_mistakes,
        mean_over_epochs,
        mean_with_the_start,
        mean_before_each_sample,
        bias_not_averaged,
        sum_per_epoch,
    ],
    "03.4": [last_line, best_after_an_epoch, average_line, worst_line],
}
