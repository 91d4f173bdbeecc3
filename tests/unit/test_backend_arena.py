"""The arena and the traps, run as native code: alignment, marks, exhaustion, exceptions."""

import ctypes
import gc
import resource
import struct
import subprocess
import sys
import textwrap
from concurrent.futures import ThreadPoolExecutor

import pytest

from ribozyme.backend import jit, llvm
from ribozyme.backend.passes import startup
from ribozyme.backend.pipeline import run
from ribozyme.backend.runtime import arena, guard, symbols
from ribozyme.backend.target import emit_object
from ribozyme.base.errors import RunError

PTR, I64 = ctypes.c_void_p, ctypes.c_int64

DOORS = """
declare void @rz.arena.init(ptr)
declare void @rz.arena.free(ptr)
declare noalias ptr @rz.tape.alloc(ptr, i64)
declare void @rz.tape.zero(ptr, i64)
declare ptr @rz.tape.mark(ptr)
declare void @rz.tape.release(ptr, ptr)
define void @init(ptr %a) {
  call void @rz.arena.init(ptr %a)
  ret void
}
define void @free.all(ptr %a) {
  call void @rz.arena.free(ptr %a)
  ret void
}
define ptr @alloc(ptr %a, i64 %n) {
  %p = call ptr @rz.tape.alloc(ptr %a, i64 %n)
  ret ptr %p
}
define void @zero(ptr %a, i64 %n) {
  call void @rz.tape.zero(ptr %a, i64 %n)
  ret void
}
define ptr @mark(ptr %a) {
  %p = call ptr @rz.tape.mark(ptr %a)
  ret ptr %p
}
define void @release(ptr %a, ptr %m) {
  call void @rz.tape.release(ptr %a, ptr %m)
  ret void
}
define void @alloc.request(ptr %request) {
  %a = load ptr, ptr %request
  %n.slot = getelementptr i8, ptr %request, i64 8
  %n = load i64, ptr %n.slot
  %p = call ptr @rz.tape.alloc(ptr %a, i64 %n)
  store ptr %p, ptr %n.slot
  ret void
}
"""


def built(text: str, poison: bool = False, level: str = "after", **options: object) -> jit.Library:
    whole = arena.linked(text, poison=poison)
    if level:
        whole = run(level, whole)  # type: ignore[arg-type]
    return jit.load(emit_object(startup.for_loading(llvm.canonical(whole))), **options)  # type: ignore[arg-type]


class Arena:
    """An arena of native code, driven from here."""

    def __init__(self, library: jit.Library) -> None:
        self.memory = ctypes.create_string_buffer(arena.ARENA_BYTES + 16)
        self.memory[arena.ARENA_BYTES :] = b"\x5a" * 16
        self.at = ctypes.addressof(self.memory)
        self.library = library
        self._init = ctypes.CFUNCTYPE(None, PTR)(library.address("init"))
        self._free = ctypes.CFUNCTYPE(None, PTR)(library.address("free.all"))
        self._alloc = ctypes.CFUNCTYPE(PTR, PTR, I64)(library.address("alloc"))
        self._mark = ctypes.CFUNCTYPE(PTR, PTR)(library.address("mark"))
        self._release = ctypes.CFUNCTYPE(None, PTR, PTR)(library.address("release"))
        self._init(self.at)

    def alloc(self, n: int) -> int:
        found = self._alloc(self.at, n)
        assert found
        return int(found)

    def mark(self) -> int | None:
        return self._mark(self.at)  # type: ignore[no-any-return]

    def release(self, mark: int | None) -> None:
        self._release(self.at, mark)

    def free(self) -> None:
        self._free(self.at)
        assert self.memory[arena.ARENA_BYTES :] == b"\x5a" * 16


@pytest.fixture(scope="module", params=["", "after"], ids=["plain", "O3"])
def library(request: pytest.FixtureRequest) -> jit.Library:
    return built(DOORS, level=request.param)


def test_allocations_are_aligned_and_apart(library: jit.Library) -> None:
    tape = Arena(library)
    sizes = [1, 8, 63, 64, 65, 1000, 70_000, 3, 5_000_000, 64, 200_000]
    places = [tape.alloc(n) for n in sizes]
    for k, (place, n) in enumerate(zip(places, sizes, strict=True)):
        assert place % (64 if n >= 256 else 16) == 0
        ctypes.memset(place, k + 1, n)
    for k, (place, n) in enumerate(zip(places, sizes, strict=True)):
        assert ctypes.string_at(place, n) == bytes([k + 1]) * n
    tape.free()


def test_marks_nest_across_chunks(library: jit.Library) -> None:
    tape = Arena(library)
    outer = tape.mark()
    first = tape.alloc(100)
    inner = tape.mark()
    second = tape.alloc(50)
    for n in (1 << 16, 1 << 18, 1 << 22):
        tape.alloc(n)
    tape.release(inner)
    assert tape.alloc(50) == second
    tape.alloc(1 << 20)
    tape.release(inner)
    tape.release(inner)
    assert tape.alloc(1) == second
    tape.release(outer)
    assert tape.alloc(1) == first or tape.alloc(1) % 16 == 0
    tape.free()
    tape.free()


