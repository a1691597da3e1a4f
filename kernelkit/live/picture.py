"""A picture one can touch: its starting state as JSON, for a notebook or for a web page."""

import functools
import html as markup
import json
import sys
import warnings
from collections.abc import Callable
from typing import Any

from kernelkit.live.bundle import esm
from kernelkit.validation import InputError, InputTypeError, shown

__all__ = ["Picture", "html"]

# Under it a notebook keeps the starting state, or label and still if it needs Python.
MIME = "application/vnd.kernelkit.live+json"
NEEDS = "kernelkit.live needs anywidget in a notebook: pip install 'kernelkit[lessons]' brings it"

# A question of the picture, as JSON; the answer is JSON and bytes.
Answer = Callable[[dict[str, Any]], tuple[dict[str, Any], list[bytes]]]
Still = Callable[[], str]  # draws a PNG, in base64


class Picture:
    """A picture to show in a notebook, or to put on a web page by :func:`html`.

    Attributes
    ----------
    state : dict
        What it starts from, as JSON.
    page_state : dict or None
        The same for a page without Python; None if the picture needs Python.
    """

    def __init__(
        self, state: dict[str, Any], answer: Answer | None = None, still: Still | None = None
    ) -> None:
        self.state = state
        self.page_state = None if still else state
        self._answer = answer
        self._still = still
        self._widget: Any = None

    def __repr__(self) -> str:
        return f"<{self.state['label']}>"

    def _repr_mimebundle_(self, **_: Any) -> dict[str, Any]:
        """What a notebook shows and keeps."""
        if self._widget is None or self._widget.comm is None:  # or closed
            self._widget = _widget_class()(state=self.state, asks=self._answer is not None)
            self._widget.on_msg(self._heard)
        _close_earlier(self._widget)
        shown_as: Any = self._widget._repr_mimebundle_()
        data = dict(shown_as[0] if isinstance(shown_as, tuple) else shown_as)
        data["text/plain"] = repr(self)
        data[MIME] = self.page_state or {"label": self.state["label"], "still": self._drawn()}
        return data

    def _drawn(self) -> str:
        """What a page shows of a picture that needs Python; nothing if its model fails."""
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                return self._still() if self._still else ""
        except Exception:  # of a model that is anybody's
            return ""

    def _heard(self, widget: Any, question: dict[str, Any], _: Any) -> None:
        """Answer a question, whatever it takes: what fails is said in the picture."""
        if self._answer is None:
            return
        try:
            answer, buffers = self._answer(question)
        except Exception as error:  # of a model that is anybody's
            trouble = " ".join(str(error).split()) or type(error).__name__
            answer, buffers = {"trouble": trouble}, []
        widget.send({**answer, "number": question["number"]}, buffers)


def html(picture: Any, fallback: str = "") -> str:
    """The picture as HTML for a page, which includes :func:`kernelkit.live.script` once.

    Parameters
    ----------
    picture : Picture
        One whose model also exists in JavaScript.
    fallback : str
        HTML that is shown where scripts do not run: a static figure, for example.

    Examples
    --------
    >>> from kernelkit import live
    >>> print(live.html(live.loss_prices())[:51])
    <div class="kk-live-place"><script type="applicatio
    """
    if not isinstance(picture, Picture):
        message = f"picture must be one that kernelkit.live made, got {shown(picture)}"
        raise InputTypeError(message)
    if not isinstance(fallback, str):
        message = f"fallback must be a string of HTML, got {shown(fallback)}"
        raise InputTypeError(message)
    if picture.page_state is None:
        message = (
            f"picture must be of a model that also exists in JavaScript to be on a page, got "
            f"{picture.state['label']}"
        )
        raise InputError(message)
    # In a script element "</script" ends it early, and "<!--<script" swallows the page after it.
    state = json.dumps(picture.page_state, ensure_ascii=False).replace("<", "\\u003c")
    label = markup.escape(picture.state["label"])
    words = fallback or f"<p>{label}: this picture needs JavaScript.</p>"
    return (
        f'<div class="kk-live-place"><script type="application/json">{state}</script>'
        f"<noscript>{words}</noscript></div>"
    )


def _close_earlier(widget: Any) -> None:
    """Close what an earlier run of this cell showed: kernel and notebook would keep it for good."""
    shell = sys.modules["IPython"].get_ipython()  # which a widget has loaded
    run = shell.get_parent() if hasattr(shell, "get_parent") else {}  # in no notebook there is none
    cell, number = run.get("metadata", {}).get("cellId"), run.get("header", {}).get("msg_id")
    if cell is None:
        return
    before, widgets = _shown_in.get(cell, (number, []))
    if before != number:
        for other in widgets:
            if other is not widget:
                other.close()
        widgets = []
    _shown_in[cell] = number, [*widgets, widget]


_shown_in: dict[str, tuple[str, list[Any]]] = {}  # the last run of each cell, and its widgets


@functools.cache
def _widget_class() -> Any:
    """The class of our widgets, made when the first is shown: anywidget may not be installed."""
    try:
        import anywidget
        import traitlets
    except ImportError as error:
        raise ImportError(NEEDS) from error

    class LivePicture(anywidget.AnyWidget):
        _esm = esm()
        state = traitlets.Dict().tag(sync=True)
        asks = traitlets.Bool(default_value=False).tag(sync=True)

    return LivePicture
