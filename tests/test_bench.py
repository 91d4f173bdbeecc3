"""The benchmark suite measures what it says: data repeat, adjoints by hand are right."""

from pathlib import Path

import numpy as np
import pytest
from bench import (
    check,
    child,
    containers,
    gradient,
    harness,
    latency,
    measure,
    memory,
    run,
    shared,
    table,
    targets,
)
from bench.kernels import KERNELS
from bench.problem import Problem, arrays
from bench.problems import PROBLEMS
from bench.real_programs import REAL_PROGRAMS

import ribozyme as rz

pytestmark = pytest.mark.rotates("file", plain=15, wide=30)


@pytest.mark.parametrize("name", [n for n, p in PROBLEMS.items() if not p.driver])
def test_data_repeat(name: str) -> None:
    problem = PROBLEMS[name]
    first, second = (problem.data(problem.sizes[0]) for _ in range(2))
    for key, value in first.items():
        assert np.array_equal(value, second[key])
    assert {a.name for a in problem.args} <= set(first)


@pytest.mark.parametrize(
    "name", ["gmm", "lstm", "euler", "fft", "brusselator", "logsumexp", "ode", "network", "ba-core"]
)
def test_adjoint_by_hand(name: str) -> None:
    problem = PROBLEMS[name]
    given = problem.data(problem.sizes[0])
    built = gradient.by_hand(problem)
    got = check.gradient_of(problem, built.address(problem.hand_name), given)
    if problem.check:
        assert problem.check(problem, given, lambda _: got) < check.BY_DIFFERENCES
    else:
        assert check.by_differences(problem, given, got) < check.BY_DIFFERENCES


@pytest.mark.wide
@pytest.mark.parametrize("problem", KERNELS, ids=lambda problem: problem.name)
def test_kernels_beside_their_adjoints(problem: Problem) -> None:
    """Adjoint by hand and gradient agree, and both with differences."""
    given = problem.data(problem.sizes[0])
    made, hand = gradient.gradient(problem), gradient.by_hand(problem)
    by_hand = hand.address(problem.hand_name)
    assert check.error(problem, made.address(problem.gradient_name), by_hand, given) < 1e-9
    got = check.gradient_of(problem, by_hand, given)
    assert check.by_differences(problem, given, got) < check.BY_DIFFERENCES


@pytest.mark.wide
@pytest.mark.parametrize("problem", [
    k for k in KERNELS
    if k.name not in ("multigrid", "adaptive")  # a recursion; how many steps there are
], ids=lambda problem: problem.name)  # fmt: skip
def test_the_tape_is_predicted(problem: Problem) -> None:
    """Where all counts are known the estimate is within a tenth of the bytes, and a page."""
    size = problem.sizes[-1]
    given = problem.data(size)
    counted = gradient.gradient(problem, counted=True)
    call = harness.Call(
        counted.address(problem.gradient_name), problem.gradient_slots(),
        arrays(problem.gradient_slots(), given), problem.value,
    )  # fmt: skip
    kept = child.tape_bytes(counted, call)
    f = rz.load(problem.path, flags=problem.flags)[problem.function]
    ins = [a.name for a in problem.args if a.role in ("in", "inout")]
    outs = None if problem.value else [a.name for a in problem.args if a.role in ("out", "inout")]
    numbers = {name: int(n) for name, n in size.numbers.items()}
    found = rz.explain(f, wrt=ins, of=outs, sizes=numbers)
    assert not found.unknown
    assert abs(found.estimate - kept) < 0.1 * kept + 4096


def test_a_wrong_gradient_is_found() -> None:
    problem = PROBLEMS["matdescent"]
    given = problem.data(problem.sizes[0])
    built = gradient.by_hand(problem)
    hand = check.gradient_of(problem, built.address(problem.hand_name), given)
    got = {**hand, "d_vector": hand["d_vector"] * 1.0001}
    assert check.by_hand(problem, got, hand) == pytest.approx(1e-4)
    assert check.by_differences(problem, given, got) > check.BY_DIFFERENCES
    got = {**hand, "d_matrix": hand["d_matrix"] * float("nan")}
    assert check.by_hand(problem, got, hand) == float("inf")
    assert check.by_differences(problem, given, got) == float("inf")


def test_record_has_the_keys() -> None:
    problem = PROBLEMS["matdescent"]
    effort = measure.Effort(3, 1e-4, 1.0)
    (record,) = run.records(problem, [problem.sizes[0]], gradient.MAIN, effort, alone=True)
    assert set(run.KEYS) <= set(record)
    assert record["gradient_over_primal"] > 0
    assert record["max_relative_error"] < 1e-9
    assert table.row(record)[0] == "matdescent"


def test_a_crash_is_survived() -> None:
    problem = PROBLEMS["logsumexp"]
    given = problem.data(problem.sizes[0])
    built = gradient.primal(problem)
    buffers = arrays(problem.primal_slots(), given)
    good = harness.Call(built.address("logsumexp"), problem.primal_slots(), buffers, True)
    assert harness.survives(good, 10)
    bad = harness.Call(
        built.address("logsumexp"), problem.primal_slots(), {**buffers, "n": 1 << 30}, True
    )
    assert not harness.survives(bad, 10)


