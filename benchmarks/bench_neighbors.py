"""The five nearest of 16,000 digits beside scikit-learn and faiss."""

from collections.abc import Iterator
from functools import partial

import faiss
import numpy as np
from sklearn.neighbors import NearestNeighbors

from benchmarks.side_by_side import Job
from kernelkit.datasets import load_mnist
from kernelkit.neighbors import k_nearest

TARGETS = {
    ("euclidean", "float64"): 1.0,
    ("euclidean", "float32"): 3.0,
    ("manhattan", "float64"): 2.0,
    ("manhattan", "float32"): 3.0,
}


Found = tuple[np.ndarray, np.ndarray]  # distances and indices, nearest first


def same(X: np.ndarray, queries: np.ndarray, metric: str, ours: Found, theirs: Found) -> bool:
    """The same distances, and at each place neighbours that are equally far but for rounding."""
    (far, index), (peer_far, peer_index) = ours, theirs
    row, place = np.nonzero(index != peer_index)
    rounding = 1e-12 if X.dtype == np.float64 else 1e-5
    exact = [
        _distances(queries[row].astype(float) - X[chosen[row, place]], metric)
        for chosen in (index, peer_index)
    ]
    return np.allclose(far, peer_far, rtol=1e-3) and np.allclose(*exact, rtol=rounding, atol=0)


def _distances(gaps: np.ndarray, metric: str) -> np.ndarray:
    return (np.abs(gaps) if metric == "manhattan" else gaps**2).sum(axis=1)


LIMIT = (
    "memory: faiss spends nine tenths of its time in one product of matrices; of it a sixth is "
    "left here, but every bound it gives is read twice"
)


def jobs(quick: bool) -> Iterator[Job]:
    """List the jobs."""
    n, m = (1000, 100) if quick else (16_000, 1000)
    pixels = load_mnist("train").X[: n + m] / 255.0
    for (metric, dtype), target in TARGETS.items():
        X, queries = pixels[:n].astype(dtype), pixels[n:].astype(dtype)
        peer = NearestNeighbors(n_neighbors=5, algorithm="brute", metric=metric).fit(X)
        yield Job(
            f"5 nearest of {n:,} x 784, {metric}, {dtype}",
            lambda X=X, q=queries, metric=metric: k_nearest(X, q, 5, metric),
            "scikit-learn brute",
            lambda peer=peer, q=queries: peer.kneighbors(q),
            agree=partial(same, X, queries, metric),
            target=target,
            repeats=5 if metric == "euclidean" else 3,
        )
    X, queries = pixels[:n].astype(np.float32), pixels[n:].astype(np.float32)
    index = faiss.IndexFlatL2(784)
    index.add(X)
    yield Job(
        f"5 nearest of {n:,} x 784, squared_euclidean, float32",
        lambda: k_nearest(X, queries, 5, "squared_euclidean"),
        "faiss IndexFlatL2",
        lambda: index.search(queries, 5),
        agree=partial(same, X, queries, "squared_euclidean"),
        target=1.5,
        repeats=7,
        limit=LIMIT,
    )
