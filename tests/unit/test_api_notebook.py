"""What Python's own tools see: signatures, `dir`, notebooks, type checkers."""

import ast
import inspect
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ribozyme as rz
from ribozyme.api.calling.call_plan import of_function
from ribozyme.api.signatures.parameters import signature
from ribozyme.base.record import replaced

ROOT = Path(__file__).parents[2]
PUBLIC: list[str] = vars(rz)["__all__"]
TEXT = """
double rate = 2;
double loss(const double *x, int n, double lambda)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += lambda * rate * x[i] * x[i];
    return s;
}
void twice(const double *x, double *y, int n) { for (int i = 0; i < n; i++) y[i] = 2 * x[i]; }
"""


@pytest.fixture(scope="module")
def lib() -> rz.Library:
    return rz.compile(TEXT)


# ---- signatures ----------------------------------------------------------------------------------


def test_a_derivative_has_the_signature_of_its_function(lib: rz.Library) -> None:
    """`lambda` is a word of Python: what stands there has no name, and before it no other has."""
    made: list[Any] = [lib.loss, rz.grad(lib.loss), rz.grad(rz.grad(lib.loss, wrt=2), wrt=2)]
    made += [rz.grad(lib.loss, wrt="@rate"), rz.hessian(lib.loss), rz.value_and_grad(lib.loss)]
    assert {str(inspect.signature(g)) for g in made} == {"(x, n, arg2, /)"}
    made = [lib.twice, rz.jacobian(lib.twice), rz.jacfwd(lib.twice), rz.jacrev(lib.twice)]
    made += [rz.value_and_jacobian(lib.twice), rz.value_and_jacobian(lib.twice, sparse=True)]
    made += [rz.vmap(lib.twice, in_axes=(0, 0, None))]
    assert {str(inspect.signature(g)) for g in made} == {"(x, y, n)"}
    bound = inspect.signature(rz.jacobian(lib.twice)).bind(np.ones(2), n=2, y=np.zeros(2))
    assert rz.jacobian(lib.twice)(*bound.args).shape == (2, 2)


def test_names_that_python_does_not_take(lib: rz.Library) -> None:
    of = lib.twice.signature

    def shown(*names: str) -> str:
        parameters = tuple(replaced(of.parameters[0], name=name) for name in names)
        return str(signature(of_function(replaced(of, parameters=parameters))))

    assert shown("", "x", "y") == "(arg0, /, x, y)"
    assert shown("x", "a.b", "y") == "(x, arg1, /, y)"
    assert shown("", "arg0", "") == "(arg0_, arg0, arg2, /)"
    assert shown() == "()"


def test_classes_keep_their_own_signatures() -> None:
    assert "signature" in inspect.signature(rz.Function).parameters
    assert not hasattr(rz.Function, "__signature__")


# ---- what is listed ------------------------------------------------------------------------------

OWN = """
#include <algorithm>
#include <vector>
#include "third.hpp"
namespace own { double energy(double x) { return third::helper(x) + third::twice(x); } }
double f(const double *x, int n)
{
    std::vector<double> w(x, x + n);
    std::sort(w.begin(), w.end());
    return w[0] * own::energy(w[1]);
}
"""
HEADER = """
namespace third {
__attribute__((noinline)) inline double helper(double x) { return x * x; }
template <class T> __attribute__((noinline)) T twice(T x) { return 2 * x; }
}
"""


def test_a_library_lists_what_its_sources_define(tmp_path: Path) -> None:
    (tmp_path / "third.hpp").write_text(HEADER)
    (tmp_path / "own.cpp").write_text(OWN)
    lib = rz.load(tmp_path / "own.cpp")
    assert [f.name for f in lib] == ["own::energy", "f"]
    assert dir(lib) == ["energy", "f"]
    assert "helper" not in repr(lib) and "helper" not in lib._repr_html_()
    assert lib["third::helper"](3.0) == lib.helper(3.0) == 9.0
    with pytest.raises(rz.UnknownName, match=r"did you mean 'third::helper'"):
        lib["third::helpr"]


def test_a_library_of_headers_lists_those(tmp_path: Path) -> None:
    (tmp_path / "third.hpp").write_text(HEADER)
    (tmp_path / "own.cpp").write_text('#include "third.hpp"\ntemplate double third::twice(double);')
    assert [f.name for f in rz.load(tmp_path / "own.cpp")] == ["third::twice<double>"]


def test_the_module_lists_what_is_public() -> None:
    names = [name for name in dir(rz) if not name.startswith("__")]
    assert sorted([*PUBLIC, "gpu", "jax", "matrix", "numba", "tensorflow", "torch"]) == names
    given: dict[str, Any] = {}
    exec("from ribozyme import *", given)
    assert given.keys() - {"__builtins__"} == set(PUBLIC)


