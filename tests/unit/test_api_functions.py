"""How functions behave: pickled, in threads, after a fork, freed, from files, from the cache."""

import gc
import multiprocessing
import os
import pickle
import subprocess
import sys
import textwrap
import threading
import time
import weakref
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ribozyme as rz
from ribozyme.api.programs import parsed as api_parsed
from ribozyme.parse import parse_module

pytestmark = pytest.mark.rotates("file", plain=10, wide=1000)

SOURCE = """
#include <math.h>
double square(double x) { return x * x; }
double slow(double x, long n)
{
    double s = x;
    for (long i = 0; i < n; i++)
        s = sin(s) + x;
    return s;
}
void twice(const double *x, double *y, int n)
{
    for (int i = 0; i < n; i++)
        y[i] = 2 * x[i];
}
static int calls;
int counted(void) { return ++calls; }
"""


@pytest.fixture(scope="module")
def lib() -> rz.Library:
    return rz.compile(SOURCE)


# ---- loading -------------------------------------------------------------------------------------


def test_files_of_two_languages_linked(tmp_path: Path) -> None:
    (tmp_path / "one.c").write_text(
        '#include "both.h"\ndouble one(double x) { return SCALE * two(x); }\n'
    )
    (tmp_path / "two.cpp").write_text(
        'extern "C" double two(double x);\ndouble two(double x) { return x * x; }\n'
    )
    (tmp_path / "both.h").write_text("double two(double x);\n")
    lib = rz.load(tmp_path / "one.c", str(tmp_path / "two.cpp"), flags=["-DSCALE=3"])
    assert lib.one(2.0) == 12.0
    assert rz.grad(lib.one)(2.0) == 12.0


def test_ir_as_file_and_as_text(tmp_path: Path) -> None:
    text = "define double @f(double %x) {\n  %y = fmul double %x, %x\n  ret double %y\n}\n"
    (tmp_path / "f.ll").write_text(text)
    assert rz.load(tmp_path / "f.ll").f(3.0) == 9.0
    assert rz.grad(rz.compile(text, lang="ll").f)(3.0) == 6.0


_NAMED = """define double @{}(double %x) {{
  %y = fmul double %x, %x
  ret double %y
}}
"""


@pytest.mark.parametrize(
    ("symbol", "names"),
    [
        ("_ZN1M1eEd", ("M::e", "e", "M::e(double)")),
        ("_ZN1M1gIdEET_S1_", ("M::g<double>", "M::g", "g")),
        ("_QMgridPenergy", ("grid::energy", "energy")),
    ],
)
def test_names_as_the_source_has_them_without_debug_information(
    tmp_path: Path, symbol: str, names: tuple[str, ...]
) -> None:
    (tmp_path / "named.ll").write_text(_NAMED.format(symbol))
    lib = rz.load(tmp_path / "named.ll")
    for name in (*names, symbol):
        assert rz.grad(lib[name])(3.0) == 6.0, name
    with pytest.raises(rz.Error, match="RZ004") as error:
        lib["other"]
    assert f"it has: {names[0]}" in str(error.value)


@pytest.mark.parametrize("level", [None, "O0", "O1", "O2", "O3"])
def test_any_level_of_the_front_end(tmp_path: Path, level: str | None) -> None:
    (tmp_path / "f.c").write_text(SOURCE)
    lib = rz.load(tmp_path / "f.c", level=level)
    assert rz.grad(lib.square)(3.0) == 6.0


def test_a_shared_library_by_its_flag() -> None:
    lib = rz.compile("double cbrt(double); double f(double x) { return cbrt(x); }", flags=["-lm"])
    assert lib.f(27.0) == pytest.approx(3.0)


def test_source_text_of_one_long_line_is_no_file() -> None:
    terms = " + ".join(["x * x"] * 50)
    function = rz.compile(f"double f(double x) {{ return {terms}; }}").f
    assert rz.grad(function)(2.0) == 200.0


