"""C++ programs run under the JIT, with the machine's standard library and with the wheel's own."""

import ctypes
import subprocess
import sys
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import pytest

from ribozyme.backend import jit, llvm, pipeline
from ribozyme.backend.passes import startup
from ribozyme.backend.target import emit_object
from ribozyme.base.cache import Cache
from ribozyme.base.errors import CompileError, LinkError
from ribozyme.frontends import toolchain
from ribozyme.frontends.base import CxxLibrary
from ribozyme.frontends.c import cxxruntime
from ribozyme.frontends.c.clang import compile_c

# Building libc++ takes some ten seconds; a checkout keeps it.
KEPT = Cache(Path(__file__).resolve().parents[2] / "build" / "cache")

PROGRAM = Path(__file__).with_name("standard.cpp")
TRUTH = {
    "vectors": 4950 * 2.0,
    "maps": 3 * 2.0 + 50 * 2.0,
    "thrown": 2.0,
    "streamed": 5.0,
    "virtuals": 6.0,
    "statics": 2.0 + 6.0 + 3.0,
    "sorted": 321.0,
    "called": 4.0,
}


def available(library: CxxLibrary) -> None:
    if library == "libstdc++" and toolchain.libstdcxx() is None:
        pytest.skip("this machine has no headers of libstdc++")


@cache
def loaded(library: CxxLibrary) -> jit.Library:
    module = compile_c(PROGRAM, flags=["-std=c++17", f"-stdlib={library}"])
    assert module.cxx_library == library
    # libstdc++ has functions that must be inlined, so some pipeline has to run.
    text = startup.for_loading(pipeline.run("after", llvm.to_text(module.code)))
    return jit.load(emit_object(text), libraries=cxxruntime.libraries([module], KEPT))


@pytest.mark.rotates(plain=4, wide=12)
@pytest.mark.parametrize("name", TRUTH)
@pytest.mark.parametrize("library", ["libstdc++", "libc++"])
def test_a_program_runs(library: CxxLibrary, name: str) -> None:
    available(library)
    function = ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_double)(loaded(library).address(name))
    assert function(2.0) == TRUTH[name]


@pytest.mark.parametrize("library", ["libstdc++", "libc++"])
def test_an_exception_is_caught_and_streams_reach_the_terminal(library: CxxLibrary) -> None:
    available(library)
    test = "tests.frontends.test_cxx"
    code = f"""
import ctypes, importlib.util
spec = importlib.util.spec_from_file_location({test!r}, {str(Path(__file__))!r})
module = importlib.util.module_from_spec(spec); spec.loader.exec_module(module)
double = ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_double)
found = module.loaded({library!r})
assert double(found.address("thrown"))(-1.0) == 8.0
double(found.address("streamed"))(0.25)
"""
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=120
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout == "x = 0.25\n"


BESIDE = """
import ctypes, importlib, importlib.util, sys
importlib.import_module(sys.argv[1])
spec = importlib.util.spec_from_file_location("test_cxx", sys.argv[2])
module = importlib.util.module_from_spec(spec); spec.loader.exec_module(module)
double = ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_double)
found = module.loaded(sys.argv[3])
for name, wanted in module.TRUTH.items():
    assert double(found.address(name))(2.0) == wanted, name
import ribozyme as rz
lib = rz.compile('''
#include <map>
#include <string>
#include <vector>
static std::vector<double> weights{1.0, 2.0, 3.0};
double f(double x, int n)
{
    std::map<std::string, double> named{{"a name too long to be held in place", x}, {"b", x * x}};
    std::vector<double> many(n, x);
    double total = 0;
    for (double y : many)
        total += y * y;
    for (auto &[name, y] : named)
        total += y * weights[1] * name.size();
    return total;
}
''', lang="c++")
slope = rz.grad(lib.f)(3.0, 10)
assert slope == 10 * 2 * 3.0 + 2.0 * (35 + 1 * 2 * 3.0), slope
"""


@pytest.mark.slow
@pytest.mark.parametrize("library", ["libstdc++", "libc++"])
@pytest.mark.parametrize("framework", ["torch", "tensorflow", "jax"])
def test_beside_a_framework_that_was_there_first(framework: str, library: CxxLibrary) -> None:
    """TensorFlow shows everybody pieces of its own C++ library, and all of them fill the memory."""
    available(library)
    if not find_spec(framework):
        pytest.skip(f"{framework} is not installed")
    cxxruntime.libcxx(KEPT)  # not within the time limit
    done = subprocess.run(
        [sys.executable, "-c", BESIDE, framework, __file__, library],
        capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-2000:]


def test_the_library_is_built_once() -> None:
    first = cxxruntime.libcxx(KEPT)
    written = first.stat().st_mtime_ns
    assert cxxruntime.libcxx(KEPT) == first
    assert first.stat().st_mtime_ns == written
    assert [p.name for p in first.parent.glob(".new-*")] == []


def test_the_default_is_the_machines_library_where_it_has_one() -> None:
    expected = "libc++" if toolchain.libstdcxx() is None else "libstdc++"
    assert compile_c("int x;", lang="c++").cxx_library == expected


def test_headers_and_libraries_belong_together() -> None:
    both = [
        compile_c("int x;", lang="c++", flags=["-stdlib=libc++"]),
        compile_c("int y;", lang="c"),
    ]
    assert cxxruntime.library(both) == "libc++"
    assert cxxruntime.library(both[1:]) is None
    assert cxxruntime.libraries(both[1:]) == ()
    if toolchain.libstdcxx() is not None:
        other = compile_c("int z;", lang="c++", flags=["-stdlib=libstdc++"])
        with pytest.raises(LinkError, match="some of these files"):
            cxxruntime.library([*both, other])


def test_libstdcxx_without_its_headers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(toolchain, "libstdcxx", lambda: None)
    with pytest.raises(CompileError, match="g\\+\\+'s headers are missing"):
        compile_c("int x;", lang="c++", flags=["-stdlib=libstdc++"])
    assert compile_c("#include <vector>", lang="c++").cxx_library == "libc++"


def test_a_link_error_in_cxx_names_the_line() -> None:
    with pytest.raises(CompileError) as caught:
        compile_c("#include <vector>\nstd::vector<int> v = 3.5;\n", lang="c++")
    assert caught.value.location is not None
    assert caught.value.location.line == 2
