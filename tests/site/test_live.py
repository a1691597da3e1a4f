"""Pictures one can touch, in a real browser: on a page without Python, and in JupyterLab."""

import re
from contextlib import suppress

import nbformat
import numpy as np
import pytest
from lesson_pictures import pictures
from real_lab import PATIENCE, opened, run_all, started_lab
from sklearn.svm import SVC
from touched import MIDDLES, THINGS, Touched, middle
from trial_course import BLOBS, LESSONS, MODEL, MOONS, PICTURES, RINGED, SMS

import kernelkit as kk
from kernelkit import live
from kernelkit.features import bag_of_words
from kernelkit.live import bundle
from kernelkit.live.picture import MIME

IN_CONE = """([x, y]) => {
    const cone = document.querySelector('.kk-live path[fill-opacity="0.3"]');
    const { left, top } = cone.ownerSVGElement.getBoundingClientRect();
    return cone.isPointInFill(new DOMPoint(x - left, y - top));
}"""


def expected_words(model, X, codes):
    """What the playground has to say of these samples, by kernelkit's own answer."""
    fitted = model.fit(X, codes)
    wrong = int((fitted.predict(X) != codes).sum())
    held = f"{len(fitted.support_)} support vectors"
    return f"{wrong} of {len(X)} training samples misclassified, {held}."


def test_dragging_a_sample_changes_what_kernelkit_says_too(on_page):
    touched = on_page("playground")
    X, codes = touched.samples()
    touched.says(expected_words(MODEL, X, codes))
    f = MODEL.fit(X, codes).decision_function(X)
    surest, deep = int(f.argmin()), X[f.argmax()]  # of class 0; amid class 1
    before = touched.words()
    touched.drag("sample", surest, deep)
    touched.ready()
    X, codes = touched.samples()
    assert np.abs(X[surest] - deep).max() < 0.05
    touched.says(expected_words(MODEL, X, codes))
    assert touched.words() != before
    assert "misclassified" in touched.root.locator(".kk-sample").nth(surest).get_attribute(
        "aria-label"
    )
    assert touched.page.trouble == []


def test_margins_are_long_lines_whose_dashes_show(on_page):
    touched = on_page("playground")
    margins = touched.root.locator(".kk-plane path[stroke-dasharray]")
    assert margins.count() == 2
    for margin in margins.all():
        path = margin.get_attribute("d")
        assert path.count("M") <= 4
        assert path.count("L") > 50


def test_samples_are_added_flipped_and_removed_by_mouse(on_page):
    touched = on_page("playground")
    plane = touched.root.locator("svg[role=group]").bounding_box()
    corner = plane["x"] + plane["width"] - 40, plane["y"] + 40
    touched.root.get_by_label("1", exact=True).check()
    touched.page.mouse.click(*corner)
    touched.ready()
    X, codes = touched.samples()
    assert (len(X), codes[-1]) == (61, 1)
    touched.says(expected_words(MODEL, X, codes))
    touched.page.wait_for_timeout(500)  # longer than a double click
    touched.page.mouse.click(*corner)
    touched.ready()
    X, codes = touched.samples()
    assert (len(X), codes[-1]) == (61, 0)
    touched.page.wait_for_timeout(500)
    touched.page.mouse.dblclick(*corner)
    touched.ready()
    X, codes = touched.samples()
    assert len(X) == 60
    touched.says(expected_words(MODEL, X, codes))
    touched.press("Start again")
    np.testing.assert_array_equal(touched.samples()[0], PICTURES["playground"].state["X"])


def test_a_slider_sets_its_parameter(on_page):
    touched = on_page("playground")
    slider = touched.root.get_by_label("penalty C")
    slider.focus()
    touched.page.keyboard.press("End")
    touched.ready()
    assert slider.get_attribute("aria-valuetext") == "100"
    model = kk.KernelSVM(C=100.0, kernel=kk.Gaussian(0.5), tolerance=1e-6)
    touched.says(expected_words(model, *touched.samples()))
    touched.page.keyboard.press("Home")
    touched.ready()
    model = kk.KernelSVM(C=0.01, kernel=kk.Gaussian(0.5), tolerance=1e-6)
    touched.says(expected_words(model, *touched.samples()))


