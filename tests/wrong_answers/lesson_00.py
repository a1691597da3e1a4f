"""Wrong answers to the trial exercise of lesson 00_start_here."""


def doubles(sigma):
    return 2 * sigma


def floors(sigma):
    return sigma // 2


def a_constant(sigma):
    return 0.5


WRONG = {"00.1": [doubles, floors, a_constant]}
