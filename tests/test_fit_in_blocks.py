"""Learning from blocks, here and on a cluster: the same bits, and nothing learnt is lost."""

import os
import pickle
import re
import signal
from functools import partial

import numpy as np
import pytest
from checks import assert_kind_error, clouds
from distributed import Client, LocalCluster
from joblib import parallel_config
from sklearn.base import clone
from sklearn.exceptions import ConvergenceWarning, NotFittedError
from sklearn.linear_model import SGDClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from kernelkit import (
    KNN,
    Gaussian,
    GaussianClassifier,
    LeastSquares,
    LinearSVM,
    MultinomialNaiveBayes,
    Nystroem,
    Perceptron,
    RandomFourier,
)
from kernelkit.datasets import make_blobs
from kernelkit.experiments import fit_in_blocks
from kernelkit.validation import InputError

NAMES = np.array(["ash", "beech", "cedar"])
MODELS = [
    GaussianClassifier(),
    GaussianClassifier("per-class", 0.1),
    LeastSquares(),
    MultinomialNaiveBayes(),
]


def samples(n=200, seed=0):
    X, y = clouds(seed, n, 3)
    return X, NAMES[y]


def cut(X, y, count):
    return list(zip(np.array_split(X, count), np.array_split(y, count), strict=True))


def parameters(model):
    apart = ("classes_", "n_features_in_", "feature_names_in_")
    return {k: v for k, v in vars(model).items() if k.endswith("_") and k not in apart}


def assert_same_bits(one, other):
    assert parameters(one).keys() == parameters(other).keys()
    for name, value in parameters(one).items():
        np.testing.assert_array_equal(getattr(other, name), value, err_msg=name)


@pytest.mark.parametrize("model", MODELS, ids=str)
@pytest.mark.parametrize("count", [1, 2, 19])
def test_blocks_give_what_fit_gives(model, count):
    X, y = samples()
    X = np.abs(X)
    found = fit_in_blocks(clone(model), iter(cut(X, y, count)), NAMES)
    for name, value in parameters(clone(model).fit(X, y)).items():
        np.testing.assert_allclose(getattr(found, name), value, rtol=1e-10, atol=1e-12)


def test_the_model_itself_learns_and_begins_anew():
    X, y = samples()
    model = LeastSquares().fit(X[:50], y[:50])
    assert fit_in_blocks(model, cut(X, y, 5), NAMES) is model
    once = pickle.dumps(model)
    assert pickle.dumps(fit_in_blocks(model, cut(X, y, 5), NAMES)) == once


@pytest.mark.parametrize(
    "model", [Perceptron(), LinearSVM(solver="pegasos", mu=0.1), SGDClassifier(random_state=0)]
)
def test_a_stream_is_gone_through_in_order(model):
    X, y = samples()
    expected = clone(model)
    for block in cut(X, y, 5):
        expected.partial_fit(*block, classes=NAMES)
    found = fit_in_blocks(clone(model), cut(X, y, 5), NAMES)
    np.testing.assert_array_equal(found.coef_, expected.coef_)
    again = fit_in_blocks(found, cut(X, y, 5), NAMES)
    np.testing.assert_array_equal(again.coef_, expected.coef_)


def test_blocks_are_asked_for_one_by_one():
    X, y = samples()
    log = []

    def blocks():
        for number, block in enumerate(cut(X, y, 5)):
            log.append(f"asked {number}")
            yield lambda number=number, block=block: log.append(f"made {number}") or block

    fit_in_blocks(LeastSquares(), blocks(), NAMES)
    assert log == [f"{what} {number}" for number in range(5) for what in ("asked", "made")]


@pytest.mark.parametrize("backend", ["threading", pytest.param("loky", marks=pytest.mark.storm)])
def test_workers_of_joblib_give_the_same_bits(backend):
    X, y = samples()
    blocks = cut(X, y, 7)
    model = make_pipeline(StandardScaler(), LeastSquares())
    expected = fit_in_blocks(clone(model), blocks, NAMES)
    with parallel_config(backend, n_jobs=2):
        found = fit_in_blocks(clone(model), blocks, NAMES)
        assert_same_bits(expected[-1], found[-1])
        with pytest.raises(InputError, match=r"^block 3: y must hold labels") as told:
            fit_in_blocks(found, [*blocks[:3], (X, np.full(200, "oak"))], NAMES)
    count = learnt_blocks(told.value)
    expected = fit_in_blocks(make_pipeline(found[0], LeastSquares()), blocks[:count], NAMES)
    assert_same_bits(expected[-1], found[-1])


def learnt_blocks(error):
    """How many blocks the model has learnt, as the note of an error says."""
    [note] = error.__notes__
    return int(re.fullmatch(r".* has learnt the first (\d+) of the blocks", note)[1])