def test_keys_alone_are_enough(on_page):
    touched = on_page("playground")
    keys = touched.page.keyboard
    touched.root.locator(".kk-sample").first.focus()
    keys.press("PageDown")
    X, codes = touched.samples()
    keys.press("ArrowRight")
    keys.press("Shift+ArrowUp")
    moved, _ = touched.samples()
    assert moved[1, 0] > X[1, 0]
    assert moved[1, 1] > X[1, 1]
    keys.press("Enter")
    assert touched.samples()[1][1] == 1 - codes[1]
    keys.press("1")
    assert touched.samples()[1][1] == 0
    keys.press("a")
    assert len(touched.samples()[0]) == 61
    keys.press("Delete")
    keys.press("Backspace")
    assert len(touched.samples()[0]) == 59
    touched.ready()
    touched.says(expected_words(MODEL, *touched.samples()))
    focused = touched.page.evaluate("document.activeElement.getAttribute('aria-label')")
    assert re.match(r"sample \d+, class [01], at ", focused)


def test_all_samples_are_one_tab_stop_and_each_handle_is_one(on_page):
    touched = on_page("two_handles_line")
    keys = touched.page.keyboard

    def at(key):
        """What has the focus after a key."""
        keys.press(key)
        return touched.page.evaluate("document.activeElement.getAttribute('aria-label') ?? ''")

    touched.root.get_by_role("button", name="Copy a link").focus()
    for key, first in (
        ("Tab", "sample 1,"),
        ("PageUp", "sample 1,"),
        ("PageDown", "sample 2,"),
        ("End", "sample 30,"),
        ("PageDown", "sample 30,"),
        ("PageUp", "sample 29,"),
        ("Tab", "first handle"),
        ("Tab", "second handle"),
        ("Tab", ""),
        ("Shift+Tab", "second handle"),
        ("Home", "second handle"),
        ("Shift+Tab", "first handle"),
        ("Shift+Tab", "sample 29,"),
        ("Home", "sample 1,"),
    ):
        label = at(key)
        assert label.startswith(first), key
        assert bool(label) == bool(first), key
    assert touched.root.locator(".kk-sample[tabindex='0']").count() == 1
    touched.drag("sample", 17, touched.samples()[0][17] + [0.1, 0.1])  # far from the others
    assert at("Tab").startswith("first handle")
    assert at("Shift+Tab").startswith("sample 18,")


def test_trouble_is_said_and_mended_by_the_next_change(on_page):
    touched = on_page("playground")
    before = touched.words()
    touched.root.locator(".kk-sample").first.focus()
    for _ in MOONS.y:
        touched.page.keyboard.press("1")
        touched.page.keyboard.press("PageDown")
    touched.ready()
    assert touched.words() == (
        "the picture must hold samples of at least two classes, got samples of one class"
    )
    touched.press("Start again")
    touched.ready()
    assert touched.words() == before


def test_a_message_that_is_written_is_judged_at_each_letter(on_page):
    touched = on_page("word_pulls")
    assert "Never met, so left out: zeppelin." in touched.words()
    box = touched.root.get_by_role("textbox", name="message")
    box.fill("")
    for text in ("", "me", "me to win", "me to win! Call, call"):
        box.press_sequentially(text[len(box.input_value()) :])
        X, vocabulary = bag_of_words(SMS[0])
        fitted = kk.MultinomialNaiveBayes(smoothing=0.1).fit(X, SMS[1])
        [log_p] = fitted.predict_log_proba(bag_of_words([text], vocabulary)[0])
        f = f"{log_p[1] - log_p[0]:+.1f}".replace("-", "\N{MINUS SIGN}")
        assert touched.words().startswith(f"f = {f} ")
    assert touched.page.trouble == []


MOUNT = """async (state) => {
    const { mount } = await import("/live.mjs");
    const place = document.createElement("div");
    mount(place, state);
    document.body.append(place);
    place.id = "late";
}"""


