"""Codes of usage, files, compilers, linking and IR."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest import mock

import numpy as np
from tests.messages.case import SQUARE, case, f, ir, lib, slope

import ribozyme as rz
from ribozyme.backend import llvm
from ribozyme.backend.target import emit_object
from ribozyme.base import cache
from ribozyme.frontends.c.clang import compile_c

ARRAY = "double f(const double *x, int n) { double s = 0; for (int i = 0; i < n; i++) s += x[i] * x[i]; return s; }\n"  # noqa: E501
SCALE = "void f(double *x, int n) { for (int i = 0; i < n; i++) x[i] *= 2; }\n"
TWO = "void f(double *x, double *y, double *z) { *y = *x * *x; *z = *x; }\n"
BOTH = "double f(double *restrict a, double *restrict b) { *a *= *b; return *a; }\n"

case("RZ001", lambda: rz.grad(f(SQUARE), wrt=())(1.0), lambda: rz.grad(f(SQUARE), wrt="x")(1.0))
case("RZ002", lambda: (lib(SQUARE, "nbody.c"), rz.load("nbdoy.c")), lambda: lib(SQUARE, "nbody.c"))
case("RZ003", lambda: lib(SQUARE, "model.txt"), lambda: rz.compile(SQUARE, lang="c"))
case("RZ004", lambda: lib("double loss(double x) { return x; }").los, lambda: f(SQUARE))


def overloads() -> rz.Library:
    return lib("double f(double x) { return x; }\nfloat f(float x) { return x; }\n", "model.cpp")


case("RZ005", lambda: overloads()["f"], lambda: overloads()["f(double)"](1.0))
case(
    "RZ006",
    lambda: rz.grad(f(SQUARE), check="sometimes"),
    lambda: rz.grad(f(SQUARE), check="always")(1.0),
)


def kept(folder: str) -> None:
    cache.Cache(Path(folder).absolute()).store("0" * 64, b"data")


case("RZ007", lambda: (Path("file").write_text(""), kept("file")), lambda: kept("folder"))
case("RZ008", lambda: f(ARRAY)([1.0, 2.0], 2), lambda: f(ARRAY)(np.array([1.0, 2.0]), 2))
CELLS = (np.ones(1), np.ones(1), np.ones(1))
case("RZ009", lambda: rz.vjp(f(TWO), *CELLS), lambda: rz.vjp(f(TWO), *CELLS, of="y"))
case("RZ010", lambda: rz.grad(f("int f(int n) { return n; }"))(1), slope(SQUARE))
case("RZ011", lambda: f(SQUARE)(1.0, 2.0), lambda: f(SQUARE)(1.0))
PAIR = (
    "struct pair { double x, y; };\nstruct pair f(double x) { return (struct pair){x, x * x}; }\n"
)
INTO = "struct pair { double x, y; };\nvoid f(double x, struct pair *out) { out->y = x * x; }\n"


def exactly(source: str, *rest: object) -> None:
    rz.autodiff(rz.Reverse, f(source), rz.Active(0.5), *rest)


PLACE = {"x": 0.0, "y": 0.0}
case("RZ012", lambda: exactly(PAIR), lambda: exactly(INTO, rz.Const(dict(PLACE))))
case("RZ013", lambda: rz.grad(f(SQUARE), wrt="y")(1.0), lambda: rz.grad(f(SQUARE), wrt="x")(1.0))


def frozen() -> np.ndarray:
    x = np.ones(3)
    x.flags.writeable = False
    return x


HOLOMORPHIC = "double _Complex f(double _Complex z) { return z * z; }\n"
case(
    "RZ015",
    lambda: rz.jacobian(f(HOLOMORPHIC))(1j),
    lambda: rz.jacobian(f(HOLOMORPHIC), holomorphic=True)(1j),
)
case("RZ014", lambda: f(SCALE)(frozen(), 3), lambda: f(SCALE)(frozen().copy(), 3))
case("RZ020", slope("double f(double x)\n{\n    return x * x\n}\n"), slope(SQUARE))


@contextmanager
def without_cache(**variables: str) -> Iterator[None]:
    with mock.patch.dict(os.environ, variables), rz.options(cache=False):
        yield


def compiled_by(script: str) -> Callable[[], None]:
    def run() -> None:
        path = Path("mycc").absolute()
        if script:
            path.write_text(script)
            path.chmod(0o700)
        with without_cache(RIBOZYME_CC=str(path)):
            f(SQUARE)(1.0)

    return run


case("RZ021", compiled_by(""), slope(SQUARE))
DYING = (
    '#!/bin/sh\ncase "$*" in *-c*) kill -9 $$;; *) echo "clang version 22.1.8"; '
    "echo Target: x86_64-unknown-linux-gnu;; esac\n"
)
case("RZ022", compiled_by(DYING), slope(SQUARE))


def without(module: str) -> Callable[[], None]:
    def run() -> None:
        code = f"import sys\nsys.modules[{module!r}] = None\nimport ribozyme as rz\n"
        code += "try:\n    rz.torch\nexcept rz.Error as e:\n    import pickle\n"
        code += "    sys.stdout.buffer.write(pickle.dumps(e))\n"
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
        import pickle

        raise pickle.loads(done.stdout)

    return run


case("RZ024", without("torch"), lambda: rz.torch if has_torch() else None)


def has_torch() -> bool:
    from importlib.util import find_spec

    return find_spec("torch") is not None


CALLS = "double helper(double);\nint unused(double x) { return (int)helper(x); }\n" + SQUARE
HELPER = "double helper(double x) { return x; }\n"


def joined(*sources: str) -> rz.Library:
    names = [f"part{n}.c" for n in range(len(sources))]
    for name, source in zip(names, sources, strict=True):
        Path(name).write_text(source)
    return rz.load(*names)


case("RZ030", lambda: joined(CALLS).unused(1.0), lambda: joined(CALLS, HELPER).unused(1.0))
COUNT = "int count = 0;\n"
case(
    "RZ031",
    lambda: joined(COUNT + SQUARE, COUNT).f(1.0),
    lambda: joined(COUNT + SQUARE, f"static {COUNT}").f(1.0),
)


def linked(make: str) -> None:
    """A derivative of a function in another object, compiled by another compiler or by ours."""
    from ribozyme.cli.cc import run as driver

    Path("main.c").write_text(
        "double __enzyme_autodiff(void *, ...);\ndouble f(double);\n"
        "int main(void) { return (int)__enzyme_autodiff((void *)f, 1.0) - 2; }\n"
    )
    Path("helper.c").write_text(SQUARE)
    if make == "ours":
        assert driver(["-c", "-g", "helper.c", "-o", "helper.o"], "c") == 0
    else:
        code = compile_c(SQUARE).code
        assert isinstance(code, bytes)
        Path("helper.o").write_bytes(emit_object(code))
    assert driver(["-g", "main.c", "helper.o", "-o", "main"], "c") == 0


case("RZ032", lambda: linked("theirs"), lambda: linked("ours"))
ARM = 'target triple = "aarch64-unknown-linux-gnu"\n' + ir("  ret double %x")
case("RZ033", lambda: f(ARM, "model.ll")(1.0), lambda: f(SQUARE)(1.0))
case("RZ034", lambda: f(SQUARE, flags=["-lnosuchlibrary"]), lambda: f(SQUARE, flags=["-lm"]))

case(
    "RZ101",
    lambda: f(ir("  %1 = fadd double %x\n  ret double %1"), "model.ll"),
    lambda: f(ir("  %1 = fadd double %x, %x\n  ret double %1"), "model.ll")(1.0),
)
case(
    "RZ102",
    lambda: (Path("model.bc").write_bytes(b"\x89PNG\r\n"), rz.load("model.bc")),
    lambda: (Path("model.bc").write_bytes(llvm.to_bitcode(ir("  ret double %x"))),
             rz.load("model.bc").f(1.0)),
)  # fmt: skip
case(
    "RZ103",
    lambda: f(ir("a:\n  %y = fadd double %z, 1.0\n  %z = fadd double %x, 1.0\n  ret double %y"),
              "model.ll"),
    lambda: f(ir("a:\n  %z = fadd double %x, 1.0\n  %y = fadd double %z, 1.0\n  ret double %y"),
              "model.ll")(1.0),
)  # fmt: skip


def newer() -> None:
    code = llvm.to_bitcode(ir("  ret double %x"))
    with mock.patch.object(llvm, "LLVM_MAJOR", 21), mock.patch.object(
        llvm.binding, "parse_bitcode",
        side_effect=RuntimeError("x\nInvalid record (Producer: 'LLVM23.0.0' Reader: 'LLVM 22')"),
    ):  # fmt: skip
        llvm.to_text(code, "model.bc")


case("RZ104", newer, lambda: llvm.to_text(llvm.to_bitcode(ir("  ret double %x")), "model.bc"))


def printed_as_latin() -> None:
    class Module:
        def __str__(self) -> str:
            return b"caf\xe9".decode()

    llvm.printed(Module(), "", "model.bc")


case("RZ105", printed_as_latin, lambda: f(ir("  ret double %x"), "model.ll"))
FOREIGN = """
declare double @llvm.amdgcn.rcp.f64(double)
define double @f(double %x) {
  %y = call double @llvm.amdgcn.rcp.f64(double %x)
  ret double %y
}
"""
case("RZ106", lambda: f(FOREIGN, "model.ll")(1.0), slope("double f(double x) { return 1 / x; }"))