def test_bad_input_while_loading(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        rz.load(tmp_path / "nothing.c")
    with pytest.raises(rz.CompileError, match="expected ';'"):
        rz.compile("double f(double x) { return x }")
    with pytest.raises(rz.ParseError):
        rz.compile("define double @f(", lang="ll").f
    with pytest.raises(rz.LinkError, match="nobody_has_this"):
        rz.compile("double nobody_has_this(void); double f(void) { return nobody_has_this(); }").f()
    with pytest.raises(rz.UsageError, match='lang is one of "c"'):
        rz.compile("x", lang="cobol")
    source = tmp_path / "model.c"
    source.write_text("double f(double x) { return x; }", encoding="utf-8")
    with pytest.raises(rz.UsageError, match="is a file") as told:
        rz.compile(str(source))
    assert "rz.load(" in str(told.value)
    with pytest.raises(TypeError):
        rz.load(3)  # type: ignore[arg-type]
    with pytest.raises(rz.UsageError):
        rz.load()
    (tmp_path / "fake.bc").write_bytes(b"\x7fELF not bitcode")
    with pytest.raises(rz.LinkError, match=r"'fake\.bc' carries no bitcode"):
        rz.load(tmp_path / "fake.bc")


def test_state_lives_as_long_as_the_library() -> None:
    lib = rz.compile(SOURCE)
    assert [lib.counted(), lib.counted()] == [1, 2]
    assert rz.compile(SOURCE).counted() == 1  # loaded again is another program


# ---- functions as objects ------------------------------------------------------------------------


def test_functions_say_what_they_are(lib: rz.Library) -> None:
    assert "double square(double x)" in repr(lib.square)
    assert "grad(square)" in repr(rz.grad(lib.square))
    assert lib.square.__name__ == "square"
    assert "double square(double x)" in (lib.square.__doc__ or "")
    assert [f.name for f in lib] == ["square", "slow", "twice", "counted"]
    assert rz.grad(lib.square) is rz.grad(lib.square)


def test_ir_and_assembly(lib: rz.Library) -> None:
    assert "define" in rz.grad(lib.square).ir
    assert "grad_square:" in rz.grad(lib.square).asm


def test_pickled_by_content(lib: rz.Library) -> None:
    for function in (lib.square, rz.grad(lib.square)):
        again = pickle.loads(pickle.dumps(function))
        assert again(3.0) == function(3.0)


def test_in_other_processes(lib: rz.Library) -> None:
    g = rz.grad(lib.square)
    spawned = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, mp_context=spawned) as pool:  # a child that dies is an error
        assert list(pool.map(g, [1.0, 2.0])) == [2.0, 4.0]


def test_after_a_fork(lib: rz.Library) -> None:
    assert lib.square(2.0) == 4.0
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        fresh = rz.compile("double f(double x) { return x * x * x; }")
        passed = lib.square(3.0) == 9.0 and rz.grad(fresh.f)(2.0) == 12.0
        os.write(writing, b"ok" if passed else b"no")
        os._exit(0)
    os.waitpid(child, 0)
    assert os.read(reading, 2) == b"ok"


def test_from_many_threads_at_once() -> None:
    lib = rz.compile(SOURCE)  # nothing of it is made yet: threads make it together

    def work(k: int) -> bool:
        x, y = np.full(100, float(k)), np.zeros(100)
        lib.twice(x, y, 100)
        return bool(rz.grad(lib.square)(float(k)) == 2.0 * k and (y == 2.0 * k).all())

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(work, range(200)))


def test_the_interpreter_runs_on_meanwhile(lib: rz.Library) -> None:
    lib.slow(1.0, 1)
    seen = []
    runner = threading.Thread(target=lambda: seen.append(lib.slow(1.0, 30_000_000)))
    began = time.perf_counter()
    runner.start()
    ticks = 0
    while runner.is_alive():
        time.sleep(0.001)
        ticks += 1
    assert time.perf_counter() - began > 0.01
    assert ticks > 5


def test_code_goes_with_the_last_reference() -> None:
    lib = rz.compile(SOURCE)
    g = rz.grad(lib.square)
    assert g(1.0) == 2.0
    code, program = weakref.ref(g.code), weakref.ref(g.program)
    del lib
    gc.collect()
    assert g(3.0) == 6.0
    del g
    gc.collect()
    assert code() is None and program() is None