def test_a_picture_that_comes_onto_its_page_later_takes_its_look_and_size(on_page):
    touched = on_page("loss_prices", color_scheme="dark")
    module = {"body": bundle.esm(), "content_type": "text/javascript"}
    touched.page.route("**/live.mjs", lambda route: route.fulfill(**module))
    touched.page.evaluate(MOUNT, PICTURES["widest_street"].state)
    touched.page.locator("#late .kk-live[data-dark]").wait_for()
    plane = "document.querySelector('#late .kk-plane')"
    touched.page.wait_for_function(f"{plane}.clientWidth == {plane}.lastChild.clientWidth")
    assert touched.page.trouble == []


def said(value):
    """A number as the pictures say it."""
    return f"{float(f'{value:.3g}'):g}".replace("-", "\N{MINUS SIGN}")


SIGNS = 2.0 * BLOBS.y - 1.0


def test_the_line_counts_its_mistakes_where_its_handles_are(on_page):
    touched = on_page("two_handles_line")
    touched.drag("handle", 0, (2.0, 1.0))
    X, codes = touched.samples()
    p, q = np.array(touched.page.evaluate(THINGS, "handle"))[:, :2]
    f = (X - p) @ [-(q - p)[1], (q - p)[0]] / np.linalg.norm(q - p)
    wrong = ((f >= 0) != (codes == 1)).sum()
    assert touched.words().startswith(
        f"{wrong} of 30 misclassified; the nearest sample is {said(np.abs(f).min())} away; "
    )


def test_the_cells_of_three_neighbours_are_those_of_knn(on_page):
    touched = on_page("nearest_cells")
    X, codes = touched.samples()
    wrong = (kk.KNN(3).fit(X, codes).predict(X) != codes).sum()
    assert touched.words().endswith(f" {wrong} of 60 training samples misclassified.")


def test_w_walks_as_the_perceptron_without_a_bias_does(on_page):
    touched = on_page("weight_space")
    touched.press_until("Next mistake", "w is inside the cone")
    X, codes = touched.samples()
    result = kk.solvers.kernel_perceptron(kk.Linear()(X), codes, 2)
    w = result.alpha[1] @ X
    assert f"After {np.abs(result.alpha[1]).sum():g} mistakes w = ({said(w[0])}, {said(w[1])})" in (
        touched.words()
    )


def test_the_cone_is_where_w_satisfies_every_sample(on_page):
    touched = on_page("weight_space")
    handle = touched.root.locator(".kk-handle")

    def in_cone():
        return touched.page.evaluate(IN_CONE, middle(handle))

    touched.press_until("Next mistake", "w is inside the cone")
    assert in_cone()
    handle.focus()
    while "w is inside the cone" in touched.words():
        assert in_cone()
        touched.page.keyboard.press("ArrowLeft")
    touched.page.keyboard.press("ArrowLeft")
    assert not in_cone()


def test_the_bars_are_the_alphas_of_the_dual_perceptron(on_page):
    touched = on_page("alpha_bars")
    touched.press_until("Next mistake", "it has converged")
    X, codes = touched.samples()
    result = kk.solvers.dual_perceptron(kk.Linear()(X), 2.0 * codes - 1.0)
    assert f"0 of 14 misclassified, {result.alpha.sum():g} updates" in touched.words()
    labels = [node.get_attribute("aria-label") for node in touched.root.locator(".kk-sample").all()]
    assert [int(label.split("= ")[1].split(",")[0]) for label in labels] == result.alpha.tolist()


def test_the_best_direction_is_fishers(on_page):
    touched = on_page("fisher_direction")
    touched.press("Best direction")
    X, codes = touched.samples()
    ratio = said(kk.solvers.fisher(X, codes).ratios[0])
    assert touched.words().startswith(f"Fisher's ratio is {ratio} at ")
    assert f"the best is {ratio} at" in touched.words()


