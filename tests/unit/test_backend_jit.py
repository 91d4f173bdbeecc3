"""Loading objects: missing names are all named, hooks run, code lives while it is referenced."""

import ctypes
import gc
import os
import subprocess
import sys
import textwrap
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from ribozyme.backend import jit, llvm
from ribozyme.backend.passes import startup
from ribozyme.backend.target import emit_object
from ribozyme.base.errors import LinkError

DOUBLE = ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_double)
INT = ctypes.CFUNCTYPE(ctypes.c_int)


def loaded(text: str, **options: object) -> jit.Library:
    return jit.load(emit_object(startup.for_loading(llvm.canonical(text))), **options)  # type: ignore[arg-type]


def test_call() -> None:
    library = loaded(
        "define double @sq(double %x) {\n  %y = fmul double %x, %x\n  ret double %y\n}"
    )
    assert library.names == {"sq"}
    assert DOUBLE(library.address("sq"))(3.0) == 9.0


def test_libm_and_given_symbols() -> None:
    text = """
    declare double @erf(double)
    declare double @mine(double)
    define double @f(double %x) {
      %a = call double @erf(double %x)
      %b = call double @mine(double %a)
      ret double %b
    }
    """
    mine = DOUBLE(lambda x: 10 * x)
    address = ctypes.cast(mine, ctypes.c_void_p).value
    library = loaded(text, symbols={"mine": address})
    import math

    assert DOUBLE(library.address("f"))(0.5) == 10 * math.erf(0.5)


def test_all_missing_symbols_are_named() -> None:
    text = """
    declare void @nobody_has_this()
    declare void @nor_this()
    declare extern_weak void @this_may_be_absent()
    declare double @sin(double)
    define void @f() {
      call void @nobody_has_this()
      call void @nor_this()
      call void @this_may_be_absent()
      ret void
    }
    """
    with pytest.raises(LinkError) as caught:
        loaded(text)
    assert caught.value.code == "RZ030"
    assert "'nobody_has_this', 'nor_this'" in str(caught.value)
    assert "absent" not in str(caught.value)


def test_names_that_only_code_generation_makes() -> None:
    text = """
    define i128 @f(i128 %a, i128 %b) {
      %q = sdiv i128 %a, %b
      ret i128 %q
    }
    """
    assert "f" in loaded(text)  # wants __divti3, of libgcc_s


def test_constructors_run_in_order_of_priority() -> None:
    text = """
    @trace = global i32 0
    @llvm.global_ctors = appending global [3 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @last, ptr null }, { i32, ptr, ptr } { i32 101, ptr @first, ptr null }, { i32, ptr, ptr } { i32 200, ptr @"se cond", ptr @trace }]
    define internal void @append(i32 %digit) {
      %old = load i32, ptr @trace
      %shifted = mul i32 %old, 10
      %new = add i32 %shifted, %digit
      store i32 %new, ptr @trace
      ret void
    }
    define internal void @first() {
      call void @append(i32 1)
      ret void
    }
    define internal void @"se cond"() {
      call void @append(i32 2)
      ret void
    }
    define internal void @last() {
      call void @append(i32 3)
      ret void
    }
    """  # noqa: E501
    library = loaded(text)
    assert ctypes.c_int.from_address(library.address("trace")).value == 123


HANDLERS = """
    @sink = external global ptr
    @llvm.global_dtors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @bye, ptr null }]
    @llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @hello, ptr null }]
    @__dso_handle = external hidden global i8
    declare i32 @__cxa_atexit(ptr, ptr, ptr)
    declare i32 @atexit(ptr)
    define internal void @put(i32 %digit) {
      %cell = load ptr, ptr @sink
      %old = load i32, ptr %cell
      %shifted = mul i32 %old, 10
      %new = add i32 %shifted, %digit
      store i32 %new, ptr %cell
      ret void
    }
    define internal void @bye() {
      call void @put(i32 3)
      ret void
    }
    define internal void @handler() {
      call void @put(i32 1)
      ret void
    }
    define internal void @destroy(ptr %which) {
      %digit = ptrtoint ptr %which to i32
      call void @put(i32 %digit)
      ret void
    }
    define internal void @hello() {
      %1 = call i32 @__cxa_atexit(ptr @destroy, ptr inttoptr (i64 2 to ptr), ptr @__dso_handle)
      %2 = call i32 @atexit(ptr @handler)
      ret void
    }
    """  # noqa: E501
TLS = (
    "\n@counter = thread_local global i32 7\n"
    """
    define i32 @bump() {
      %p = call ptr @llvm.threadlocal.address.p0(ptr @counter)
      %old = load i32, ptr %p
      %new = add i32 %old, 1
      store i32 %new, ptr %p
      ret i32 %new
    }
    declare ptr @llvm.threadlocal.address.p0(ptr)
"""
)