def test_chunks_are_used_again_and_memory_stays_bounded(library: jit.Library) -> None:
    def peak() -> int:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024

    tape = Arena(library)
    for _ in range(3):
        ctypes.memset(tape.alloc(8 << 20), 1, 8 << 20)
        tape.free()
    before = peak()
    for _ in range(50):
        mark = tape.mark()
        ctypes.memset(tape.alloc(8 << 20), 1, 8 << 20)
        tape.release(mark)
        tape.free()
    assert peak() - before < 32 << 20


def test_zero(library: jit.Library) -> None:
    tape = Arena(library)
    place = tape.alloc(256)
    ctypes.memset(place, 7, 256)
    ctypes.CFUNCTYPE(None, PTR, I64)(library.address("zero"))(place, 100)
    assert ctypes.string_at(place, 256) == bytes(100) + b"\7" * 156
    tape.free()


def test_poison() -> None:
    tape = Arena(built(DOORS, poison=True))
    for n in (8, 800, 1 << 20):
        place = tape.alloc(n)
        value = ctypes.c_double.from_address(place + n - 8).value
        assert value != value
    tape.free()


@pytest.mark.parametrize("n", [(1 << 47) - 4096, 1 << 62, -1, -64, -65, -(1 << 62)])
def test_no_memory_is_an_exception(library: jit.Library, n: int) -> None:
    tape = Arena(library)
    for _ in range(3):
        request = (ctypes.c_int64 * 2)(tape.at, n)
        with pytest.raises(RunError) as caught:
            guard.call(
                library.address(symbols.GUARD),
                library.address("alloc.request"),
                ctypes.addressof(request),
            )
        assert caught.value.code == "RZ603"
        assert tape.alloc(64) % 16 == 0
    tape.free()


def test_threads_share_the_cache(library: jit.Library) -> None:
    def work(k: int) -> bool:
        tape = Arena(library)
        for i in range(300):
            n = 40_000 + 1000 * ((i * 7 + k) % 50)
            places = [tape.alloc(n) for _ in range(4)]
            for j, place in enumerate(places):
                ctypes.memset(place, k * 4 + j, n)
            if any(
                ctypes.string_at(place, n) != bytes([k * 4 + j]) * n
                for j, place in enumerate(places)
            ):
                return False
            tape.free()
        return True

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(work, range(8)))


def test_the_fast_path_inlines() -> None:
    text = """
    declare noalias ptr @rz.tape.alloc(ptr, i64)
    define ptr @f(ptr %a) {
      %p = call ptr @rz.tape.alloc(ptr %a, i64 128)
      ret ptr %p
    }
    """
    made = run("after", arena.linked(text))
    body = made[made.index("@f(") :]
    body = body[: body.index("\n}")]
    assert "@rz.tape.alloc" not in body
    assert body.count("call ") == 1 and "@rz.arena.grow" in body
    assert "memset" not in body and "rz.poison" not in made


TRAP = """
@message = private constant [26 x i8] c"no derivative at file.c:7\\00"
@tidied = global i32 0
declare void @rz.throw(i32, ptr) cold noreturn
declare i32 @__gxx_personality_v0(...)
define void @inner(ptr %flag) noinline {
  %bad = load i32, ptr %flag
  %trap = icmp ne i32 %bad, 0
  br i1 %trap, label %no, label %yes
no:
  call void @rz.throw(i32 2, ptr @message)
  unreachable
yes:
  ret void
}
define void @outer(ptr %flag) noinline personality ptr @__gxx_personality_v0 {
  invoke void @inner(ptr %flag) to label %fine unwind label %bad
fine:
  ret void
bad:
  %pad = landingpad { ptr, i32 } cleanup
  %n = load i32, ptr @tidied
  %m = add i32 %n, 1
  store i32 %m, ptr @tidied
  resume { ptr, i32 } %pad
}
define void @entry(ptr %flag) {
  call void @outer(ptr %flag)
  ret void
}
"""


def test_a_trap_two_frames_deep() -> None:
    library = built(TRAP)
    door, entry = library.address(symbols.GUARD), library.address("entry")
    tidied = ctypes.c_int.from_address(library.address("tidied"))
    flag = ctypes.c_int(0)
    guard.call(door, entry, ctypes.addressof(flag))
    flag.value = 1
    for k in range(1000):
        with pytest.raises(RunError, match=r"no derivative at file\.c:7"):
            guard.call(door, entry, ctypes.addressof(flag))
        assert tidied.value == k + 1


