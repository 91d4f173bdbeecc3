"""Atomic accesses in regions: which become critical sections, and how."""

from __future__ import annotations

import re

import pytest

from ribozyme.backend import llvm
from ribozyme.ir.printer import print_module
from ribozyme.parse import parse_module
from ribozyme.transform.parallel.atomics import atomics_as_events

HEAD = """
declare void @rz_omp_fork(i32, i32, ptr, ...)
define void @f(ptr %x) {
  call void (i32, i32, ptr, ...) @rz_omp_fork(i32 0, i32 1, ptr @f.body, ptr %x)
  ret void
}
define internal void @f.body(ptr %thread, ptr %bound, ptr %x) {
entry:
"""
CASES = {
    "a read": (
        "%a = load atomic double, ptr %x monotonic, align 8",
        "enter; %a = load double, ptr %x, align 8; leave",
    ),
    "a write": (
        "store atomic float 1.0, ptr %x monotonic, align 4",
        "enter; store float 1.0, ptr %x, align 4; leave",
    ),
    "an addition": (
        "%a = atomicrmw fadd ptr %x, double 1.0 monotonic, align 8",
        "%a = atomicrmw fadd ptr %x, double 1.0 monotonic, align 8",
    ),
    "an addition whose result is used": (
        "%a = atomicrmw fsub ptr %x, double 1.0 monotonic, align 8; %b = fneg double %a",
        (
            "enter; %a = load double, ptr %x, align 8; %0 = fsub double %a, 1.0; "
            "store double %0, ptr %x, align 8; leave; %b = fneg double %a"
        ),
    ),
    "an addition beside a read": (
        (
            "%a = atomicrmw fadd ptr %x, double 1.0 monotonic, align 8; "
            "%b = load atomic double, ptr %x monotonic, align 8"
        ),
        (
            "enter; %a = load double, ptr %x, align 8; %0 = fadd double %a, 1.0; "
            "store double %0, ptr %x, align 8; leave; enter; "
            "%b = load double, ptr %x, align 8; leave"
        ),
    ),
    "a maximum": (
        "%a = atomicrmw fmax ptr %x, float 1.0 monotonic, align 4",
        (
            "enter; %a = load float, ptr %x, align 4; "
            "%0 = call float @llvm.maxnum.f32(float %a, float 1.0); "
            "store float %0, ptr %x, align 4; leave"
        ),
    ),
    "a counter": (
        "%a = atomicrmw add ptr %x, i32 1 monotonic, align 4",
        "%a = atomicrmw add ptr %x, i32 1 monotonic, align 4",
    ),
    "a counter that orders": (
        "%a = atomicrmw add ptr %x, i32 1 seq_cst, align 4",
        "enter; %a = atomicrmw add ptr %x, i32 1 seq_cst, align 4; leave",
    ),
    "a flag": (
        "%a = load atomic i32, ptr %x acquire, align 4",
        "enter; %a = load atomic i32, ptr %x acquire, align 4; leave",
    ),
    "a fence": (
        "fence seq_cst",
        "enter; fence seq_cst; leave",
    ),
    "a small exchange": (
        "%a = cmpxchg ptr %x, i8 0, i8 1 monotonic monotonic, align 1",
        "%a = cmpxchg ptr %x, i8 0, i8 1 monotonic monotonic, align 1",
    ),
    "an exchange": (
        "%a = cmpxchg ptr %x, i64 0, i64 1 monotonic monotonic, align 8",
        (
            "enter; %0 = load i64, ptr %x, align 8; %1 = icmp eq i64 %0, 0; "
            "%2 = select i1 %1, i64 1, i64 %0; store i64 %2, ptr %x, align 8; "
            "%3 = insertvalue { i64, i1 } undef, i64 %0, 0; "
            "%a = insertvalue { i64, i1 } %3, i1 %1, 1; leave"
        ),
    ),
}
LOOP = """
  %old = load atomic i64, ptr %x monotonic, align 8
  br label %loop
loop:
  %seen = phi i64 [ %old, %entry ], [ %found, %loop ]
  %number = bitcast i64 %seen to double
  %product = fmul double %number, 3.0
  %new = bitcast double %product to i64
  %pair = cmpxchg ptr %x, i64 %seen, i64 %new monotonic monotonic, align 8
  %found = extractvalue { i64, i1 } %pair, 0
  %done = extractvalue { i64, i1 } %pair, 1
  br i1 %done, label %exit, label %loop
exit:
  ret void
}
"""


def body(text: str) -> list[str]:
    """The instructions of the region, calls of the run time by one word."""
    module = atomics_as_events(parse_module(HEAD + text))
    printed = print_module(module)
    llvm.canonical(printed)  # it is a module that LLVM takes
    lines = printed.split("@f.body(ptr %thread")[1].split("\n}")[0].splitlines()[2:]
    return [re.sub(r"%\S+ = call i64 @rz_omp_(\w+)\(.*", r"\1", line.strip()) for line in lines]


@pytest.mark.parametrize(("before", "after"), CASES.values(), ids=CASES)
def test_an_access(before: str, after: str) -> None:
    lines = "".join(f"  {line.strip()}\n" for line in before.split(";"))
    found = "; ".join(body(f"{lines}  ret void\n}}\n")[:-1])
    known: dict[str, str] = {}

    def named(match: re.Match[str]) -> str:
        if match[0] not in known:
            known[match[0]] = f"%{len(known)}"
        return known[match[0]]

    assert re.sub(r"%\d+\b", named, found).replace("1.000000e+00", "1.0") == after


def test_a_loop_around_an_exchange_is_one_section() -> None:
    text = "\n".join(filter(None, body(LOOP)))
    assert "cmpxchg" not in text and "br i1" not in text
    assert re.search(
        r"enter\n%old = load i64.*\nbr label %loop\nloop:.*\n%seen = phi i64 \[ %old, %entry \]\n"
        r".*\n.*\n.*\nstore i64 %new, ptr %x, align 8\nleave\nbr label %exit",
        text,
    )


def test_outside_of_regions_nothing_changes() -> None:
    read = "%a = load atomic double, ptr %x acquire, align 8"
    module = parse_module(f"define double @f(ptr %x) {{\n  {read}\n  ret double %a\n}}\n")
    assert atomics_as_events(module) is module
