"""Are the test programs fit to be tests? `python -m tests.run.validity [--sanitize] [NAME ...]`

A program is fit if it compiles without a warning, answers the same twice, leaves its inputs as they
are, does not read the garbage its outputs start with, frees what it allocates, and has a gradient
that is not zero, not NaN, and known well enough to judge another one by. `--sanitize` runs every
primal once under the address and undefined-behaviour sanitizers of the system's compiler instead.
"""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
from tests.programs import Arguments, Case, clang, discover, read_folder, standard

STACK = 1 << 29  # for programs that nest 10^5 deep
_HERE = Path(__file__).parent


def with_stack(work: Callable[[], None]) -> None:
    """Run `work` where calls may nest deep; what it raises is raised here."""
    raised: list[BaseException] = []

    def body() -> None:
        try:
            work()
        except BaseException as error:
            raised.append(error)

    before = threading.stack_size(STACK)
    try:
        thread = threading.Thread(target=body)
        thread.start()
        thread.join()
    finally:
        threading.stack_size(before)
    if raised:
        raise raised[0]


def warnings_of(case: Case) -> str:
    command = [
        *clang(case.path), standard(case.path), "-O2", "-Wall", "-Wextra", "-fsyntax-only",
        "-Wno-deprecated-declarations",  # from inside libstdc++'s headers
        *case.flags, str(case.path),
    ]  # fmt: skip
    return subprocess.run(command, capture_output=True, text=True, check=False).stderr.strip()


def faults(case: Case) -> Iterator[str]:
    """What is wrong with a program, in words; nothing for a fit one."""
    for variant in range(len(case.variants)):
        args = case.arguments(variant=variant)
        where = f"variant {variant}: "
        yield from (where + text for text in _primal_faults(case, args, first=variant == 0))
        yield from (where + text for text in _truth_faults(case, args, first=variant == 0))


def _primal_faults(case: Case, args: Arguments, *, first: bool) -> Iterator[str]:
    result, after = case.primal(args)
    garbage = {
        p.name: np.asarray(args[p.name]) * 0 + 77
        for p in case.parameters
        if p.role in ("out", "work")
    }
    again, after_again = case.primal({**args, **garbage})
    if not np.isfinite(result):
        yield f"the result is {result}"
    if result != again:
        yield f"two calls differ: {result}, {again}"
    for p in case.parameters:
        if p.length is None or p.role == "work":
            continue
        one, two, given = after[p.name], after_again[p.name], args[p.name]
        if not np.array_equal(one, two):
            yield f"{p.name!r} differs in two calls"
        spared = p.is_output or "writes constants" in case.needs
        if not spared and not np.array_equal(one, given):
            yield f"{p.name!r} is {p.role} but written"
        if first and p.role == "inout" and np.array_equal(one, given):
            yield f"{p.name!r} is inout but not written"
    if growth := heap_growth(lambda: case.primal(args)):
        yield f"leaks {growth} bytes a call"


def _truth_faults(case: Case, args: Arguments, *, first: bool) -> Iterator[str]:
    truth = case.truth(args)
    limit = case.tolerance / 10 if case.tolerance_class != "half" else 1e-5
    if not truth.error < min(limit, 1e-6 if case.tolerance_class == "loose" else 1e-7):
        yield f"the truth is known to {truth.error:.1e} only"
    norms = {name: float(np.abs(g).max(initial=0)) for name, g in truth.gradients.items()}
    if not all(np.isfinite(norm) for norm in norms.values()):
        yield "the gradient is not finite"
    scale = max(norms.values(), default=0.0)
    if first and "zero" not in case.needs:
        yield from (f"the gradient by {n!r} is zero" for n, v in norms.items() if v == 0)
    closed = case.closed_forms(args, case.cotangents(args))
    for name, value in closed.items():
        if not np.allclose(value, truth.gradients[name], rtol=1e-6, atol=1e-7 * scale):
            yield f"closed form of {name!r}: {value}, differences: {truth.gradients[name]}"


