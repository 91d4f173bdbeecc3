"""States of checkpointed loops in programs as they are written: several files, recursion, classes
whose arrays lie behind addresses in memory, exceptions that may leave an iteration."""

import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ribozyme as rz

pytestmark = pytest.mark.rotates("file", plain=2, wide=4)

HERE = Path(__file__).with_name("checkpointed")
RNG = np.random.default_rng(0)
X = 0.1 * RNG.standard_normal(20)
"""Where waves of this height are ten times as high they are chaotic: gradients of 1e18 that have no
right digit, whose last bits say in which order terms were added."""


def loop(name: str, mark: str = "time") -> str:
    """The loop in a line with a comment."""
    rows = (HERE / name).read_text(encoding="utf-8").split("\n")
    (number,) = (n for n, row in enumerate(rows, 1) if row.endswith(f" {mark}"))
    return f"loop at {name}:{number}"


def compared(f: Any, args: tuple[Any, ...], wrt: Any, loop: str) -> None:
    """The gradients with 5 states, and within a budget, are that with the whole tape. How many
    states there are changes no bit: the code of a step is the same."""
    plain, five, nine, bounded = (
        rz.grad(f, wrt=wrt, check="never", **how)(*args)
        for how in ({}, *({"checkpoint": {loop: n}} for n in (5, 9)), {"memory": "100KB"})
    )
    for one, *others in zip(plain, five, bounded, strict=True):
        for other in others:
            assert np.max(np.abs(np.asarray(one) - other)) <= 1e-12 * np.max(np.abs(one))
    for one, other in zip(five, nine, strict=True):
        assert np.array_equal(one, other)


def test_several_files() -> None:
    """An iteration allocates, frees and calls functions of another file, which has a variable."""
    lib = rz.load(HERE / "particles.c", HERE / "push.c")
    args = X[:6], np.array([0.3, 0.5]), 6, 600
    compared(lib.run, args, ("x0", "p"), loop("particles.c"))


def test_a_recursive_integrator() -> None:
    lib = rz.load(HERE / "recursive.c")
    compared(lib.run, (0.4, 0.7, 900), ("a", "y0"), loop("recursive.c"))


@pytest.mark.parametrize("name", ["run", "heap"])
def test_a_class_with_containers(name: str) -> None:
    """The blocks of its vectors, an object behind a `unique_ptr`, a count that ends the loop; its
    destructor takes the addresses away before the reverse sweep."""
    lib = rz.load(HERE / "hydro.cpp")
    where = loop("hydro.cpp", "time" if name == "run" else "steps")
    compared(lib[name], (np.abs(X) + 1, 20, 1.4, 900), ("e0", "g"), where)


def test_scratch_that_lives_across_steps() -> None:
    """Of a stepper, in nested time loops; it holds a reference to the object of the physics."""
    lib = rz.load(HERE / "stepper.cpp")
    compared(lib.run, (X, 20, 0.3, 300), ("x", "k"), loop("stepper.cpp"))


@pytest.mark.parametrize("level", [None, "O0", pytest.param("O2", marks=pytest.mark.wide)])
def test_addresses_that_are_overwritten_later(level: Any) -> None:
    lib = rz.load(HERE / "behind.c", level=level)
    compared(lib.run, (X, 20, 0.3, 900), ("x", "r"), loop("behind.c"))


def test_as_close_to_the_truth_as_with_the_whole_tape() -> None:
    """A tangent in extended precision."""
    run, args = rz.load(HERE / "behind.c").run, (X, 20, 0.3, 900)
    rate, step = np.longdouble(0.3), np.longdouble(0.1)
    u, v, u_dot, v_dot = X.astype(np.longdouble), *(np.zeros(20, np.longdouble) for _ in range(3))
    for _ in range(900):
        bent, bent_dot = (one[:-2] - 2 * one[1:-1] + one[2:] for one in (u, u_dot))
        v[1:-1] += rate * np.sin(bent)
        v_dot[1:-1] += np.sin(bent) + rate * np.cos(bent) * bent_dot
        u, u_dot = u + step * v, u_dot + step * v_dot
    wanted = float(2 * np.sum(u * u_dot))
    for how in ({}, {"memory": "100KB"}):
        assert rz.grad(run, wrt="r", check="never", **how)(*args) == pytest.approx(
            wanted, rel=1e-12
        )


@pytest.mark.parametrize("moved", [0, 1])
def test_arrays_that_change_their_owner(moved: int) -> None:
    """Before the loop, and only if `moved`: the address lies elsewhere, and null where it was."""
    lib = rz.load(HERE / "moved.cpp")
    compared(lib.run, (X, 20, 0.3, 900, moved), ("x", "r"), loop("moved.cpp"))


def test_a_block_that_only_an_inner_address_leads_to() -> None:
    """Its extent is not known when the loop begins: an error, and within the budget the tape."""
    lib = rz.load(HERE / "inner.c")
    args = (X, 20, 0.3, 900)
    with pytest.raises(rz.Error, match="extent"):
        rz.grad(lib.run, wrt=("x", "r"), checkpoint={loop("inner.c"): 5}, check="never")(*args)
    plain = rz.grad(lib.run, wrt=("x", "r"), check="never")(*args)
    kept = rz.grad(lib.run, wrt=("x", "r"), memory="10MB", check="never")(*args)
    for one, other in zip(plain, kept, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-12)


FLANG = pytest.mark.skipif(shutil.which("flang-22") is None, reason="flang-22 is not installed")


@FLANG
def test_fortran_in_several_files() -> None:
    """Nested time loops; arrays on the stack whose size is an argument."""
    lib = rz.load(HERE / "rates.f90", HERE / "flow.f90")
    compared(lib.run, (X, 20, 0.3, 600), ("x", "k"), loop("flow.f90"))


@FLANG
def test_fortran_writes_to_a_unit(tmp_path: Path) -> None:
    """The file is that of one run."""
    lib = rz.load(HERE / "rates.f90", HERE / "flow.f90")
    path = tmp_path / "log"
    found = []
    for how in ({}, {"checkpoint": {loop("flow.f90", "unit"): 5}}):
        gradient = rz.grad(lib.writes, wrt=("x", "k"), check="never", **how)
        found.append((*gradient(X, 20, 0.3, 600, str(path)), path.read_text(encoding="utf-8")))
        path.unlink()
    assert found[0][2] == found[1][2] and found[0][2].count("\n") == 60
    for one, other in zip(found[0][:2], found[1][:2], strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-12)


@FLANG
def test_fortran_that_may_allocate_anew() -> None:
    lib = rz.load(HERE / "rates.f90", HERE / "flow.f90")
    where = loop("flow.f90", "anew")
    with pytest.raises(rz.Error, match="may allocate u anew") as caught:
        rz.grad(lib.anew, wrt="x", check="never", checkpoint={where: 5})(X, 20, 0.3, 5)
    assert caught.value.code == "RZ219"
    assert loop("flow.f90", "assigned").removeprefix("loop at ") in str(caught.value)


@FLANG
def test_fortran() -> None:
    """Allocatable components; a loop has the line of its `do`."""
    lib = rz.load(HERE / "wave.f90")
    compared(lib.run, (X, 20, 0.1, 900), ("x", "k"), loop("wave.f90"))
