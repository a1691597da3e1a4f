"""A course of notebooks of our own, made into pages by the site's builder, for a browser to try.

Each live picture has a lesson to itself; one more holds whatever else a cell can show.
"""

import base64
import io
import os
import shutil
import subprocess
import sys

import example_lesson as example
from conftest import ROOT
from nbformat.v4 import new_code_cell, new_markdown_cell, new_output
from PIL import Image
from sklearn.tree import DecisionTreeClassifier

import kernelkit as kk
from kernelkit import live
from kernelkit.datasets import load_iris, load_sms, make_blobs, make_circles, make_moons
from kernelkit.exercises.cards import LOOKS, Card
from tools.lessons.notebook import WIDGET

BUILD = """
import sys
from pathlib import Path

from tools.site import build, links, pages

pages.modules = lambda: ["core", "exercises", "live"]  # to which other pages lead
folder = Path(sys.argv[1])
build.lay_out(folder / "source", folder)
html = folder / "html"
print(*build.build(folder / "source", html), *links.complaints(html), sep="\\n")
"""
ENTRY = """
[[lesson]]
file = "{}"
title = "{}"
meet = "something"
needs = []
minutes = {{path = 10, deeper = 0, exercises = 0}}
"""
MODEL = kk.KernelSVM(kernel=kk.Gaussian(0.5), tolerance=1e-6)
CONTROLS = {"C": (0.01, 100), "kernel__sigma": (0.05, 5)}
MOONS = make_moons(60, noise=0.2, seed=0)
BLOBS = make_blobs(30, [[-2, -1], [2, 1]], 0.8, seed=3)
FEW = make_blobs(14, [[-2, -1], [2, 1]], 0.8, seed=3)
IRIS = load_iris()
SMS = load_sms().X[:300], load_sms().y[:300]
ONE_FEATURE = BLOBS.X[:, 0], 2 * BLOBS.y - 1
RINGED = [-2.0, -1.8, -1.1, -0.4, 0.1, 0.5, 1.2, 1.9, 2.3], [-1, -1, -1, 1, 1, 1, -1, -1, -1]
PICTURES = {
    "playground": live.playground(MODEL, *MOONS, CONTROLS),
    "neighbours": live.playground(kk.KNN(3), IRIS.X[:, 2:], IRIS.y, {"n_neighbors": (1, 30)}),
    "two_handles_line": live.two_handles_line(*BLOBS),
    "nearest_cells": live.nearest_cells(*MOONS, 3),
    "weight_space": live.weight_space(*BLOBS),
    "alpha_bars": live.alpha_bars(*FEW),
    "lift": live.lift(*make_circles(40, noise=0.08, seed=0)),
    "eigenfunctions": live.eigenfunctions(0.3),
    "fisher_direction": live.fisher_direction(*BLOBS),
    "gaussian_ellipses": live.gaussian_ellipses(*BLOBS, [0.5, -0.5]),
    "likelihood_bowl": live.likelihood_bowl(*ONE_FEATURE),
    "widest_street": live.widest_street(*BLOBS),
    "hinge_valley": live.hinge_valley(*ONE_FEATURE),
    "smo_moves": live.smo_moves(*MOONS),
    "loss_prices": live.loss_prices(),
    "cache_walk": live.cache_walk(),
    "bumps": live.bumps(*RINGED, 0.6),
    "frequencies": live.frequencies(),
    "word_pulls": live.word_pulls(*SMS, "Are you free? Call ME, call now: win a Zeppelin", 0.1),
}
LESSONS = {name: f"{n:02d}_{name}" for n, name in enumerate(PICTURES, start=1)}
OUTPUTS, BROKEN = "90_outputs", "91_broken"
REPOSITORY = "https://github.com/you/kernelkit"
CARD = "f(2, 3) must be 5, got 6: did you forget the square root?"


def built(folder):
    """Make the pages of the trial course, in html; what was complained about."""
    lessons = example.folder(folder / "lessons")
    for name, picture in PICTURES.items():
        half = {"image/png": {"width": 200, "height": 150}}  # of its dots, as notebooks keep it
        figure = new_output("display_data", {"image/png": dyed("white", "PNG")}, metadata=half)
        drawn = tried("plot", figure, **example.ALT)
        cells = [titled(LESSONS[name]), tried("live", shown(picture)), drawn]
        example.store(cells, lessons / f"{LESSONS[name]}.ipynb")
    store_outputs(lessons)
    link = "## An idea\n\nSee [the moon](98_moon.ipynb)."
    cells = [titled(BROKEN), new_markdown_cell("## Fine"), new_markdown_cell(link)]
    example.store(cells, lessons / f"{BROKEN}.ipynb")
    list_lessons(lessons, ["00_start_here", *LESSONS.values(), OUTPUTS, BROKEN])
    shutil.copytree(ROOT / "examples", folder / "examples")
    return python(BUILD, str(folder), KERNELKIT_REPOSITORY=REPOSITORY)


def python(code, *arguments, **environment):
    """What a process of its own prints, at the root of the repository."""
    command = [sys.executable, "-c", code, *arguments]
    env = {**os.environ, **environment, "PYTHONPATH": str(ROOT)}
    run = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    return run.stdout


def list_lessons(lessons, names):
    text = "".join(ENTRY.format(name, name[3:].replace("_", " ")) for name in names)
    (lessons / "course.toml").write_text(text)


def titled(name):
    title = f"{name[:2]} · {name[3:].replace('_', ' ')}"
    return new_markdown_cell(example.BOX.replace("98 · Example", title) + "\n\n## Touch it")


def shown(picture):
    """What make execute keeps of a live picture."""
    data = dict(picture._repr_mimebundle_())
    del data[WIDGET]
    return new_output("display_data", data)


def tried(source, *outputs, **metadata):
    return new_code_cell(source, outputs=list(outputs), metadata=metadata)


def store_outputs(lessons):
    """A lesson of a folded cell, a still, and a card of each look."""
    cards = [Card(status, f"01.2 · {status}.", CARD) for status in LOOKS]
    html = [new_output("display_data", {"text/plain": c.line, "text/html": c.html}) for c in cards]
    tree = live.playground(DecisionTreeClassifier(random_state=0), *MOONS)
    cells = [
        titled(OUTPUTS),
        tried("import numpy as np", tags=["hide-input"]),
        tried("live.playground(tree, X, y)", shown(tree)),
        *[tried("check(f)", card) for card in html],
    ]
    example.store(cells, lessons / f"{OUTPUTS}.ipynb")


def dyed(colour, form):
    """A picture of one colour."""
    written = io.BytesIO()
    Image.new("RGB", (400, 300), colour).save(written, form)
    return base64.b64encode(written.getvalue()).decode()