@pytest.mark.parametrize(
    "features",
    [
        Nystroem(Gaussian(2.0), 20, random_state=0),
        RandomFourier(20, 2.0, random_state=0),
        StandardScaler(),
    ],
    ids=str,
)
@pytest.mark.parametrize("last", [LeastSquares(1.0), Perceptron()], ids=str)
def test_steps_of_a_pipeline_are_fitted_on_the_first_block_and_transform_the_others(features, last):
    X, y = samples()
    blocks = cut(X, y, 4)
    model = fit_in_blocks(make_pipeline(clone(features), "passthrough", clone(last)), blocks, NAMES)
    step, expected = clone(features).fit(blocks[0][0]), clone(last)
    for rows, labels in blocks:
        expected.partial_fit(step.transform(rows), labels, NAMES)
    np.testing.assert_allclose(model[-1].coef_, expected.coef_, rtol=1e-9)
    assert model.predict(X).shape == (200,)
    before = fit_in_blocks(make_pipeline(step, clone(last)), blocks[1:], NAMES)
    assert before[0] is step, "what is fitted stays as it is"


def test_a_refused_first_block_leaves_all_as_it_was():
    X, y = samples()
    model = make_pipeline(StandardScaler(), LeastSquares())
    fresh = pickle.dumps(model)
    words = "block 0: y must hold labels of the classes announced.*got 'cedar'"
    assert_kind_error(InputError, words, fit_in_blocks, model, cut(X, y, 2), NAMES[:2])
    assert pickle.dumps(model) == fresh
    fitted = Perceptron().partial_fit(X, y, NAMES)
    before = pickle.dumps(fitted)
    words = "blocks must hold at least one block, got none"
    assert_kind_error(InputError, words, fit_in_blocks, fitted, [], NAMES)
    assert pickle.dumps(fitted) == before


def test_a_bad_parameter_is_found_with_the_first_block():
    X, y = samples()
    blocks, model = iter(cut(X, y, 5)), GaussianClassifier(shrinkage=-1.0)
    before = pickle.dumps(model)
    words = "shrinkage must be finite and at least 0"
    assert_kind_error(InputError, words, fit_in_blocks, model, blocks, NAMES)
    assert len(list(blocks)) == 4
    assert pickle.dumps(model) == before


BAD = {
    "width": (lambda X, y: (X[:, :2], y), "(X must have the 3 features of the|X has 2 features)"),
    "class": (lambda X, y: (X, np.where(y == y[0], "oak", y)), "y must hold labels of the.*'oak'"),
    "empty": (lambda X, y: (X[:0], y[:0]), r"0 sample\(s\)"),
    "no pair": (lambda X, y: X, r"a block must be a pair \(X, y\)"),
    "too long": (lambda X, y: (X, y, y), r"a block must be a pair \(X, y\)"),
    "nothing": (lambda X, y: None, r"a block must be a pair \(X, y\), or a function"),
}


@pytest.mark.parametrize("model", [LeastSquares(), Perceptron()], ids=str)
@pytest.mark.parametrize("case", BAD)
def test_a_bad_block_is_named_and_those_before_it_are_learnt(model, case):
    X, y = samples()
    blocks, (spoil, words) = cut(X, y, 20), BAD[case]
    model, expected = clone(model), fit_in_blocks(clone(model), blocks[:11], NAMES)
    blocks[11] = spoil(*blocks[11])
    with pytest.raises(InputError, match=f"^block 11: .*{words}"):
        fit_in_blocks(model, blocks, NAMES)
    assert_same_bits(expected, model)
    for block in blocks[12:]:
        model.partial_fit(*block)  # it goes on


def breaking_off(blocks, at):
    for number, block in enumerate(blocks):
        if number == at:
            message = "the disk is gone"
            raise OSError(message)
        yield block


@pytest.mark.parametrize("model", [LeastSquares(), Perceptron()], ids=str)
def test_blocks_that_break_off_are_learnt_so_far(model):
    X, y = samples()
    blocks = cut(X, y, 20)
    expected = fit_in_blocks(clone(model), blocks[:13], NAMES)
    with pytest.raises(OSError, match=r"^the disk is gone\n"):
        fit_in_blocks(model, breaking_off(blocks, 13), NAMES)
    assert_same_bits(expected, model)


def test_an_error_of_a_function_is_its_own_and_says_after_which_block():
    X, y = samples()
    blocks = [*cut(X, y, 3), lambda: 1 / 0]
    with pytest.raises(ZeroDivisionError) as caught:
        fit_in_blocks(LeastSquares(), blocks, NAMES)
    assert learnt_blocks(caught.value) == 3


def test_blocks_without_a_class_make_no_model_but_are_kept():
    X, y = samples()
    few = y != "cedar"
    with pytest.warns(ConvergenceWarning, match=r"too little for a model: .* none of class cedar"):
        model = fit_in_blocks(LeastSquares(), cut(X[few], y[few], 3), NAMES)
    with pytest.raises(NotFittedError, match="none of class cedar"):
        model.predict(X)
    np.testing.assert_allclose(
        model.partial_fit(X[~few], y[~few]).coef_, LeastSquares().fit(X, y).coef_, rtol=1e-9
    )