def test_a_bell_is_rebuilt_from_as_many_eigenfunctions_as_are_asked_for(on_page):
    touched = on_page("eigenfunctions")
    lam = np.linalg.eigvalsh(kk.Gaussian(0.3)(np.linspace(-1, 1, 121)[1::2, np.newaxis]))[::-1] / 30
    for key, m in (("Home", 1), ("End", 24)):
        touched.root.get_by_label("eigenfunctions m", exact=True).focus()
        touched.page.keyboard.press(key)
        held = "The first eigenvalue holds" if m == 1 else f"The first {m} eigenvalues hold"
        words = f"{held} {said(50 * lam[:m].sum())} %"
        assert touched.words().startswith(words)
    assert touched.page.trouble == []


def test_shared_ellipses_give_the_line_of_lda_and_own_ones_the_curve_of_qda(on_page):
    touched = on_page("gaussian_ellipses")
    X, codes = touched.samples()
    for key, covariance, kind in (("Home", "per-class", "a curve"), ("End", "shared", "a line")):
        touched.root.get_by_label("shared").focus()
        touched.page.keyboard.press(key)
        model = kk.GaussianClassifier(covariance).fit(X, codes)
        wrong = (model.predict(X) != codes).sum()
        assert touched.words().startswith(f"The boundary is {kind}; {wrong} of 30 samples")
        p = model.predict_proba([PICTURES["gaussian_ellipses"].state["query"]])[0]
        assert touched.words().endswith(f" is {p.argmax()} with probability {p.max():.2f}.")


def test_the_bumps_of_the_kernel_perceptron_are_kernelkits(on_page):
    touched = on_page("bumps")
    touched.press("Let the kernel perceptron choose")
    x, y = (np.array(each) for each in RINGED)
    fitted = kk.KernelPerceptron(kk.Gaussian(0.6), max_epochs=100).fit(x[:, np.newaxis], y)
    wrong = (fitted.predict(x[:, np.newaxis]) != y).sum()
    held = np.count_nonzero(fitted.dual_coef_)
    assert touched.words() == f"{held} bumps of width 0.6: {wrong} of 9 samples misclassified."


def test_a_new_bump_stands_alone_and_no_button_is_pressed_in_vain(on_page):
    touched = on_page("bumps")
    more, fewer = (
        touched.root.get_by_role("button", name=f"{what} a bump") for what in ("Add", "Remove")
    )
    while more.is_enabled():
        more.click()
    places = "[...document.querySelectorAll('.kk-handle')].map((node) => node.thing.x)"
    assert len(set(touched.page.evaluate(places))) == 12
    while fewer.is_enabled():
        fewer.click()
    assert touched.words().startswith("1 bump of width")


def test_the_mean_of_waves_is_off_by_what_numpy_says(on_page):
    touched = on_page("frequencies")
    touched.press("Draw ten")
    z = np.array(PICTURES["frequencies"].state["z"])[:15]
    delta = np.linspace(-4, 4, 121)
    off = np.abs(np.cos(np.outer(delta, z)).mean(axis=1) - np.exp(-(delta**2) / 2)).max()
    assert touched.words().startswith(f"The mean of 15 waves is off by at most {said(off)}; ")


def test_newtons_steps_end_at_the_bottom_of_the_bowl(on_page):
    touched = on_page("likelihood_bowl")
    x = np.array(PICTURES["likelihood_bowl"].state["x"])[:, np.newaxis]
    result = kk.solvers.logistic_newton(x, SIGNS, 10.0, tolerance=1e-14)
    assert f"to w = {said(result.weights[0])}, b = {said(result.bias)}, where" in touched.words()
    assert touched.words().endswith(f" is {said(result.objective[-1])}.")


def test_the_widest_street_is_the_hard_margin(on_page):
    touched = on_page("widest_street")
    touched.press("Show the largest margin")
    X, codes = touched.samples()
    hard = kk.KernelSVM(C=np.inf, kernel=kk.Linear(), tolerance=1e-6).fit(X, codes)
    margin = said(hard.margin_[0])
    assert touched.words() == (
        f"You ask for a margin of {margin}, with 0 samples on the wrong side of the margin "
        f"hyperplane and {len(hard.support_)} on it. The largest margin is {margin}."
    )
    handles, places = (
        np.array(touched.root.locator(f".kk-{kind} .kk-reach").evaluate_all(MIDDLES))
        for kind in ("handle", "sample")
    )
    # The rings of the support vectors can be seen beside the handles.
    assert np.linalg.norm(handles[:, np.newaxis] - places, axis=-1).min() > 18


