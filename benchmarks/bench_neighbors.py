"""The five nearest digits beside scikit-learn and faiss."""

from collections.abc import Callable, Iterator
from functools import partial

import numpy as np
from sklearn.neighbors import NearestNeighbors

from benchmarks.side_by_side import Job, differences, product
from kernelkit.datasets import load_mnist
from kernelkit.neighbors import k_nearest

BRUTE, FAISS = "scikit-learn brute", "faiss IndexFlatL2"
TARGETS = {  # at the larger of two sizes
    (BRUTE, "euclidean", "float64"): 1.8,
    (BRUTE, "euclidean", "float32"): 3.0,
    (BRUTE, "manhattan", "float64"): 4.0,
    (BRUTE, "manhattan", "float32"): 5.0,
    (FAISS, "squared_euclidean", "float32"): 1.2,
}

WHY = {
    "manhattan": "a register of ARM holds two numbers of float64, of x86 four or eight; "
    "the differences alone take three quarters of the time there, and more in float32"
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


def jobs(quick: bool) -> Iterator[Job]:
    """List the jobs."""
    for n, m in ((1000, 100),) if quick else ((4000, 400), (12_000, 700)):
        pixels = load_mnist("train").X[: n + m] / 255.0
        for (peer, metric, dtype), target in TARGETS.items():
            X, queries = pixels[:n].astype(dtype), pixels[n:].astype(dtype)
            search = _faiss(X) if peer == FAISS else _brute(X, metric)
            yield Job(
                f"5 nearest of {n:,} x 784, {metric}, {dtype}, {m} queries",
                partial(k_nearest, X, queries, 5, metric),
                peer,
                partial(search, queries),
                agree=partial(same, X, queries, metric),
                target=target if n == 12_000 else 1.0,
                limit=(differences if metric == "manhattan" else product)(queries, X),
                why=WHY.get(metric, ""),
            )


def _brute(X: np.ndarray, metric: str) -> Callable[[np.ndarray], Found]:
    peer = NearestNeighbors(n_neighbors=5, algorithm="brute", metric=metric).fit(X)
    return peer.kneighbors


def _faiss(X: np.ndarray) -> Callable[[np.ndarray], Found]:
    import faiss  # not before scikit-learn, whose threads would then be one

    index = faiss.IndexFlatL2(X.shape[1])
    index.add(X)
    return lambda queries: index.search(queries, 5)
