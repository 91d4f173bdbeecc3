"""Names of routines, the table of the page, and which declarations are routines."""

from __future__ import annotations

import pytest
from tests.algebra_table import PAGE, page

from ribozyme.algebra.all_rows import ROWS
from ribozyme.algebra.join import called, joined
from ribozyme.rules.algebra import UNRULED, Convention, Symbol, is_routine, reason, symbols

GEMV = "(i32, i32, i32, i32, double, ptr, i32, ptr, i32, double, ptr, i32)"


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("cblas_dgemm", Symbol("gemm", "d", Convention("c", "", ""))),
        ("scipy_cblas_sdot64_", Symbol("dot", "s", Convention("c", "scipy_", "64_"))),
        ("dgemm_", Symbol("gemm", "d", Convention("f", "", "_"))),
        ("dgemm", Symbol("gemm", "d", Convention("f", "", ""))),
        ("dgemm_64_", Symbol("gemm", "d", Convention("f", "", "_64_"))),
        ("scipy_dgemm_", Symbol("gemm", "d", Convention("f", "scipy_", "_"))),
        ("cblas_dznrm2", Symbol("nrm2", "z", Convention("c", "", ""))),
        ("scipy_cblas_zdotc_sub64_", Symbol("dotc", "z", Convention("c", "scipy_", "64_"))),
        ("csscal_", Symbol("dscal", "c", Convention("f", "", "_"))),
        ("LAPACKE_dpotrf", Symbol("potrf", "d", Convention("f", "", "_"), lapacke=True)),
    ],
)
def test_names(name: str, found: Symbol) -> None:
    assert symbols(name) == (found,)


def test_the_one_form_is_told_from_its_derivatives() -> None:
    assert is_routine("rz.la.gemm.d.f_scipy_.x_64_")
    assert not is_routine("rz.la.gemm.d.c_.x.pull")
    assert not is_routine("rz.la.from.cblas_dgemm")


@pytest.mark.parametrize(
    "line",
    [
        "declare void @cblas_dgemv(i32, ptr)",
        "declare i32 @ddot_(ptr, ptr, ptr, ptr, ptr)",
        "declare void @dscal(double, ptr)",
        "declare double @cblas_ddotc(i32, ptr, i32, ptr, i32)",
        f"declare void @cblas_zgemv{GEMV}",
    ],
)
def test_other_declarations_stay(line: str) -> None:
    assert joined(f"{line}\n", lambda _: False) == f"{line}\n"


def test_lengths_of_texts_behind_fortran_arguments() -> None:
    pointers = ", ".join(["ptr noundef"] * 11)
    found = called(f"declare void @dgemv_({pointers}, i64, i64) #1\n")
    assert {name: lengths for name, (_, lengths) in found.items()} == {}
    found = called(f"declare void @dgemv_({pointers}, i64) #1\n")
    assert {name: lengths for name, (_, lengths) in found.items()} == {"dgemv_": 1}


def test_a_rule_of_the_users_own_keeps_the_call() -> None:
    line = f"declare void @cblas_dgemv{GEMV}\n"
    assert joined(line, lambda name: name == "cblas_dgemv") == line


def test_every_row_calls_rows() -> None:
    for row in ROWS.values():
        assert {*row.calls} <= ROWS.keys()
        kinds = ("matrix", "vector", "array", "reals")
        assert {*row.shapes} == {p.name for p in row.params if p.kind in kinds}


def test_the_page_has_the_table() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert page(text) == text, "python -m tests.algebra_table"


@pytest.mark.parametrize(
    ("name", "is_known"),
    [
        ("LAPACKE_dgeev", True),
        ("sgelsd_", True),
        ("scipy_zgeev_64_", True),
        ("numba_ez_rgeev", True),
        ("numba_ez_gelsd", True),
        ("dgesv_", False),
        ("numba_ez_gesdd", False),
        ("geev", False),
    ],
)
def test_routines_without_a_row_have_a_reason(name: str, is_known: bool) -> None:
    assert (reason(name) is not None) is is_known
    assert not UNRULED.keys() & ROWS.keys()