def test_the_descent_into_the_valley_is_kernelkits(on_page):
    touched = on_page("hinge_valley")
    x = np.array(PICTURES["hinge_valley"].state["x"])[:, np.newaxis]
    with pytest.warns(Warning, match="max_iter"):
        result = kk.solvers.hinge_subgradient(x, SIGNS, 0.1, 0.5, 0.0, 30)
    C = kk.certificates.penalty_of_mu(0.1, len(x))
    lowest = 0.2 * kk.solvers.smo(kk.Linear()(x), SIGNS, C, tolerance=1e-9).primal
    assert touched.words().startswith(
        f"After 30 steps the objective is {said(result.objective[-1])}, at best "
        f"{said(result.objective.min())}; the bottom of the valley is at {said(lowest)}, "
    )


def test_smo_moves_one_pair_at_a_time_to_the_solution(on_page):
    touched = on_page("smo_moves")
    X, codes = touched.samples()
    model = kk.KernelSVM(kernel=kk.Gaussian(0.5)).fit(X, codes)
    wrong = (model.predict(X) != codes).sum()
    K = kk.Gaussian(0.5)(X)
    path = kk.solvers.smo(K, 2.0 * codes - 1.0, 1.0, keep_path=True)
    said_at_the_end = (
        f"{wrong} of 60 misclassified, {len(model.support_)} support vectors, dual objective "
        f"{said(path.objective)}."
    )
    assert touched.words().endswith(said_at_the_end)
    touched.press("From the start")
    assert touched.words().startswith("No move yet: every \N{GREEK SMALL LETTER ALPHA} is 0.")
    for move in range(3):
        touched.press("One move")
        i, j = path.path.pairs[move] + 1
        assert touched.words().startswith(f"Move {move + 1}: samples {i} and {j} by ")
    touched.press("To the end")
    assert touched.words().endswith(said_at_the_end)


def test_an_address_that_was_cut_off_opens_the_picture_as_it_starts(visit, trial):
    page = visit(trial)
    for changes in ("%7B%22t", "3", "%7B%22t%22%3A%22high%22%7D"):
        page.goto("about:blank")
        page.goto(f"/lessons/{LESSONS['loss_prices']}.html#live-1={changes}")
        assert "At t = \N{MINUS SIGN}0.5" in page.locator(".kk-live .kk-words").inner_text()
        assert page.locator(".kk-live").count() == 1
    assert page.trouble == []


WATCH = """input => {
    window.seen = [];
    const note = () => seen.push(input.getAttribute("aria-valuetext"));
    new MutationObserver(note).observe(input, { attributes: true });
}"""


@pytest.mark.parametrize(("motion", "steps"), [("reduce", {1}), ("no-preference", range(3, 999))])
def test_samples_rise_at_once_for_whoever_wants_less_motion(on_page, motion, steps):
    touched = on_page("lift", reduced_motion=motion)
    if motion == "no-preference":
        touched.page.locator(".kk-live[data-open]").wait_for()
    touched.root.get_by_label("lift", exact=True).evaluate(WATCH)
    touched.press("Lower")
    touched.page.wait_for_function("seen.at(-1) === '0'")
    assert len(touched.page.evaluate("seen")) in steps


def hover(touched, plane, across, down):
    """Move the mouse over a plane, to a place that is given in shares of its sides."""
    box = touched.root.locator("svg[role=group]").nth(plane).bounding_box()
    place = box["x"] + across * box["width"], box["y"] + down * box["height"]
    touched.page.mouse.move(*place)
    return place