def test_status() -> None:
    target = next(t for t in targets.TARGETS if t.problem == "gmm")
    row = {"problem": "gmm", "size": "d=10 k=25 n=1000", "gradient_over_primal": 2.0}
    outside = {"problem": "gmm", "size": "d=2 k=25 n=1000", "gradient_over_primal": 9.0}
    assert targets.status(target, [row, outside]).verdict == "met"
    slower = {**row, "gradient_over_primal": 4.2}
    assert targets.status(target, [slower]).note == "2.00× of what is wanted, above Enzyme's too"
    by_hand = targets.status(target, [{**slower, "hand_over_gradient": 0.5}]).note
    assert by_hand.endswith("above Enzyme's too; by hand 2.10")
    assert targets.status(target, []).verdict == "not measured"
    failed = {**row, "gradient_over_primal": None, "failure": "RZ201"}
    assert targets.status(target, [row, failed]).verdict == "missed"


def test_growth() -> None:
    assert targets.slope([1, 10, 100], [2e-6, 2e-5, 2e-4]) == pytest.approx(1)
    assert targets.slope([5], [1.0]) is None
    row = {"problem": "gmm", "gradient_over_primal": 2.0}
    rows = [
        {**row, "size": "d=2 n=10", "gradient_seconds": 1.0},
        {**row, "size": "d=2 n=20", "gradient_seconds": 2.0},
        {**row, "size": "d=2 n=40", "gradient_seconds": 4.0},
        {**row, "size": "d=9 n=10", "gradient_seconds": 50.0},
        {**row, "problem": "one", "size": "n=10", "gradient_seconds": 50.0},
    ]
    assert table.growths(rows) == {"gmm": ("n", pytest.approx(1))}


def test_a_formula_takes_the_place_of_differences() -> None:
    """Differences of the logarithm of a sum of a million are all rounding."""
    problem = PROBLEMS["logsumexp"]
    given = problem.data(problem.sizes[1])
    built = gradient.by_hand(problem)
    address = built.address(problem.hand_name)
    got = check.gradient_of(problem, address, given)
    assert check.by_differences(problem, given, got) > check.BY_DIFFERENCES
    assert check.error(problem, address, None, given) < check.BY_FORMULA
    assert problem.formula is not None
    exact = problem.formula(given)
    wrong = {"d_x": exact["d_x"] * (1 + 1e-6 * (np.arange(given["n"]) == 7))}
    assert check.by_hand(problem, wrong, exact) < check.BY_FORMULA  # of the largest entry
    wrong = {"d_x": exact["d_x"] * (1 + 1e-6)}
    assert check.by_hand(problem, wrong, exact) > check.BY_FORMULA


def test_new_records_replace_old_ones() -> None:
    old = {"problem": "a", "size": "n=1", "flags": "f", "value": 1}
    other = {**old, "size": "n=2"}
    assert table.merged([old, other], [{**old, "value": 2}]) == [{**old, "value": 2}, other]


def test_a_wait_is_judged_by_what_clang_takes() -> None:
    assert containers.program(300).count("\n") >= 300
    row = next(one for one in latency.ROWS if one.name == "C, 50 lines")
    assert row.wanted(0.04) == pytest.approx(0.38)
    found: latency.Found = {"row": row.name, "wanted": row.said, "clang": 0.04, "limit": 0.38}
    assert latency.cells({**found, "seconds": 0.3, "processor": 0.4})[-1] == "met"
    assert latency.cells({**found, "seconds": 0.4, "processor": 0.3})[-1] == "missed"
    absent = latency.cells({"row": "Eigen", "wanted": "6 s", "skipped": "it is not there"})
    assert absent[-1] == "skipped: it is not there"


def test_the_picture_of_time_over_budget() -> None:
    points = {"heat": [(1e8, 1.4), (1e6, 1.0)], "lstm": [(1e8, 1.5), (5e5, 2.6)]}
    drawn = memory.picture(points)
    assert drawn.count("<circle") == 4 and drawn.endswith("</svg>\n")
    assert [f">{ratio}<" in drawn for ratio in range(5)] == [True, True, True, True, False]


def test_a_gradient_within_a_budget() -> None:
    """Its figures, at a size that takes no time."""
    case = memory.Case(memory.LORENZ, memory.lorenz_arguments, 0, "p", 40_000, 2_000, "64KB")
    found = memory.measured(case, case.memory)
    assert found["seconds"] > 0 and found["bound"] > 0


@pytest.mark.wide
@pytest.mark.parametrize("problem", REAL_PROGRAMS, ids=lambda problem: problem.name)
def test_programs_beside_differences(problem: Problem) -> None:
    given = problem.data(problem.sizes[0])
    built = gradient.gradient(problem)
    got = check.gradient_of(problem, built.address(problem.gradient_name), given)
    assert check.by_differences(problem, given, got) < check.BY_DIFFERENCES


@pytest.mark.wide
def test_a_library_for_profilers(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    library = tmp_path / "euler.so"
    shared.build("euler", library)
    shared.run("euler", library, PROBLEMS["euler"].sizes[0].label, 0.01)
    assert capsys.readouterr().out.strip().endswith("µs")
