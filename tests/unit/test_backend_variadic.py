"""Variadic functions whose lists are read where that is seen are told where their arguments lie."""

import pytest

from ribozyme.backend.llvm import to_text
from ribozyme.backend.passes.variadic import listed
from ribozyme.parse import parse_module

HEAD = """
target triple = "x86_64-unknown-linux-gnu"
declare void @llvm.va_start.p0(ptr)
declare void @llvm.va_end.p0(ptr)
declare void @llvm.va_copy.p0(ptr, ptr)
declare i32 @vprintf(ptr, ptr)
declare i32 @vscanf(ptr, ptr)
define {linkage} double @g(i32 %n, ...) {{
  %list = alloca [24 x i8]
  %again = alloca [24 x i8]
  call void @llvm.va_start.p0(ptr %list)
  {body}
  call void @llvm.va_end.p0(ptr %list)
  ret double 0.0
}}
define void @reads(ptr %list) {{
  %at = getelementptr i8, ptr %list, i64 8
  %area = load ptr, ptr %at
  ret void
}}
define double @f(double %x, ptr %p) {{
  {call}
  ret double %r
}}
"""
CALL = "%r = tail call double (i32, ...) @g(i32 2, double %x, i32 3, ptr byval({ double, i32 }) %p)"


def _made(body: str = "", call: str = CALL, linkage: str = "internal", head: str = HEAD) -> str:
    return listed(to_text(head.format(body=body, call=call, linkage=linkage)))


def _is_listed(text: str) -> bool:
    return not parse_module(to_text(text)).functions["g"].type.vararg


def test_arguments_lie_one_behind_the_other() -> None:
    text = _made()
    assert _is_listed(text)
    assert "alloca [32 x i8], align 16" in text
    assert "store double %x, ptr" in text and "store i32 3, ptr" in text
    assert "llvm.memcpy.p0.p0.i64(ptr" in text and "tail call double" not in text
    assert "va_start.p0(ptr %" not in text and "va_end.p0(ptr %" not in text


@pytest.mark.parametrize(
    "body",
    [
        "call void @reads(ptr %list)",
        "call void @llvm.va_copy.p0(ptr %again, ptr %list)\n  call void @reads(ptr %again)",
        (
            "%slot = alloca ptr\n  store ptr %list, ptr %slot\n  %s = load ptr, ptr %slot\n"
            "  call void @reads(ptr %s)"
        ),
        "call i32 @vprintf(ptr null, ptr %list)",
        (
            "call void @llvm.va_copy.p0(ptr %again, ptr %list)\n"
            "  call i32 @vprintf(ptr null, ptr %again)"
        ),
        (
            "%slot = alloca ptr\n  store ptr %list, ptr %slot\n  %s = load ptr, ptr %slot\n"
            "  call i32 @vprintf(ptr null, ptr %s)"
        ),
    ],
)
def test_lists_are_read_where_it_is_seen(body: str) -> None:
    assert _is_listed(_made(body))


@pytest.mark.parametrize(
    "body",
    [
        "call i32 @vprintf(ptr %list, ptr null)",
        "call i32 @vprintf(ptr %list, ptr %list)",
        (
            "%slot = alloca ptr\n  store ptr %list, ptr %slot\n"
            "  call i32 @vprintf(ptr null, ptr %slot)"
        ),
        "call i32 @vscanf(ptr null, ptr %list)",
        "store ptr %list, ptr inttoptr (i64 64 to ptr)",
        "call void null(ptr %list)",
    ],
)
def test_lists_that_go_elsewhere_stay(body: str) -> None:
    text = to_text(HEAD.format(body=body, call=CALL, linkage="internal"))
    assert listed(text) is text


@pytest.mark.parametrize("linkage", ["weak", "linkonce"])
def test_functions_that_others_may_replace_stay(linkage: str) -> None:
    assert not _is_listed(_made(linkage=linkage))


@pytest.mark.parametrize(
    "call", [f"store ptr @g, ptr %p\n  {CALL}", CALL.replace("tail", "notail")]
)
def test_addresses_and_calls(call: str) -> None:
    assert _is_listed(_made(call=call)) == ("store" not in call)


def test_others_find_the_old_one() -> None:
    module = parse_module(to_text(_made(linkage="")))
    assert module.functions["g"].type.vararg
    assert not module.functions["g.listed"].type.vararg
    assert "@g.listed(" in _made(linkage="") and module.functions["f"].header.linkage == ""


def test_other_conventions_stay() -> None:
    head = HEAD.replace("x86_64-unknown-linux-gnu", "x86_64-pc-windows-msvc")
    assert not _is_listed(_made(head=head))