def test_the_cell_under_the_mouse_is_outlined_and_the_handle_stays(on_page):
    touched = on_page("nearest_cells")
    cell, handle = touched.root.locator(".kk-cut"), touched.root.locator(".kk-handle")
    before, place = cell.get_attribute("d"), middle(handle)
    hover(touched, 0, 0.2, 0.2)
    touched.page.wait_for_function(
        "d => document.querySelector('.kk-cut').matches(d)", arg=other(before)
    )
    assert middle(handle) == place
    touched.page.mouse.move(0, 0)
    touched.page.wait_for_function(
        "d => !document.querySelector('.kk-cut').matches(d)", arg=other(before)
    )


def other(path):
    """What matches a path that is not this one."""
    return f":not([d='{path}'])"


STATES = [
    pytest.param(output.data[MIME], id=f"{name}-{output.data[MIME]['picture']}")
    for name, output in pictures()
    if "picture" in output.data[MIME]
]
NEXT_FRAME = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
MOVES = """() => {
    const inputs = [...document.querySelectorAll("#late input[type=range]")];
    const slide = (input, part) => {
        input.value = Number(input.min) + part * (input.max - input.min);
        input.dispatchEvent(new Event("input"));
    };
    const things = ["handle", "sample"].map((kind) =>
        document.querySelector(`#late .kk-${kind}:not(.kk-fixed)`));
    const push = ({ thing }, part) => thing.move(thing.x + part / 100, thing.y - part / 100);
    window.moves = [
        ...inputs.map((input) => (part) => slide(input, part)),
        ...things.filter(Boolean).map((node) => (part) => push(node, part)),
    ];
    return moves.length;
}"""


@pytest.fixture
def bare_page(visit, trial):
    """A page of nothing, which can import the pictures."""
    page = visit(trial)
    nothing = {"body": "<!doctype html><title>Bare</title>", "content_type": "text/html"}
    module = {"body": bundle.esm(), "content_type": "text/javascript"}
    page.route("**/bare.html", lambda route: route.fulfill(**nothing))
    page.route("**/live.mjs", lambda route: route.fulfill(**module))
    page.goto("/bare.html")
    return page


def test_a_hyphen_that_stands_for_a_minus_is_drawn_as_one(bare_page):
    names = ["bill-depth - 19", "mass"]
    picture = live.two_handles_line(BLOBS.X, 2 * BLOBS.y - 1, feature_names=names)
    bare_page.evaluate(MOUNT, picture.state)
    drawn = bare_page.locator(".kk-axes text, .kk-key span").all_text_contents()
    assert {"bill-depth \N{MINUS SIGN} 19", "\N{MINUS SIGN}1"} <= set(drawn)
    assert not any(words.startswith("-") for words in drawn)


@pytest.mark.parametrize("state", STATES)
def test_a_move_in_a_lesson_takes_the_browser_less_than_thirty_milliseconds(bare_page, state):
    page = bare_page
    page.evaluate(MOUNT, state)
    page.evaluate(NEXT_FRAME)
    clock = page.context.new_cdp_session(page)
    # The processor's time of the page's own thread: it hardly depends on what else runs.
    clock.send("Performance.enable", {"timeDomain": "threadTicks"})

    def script():
        metrics = clock.send("Performance.getMetrics")["metrics"]
        return next(each["value"] for each in metrics if each["name"] == "ScriptDuration")

    for move in range(page.evaluate(MOVES)):
        times = []
        for part in np.linspace(0.2, 0.8, 5):
            before = script()
            page.evaluate("([move, part]) => moves[move](part)", [move, part])
            page.evaluate(NEXT_FRAME)
            times.append(1000 * (script() - before))
        assert np.median(times) < 30, move
    assert page.trouble == []


def test_an_entry_of_the_gram_matrix_is_chosen_by_the_mouse(on_page):
    touched = on_page("alpha_bars")
    hover(touched, 1, 0.5, 0.99)
    touched.root.get_by_label("row 14, column").wait_for()
    assert touched.root.locator(".kk-halo:not([visibility])").count() == 2 + 1  # and in the key


def test_the_paraboloid_turns_where_it_is_dragged(on_page):
    touched = on_page("lift")
    before = touched.root.locator(".kk-handle").get_attribute("aria-label")
    hover(touched, 0, 0.45, 0.7)
    touched.page.mouse.down()
    hover(touched, 0, 0.6, 0.7)
    touched.page.mouse.up()
    assert touched.root.locator(".kk-handle").get_attribute("aria-label") != before


