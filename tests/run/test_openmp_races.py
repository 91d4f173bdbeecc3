"""Gradients of programs with OpenMP under ThreadSanitizer: no access of theirs races.

The gradient, as IR, and the run time, which is C, are compiled with `-fsanitize=thread`, so that
every access of either is seen, and nothing has to be suppressed. A planted race is reported.
Functions of Fortran are called through one of C's kind, that makes their arrays' descriptors.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Callable, Sequence
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
from tests.derivatives import with_threads
from tests.frontends import calling
from tests.programs import Case, Parameter, read_folder, standard

from ribozyme.backend import llvm
from ribozyme.backend.runtime import arena
from ribozyme.base.options import Options
from ribozyme.frontends.openmpruntime import SOURCE
from ribozyme.ir.printer import print_module
from ribozyme.transform.core.interface import Kind, Mode, Request

CLANG = shutil.which("clang-22") or ""
pytestmark = pytest.mark.skipif(
    not CLANG, reason="clang-22 has the sanitizer, and is not installed"
)
CASES = {case.path.stem: case for case in read_folder(Path(__file__).parent / "openmp")}
FORTRAN = calling.cases(Path(__file__).parents[1] / "frontends" / "fortran_openmp", "!")
SETTLED = ("plane", "neighbours", "pairs", "sum", "stencil")
SHARED = re.compile(
    r"^  (?:%\S+ = atomicrmw fadd ptr (?P<place>%\S+), double (?P<amount>%\S+) monotonic"
    r"|call void @rz\.team\.add\.f64\(ptr %\S+, ptr (?P<to>%\S+), double (?P<more>%\S+)\)).*$",
    re.M,
)


def gradient_ir(case: Case, *, deterministic: bool = False) -> str:
    """The gradient, and what it is linked with, not optimised any further."""
    flags = [standard(case.path), *case.flags]
    kinds = tuple(_kind(p) for p in case.parameters)
    result = Kind.ACTIVE if case.returns_float else Kind.CONST
    request = Request(case.function, Mode.REVERSE, kinds, result, name="gradient")
    module = with_threads(case.path, request, flags, Options(deterministic=deterministic))
    return arena.linked(llvm.canonical(print_module(module)), guard=False, cache="module")


def _kind(p: Parameter) -> Kind:
    if not p.is_active:
        return Kind.CONST
    return Kind.ACTIVE if p.length is None else Kind.DUP


class Given(NamedTuple):
    """An argument of a call: its type in C, and the derivative of an array before the call."""

    ctype: str
    value: Any
    seed: Any = None


def given(case: Case) -> list[Given]:
    args = case.arguments()
    seeds = case.cotangents(args)
    return [
        Given(p.ctype, args[p.name], seeds.get(p.name, np.zeros_like(args[p.name])))
        if p.is_active and p.length is not None
        else Given(p.ctype, args[p.name])
        for p in case.parameters
    ]


def caller(arguments: Sequence[Given], *, returns_float: bool) -> str:
    """A program in C that calls the gradient a few times, and leaves what it returns alone."""
    arrays, types, passed = [], [], []
    for n, one in enumerate(arguments):
        if not isinstance(one.value, np.ndarray):
            types.append(one.ctype)
            passed.append(repr(one.value))
            continue
        for name, numbers in ((f"a{n}", one.value), (f"d{n}", one.seed)):
            if numbers is None:
                continue
            listed = ", ".join(map(repr, numbers.ravel("F").tolist()))
            arrays.append(f"static {one.ctype} {name}[] = {{{listed}}};")
            types.append(f"{one.ctype} *")
            passed.append(name)
    if returns_float:
        types.append("double")
        passed.append("1.0")
    return "\n".join(
        (
            f"void gradient({', '.join(types)});", *arrays,
            "int main(void) {", "    for (int turn = 0; turn < 3; turn++)",
            f"        gradient({', '.join(passed)});", "    return 0;", "}",
        )
    )  # fmt: skip


def called_from_c(case: calling.Case, values: Sequence[Any]) -> str:
    """The text of a Fortran program, and a procedure that hands arrays of C to one of it."""
    module, _, function = case.function.partition("::")
    names = ", ".join(f"a{n}" for n in range(len(values)))
    kind, call = ("function", "called = ") if case.of == "return" else ("subroutine", "call ")
    declared = [
        f"{'real(8)' if v.dtype == np.float64 else 'integer'} :: a{n}({str(list(v.shape))[1:-1]})"
        for n, v in enumerate(values)
    ]
    result = ["real(8) :: called"] if kind == "function" else []
    lines = (
        f"{kind} called({names}) bind(c)", f"use {module}", "implicit none", *result, *declared,
        f"{call}{function}({names})", f"end {kind}",
    )  # fmt: skip
    return "\n".join((case.path.read_text(encoding="utf-8"), *lines, ""))


def seen(text: str) -> str:
    """The module with every access told to the sanitizer."""
    with llvm.opened(text) as module:
        for function in module.functions:
            if not function.is_declaration:
                function.add_function_attribute("sanitize_thread")
        return str(module)


@pytest.fixture(scope="module")
def run_time(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("races") / "openmp.o"
    _compiled("-c", str(SOURCE), "-o", str(made))
    return made


@pytest.fixture
def report(run_time: Path, tmp_path: Path) -> Callable[[str, str], str]:
    """What the sanitizer says of a gradient in four threads, called by a program in C."""

    def run(main: str, text: str) -> str:
        (tmp_path / "gradient.ll").write_text(seen(text))
        (tmp_path / "main.c").write_text(main)
        program = tmp_path / "program"
        _compiled(
            str(tmp_path / "main.c"), str(tmp_path / "gradient.ll"), str(run_time),
            "-lm", "-lstdc++", "-o", str(program),
        )  # fmt: skip
        environment = {"OMP_NUM_THREADS": "4", "TSAN_OPTIONS": "exitcode=66"}
        done = subprocess.run(
            ["setarch", "-R", str(program)], capture_output=True, text=True, env=environment,
            timeout=60, check=False,
        )  # fmt: skip
        assert done.returncode in (0, 66), done.stderr
        return done.stderr

    return run


def _compiled(*words: str) -> None:
    flags = ("-fsanitize=thread", "-O1", "-g", "-fexceptions", "-w")
    done = subprocess.run([CLANG, *flags, *words], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def of_program(name: str) -> str:
    case = CASES[name]
    return caller(given(case), returns_float=case.returns_float)


@pytest.mark.rotates(plain=2, wide=20)
@pytest.mark.parametrize("name", CASES)
def test_no_access_races(name: str, report: Any) -> None:
    assert report(of_program(name), gradient_ir(CASES[name])) == ""


@pytest.mark.fortran
@pytest.mark.rotates(plain=1, wide=5)
@pytest.mark.parametrize("case", FORTRAN, ids=calling.ids(FORTRAN))
def test_no_access_of_a_fortran_program_races(
    case: calling.Case, report: Any, tmp_path: Path
) -> None:
    values = calling.arguments(case.arguments, (), "F")
    source = tmp_path / "program.f90"
    source.write_text(called_from_c(case, values), encoding="utf-8")
    floats = [v.dtype == np.float64 for v in values]
    kinds = tuple(Kind.DUP if is_float else Kind.CONST for is_float in floats)
    returns = case.of == "return"
    result = Kind.ACTIVE if returns else Kind.CONST
    request = Request("called", Mode.REVERSE, kinds, result, name="gradient")
    text = print_module(with_threads(source, request))
    arguments = [
        Given("double", v, np.ones_like(v)) if is_float else Given("int", v)
        for v, is_float in zip(values, floats, strict=True)
    ]
    linked = arena.linked(llvm.canonical(text), guard=False, cache="module")
    assert report(caller(arguments, returns_float=returns), linked) == ""


@pytest.mark.wide
@pytest.mark.parametrize("name", SETTLED)
def test_no_access_of_private_sums_races(name: str, report: Any) -> None:
    assert report(of_program(name), gradient_ir(CASES[name], deterministic=True)) == ""


@pytest.mark.wide
@pytest.mark.parametrize("name", ["scattered", "pairs", "stencil"])
def test_a_planted_race_is_reported(name: str, report: Any) -> None:
    """Additions to memory that threads share, by each of them as if it were alone."""
    number = count()

    def plain(found: re.Match[str]) -> str:
        place, amount = found["place"] or found["to"], found["amount"] or found["more"]
        at = next(number)
        return (
            f"  %before{at} = load double, ptr {place}\n"
            f"  %after{at} = fadd double %before{at}, {amount}\n"
            f"  store double %after{at}, ptr {place}"
        )

    text, planted = SHARED.subn(plain, gradient_ir(CASES[name]))
    assert planted
    assert "data race" in report(of_program(name), text)
