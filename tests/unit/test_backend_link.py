"""Objects to programs and libraries, by each of the ways there are."""

import ctypes
import subprocess
from pathlib import Path

import pytest

from ribozyme.backend import link, llvm
from ribozyme.backend.passes import startup
from ribozyme.backend.runtime import arena
from ribozyme.backend.target import emit_object
from ribozyme.base.errors import LinkError

PROGRAM = """
@text = private constant [9 x i8] c"made %g\\0A\\00"
@value = internal global double 0.0
@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @set, ptr null }]
declare i32 @printf(ptr, ...)
declare double @erf(double)
define internal void @set() {
  %v = call double @erf(double 20.0)
  store double %v, ptr @value
  ret void
}
define i128 @wide(i128 %a, i128 %b) {
  %q = sdiv i128 %a, %b
  ret i128 %q
}
define i32 @main() {
  %v = load double, ptr @value
  %n = call i32 (ptr, ...) @printf(ptr @text, double %v)
  %w = call i128 @wide(i128 84, i128 2)
  %s = trunc i128 %w to i32
  ret i32 %s
}
"""  # noqa: E501


@pytest.fixture
def program(tmp_path: Path) -> Path:
    made = tmp_path / "main.o"
    made.write_bytes(emit_object(startup.for_linking(llvm.canonical(PROGRAM))))
    return made


@pytest.mark.parametrize("driver", ["system", "clang", "zig"])
def test_programs_and_libraries(program: Path, tmp_path: Path, driver: link.Driver) -> None:
    if driver not in link.available():
        pytest.skip(f"no way to link by {driver} here")
    link.linked([program], tmp_path / "main", driver=driver)
    done = subprocess.run([tmp_path / "main"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (42, "made 1\n")
    link.linked([program], tmp_path / "lib.so", "shared", driver=driver)
    assert ctypes.CDLL(str(tmp_path / "lib.so")).main() == 42
    assert sorted(p.name for p in tmp_path.iterdir()) == ["lib.so", "main", "main.o"]


@pytest.mark.parametrize("driver", ["system", "clang", "zig"])
def test_a_library_that_calls_vector_functions(tmp_path: Path, driver: link.Driver) -> None:
    """libmvec is found, and needed by what calls it alone."""
    if driver not in link.available():
        pytest.skip(f"no way to link by {driver} here")
    try:
        ctypes.CDLL("libmvec.so.1")
    except OSError:
        pytest.skip("this machine has no libmvec")
    image = tmp_path / "a.o"
    image.write_bytes(
        emit_object("""
    declare <2 x double> @_ZGVbN2v_exp(<2 x double>)
    define double @f(double %x) {
      %v = insertelement <2 x double> zeroinitializer, double %x, i32 0
      %e = call <2 x double> @_ZGVbN2v_exp(<2 x double> %v)
      %r = extractelement <2 x double> %e, i32 0
      ret double %r
    }""")
    )
    link.linked([image], tmp_path / "lib.so", "shared", driver=driver)
    f = ctypes.CDLL(str(tmp_path / "lib.so")).f
    f.restype, f.argtypes = ctypes.c_double, [ctypes.c_double]
    assert f(0.0) == 1


def test_what_the_linker_says_is_in_the_error(tmp_path: Path) -> None:
    image = tmp_path / "a.o"
    body = "define i32 @main() {\n  call void @absent()\n  ret i32 0\n}"
    image.write_bytes(emit_object(f"declare void @absent()\n{body}"))
    with pytest.raises(LinkError, match="absent"):
        link.linked([image], tmp_path / "main")
    assert [p.name for p in tmp_path.iterdir()] == ["a.o"]


def test_the_arena_in_a_program(tmp_path: Path) -> None:
    text = """
    declare void @rz.arena.init(ptr)
    declare void @rz.arena.free(ptr)
    declare noalias ptr @rz.tape.alloc(ptr, i64)
    define i32 @main() {
      %arena = alloca [64 x i8], align 64
      call void @rz.arena.init(ptr %arena)
      %p = call ptr @rz.tape.alloc(ptr %arena, i64 1000000)
      store i32 7, ptr %p
      %q = call ptr @rz.tape.alloc(ptr %arena, i64 100000000)
      %seven = load i32, ptr %p
      call void @rz.arena.free(ptr %arena)
      ret i32 %seven
    }
    """
    image = tmp_path / "a.o"
    image.write_bytes(emit_object(arena.linked(text, cache="module", guard=False)))
    link.linked([image], tmp_path / "main")
    assert subprocess.run([tmp_path / "main"], check=False).returncode == 7