def test_samples_on_one_spot_are_drawn_apart(on_page):
    touched = on_page("neighbours")
    X, _ = touched.samples()
    assert len(np.unique(X, axis=0)) < len(X)
    places = [node.get_attribute("transform") for node in touched.root.locator(".kk-sample").all()]
    assert len(set(places)) == len(X)


WATCHED = """async (state) => {
    const watching = new Set();
    for (const name of ["ResizeObserver", "MutationObserver"]) {
        window[name] = class extends window[name] {
            observe(...given) { watching.add(this); super.observe(...given); }
            disconnect() { watching.delete(this); super.disconnect(); }
        };
    }
    const { mount } = await import("/live.mjs");
    const place = document.createElement("div");
    document.body.append(place);
    const end = mount(place, state);
    const during = watching.size;
    end();
    return [during, watching.size, place.childElementCount];
}"""


def test_a_picture_that_goes_away_leaves_nothing_behind(bare_page):
    during, watching, left = bare_page.evaluate(WATCHED, PICTURES["alpha_bars"].state)
    assert (during, watching, left) == (5, 0, 0)


def test_every_loss_says_its_value_and_slope(on_page):
    touched = on_page("loss_prices")
    touched.root.locator(".kk-handle").focus()
    touched.page.keyboard.press("ArrowRight")
    t = np.array(touched.page.evaluate(THINGS, "handle"))[0, 0]
    assert -0.5 < t < 0
    for name in ("zero_one", "perceptron", "hinge", "logistic", "squared"):
        row = touched.root.locator("tbody tr", has_text=name.replace("zero_one", "0\N{EN DASH}1"))
        slope = 0.0 if name == "zero_one" else getattr(kk.losses, f"{name}_derivative")(t)
        values = getattr(kk.losses, name)(t), slope
        assert row.locator("td").all_inner_texts() == [said(value + 0.0) for value in values]


def test_a_loss_that_only_rounding_keeps_from_zero_is_zero(visit, trial):
    page = visit(trial)
    page.goto(f"/lessons/{LESSONS['loss_prices']}.html#live-1=%7B%22t%22%3A0.9999999%7D")
    assert page.locator(".kk-live .kk-words").inner_text() == (
        "At t = 1: 0\N{EN DASH}1 loss 0, perceptron 0, hinge 0, logistic 0.313, squared 0."
    )


def test_a_double_tap_removes(on_page):
    touched = on_page("playground", has_touch=True)
    place = middle(touched.root.locator(".kk-sample").first)
    touched.page.touchscreen.tap(*place)
    touched.page.touchscreen.tap(*place)
    assert len(touched.samples()[0]) == 59


def test_dragging_selects_no_words(on_page):
    touched = on_page("hinge_valley")
    hover(touched, 0, 0.3, 0.3)
    touched.page.mouse.down()
    hover(touched, 1, 0.9, 0.99)
    touched.page.mouse.up()
    assert touched.page.evaluate("getSelection().toString()") == ""


NOTEBOOK = (
    """from sklearn.svm import SVC
from kernelkit import live, datasets
live.playground(SVC(gamma=2.0), *datasets.make_moons(60, noise=0.2, seed=0), {"C": (0.01, 100)})""",
    "live.smo_moves(*datasets.make_moons(20))",
)


def lab_with(tmp_path, sources, theme="JupyterLab Light"):
    """A JupyterLab with live.ipynb, which has these cells."""
    (tmp_path / "lessons").mkdir()
    cells = [nbformat.v4.new_code_cell(code) for code in sources]
    kernel = {"name": "python3", "display_name": "Python 3 (ipykernel)", "language": "python"}
    notebook = nbformat.v4.new_notebook(cells=cells, metadata={"kernelspec": kernel})
    nbformat.write(notebook, tmp_path / "lessons" / "live.ipynb")
    return started_lab(tmp_path, theme)


