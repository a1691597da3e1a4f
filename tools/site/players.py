"""Players: what stands in a page where a notebook has sliders, with a picture for every position.

``make execute`` has moved the sliders and kept the pictures; here they become files and a few
elements of HTML, ``templates/player.html``. ``docs/_static/player.js`` shows the picture that fits.
"""

import base64
import io
import json
from pathlib import Path
from typing import Any

from nbformat import NotebookNode
from PIL import Image

from kernelkit.writing import write_whole
from tools.site.templating import render

STATE = "application/vnd.jupyter.widget-state+json"
VIEW = "application/vnd.jupyter.widget-view+json"


def player(film: dict[str, Any], name: str, folder: Path, alt: str = "") -> str:
    """Write the pictures of a film to ``folder`` and return the element that shows them."""
    folder.mkdir(parents=True, exist_ok=True)
    images = []
    size = [0, 0]
    for k, image in enumerate(film["images"]):
        data = base64.b64decode(image)
        write_whole(folder / f"{name}-{k:02d}.webp", data)
        images.append(f"../_static/{folder.name}/{name}-{k:02d}.webp")
        if data:
            size = [max(pair) for pair in zip(size, Image.open(io.BytesIO(data)).size, strict=True)]
    start = 0
    for control in film["controls"]:
        start = start * len(control["labels"]) + control["start"]
    now = film["frames"][start]
    about = {
        "images": images,
        "frames": [[frame["image"], frame["text"]] for frame in film["frames"]],
        "labels": [control["labels"] for control in film["controls"]],
        "names": [control["name"] for control in film["controls"]],
        "alt": alt,
    }
    words = ", ".join(f"{c['name']} = {c['labels'][c['start']]}" for c in film["controls"])
    described = f"{alt} {words + ':' if words else ''} {now['text']}".split()
    return render(
        "player.html",
        name=name,
        about=json.dumps(about),
        controls=film["controls"],
        image=images[now["image"]],
        alt=" ".join(described),
        width=size[0],
        height=size[1],
        text=now["text"].rstrip(),
    )


def still(notebook: NotebookNode, model_id: str) -> dict[str, Any] | None:
    """The one picture that the notebook itself keeps of a widget, as a film of one frame."""
    models = notebook.metadata.get("widgets", {}).get(STATE, {}).get("state", {})
    state = models.get(model_id, {}).get("state", {})
    picture = "".join(
        out["data"]["image/png"]
        for out in state.get("outputs", [])
        if "image/png" in out.get("data", {})
    )
    text = "".join(out.get("text", "") for out in state.get("outputs", []))
    if picture:
        return {"controls": [], "frames": [{"image": 0, "text": text}], "images": [picture]}
    for child in state.get("children", []):
        if found := still(notebook, child.removeprefix("IPY_MODEL_")):
            return found
    return None
