"""Variables of numbers are an object of their own; the rest of a program is compiled if needed."""

import threading
from pathlib import Path

import pytest

import ribozyme as rz
from ribozyme.api.programs import texts
from ribozyme.api.signatures import linkage
from ribozyme.api.signatures.number_variables import number_variables
from ribozyme.backend import llvm

TEXT = """
%Sizes = type { i64, [2 x double] }
%Node = type { double, ptr }
%Tree = type { %Node, i64 }
$sizes = comdat any
@sizes = linkonce_odr global %Sizes zeroinitializer, comdat, align 8
@rate = internal unnamed_addr global double 1.5, align 8
@count = hidden global i32 0, align 4, !note !0
@"odd name" = global [4 x i8] c"a,b\\00", align 1
@table = global ptr @f
@head = global %Tree zeroinitializer
@slot = thread_local global i32 0
@fixed = constant double 2.0
@outside = external global i32
define void @f(ptr %x) {
  store double 1.0, ptr %x
  store double 1.0, ptr @rate
  ret void
}
!0 = !{}
"""


def test_variables_with_addresses_stay_with_the_functions() -> None:
    text = number_variables(llvm.canonical(TEXT))
    llvm.verify(text)
    assert linkage.names(text) == {"sizes", "rate", "count", "odd name"}
    assert "@rate = unnamed_addr global double 1.5" in text
    assert "@sizes = weak_odr global" in text
    assert "!note" not in text and "@f" not in text


@pytest.mark.parametrize(
    "line",
    [
        "@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } ENTRY]",
        '@hook = internal global ptr @f, section ".init_array"',
        "@also = alias double, ptr @rate",
        'module asm "nop"',
    ],
)
def test_nothing_is_apart_where_more_may_run_or_name_it(line: str) -> None:
    line = line.replace("ENTRY", "{ i32 65535, ptr @f, ptr null }")
    whole = llvm.canonical(TEXT.replace("define void", f"{line}\ndefine void"))
    assert number_variables(whole) == ""


COUNTED = """
static double rate = 2.0;
static long calls;
struct { double scale[2]; long seen; } state = {{3.0, 4.0}, 0};
void set_rate(double x) { rate = x; }
long get_calls(void) { return calls; }
double f(double x) { calls++; state.seen++; return rate * state.scale[1] * x * x; }
"""


def test_a_gradient_that_borrows_numbers_compiles_no_function(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = []
    real = texts.own_image

    def counted(program: object) -> bytes:
        made.append(program)
        return real(program)  # type: ignore[arg-type]

    monkeypatch.setattr(texts, "own_image", counted)
    with rz.options(cache=False):
        program = rz.compile(COUNTED)
        gradient = rz.grad(program["f"], wrt="x", check="never")
        assert gradient(5.0) == 2.0 * 4.0 * 2 * 5.0
        assert not made
        program["set_rate"](7.0)  # a function: the library is there now, with the same variables
        assert gradient(5.0) == 7.0 * 4.0 * 2 * 5.0
        assert program["f"](1.0) == 28.0
        assert program["get_calls"]() == 3


def test_numbers_stay_as_long_as_code_that_uses_them() -> None:
    program = rz.compile(COUNTED)
    gradient = rz.grad(program["f"], wrt="x", check="never")
    gradient(1.0)
    program["set_rate"](1.0)
    del program
    results: list[float] = []
    thread = threading.Thread(target=lambda: results.append(gradient(3.0)))
    thread.start()
    thread.join()
    assert results == [4.0 * 2 * 3.0]


def test_files_share_their_numbers(tmp_path: Path) -> None:
    (tmp_path / "a.c").write_text("double shared = 2; double f(double x) { return shared * x; }")
    (tmp_path / "b.c").write_text("extern double shared; void set(double x) { shared = x; }")
    program = rz.load(tmp_path / "a.c", tmp_path / "b.c")
    gradient = rz.grad(program["f"], wrt="x")
    assert gradient(1.0) == 2.0
    program["set"](9.0)
    assert gradient(1.0) == 9.0
    assert program["f"](1.0) == 9.0
