"""Gradients of programs with OpenMP under ThreadSanitizer: no access of theirs races.

The gradient, as IR, and the run time, which is C, are compiled with `-fsanitize=thread`, so that
every access of either is seen, and nothing has to be suppressed. A planted race is reported.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.derivatives import with_threads
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


def caller(case: Case) -> str:
    """A program in C that calls the gradient a few times, and leaves what it returns alone."""
    args = case.arguments()
    seeds = case.cotangents(args)
    arrays, types, passed = [], [], []
    for p in case.parameters:
        value = args[p.name]
        if not isinstance(value, np.ndarray):
            types.append(p.ctype)
            passed.append(repr(value))
            continue
        shadow = np.zeros_like(value) if p.is_active else None
        given = [(p.name, value)] + ([(f"d_{p.name}", shadow)] if shadow is not None else [])
        for name, numbers in given:
            held = seeds.get(p.name, numbers) if numbers is shadow else numbers
            listed = ", ".join(map(repr, held.tolist()))
            arrays.append(f"static {p.ctype} {name}[] = {{{listed}}};")
            types.append(f"{p.ctype} *")
            passed.append(name)
    if case.returns_float:
        types.append("double")
        passed.append("1.0")
    return "\n".join(
        (
            f"void gradient({', '.join(types)});", *arrays,
            "int main(void) {", "    for (int turn = 0; turn < 3; turn++)",
            f"        gradient({', '.join(passed)});", "    return 0;", "}",
        )
    )  # fmt: skip


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
def report(run_time: Path, tmp_path: Path) -> Callable[[Case, str], str]:
    """What the sanitizer says of a gradient in four threads."""

    def run(case: Case, text: str) -> str:
        (tmp_path / "gradient.ll").write_text(seen(text))
        (tmp_path / "main.c").write_text(caller(case))
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


@pytest.mark.rotates(plain=2, wide=20)
@pytest.mark.parametrize("name", CASES)
def test_no_access_races(name: str, report: Any) -> None:
    assert report(CASES[name], gradient_ir(CASES[name])) == ""


@pytest.mark.wide
@pytest.mark.parametrize("name", SETTLED)
def test_no_access_of_private_sums_races(name: str, report: Any) -> None:
    assert report(CASES[name], gradient_ir(CASES[name], deterministic=True)) == ""


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
    assert "data race" in report(CASES[name], text)
