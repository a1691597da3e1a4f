"""Wrong answers to the exercises of lesson 00_start_here."""


def upside_down(mistakes, answers):
    return answers / mistakes


def in_whole_numbers(mistakes, answers):
    return mistakes // answers


def in_per_cent(mistakes, answers):
    return 100 * mistakes / answers


def accuracy(mistakes, answers):
    return 1 - mistakes / answers


def nearest_alone():
    return 1


def same_as_the_rival():
    return 5


def even_and_small():
    return 4


def half():
    return 10.5


def all_of_them():
    return 200


def none_of_them():
    return 0


def in_words():
    return "15"


WRONG = {
    "00.1": [upside_down, in_whole_numbers, in_per_cent, accuracy],
    "00.2": [
        nearest_alone,
        same_as_the_rival,
        even_and_small,
        half,
        all_of_them,
        none_of_them,
        in_words,
    ],
}
