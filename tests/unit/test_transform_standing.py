"""Derivatives stay functions where inlining them would make long functions of short ones."""

from collections.abc import Iterator

from ribozyme.ir.attrs import has
from ribozyme.ir.module import Function
from ribozyme.parse import parse_module
from ribozyme.transform.callees.outlined import LONG, standing


def program(*bodies: tuple[str, int, tuple[str, ...]]) -> dict[str, Function]:
    """Functions by name, of so many instructions besides their calls, and what each calls."""

    def lines() -> Iterator[str]:
        for name, length, callees in bodies:
            yield f"define internal double @{name}(double %x) {{"
            values = ["%x"]
            for k in range(length - 1):
                yield f"  %v{k} = fadd double {values[-1]}, 1.0"
                values.append(f"%v{k}")
            for k, callee in enumerate(callees):
                yield f"  %c{k} = call double @{callee}(double {values[-1]})"
            yield f"  ret double {values[-1]}\n}}"

    return parse_module("\n".join(lines())).functions


def marked(functions: dict[str, Function]) -> set[str]:
    return {f.name for f in standing(functions).values() if has(f.attrs, "noinline")}


def test_what_is_short_may_be_inlined() -> None:
    assert marked(program(("f", LONG // 4, ("g",)), ("g", LONG // 4, ()))) == set()


def test_what_is_long_stays() -> None:
    assert marked(program(("f", 5, ("g",)), ("g", LONG + 1, ()))) == {"g"}


def test_nobody_calls_the_root() -> None:
    assert marked(program(("f", LONG + 1, ("g",)), ("g", 5, ()))) == set()


def test_a_chain_is_cut_where_it_gets_long() -> None:
    third = LONG // 3
    links = [(f"g{k}", third, (f"g{k + 1}",)) for k in range(11)]
    found = marked(program(("f", 5, ("g0",)), *links, ("g11", third, ())))
    assert found == {"g0", "g3", "g6", "g9"}


def test_a_cycle_has_an_end() -> None:
    found = marked(program(("f", 5, ("g",)), ("g", LONG, ("h",)), ("h", LONG, ("g", "k")),
                           ("k", 5, ())))  # fmt: skip
    assert found == {"g", "h"}
