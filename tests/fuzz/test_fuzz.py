"""The fuzzer's own tests: what failed once, a short campaign, and that it can find a mistake."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import numpy as np
import pytest
from tests.fuzz import altered, campaign, log, real
from tests.fuzz.alter import altered as with_changes
from tests.fuzz.grow import program
from tests.fuzz.inputs import SIZE, inputs, places
from tests.fuzz.judge import Case, case, judged, outcomes
from tests.fuzz.stored import FOLDER, Stored, regressions, store, stored
from tests.fuzz.subject import MODES, Found, Setting, Way, prepared
from tests.fuzz.tree import Node, block, cuts, smaller
from tests.fuzz.truth import Oracle
from tests.fuzz.worker import Job, Worker

from ribozyme.ir.printer import print_module
from ribozyme.transform.reverse.plan import plan

pytestmark = pytest.mark.rotates("file", plain=5, wide=10)

_FIRST: Final = 5000
_BAD: Final = ("mismatch", "crash", "refused")


@pytest.fixture(scope="module")
def worker() -> Iterator[Worker]:
    """One process for all of them: it is replaced when it dies."""
    shared = Worker()
    yield shared
    shared.close()


@pytest.mark.rotates(plain=3, wide=12)
@pytest.mark.parametrize("path", regressions(), ids=lambda path: path.stem)
def test_what_failed_once(path: Path, worker: Worker) -> None:
    found = stored(path)
    own = found.setting
    wanted = {own} | {
        Setting(Way(level, poison=True, after=1), mode)
        for level in (None, "O0")
        for mode in MODES[:4]
    }
    answer = worker.ask(Job((found,), tuple(sorted(wanted, key=str))), 120)
    told = [f"{o.setting}: {o.detail}" for o in answer.outcomes if o.verdict in _BAD]
    assert not (answer.died or answer.discarded or told), (answer.died, answer.discarded, *told)
    assert {o.setting for o in answer.outcomes} == wanted


@pytest.mark.parametrize("name", ["moved_behind_a_sum.cpp", "halves_share_shadows_walked.c"])
def test_which_loops_are_merged_is_a_matter_of_cost(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """With every loop merged that may be, the derivatives are the same."""
    monkeypatch.setattr(plan, "WORTH", 0)
    one: Any = stored(FOLDER / name)
    known = case(one, Oracle([one]))
    assert isinstance(known, Case)
    for level in (None, "O2"):
        way = Way(level, after=1)
        settings = [Setting(way, "reverse"), Setting(way, "split"), Setting(way, "reverse", 4)]
        found = outcomes([known], settings, prepared([one], one.lang, way))
        assert [o.verdict for o in found] == ["ok"] * 3, found


@pytest.mark.parametrize(
    ("seeds", "levels", "right"),
    [
        pytest.param(2, (None,), 5, id="short", marks=pytest.mark.rotates(every=3)),
        pytest.param(6, (None, "O1"), 25, id="longer", marks=pytest.mark.wide),
    ],
)
def test_a_short_campaign(seeds: int, levels: tuple[Any, ...], right: int) -> None:
    found = campaign.campaign(
        _FIRST,
        lambda tally: tally.last >= _FIRST + seeds,
        levels=levels,
        batch=seeds,
        told=lambda _: None,
        folder=None,
    )
    assert found.programs >= seeds - 1
    assert found.verdicts["ok"] >= right
    told = [f"{f.seed} {f.setting}: {f.detail[-500:]}" for f in found.failures]
    assert not told, "\n".join(told)


def test_seeds_mean_the_same_program_for_ever() -> None:
    assert str(program(17)) == str(program(17))
    assert str(program(17)) != str(program(18))


def test_duals_agree_with_differences() -> None:
    programs = [program(seed) for seed in range(40, 48)]
    oracle = Oracle(programs)
    compared = 0
    for one in programs:
        known = case(one, oracle)
        if isinstance(known, str) or _has_floats(known):
            continue
        place, step = places(one.active)[0], 1e-5
        ends = []
        for sign in (1, -1):
            state = known.given.state.copy()
            state[place] += sign * step
            moved = oracle.truth(one, replace(known.given, state=state))
            if not isinstance(moved, str):
                ends.append(moved.values)
        if len(ends) == 2:
            slope = (ends[0] - ends[1]) / (2 * step)
            scale = max(1.0, abs(known.truth.jacobian[:, place]).max())
            off = abs(slope - known.truth.jacobian[:, place]).max() / scale
            compared += off < 1e-4
    assert compared >= 2


def _has_floats(known: Case) -> bool:
    return bool(known.truth.gradient_error.max() > 1e-10)


def test_a_wrong_gradient_is_seen() -> None:
    one = program(17)
    known = case(one, Oracle([one]))
    assert isinstance(known, Case)
    setting = Setting()

    def off(given: Any, seeds: Any) -> Found:
        gradient = known.truth.gradient.copy()
        gradient[places(one.active)[0]] += 1e-4 * known.truth.floor
        return Found(known.truth.values.copy(), (gradient,), given.index.copy())

    wrong: Any = off
    assert judged(known, setting, wrong).verdict == "mismatch"


def test_inputs_of_constant_parameters_have_no_weight() -> None:
    given = inputs(3, 0, frozenset("xa"))
    assert not given.weights[6:15].any()
    assert given.weights[:6].all()


def test_cuts_are_smaller_and_keep_the_kind() -> None:
    whole = program(3)
    assert all(cut.size() <= whole.size() for cut in smaller(whole))
    node = Node("D", "rsin($0)", (Node("D", "a"),))
    assert {str(cut) for cut in cuts(node)} == {"(real)0.75", "a", "rsin((real)0.75)"}
    three = block(*(Node("S", f"{n};") for n in range(3)))
    assert "{\n1;\n2;\n}" in {str(cut) for cut in cuts(three)}


def test_failures_are_kept_as_they_were(tmp_path: Path) -> None:
    whole, setting = program(3), Setting(Way("O1", "raw", True), "forward", 4)
    found = stored(store(whole, setting, "mismatch: two\nlines", tmp_path))
    assert found.setting == setting
    assert found.active == whole.active
    assert str(whole) in str(found)


def test_the_log_adds_up(tmp_path: Path) -> None:
    page = tmp_path / "trust.md"
    page.write_text("## Random programs\n\nProse.\n")
    tally = campaign.Tally(0, 12, programs=11, derivatives=90)
    tally.verdicts.update({"ok": 88, "refused": 2})
    log.append(tally, 5, page=page)
    log.append(tally, 5, page=page)
    text = page.read_text(encoding="utf-8")
    assert text.count("| 0–11 | 11 | 5 | 90 | 0 | 0 | 2 (2.2 %) |") == 2
    assert text.count("All campaigns together") == 1
    assert "together: 22 programs, 180 derivatives, 0 mismatches, 0 crashes, 4 refusals." in text


def test_shaken_programs_are_the_same_and_look_different(worker: Worker) -> None:
    one = program(18)
    plain = print_module(prepared([one], one.lang, Way("O1")))
    shaken = {print_module(prepared([one], one.lang, Way("O1", shake=n))) for n in range(1, 9)}
    assert len(shaken) >= 4
    assert plain not in shaken or len(shaken) >= 5
    settings = tuple(Setting(Way("O1", shake=n, after=1), "primal") for n in range(1, 9))
    answer = worker.ask(Job((one,), settings), 120)
    assert [o.verdict for o in answer.outcomes] == ["ok"] * 8


def test_a_real_module_that_was_mutated() -> None:
    assert [outcome.verdict for seed in range(2) for outcome in real.real(seed)] == ["ok", "ok"]


def test_altered_programs_mean_something_else() -> None:
    text = print_module(prepared([program(17)], program(17).lang, Way("O1", debug=False)))
    found = {with_changes(text, seed) for seed in range(8)}
    assert None not in found
    assert len(found) == 8
    assert text not in found


def test_a_real_module_that_was_altered() -> None:
    changed = [altered.primal(seed) for seed in range(1, 4)]
    made = [(seed, one) for seed, one in enumerate(changed, 1) if isinstance(one, altered.Altered)]
    assert made
    verdicts = [altered.judged(seed, one).verdict for seed, one in made]
    assert "ok" in verdicts  # a program of single precision is "unknown" to differences
    assert set(verdicts) <= {"ok", "unknown"}


def test_altered_programs_are_held_against_their_differences() -> None:
    for seed in range(1, 20):
        changed = altered.primal(seed)
        if not isinstance(changed, altered.Altered) or changed.case.is_single:
            continue
        if abs(changed.slope) > 1e-2:
            verdict = altered.judged(1, changed).verdict
            assert verdict in ("ok", "unknown")  # where differences do not settle
            if verdict == "ok":
                break
    else:
        pytest.fail("the differences of no altered program settle")
    off = replace(changed, slope=1.001 * changed.slope)
    assert altered.judged(1, off).verdict == "mismatch"


def test_noise_tells_how_exact_a_truth_is() -> None:
    one = program(17)
    known = case(one, Oracle([one]))
    assert isinstance(known, Case)
    assert 0 < known.truth.gradient_error.max() < 1e-2 * known.truth.floor
    assert np.isfinite(known.truth.jacobian).all()


def test_no_curvature_across_a_jump() -> None:
    """Of a gradient that jumps there are no differences, wherever the jump is between the ends."""
    for at, known in ((0.9, True), (1.00004, False), (1.00015, False), (1.0003, True)):
        text = (
            "ENTRY real p1(real *x, real32 *z, struct S *s, real a, real32 b, const int *ix, int n)"
            f" {{ return rlt(x[0], (real){at}) ? x[0] * x[0] : x[0] * a; }}"
        )
        one: Any = Stored(1, "c", frozenset("xa"), text, "jump.c", Setting())
        given, direction = inputs(1, 0, one.active), np.zeros(SIZE)
        given.state[0] = direction[0] = 1.0
        found = Oracle([one]).curvature(one, given, direction, 1e-15)
        assert (found is not None) == known, at
