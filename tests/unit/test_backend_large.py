"""Blocks too long for LLVM's best: found, and made all the same."""

import ctypes

import pytest

from ribozyme.backend import jit, llvm, target
from ribozyme.backend.passes import large


def _chain(n: int, kept: int = 40) -> str:
    """`kept` values, n times `x = x * 0.5 + one of them`; then all of them again."""
    head = [f'target triple = "{target.HOST.triple}"', "define double @f(double %a) {"]
    values = [f"  %k{i} = fmul double %a, {float(i + 1)}" for i in range(kept)]
    lines, last = [], "%a"
    for i in range(n):
        lines += [
            f"  %h{i} = fmul double {last}, 0.5",
            f"  %x{i} = fadd double %h{i}, %k{i % kept}",
        ]
        last = f"%x{i}"
    for i in range(kept):
        lines.append(f"  %e{i} = fadd double {last}, %k{i}")
        last = f"%e{i}"
    return llvm.canonical("\n".join([*head, *values, *lines, f"  ret double {last}", "}"]))


def _expected(n: int, a: float, kept: int = 40) -> float:
    x = a
    for i in range(n):
        x = x * 0.5 + a * (i % kept + 1)
    for i in range(kept):
        x += a * (i + 1)
    return x


@pytest.mark.parametrize("n", [10, large.HUGE_BLOCK])
def test_code_of_any_length(n: int) -> None:
    text = _chain(n)
    assert large.huge(text, target.HOST.arch) == (n > 10 and target.HOST.arch in ("x86", "aarch64"))
    library = jit.load(target.emit_object(text))
    f = ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_double)(library.address("f"))
    assert f(1.25) == _expected(n, 1.25)


def test_the_longest_block_is_found() -> None:
    text = _chain(100)
    assert 240 <= large.longest_block(text) <= 300
    both = large.longest_block(f"{_chain(10)}\n{text}\n{_chain(5)}")
    assert abs(both - large.longest_block(text)) <= 1  # the line end of the file
    assert large.longest_block("") == 0


def _diamonds(name: str, n: int) -> str:
    lines = [f"define double @{name}(double %a) {{", "  br label %j0", "j0:", "  br label %b0"]
    for i in range(n):
        lines += [
            f"b{i}:",
            f"  %c{i} = fcmp olt double %a, {float(i)}",
            f"  br i1 %c{i}, label %t{i}, label %b{i + 1}",
            f"t{i}:",
            f"  br label %b{i + 1}",
        ]
    return "\n".join([*lines, f"b{n}:", "  ret double %a", "}"])


def test_the_function_of_most_blocks_is_found() -> None:
    declared = "\n".join(f"declare double @g{i}(double) #{i}" for i in range(40))
    attributes = "\n".join(f"attributes #{i} = {{ cold }}" for i in range(40))
    parts = [declared, _diamonds("few", 3), _diamonds("most", 12), _diamonds("some", 7), attributes]
    assert large.most_blocks(llvm.canonical("\n".join(parts))) == 2 * 12 + 3
    assert large.most_blocks(llvm.canonical(declared + "\n" + attributes)) == 0
    assert large.most_blocks("") == 0


def test_other_processors_have_no_spare_way() -> None:
    assert not large.huge(_chain(large.HUGE_BLOCK), "nvvm")


def test_variables_and_metadata_are_no_blocks() -> None:
    text = _chain(100)
    longest = large.longest_block(text)
    head, _, body = text.partition("define ")
    variables = "".join(f"@v{i} = global i32 {i}\n" for i in range(2000))
    nodes = "".join(f"!{i} = !{{i32 {i}}}\n" for i in range(2000))
    listed = ", ".join(f"!{i}" for i in range(2000))
    with_both = llvm.to_text(f"{head}{variables}define {body}\n!named = !{{{listed}}}\n{nodes}")
    assert with_both.count("\n") > 4000
    assert large.longest_block(with_both) == longest
