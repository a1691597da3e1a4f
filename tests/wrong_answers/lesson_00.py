"""Wrong answers to the trial exercise of lesson 00_start_here."""


def upside_down(mistakes, answers):
    return answers / mistakes


def in_whole_numbers(mistakes, answers):
    return mistakes // answers


def in_per_cent(mistakes, answers):
    return 100 * mistakes / answers


def accuracy(mistakes, answers):
    return 1 - mistakes / answers


WRONG = {"00.1": [upside_down, in_whole_numbers, in_per_cent, accuracy]}