def test_traps_do_not_leak() -> None:
    library = built(TRAP)
    door, entry = library.address(symbols.GUARD), library.address("entry")
    flag = ctypes.c_int(1)

    class Mallinfo(ctypes.Structure):
        _fields_ = [(name, ctypes.c_size_t) for name in "abcdefghij"]

    libc = ctypes.CDLL(None)
    if not hasattr(libc, "mallinfo2"):
        pytest.skip("no mallinfo2")
    libc.mallinfo2.restype = Mallinfo
    call = ctypes.CFUNCTYPE(ctypes.c_int, PTR, PTR, ctypes.c_char_p)(door)
    report = ctypes.create_string_buffer(guard.REPORT_BYTES)

    def taken() -> int:
        gc.collect()
        return libc.mallinfo2().h  # type: ignore[no-any-return]

    for _ in range(100):
        call(entry, ctypes.addressof(flag), report)
    before = taken()
    for _ in range(20_000):
        assert call(entry, ctypes.addressof(flag), report) == guard.NO_DERIVATIVE
    assert taken() - before < 100_000  # 48 bytes each would be a megabyte


def test_threads_trap() -> None:
    library = built(TRAP)
    door, entry = library.address(symbols.GUARD), library.address("entry")

    def work(_: int) -> int:
        flag = ctypes.c_int(1)
        caught = 0
        for _ in range(200):
            try:
                guard.call(door, entry, ctypes.addressof(flag))
            except RunError:
                caught += 1
        return caught

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(work, range(8))) == [200] * 8


def test_a_long_message_is_cut() -> None:
    message = b"x" * 2000
    library = built(TRAP.replace(
        '[26 x i8] c"no derivative at file.c:7\\00"',
        f'[2001 x i8] c"{message.decode()}\\00"'))  # fmt: skip
    flag = ctypes.c_int(1)
    with pytest.raises(RunError) as caught:
        guard.call(library.address(symbols.GUARD), library.address("entry"), ctypes.addressof(flag))
    assert caught.value.diagnostic.message == "x" * 511


CXX = """
@_ZTISt13runtime_error = external constant ptr
@_ZTIi = external constant ptr
declare ptr @__cxa_allocate_exception(i64)
declare void @__cxa_throw(ptr, ptr, ptr)
declare void @_ZNSt13runtime_errorC1EPKc(ptr, ptr)
declare void @_ZNSt13runtime_errorD1Ev(ptr)
@text = private constant [12 x i8] c"bad weather\\00"
define void @standard(ptr %unused) {
  %e = call ptr @__cxa_allocate_exception(i64 16)
  call void @_ZNSt13runtime_errorC1EPKc(ptr %e, ptr @text)
  call void @__cxa_throw(ptr %e, ptr @_ZTISt13runtime_error, ptr @_ZNSt13runtime_errorD1Ev)
  unreachable
}
define void @number(ptr %unused) {
  %e = call ptr @__cxa_allocate_exception(i64 4)
  store i32 42, ptr %e
  call void @__cxa_throw(ptr %e, ptr @_ZTIi, ptr null)
  unreachable
}
"""


@pytest.mark.parametrize(
    ("name", "says"),
    [("standard", "threw an exception: bad weather"), ("number", "C\\+\\+ value of type 'int'")],
)
def test_exceptions_of_cxx(name: str, says: str) -> None:
    library = built(CXX)
    for _ in range(3):
        with pytest.raises(RunError, match=says):
            guard.call(library.address(symbols.GUARD), library.address(name))


def test_a_constructor_that_throws() -> None:
    entry = "{ i32, ptr, ptr } { i32 65535, ptr @start, ptr null }"
    text = f"""{CXX}
    @llvm.global_ctors = appending global [1 x {{ i32, ptr, ptr }}] [{entry}]
    define internal void @start() {{
      call void @standard(ptr null)
      ret void
    }}
    """
    with pytest.raises(RunError, match="bad weather"):
        built(text)


def test_nobody_catches() -> None:
    program = f"""
    import ctypes
    from ribozyme.backend.runtime import arena
    from ribozyme.backend import jit, llvm
    from ribozyme.backend.target import emit_object
    library = jit.load(emit_object(arena.linked({TRAP!r})))
    flag = ctypes.c_int(1)
    ctypes.CFUNCTYPE(None, ctypes.c_void_p)(library.address("entry"))(ctypes.addressof(flag))
    """
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program)], capture_output=True, check=False
    )
    assert done.returncode == -6
    assert done.stderr.startswith(b"ribozyme: no derivative at file.c:7\n")


def test_only_the_run_time_becomes_internal() -> None:
    theirs = "define linkonce_odr hidden void @inline() {\n  ret void\n}\n"
    whole = arena.linked(
        f"{theirs}{TRAP}\ndefine void @use() {{\n  call void @inline()\n  ret void\n}}"
    )
    assert "define linkonce_odr hidden void @inline()" in whole
    assert "define internal void @rz.throw(" in whole
    assert "@rz.trap.spare = internal global" in whole


def test_module_cache_needs_nothing_from_outside() -> None:
    whole = arena.linked(DOORS, cache="module")
    assert f"@{symbols.CACHE} = internal global" in whole
    assert struct.calcsize("24q") == 192
