"""The card of an answer or a hint: colour, sign and word say at a glance how things stand."""

import html
from typing import Literal, NamedTuple, TypeAlias

from kernelkit import showing

__all__ = ["Card", "Status", "show_card"]

Status: TypeAlias = Literal["unattempted", "wrong", "error", "correct", "hint"]

# The sign and the colour of each status. Signs and words differ too: not everybody sees colours.
LOOKS: dict[Status, tuple[str, str]] = {
    "unattempted": ("\N{HORIZONTAL ELLIPSIS}", "#888888"),
    "wrong": ("\N{BALLOT X}", "#d55e00"),
    "error": ("\N{WARNING SIGN}", "#cc3377"),
    "correct": ("\N{CHECK MARK}", "#009e73"),
    "hint": ("?", "#0072b2"),
}
BOX = "border-left: 5px solid {0}; background: {0}1a; padding: 0.4em 0.8em; margin: 0.3em 0"


class Card(NamedTuple):
    """What is said to a student."""

    status: Status
    #: The exercise and the word for its status, with the mark that ends it: ``01.2 · correct.``
    head: str
    text: str

    @property
    def line(self) -> str:
        """All of it in one line of plain text."""
        return f"{self.head} {self.text}"

    @property
    def html(self) -> str:
        """All of it in a coloured box, readable on light and on dark ground."""
        sign, colour = LOOKS[self.status]
        head, text = html.escape(self.head), html.escape(self.text)
        return f'<div style="{BOX.format(colour)}"><strong>{sign} {head}</strong> {text}</div>'


def show_card(card: Card) -> None:
    """Show a card in a notebook, and its line anywhere else."""
    showing.show(card.line, card.html)
