"""Registries, annotations and attributes: every spelling ends in the same rulebook."""

from pathlib import Path

import pytest

from ribozyme import cinterface
from ribozyme.backend import llvm
from ribozyme.base.cache import NO_CACHE
from ribozyme.base.errors import Error
from ribozyme.cinterface.registries import Registry, marked, registry
from ribozyme.frontends.c.clang import compile_c
from ribozyme.ir.metadata import attached
from ribozyme.ir.module import Module
from ribozyme.ir.printer import print_module
from ribozyme.parse import parse_module
from ribozyme.rules.custom import Forward, Pair
from ribozyme.rules.memory import Allocation, Deallocation
from ribozyme.rules.names import Math

PRELUDE = Path(cinterface.__file__).parent / "include" / "attributes.h"


def module_of(text: str) -> Module:
    return parse_module(llvm.to_text(compile_c(text, prelude=PRELUDE, cache=NO_CACHE).code))


def found(text: str) -> Registry:
    return registry(module_of(text))


F = "double f(double x) { return x; } double a(double x); double g(double x, void *t);\n"


def test_a_gradient_is_a_pair() -> None:
    book = found(
        F + "void *__enzyme_register_gradient_f[] = {(void *)f, (void *)a, (void *)g};"
    ).book
    assert book.meaning("f") == Pair("a", "g")


def test_a_struct_of_functions_serves_as_well() -> None:
    text = (
        "struct { double (*f)(double), (*a)(double); void *g; }"
        "__enzyme_register_gradient_f = {f, a, (void *)g};"
    )
    assert found(F + text).book.meaning("f") == Pair("a", "g")


def test_a_forward_rule_and_an_inactive_function() -> None:
    book = found(
        F + "void *__enzyme_register_derivative_f[2] = {(void *)f, (void *)a};"
        "void *__enzyme_inactivefn_g = (void *)g;"
    ).book
    assert book.meaning("f") == Forward("a")
    assert book.inactive == ("g",)


def test_attributes_say_the_same() -> None:
    book = found(
        "double a(double x); double g(double x, void *t);"
        '__attribute__((enzyme("augment", a))) __attribute__((enzyme("gradient", g)))'
        "double f(double x) { return x; }"
        "__attribute__((enzyme_inactive)) double h(double x) { return x; }"
        '__attribute__((enzyme_function_like("log1p"))) double k(double);'
        "double use(double x) { return k(x); }"
    ).book
    assert book.meaning("f") == Pair("a", "g")
    assert book.inactive == ("h",)
    assert book.meaning("k") == Math("log1p", "double")


def test_functions_like_known_ones() -> None:
    book = found(
        "double k(double); char b[9]; void *m(int k, int n) { return b + n; } void fr(void *p) {}"
        'struct { void *f; char *n; } __enzyme_function_like_k = {(void *)k, "sin"};'
        'void *__enzyme_allocation_like_m[4] = {(void *)m, (void *)1, (void *)"-1", (void *)fr};'
    ).book
    assert book.meaning("k") == Math("sin", "double")
    assert book.meaning("m") == Allocation((1,), release="fr")
    assert book.meaning("fr") == Deallocation(0)


def test_globals_with_a_shadow_or_without() -> None:
    text = (
        "double s, ds, o; void *__enzyme_shadow_global_s[2] = {&s, &ds};"
        "void *__enzyme_inactive_global_o = &o; __attribute__((enzyme_inactive)) double q;"
    )
    module = module_of(text)
    what = registry(module)
    assert what.shadows == {"s": "ds"}
    assert what.inactive_globals == {"o", "q"}
    again = parse_module(llvm.to_text(print_module(marked(module, what))))
    assert attached(again.globals["o"].meta, "enzyme_inactive") is not None
    assert attached(again.globals["s"].meta, "enzyme_inactive") is None
    assert registry(again).shadows == {"s": "ds"}


def test_metadata_and_string_attributes_of_other_front_ends() -> None:
    what = registry(
        parse_module(
            llvm.to_text(
                """
                @g = global double 1.0, !enzyme_shadow !1
                @dg = global double 0.0
                define double @f(double %x) !enzyme_derivative !0 { ret double %x }
                define double @d(double %x, double %t) { ret double %t }
                define double @i(double %x) "enzyme_inactive" { ret double %x }
                declare double @m(double) "enzyme_math"="cbrt"
                !0 = !{ptr @d}
                !1 = !{ptr @dg}
                """
            )
        )
    )
    assert what.shadows == {"g": "dg"}
    assert what.book.meaning("f") == Forward("d")
    assert what.book.inactive == ("i",)
    assert what.book.meaning("m") == Math("cbrt", "double")


def test_registered_functions_stay_calls() -> None:
    text = F + "double use(double x) { return f(x); } void *__enzyme_inactivefn_f = (void *)f;"
    module = module_of(text)
    made = llvm.to_text(print_module(marked(module, registry(module))))
    line = next(line for line in made.splitlines() if "@f(" in line and "define" in line)
    group = f"attributes #{line.rpartition('#')[2].split()[0]} "
    assert "noinline" in next(line for line in made.splitlines() if line.startswith(group))


def test_a_malformed_entry_is_refused_at_its_line() -> None:
    with pytest.raises(Error) as caught:
        found(F + "void *__enzyme_register_gradient_f[2] = {(void *)f, (void *)a};")
    assert caught.value.code == "RZ508"
    assert caught.value.location is not None and caught.value.location.line == 2


def test_an_unknown_model_is_refused() -> None:
    with pytest.raises(Error) as caught:
        found('double k(double); void *__enzyme_function_like_k[2] = {(void *)k, (void *)"sinus"};')
    assert caught.value.code == "RZ508"