class _MallInfo(ctypes.Structure):
    _fields_ = tuple(
        (name, ctypes.c_size_t)
        for name in ("arena", "ordblks", "smblks", "hblks", "hblkhd", "usmblks", "fsmblks",
                     "uordblks", "fordblks", "keepcost")
    )  # fmt: skip


def heap_growth(call: Callable[[], object]) -> int:
    """How many bytes of the C heap a call leaves behind, once it has been called before."""
    libc = ctypes.CDLL(None)
    libc.mallinfo2.restype = _MallInfo
    call()
    rounds: list[int] = []
    for _ in range(3):
        before = libc.mallinfo2()
        for _ in range(32):
            call()
        after = libc.mallinfo2()
        rounds.append(after.uordblks + after.hblkhd - before.uordblks - before.hblkhd)
    growth = min(rounds) // 32
    return growth if growth >= 32 else 0  # what a block takes at least; less is malloc's own


def sanitize(cases: list[Case]) -> list[str]:
    """The programs in which a sanitizer found something, with what it said."""
    found: list[str] = []
    preload = [
        subprocess.run(["g++", f"-print-file-name={name}"], capture_output=True, text=True,
                       check=True).stdout.strip()
        for name in ("libasan.so", "libstdc++.so")
    ]  # fmt: skip
    environment = os.environ | {
        "LD_PRELOAD": ":".join(preload),
        "ASAN_OPTIONS": "detect_leaks=0,alloc_dealloc_mismatch=1",
        "UBSAN_OPTIONS": "print_stacktrace=1",
    }
    with tempfile.TemporaryDirectory() as scratch:
        for case in cases:
            made = Path(scratch) / "program.so"
            flags = "-O1 -g -fPIC -shared -fsanitize=address,undefined -fno-sanitize-recover=all"
            compiler = "g++" if case.is_cxx else "gcc"
            command = [compiler, standard(case.path), *flags.split(), *case.flags]
            built = subprocess.run(
                [*command, str(case.path), "-o", str(made), "-lm"],
                capture_output=True, text=True, check=False,
            )  # fmt: skip
            if built.returncode:
                found.append(f"{case.name}: does not build\n{built.stderr[:600]}")
                continue
            worker = [sys.executable, "-m", "tests.run.validity", "--worker", case.name, str(made)]
            ran = subprocess.run(worker, capture_output=True, text=True, env=environment,
                                 cwd=_HERE.parent.parent, check=False)  # fmt: skip
            if ran.returncode:
                found.append(f"{case.name}: {ran.stderr[:1500]}")
    return found


def _worker(name: str, library: str) -> None:
    """In a process under the sanitizers: run every variant of one primal from a given library."""
    import tests.programs as programs

    family = _HERE / name.split("/")[0]
    case = next(c for c in read_folder(family) if c.name == name)
    programs._library = lambda *_: ctypes.CDLL(library)  # type: ignore[assignment]
    for variant in range(len(case.variants)):
        args = case.arguments(variant=variant)
        with_stack(lambda args=args: case.primal(args) and None)  # type: ignore[misc]


def main(words: list[str]) -> int:
    if words[:1] == ["--worker"]:
        _worker(words[1], words[2])
        return 0
    sanitized = "--sanitize" in words
    names = [w for w in words if not w.startswith("--")]
    cases = [c for c in discover() if not names or any(c.name.startswith(n) for n in names)]
    bad = 0
    if sanitized:
        for text in sanitize(cases):
            print(text)
            bad += 1
    else:
        for case in cases:
            texts: list[str] = []
            try:
                texts += [t for t in [warnings_of(case)] if t]
                with_stack(lambda case=case, texts=texts: texts.extend(faults(case)))  # type: ignore[misc]
            except Exception as error:
                texts.append(f"{type(error).__name__}: {error}")
            bad += bool(texts)
            for text in texts:
                print(f"{case.name}: {text}")
    print(f"{len(cases)} programs, {bad} unfit")
    return int(bad > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