@pytest.mark.parametrize("extra", ["", TLS], ids=["jitlink", "shared object"])
def test_handlers_run_when_the_library_goes(extra: str) -> None:
    cell = ctypes.c_int(0)
    sink = ctypes.c_void_p(ctypes.addressof(cell))
    library = loaded(HANDLERS + extra, symbols={"sink": ctypes.addressof(sink)})
    assert cell.value == 0
    del library
    gc.collect()
    assert cell.value == 123


@pytest.mark.parametrize("extra", ["", TLS], ids=["jitlink", "shared object"])
@pytest.mark.parametrize("drop", ["", "del library"])
def test_handlers_run_once_at_the_end_of_the_process(extra: str, drop: str) -> None:
    text = HANDLERS.replace("call void @put(i32 3)", "%x = call i32 @puts(ptr @goodbye)")
    text += '@goodbye = constant [8 x i8] c"goodbye\\00"\ndeclare i32 @puts(ptr)\n' + extra
    program = f"""
    import ctypes
    from ribozyme.backend import jit, llvm
    from ribozyme.backend.passes import startup
    from ribozyme.backend.target import emit_object
    cell = ctypes.c_int(0)
    sink = ctypes.c_void_p(ctypes.addressof(cell))
    text = startup.for_loading(llvm.canonical({text!r}))
    library = jit.load(emit_object(text), symbols={{"sink": ctypes.addressof(sink)}})
    {drop}
    """
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "goodbye\n", "")


FAR = """
import ctypes, mmap
from ribozyme.backend import jit, llvm
from ribozyme.backend.passes import startup
from ribozyme.backend.target import emit_object

libc = ctypes.CDLL(None)
libc.mmap.restype = ctypes.c_void_p
libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, *[ctypes.c_int] * 3, ctypes.c_long]
libc.munmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t]
PRIVATE_ANONYMOUS_UNRESERVED = 0x4022

def room(size):
    return libc.mmap(None, size, 0, PRIVATE_ANONYMOUS_UNRESERVED, -1, 0)

image = emit_object(startup.for_loading(llvm.canonical({text!r})))
jit.load(emit_object("@nothing = global i8 0"))
wide = 6 << 30
wall = room(wide)
while room(1 << 20) > wall:  # no hole above it takes what is large
    pass
libc.munmap(wall + wide - (1 << 16), 1 << 16)  # and one does what is small
cell = ctypes.c_int(0)
sink = ctypes.c_void_p(ctypes.addressof(cell))
library = jit.load(image, symbols={{"sink": ctypes.addressof(sink)}})
assert library.address("large") < wall
del library
assert cell.value == 123
"""