def test_what_cannot_learn_from_blocks_is_refused():
    X, y = samples()
    blocks = cut(X, y, 3)
    words = "model must have partial_fit, as LeastSquares.*got KNN"
    assert_kind_error(TypeError, words, fit_in_blocks, KNN(), blocks, NAMES)
    assert_kind_error(TypeError, words, fit_in_blocks, make_pipeline(KNN()), blocks, NAMES)
    words = r"blocks must be pairs \(X, y\), one after the other, got 3"
    assert_kind_error(TypeError, words, fit_in_blocks, LeastSquares(), 3, NAMES)
    words = "classes must hold at least 2 classes"
    assert_kind_error(ValueError, words, fit_in_blocks, LeastSquares(), blocks, ["ash"])
    words = "client must be a dask.distributed.Client, got 3"
    assert_kind_error(TypeError, words, fit_in_blocks, LeastSquares(), blocks, NAMES, 3)


def threads_of_this_process():
    return LocalCluster(n_workers=1, threads_per_worker=2, processes=False, dashboard_address=":0")


@pytest.mark.storm
@pytest.mark.filterwarnings("ignore::ResourceWarning")  # of distributed's own sockets, at its end
def test_a_cluster_gives_the_same_bits_and_the_same_errors():
    X, y = samples()
    blocks = cut(X, y, 26)
    model = make_pipeline(Nystroem(Gaussian(2.0), 10, random_state=0), LeastSquares(0.1))
    expected = fit_in_blocks(clone(model), blocks, NAMES)
    with threads_of_this_process() as cluster, Client(cluster) as client:
        for made in (blocks, [partial(tuple, block) for block in blocks]):
            found = fit_in_blocks(clone(model), made, NAMES, client)
            assert_same_bits(expected[-1], found[-1])
        words = "client must be None for a model that goes through its blocks"
        assert_kind_error(InputError, words, fit_in_blocks, Perceptron(), blocks, NAMES, client)
        for spoil, words in BAD.values():
            bad = [*blocks[:11], spoil(*blocks[11]), *blocks[12:]]
            found = LeastSquares()
            with pytest.raises(InputError, match=f"^block 11: .*{words}"):
                fit_in_blocks(found, bad, NAMES, client)
            assert_same_bits(fit_in_blocks(LeastSquares(), blocks[:11], NAMES), found)
        with pytest.raises(ZeroDivisionError):
            fit_in_blocks(found, [*blocks[:11], lambda: 1 / 0, *blocks[12:]], NAMES, client)
        assert_same_bits(fit_in_blocks(LeastSquares(), blocks[:11], NAMES), found)
        with pytest.raises(OSError, match=r"^the disk is gone\n") as caught:
            fit_in_blocks(found, breaking_off(blocks, 20), NAMES, client)
        learnt = learnt_blocks(caught.value)
        assert_same_bits(fit_in_blocks(LeastSquares(), blocks[:learnt], NAMES), found)


@pytest.mark.filterwarnings("ignore::ResourceWarning")
def test_a_cluster_that_goes_away_leaves_what_was_brought_home():
    X, y = samples(800)
    blocks = cut(X, y, 48)

    def until_it_closes(cluster):
        for number, block in enumerate(blocks):
            if number == 40:
                cluster.close()
            yield block

    model = LeastSquares()
    with (
        threads_of_this_process() as cluster,
        Client(cluster) as client,
        pytest.raises(Exception, match=r"cancelled|lost|[Cc]losed") as lost,
    ):
        fit_in_blocks(model, until_it_closes(cluster), NAMES, client)
    learnt = learnt_blocks(lost.value)
    assert learnt >= 40 - 17  # all but those that were underway
    assert_same_bits(fit_in_blocks(LeastSquares(), blocks[:learnt], NAMES), model)


@pytest.mark.storm
@pytest.mark.filterwarnings("ignore::ResourceWarning")
def test_a_worker_that_dies_changes_no_bit():
    """Two processes, one of them killed with sums in its memory that nobody else has."""
    blocks = [partial(make_blobs, 400, 3, seed=seed) for seed in range(48)]
    expected = fit_in_blocks(LeastSquares(), blocks, [0, 1, 2])
    options = {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": ":0"}
    with LocalCluster(processes=True, **options) as cluster, Client(cluster) as client:
        workers = set(client.run(os.getpid).values())
        killed = min(workers)

        def with_a_murder():
            for number, block in enumerate(blocks):
                if number == 24:
                    os.kill(killed, signal.SIGKILL)
                yield block

        found = fit_in_blocks(LeastSquares(), with_a_murder(), [0, 1, 2], client)
        client.wait_for_workers(2)
        assert killed not in client.run(os.getpid).values()
    assert_same_bits(expected, found)