def test_code_stays_while_its_function_pointer_is_held() -> None:
    pointer = rz.compile(SOURCE).square.ctypes
    gc.collect()
    assert pointer(3.0) == 9.0


def test_what_native_code_throws_is_an_exception() -> None:
    lib = rz.compile(
        """
        #include <stdexcept>
        extern "C" double f(double x) {
            if (x < 0) throw std::domain_error("negative");
            return x;
        }
        """,
        lang="c++",
    )
    assert lib.f(1.0) == 1.0
    for _ in range(2):
        with pytest.raises(RuntimeError, match="negative"):
            lib.f(-1.0)
    with pytest.raises(rz.RunError, match="negative"):
        lib.f(x=-1.0)


# ---- the cache -----------------------------------------------------------------------------------

WARM = """
import time, sys
import ribozyme as rz
began = time.perf_counter()
lib = rz.compile("double f(double x) { return x * x * x; }")
assert rz.grad(lib.f)(2.0) == 12.0
print(time.perf_counter() - began)
loaded = set(sys.modules)
heavy = ("numpy", "llvmlite", "dataclasses", "ribozyme.parse", "ribozyme.transform")
print(sorted(m for m in loaded if m.startswith(heavy)))
"""


def test_a_warm_start_neither_parses_nor_optimises() -> None:
    def run() -> list[str]:
        done = subprocess.run(
            [sys.executable, "-c", WARM], capture_output=True, text=True, check=True
        )
        return done.stdout.splitlines()

    run()
    seconds, modules = run()
    assert modules == "[]"  # not even NumPy, for numbers, nor LLVM's own package
    assert float(seconds) < 1.0  # the benchmark says how much less


def test_importing_is_quick() -> None:
    text = "import ribozyme, sys; print(bool({'numpy', 'llvmlite'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def test_a_program_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []

    def counted(text: str) -> Any:
        read.append(text)
        return parse_module(text)

    monkeypatch.setattr(api_parsed, "parse_module", counted)
    with rz.options(cache=False):
        lib = rz.compile("double f(double x, double y) { return x * x * y * 1.25; }")
        assert rz.grad(lib.f)(4.0, 1.0) == (10.0, 20.0)
        assert rz.jvp(lib.f, (4.0, 1.0), (0.0, 1.0))[1] == 20.0
        assert len(read) == 1
        other = rz.compile("double f(double x, double y) { return x * x * y * 1.75; }")
        assert rz.grad(other.f)(4.0, 1.0) == (14.0, 28.0)
    assert len(read) == 2


def test_without_a_cache() -> None:
    with rz.options(cache=False):
        lib = rz.compile("double f(double x) { return x * x; }")
        assert rz.grad(lib.f)(4.0) == 8.0


def test_a_cache_that_cannot_be_written(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    text = textwrap.dedent("""
        import ribozyme as rz
        print(rz.grad(rz.compile("double f(double x) { return x * x; }").f)(3.0))
    """)
    done = subprocess.run(
        [sys.executable, "-c", text],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "RIBOZYME_CACHE_DIR": str(blocked)},
    )
    assert done.stdout.strip() == "6.0"
    assert done.stderr.count("warning[RZ007]") == 1
    assert done.stderr.startswith("<string>:3: RibozymeWarning")  # the user's line, not ours


@pytest.mark.parametrize(
    ("text", "used"),
    [
        ("static double f(double x) { return x; }", "double f(double x) { return x; }"),
        (
            "template <class T> T f(T x) { return x; }",
            "template <class T> T f(T x) { return x; } template double f(double);",
        ),
    ],
    ids=["static", "template"],
)
def test_what_is_compiled_only_where_it_is_used(text: str, used: str) -> None:
    """The message says how it is had; done so, it is there."""
    with pytest.raises(rz.Error) as found:
        rz.compile(text, lang="c++")["f"]
    assert found.value.code == "RZ004"
    assert any("leave out `static`, or instantiate" in one for one in found.value.fixes)
    (name,) = {f.name for f in rz.compile(used, lang="c++")}
    assert name.startswith("f")