def test_code_far_from_what_the_jit_brings_itself() -> None:
    """Frameworks fill the address space; the pieces of one library then lie gigabytes apart."""
    text = HANDLERS + "@large = constant [2000000 x i8] zeroinitializer\n"
    done = subprocess.run(
        [sys.executable, "-c", FAR.format(text=text)], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


ALLOCATOR = r"""
/* An allocator that ends the process when it is given what is not its own. */
#include <stddef.h>
#include <string.h>
static char pool[1UL << 30] __attribute__((aligned(64)));
static size_t used;
extern void abort(void);
void *malloc(size_t n)
{
    size_t at = __atomic_fetch_add(&used, (n + 127) & ~63UL, __ATOMIC_SEQ_CST);
    *(size_t *)(pool + at) = n;
    return pool + at + 64;
}
void free(void *p)
{
    if (p && ((char *)p < pool || (char *)p >= pool + sizeof pool))
        abort();
}
void *calloc(size_t a, size_t b) { return memset(malloc(a * b), 0, a * b); }
void *realloc(void *p, size_t n)
{
    void *q = malloc(n);
    size_t old = p ? *(size_t *)((char *)p - 64) : 0;
    return memcpy(q, p ? p : q, old < n ? old : n);
}
int posix_memalign(void **p, size_t a, size_t n)
{
    char *q = malloc(n + a);
    *p = (void *)(((size_t)q + a - 1) & -a);
    return 0;
}
void *aligned_alloc(size_t a, size_t n)
{
    void *p;
    posix_memalign(&p, a, n);
    return p;
}
"""
BORROWER = """
    @word = constant [6 x i8] c"hello\\00"
    declare ptr @strdup(ptr)
    declare i64 @strlen(ptr)
    declare void @free(ptr)
    declare ptr @_Znwm(i64)
    declare void @_ZdlPv(ptr)
    define i32 @f() {
      %copy = call ptr @strdup(ptr @word)
      %length = call i64 @strlen(ptr %copy)
      %result = trunc i64 %length to i32
      call void @free(ptr %copy)
      %new = call ptr @_Znwm(i64 8)
      call void @_ZdlPv(ptr %new)
      ret i32 %result
    }
    """


def test_a_preloaded_allocator_is_the_one_for_all(tmp_path: Path) -> None:
    """`strdup` takes memory from it, so it must get it back."""
    source, made = tmp_path / "allocator.c", tmp_path / "allocator.so"
    source.write_text(ALLOCATOR)
    flags = ["-O1", "-fno-builtin", "-shared", "-fPIC", "-target", "x86_64-linux-gnu.2.28"]
    subprocess.run(
        [sys.executable, "-m", "ziglang", "cc", *flags, "-o", str(made), str(source)], check=True
    )
    program = f"""
    import ctypes
    from ribozyme.backend import jit, llvm
    from ribozyme.backend.passes import startup
    from ribozyme.backend.target import emit_object
    library = jit.load(emit_object(startup.for_loading(llvm.canonical({BORROWER!r}))))
    assert ctypes.CFUNCTYPE(ctypes.c_int)(library.address("f"))() == 5
    """
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program)],
        capture_output=True, text=True, check=False, env=os.environ | {"LD_PRELOAD": str(made)},
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("near", ["hidden", "protected", "dso_local"])
def test_what_is_only_declared_may_be_anywhere(near: str) -> None:
    """Whatever the program says of it: the heap is never within reach of a 32-bit distance."""
    text = f"""
    @cell = external {near} global double
    @"odd = name" = external {near} global double
    @{near} = external global double
    @"absent" = extern_weak {near} global double
    @constant = available_externally {near} constant double 3.0
    declare {near} double @mine(double)
    declare extern_weak {near} double @nobodys(double)
    define i64 @f(ptr %at) {{
      store ptr @mine, ptr %at
      %p1 = getelementptr ptr, ptr %at, i64 1
      store ptr @cell, ptr %p1
      %p2 = getelementptr ptr, ptr %at, i64 2
      store ptr @"odd = name", ptr %p2
      %p3 = getelementptr ptr, ptr %at, i64 3
      store ptr @absent, ptr %p3
      %p4 = getelementptr ptr, ptr %at, i64 4
      store ptr @nobodys, ptr %p4
      %p5 = getelementptr ptr, ptr %at, i64 5
      store ptr @constant, ptr %p5
      %p6 = getelementptr ptr, ptr %at, i64 6
      store ptr @{near}, ptr %p6
      ret i64 0
    }}
    """
    cells = (ctypes.c_double * 5)()
    at = [ctypes.addressof(cells) + 8 * k for k in range(5)]
    symbols = {"mine": at[0], "cell": at[1], "odd = name": at[2], "constant": at[3], near: at[4]}
    library = loaded(text, symbols=symbols)
    found = (ctypes.c_uint64 * 7)()
    ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_void_p)(library.address("f"))(ctypes.addressof(found))
    assert list(found) == [*at[:3], 0, 0, *at[3:]]


def test_thread_local() -> None:
    library = loaded(TLS)
    bump = INT(library.address("bump"))
    assert [bump(), bump()] == [8, 9]
    with ThreadPoolExecutor(1) as other:
        assert other.submit(bump).result() == 8
    assert bump() == 10


def test_code_is_freed() -> None:
    image = emit_object("@big = global [4000000 x i8] zeroinitializer\n")

    def resident() -> int:
        with open("/proc/self/statm") as file:
            return int(file.read().split()[0]) * 4096

    jit.load(image)
    before = resident()
    for _ in range(100):
        jit.load(image)
    assert resident() - before < 40_000_000  # 400 MB if kept


def test_threads_compile_and_call() -> None:
    def one(k: int) -> float:
        total = 0.0
        for i in range(8):
            text = f"""
            declare double @llvm.sqrt.f64(double)
            define double @f(double %x) {{
              %y = call double @llvm.sqrt.f64(double %x)
              %z = fadd double %y, {k * 100 + i}.0
              ret double %z
            }}
            """
            library = loaded(text)
            total += DOUBLE(library.address("f"))(4.0)
        return total

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(one, range(8))) == [8 * (2 + 100 * k) + 28 for k in range(8)]


def test_the_machine_is_the_one_llvmlite_knows() -> None:
    from ribozyme.backend import native
    from ribozyme.backend.llvm import LLVM_VERSION
    from ribozyme.backend.target import HOST

    version, triple, cpu, features = native.machine().split(" ")
    known = HOST.resolved()
    assert (triple, cpu) == (known.triple, known.cpu)
    assert sorted(features.split(",")) == sorted((known.features or "").split(","))
    number = int(version, 16)
    parts = [number >> shift & 0xFF for shift in (16, 8, 0)]
    assert ".".join(map(str, parts)) == LLVM_VERSION