def test_a_function_lists_what_users_ask_it(lib: rz.Library) -> None:
    for f in (lib.loss, rz.grad(lib.loss)):
        shown = [name for name in dir(f) if not name.startswith("_")]
        assert shown == ["address", "asm", "ctypes", "ir", "name", "signature"]
    assert "A native function" in (rz.Function.__doc__ or "")
    assert lib.loss.__doc__.startswith("loss: double loss(")


# ---- notebooks -----------------------------------------------------------------------------------


def test_what_a_notebook_shows(lib: rz.Library) -> None:
    declared = "<code>double loss(const double *x, int n, double lambda)</code>"
    assert lib.loss._repr_html_().startswith(declared)
    assert rz.grad(lib.loss)._repr_html_().startswith(f"<code>grad(loss)</code> of {declared}")
    matrices: list[Any] = [rz.jacobian(lib.twice), rz.value_and_jacobian(lib.twice)]
    for made in matrices:
        assert "jacobian(twice)</code> of <code>void twice(" in made._repr_html_()
        assert "jacobian(twice): void twice(" in repr(made)
    assert "hessian(loss)" in rz.hessian(lib.loss)._repr_html_()  # type: ignore[attr-defined]
    assert "vmap(loss)" in rz.vmap(lib.loss, in_axes=(0, None, None))._repr_html_()
    assert lib._repr_html_().count("<tr>") == 3 and declared in lib._repr_html_()
    passed = rz.check(lib.loss, np.ones(3), 3, 2.0)._repr_html_()
    assert "<code>loss</code> at the given point: passed" in passed and "<b>WRONG" not in passed
    text = rz.explain(lib.loss)._repr_html_()
    assert text.startswith("<pre>gradient of &#x27;loss&#x27; by x, lambda")


def test_texts_are_escaped() -> None:
    cxx = rz.compile("template <class T> T f(const T &x) { return x * x; }\n"
                     "template double f<double>(const double &);", lang="c++")  # fmt: skip
    (f,) = cxx
    assert f.name == "f<double>"
    for shown in (f._repr_html_(), cxx._repr_html_(), rz.grad(f)._repr_html_()):
        assert (
            "f&lt;double&gt;" in shown and "<double>" not in shown and "const double &amp;" in shown
        )


# ---- types ---------------------------------------------------------------------------------------


def test_type_checkers_know_every_public_name() -> None:
    stub = ast.parse((ROOT / "src/ribozyme/__init__.pyi").read_text(encoding="utf-8"))
    found = {
        alias.asname: node.module
        for node in stub.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
        if alias.asname
    }
    doors = dict.fromkeys(("jax", "numba", "tensorflow", "torch"), "ribozyme.bindings")
    assert found == {**rz._HOMES, **doors, "gpu": "ribozyme", "matrix": "ribozyme"}  # type: ignore[attr-defined]


RIGHT = """
import ribozyme as rz
lib = rz.compile("double f(double x) { return x * x; }", lang="c")
slope: rz.Function = rz.grad(lib.f, wrt="x", fast_math=True)
value, tangent = rz.jvp(lib.f, (3.0,), (1.0,))
with rz.options(memory="2GB"):
    rz.jacobian(rz.root(lib.f), argnums=0)
try:
    rz.jacrev(slope)(2.0), rz.linearize(lib.f, 2.0) @ [1.0]
except rz.NoDerivative as failure:
    print(failure.code, rz.torch, rz.__version__)
"""
WRONG = {
    "rz.gradd(lib.f)": 'has no attribute "gradd"',
    "rz.grad(3.0)": 'Argument 1 to "grad"',
    "rz.jvp(lib.f, (3.0,))": 'Missing positional argument "tangents"',
    "rz.load('f.c').f.signture": 'has no attribute "signture"',
    "rz.Options(widht=8)": 'Unexpected keyword argument "widht"',
    "from ribozyme import Functoin": 'has no attribute "Functoin"',
}


@pytest.mark.wide
def test_a_type_checker_on_programs_of_users(tmp_path: Path) -> None:
    (tmp_path / "right.py").write_text(RIGHT)
    (tmp_path / "wrong.py").write_text("\n".join([RIGHT.strip(), *WRONG]))
    first = RIGHT.strip().count("\n") + 2
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "right.py", "wrong.py"],
        cwd=tmp_path, env={"MYPYPATH": str(ROOT / "src"), "PATH": ""},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    said = done.stdout.splitlines()
    assert said and not done.stderr
    for number, wanted in enumerate(WRONG.values(), first):
        mine = [line for line in said if line.startswith(f"wrong.py:{number}: error")]
        assert len(mine) == 1 and wanted in mine[0], done.stdout
    assert "right.py" not in done.stdout