@pytest.fixture
def in_jupyterlab(tmp_path, visit):
    with lab_with(tmp_path, NOTEBOOK, "JupyterLab Dark") as lab:
        touched = Touched(run_all(visit, lab, "live.ipynb"), PATIENCE)
        touched.root.locator(".kk-words", has_text="training samples").wait_for()
        yield touched


def test_a_model_of_ones_own_follows_in_jupyterlab(in_jupyterlab):
    touched = in_jupyterlab
    model = SVC(gamma=2.0)
    X, codes = touched.samples()
    touched.says(expected_words(model, X, codes))
    first = int(np.flatnonzero(codes == 0)[0])
    touched.drag("sample", first, X[codes == 1].mean(axis=0))
    touched.ready()
    assert (touched.samples()[0][first] != X[first]).all()
    touched.says(expected_words(model, *touched.samples()))
    # JupyterLab takes no key for itself: A would make a new cell, and twice D remove this one.
    for key in ("a", "d", "d", "x", "Delete"):
        touched.page.keyboard.press(key)
    touched.ready()
    assert touched.page.locator(".jp-Notebook-cell").count() == 2
    assert len(touched.samples()[0]) == 60
    touched.root.get_by_label("penalty C").focus()
    touched.page.keyboard.press("End")
    touched.ready()
    touched.says(expected_words(SVC(C=100.0, gamma=2.0), *touched.samples()))
    touched.page.locator(".kk-words", has_text="Solved in").wait_for()  # the other picture
    names = touched.page.evaluate(
        "[...document.querySelectorAll('.kk-live [id]')].map(node => node.id)"
    )
    assert len(names) == len(set(names)) > 4
    assert touched.page.locator(".kk-live[data-dark]").count() == 2
    assert touched.page.locator("[data-mime-type='application/vnd.jupyter.stderr']").count() == 0
    assert touched.page.trouble == []


NEXT_DAY = (
    """from kernelkit import KernelSVM, live, datasets
moons = datasets.make_moons(20)
live.loss_prices()""",
    'live.playground(KernelSVM(), *moons, {"C": (0.01, 100)})',
)


def test_a_notebook_that_is_opened_again_still_has_its_pictures(tmp_path, visit):
    with lab_with(tmp_path, NEXT_DAY) as lab:
        page = run_all(visit, lab, "live.ipynb")
        page.locator(".kk-words", has_text="training samples").wait_for()
        page.locator(".lm-MenuBar-item", has_text="Run").click()
        page.locator(".lm-Menu-item[data-command='runmenu:run-all']").click()  # leaves nothing
        page.locator(".jp-InputPrompt", has_text="[4]").wait_for()  # the last cell, once more
        page.get_by_text("Python 3 (ipykernel) | Idle").wait_for()
        page.locator(".kk-words", has_text="At t =").wait_for()
        page.locator(".kk-words", has_text="training samples").wait_for()
        page.keyboard.press("Control+s")
        path = tmp_path / "lessons" / "live.ipynb"
        widgets = {}
        for _ in range(300):
            with suppress(nbformat.reader.NotJSONError):  # it is being written
                widgets = nbformat.read(path, as_version=4).metadata.get("widgets", {})
            if widgets:
                break
            page.wait_for_timeout(100)
        (states,) = widgets.values()
        assert sum("_esm" in each["state"] for each in states["state"].values()) == 2
    with started_lab(tmp_path) as lab:  # another day, another kernel
        page = opened(visit, lab, "live.ipynb")
        page.locator(".kk-words", has_text="At t =").wait_for()
        playground = page.locator(".kk-words", has_text="training samples")
        playground.wait_for()
        lost = page.locator(".jupyter-widgets-disconnected:has(.kk-live)")
        assert lost.count() == 2  # JupyterLab marks it, but the picture answers without a kernel
        marks = "nodes => nodes.map(node => getComputedStyle(node, '::before').content)"
        assert lost.evaluate_all(marks) == ["none", "none"]
        before = playground.inner_text()
        page.get_by_label("penalty C").focus()
        page.keyboard.press("Home")
        page.wait_for_function("words => document.body.innerText.indexOf(words) < 0", arg=before)
        assert "support vectors" in playground.inner_text()
