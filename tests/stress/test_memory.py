"""A few programs of every kind under the address sanitizer, where there is one."""

from __future__ import annotations

import re

import pytest
from tests.stress import memory, redzones

pytestmark = pytest.mark.rotates("file", plain=2, wide=4)

CLANG = memory.compiler()
NAMES = (
    "control/infinite_with_breaks", "memory/realloc_growing", "cxx/deletes_told_more",
    "cxx/exceptions_present", "cinterface/split_with_result.c", "cinterface/thrown_exception.cpp",
)  # fmt: skip


@pytest.mark.skipif(CLANG is None, reason="no clang of LLVM 22 with its sanitizers here")
def test_no_findings() -> None:
    assert CLANG is not None
    programs = [one for one in memory.named(NAMES) if memory.name_of(one) in NAMES]
    assert len(programs) == len(NAMES)
    found = memory.campaign(CLANG, programs)
    assert not found.bad, "\n".join(found.bad)
    assert found.verdicts["ok"] == sum(len(memory.jobs(one, False)) for one in programs)


OVERRUN = """
define void @f(ptr %x) {
  %p = getelementptr double, ptr %x, i64 4
  store double 0.0, ptr %p
  ret void
}
"""


@pytest.mark.skipif(CLANG is None, reason="no clang of LLVM 22 with its sanitizers here")
def test_a_mistake_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """A tape that hands out too little is a finding, in a process of ours and in an executable."""
    assert CLANG is not None
    names = ("cinterface/split_with_result.c", "control/infinite_with_breaks")
    programs = [one for name in names for one in memory.named([name])]
    monkeypatch.setenv("RIBOZYME_TEST_SHORT_TAPE", "1")
    found = memory.campaign(CLANG, programs)
    for name in names:
        assert any(
            told.startswith(name) and ": finding" in told and "heap-buffer-overflow" in told
            for told in found.bad
        ), found.bad


def test_every_function_is_marked() -> None:
    text = redzones.sanitized(OVERRUN + 'define i32 @"g(i)"(i32 (ptr)* %x) unnamed_addr #0 {\n')
    assert text.count(" sanitize_address") == 2
    assert re.search(r"@f\(ptr %x\) sanitize_address \{", text)
    assert '@"g(i)"(i32 (ptr)* %x) unnamed_addr sanitize_address #0 {' in text


def test_without_a_compiler_nothing_counts(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("RIBOZYME_SANITIZER", "/no/such/clang")
    monkeypatch.setattr("sys.argv", ["memory"])
    assert memory.main() == 3
    assert "nothing was run" in capsys.readouterr().out
