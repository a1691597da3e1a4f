"""Wrong answers to the example exercise that tests the tests."""


def adds_two(x):
    return x + 2


def halves(x):
    return x / 2


def forgets_the_sign(x):
    return 2 * abs(x)


WRONG = {
    "98.1": [adds_two, halves, forgets_the_sign],
    "98.2": [adds_two, halves],
}
