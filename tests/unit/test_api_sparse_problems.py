"""Patterns of bundle adjustment, partial differential equations and networks, of any size."""

from typing import Any

import numpy as np
import pytest
from bench.sparse_problems import PROBLEMS, SOURCE, Problem, same
from numpy.testing import assert_allclose

import ribozyme as rz

NAMES = list(PROBLEMS)
MILLION = 1_000_000


@pytest.fixture(scope="module")
def lib() -> rz.Library:
    return rz.load(SOURCE)


def which(problem: Problem) -> dict[str, Any]:
    return {"wrt": problem.wrt} | ({} if problem.of is None else {"of": problem.of})


def dense(f: Any, problem: Problem, args: Any) -> Any:
    """The dense matrix, by the transforms that know no patterns."""
    if problem.second:
        return rz.hessian(f, check="never", **which(problem))(*args)
    found = rz.jacobian(f, check="never", **which(problem))(*args)
    rows = found if isinstance(problem.of, tuple) else (found,)
    blocks = [row if isinstance(problem.wrt, tuple) else (row,) for row in rows]
    return np.block([list(row) for row in blocks])


@pytest.mark.rotates
@pytest.mark.parametrize("name", NAMES)
def test_small_ones_agree_with_the_dense_matrix(lib: rz.Library, name: str) -> None:
    problem, f = PROBLEMS[name], lib[name]
    case = problem.make(problem.small)
    wanted = dense(f, problem, case.args)
    for way in ("any", "here"):
        pattern = rz.sparsity(f, *case.args, second=problem.second, pattern=way, **which(problem))
        assert same(pattern, case.pattern)
        assert not wanted[~pattern.toarray()].any()
    make = rz.hessian if problem.second else rz.jacobian
    for by in ("star", "acyclic") if problem.second else ("columns", "rows", "both"):
        found = make(f, sparse=True, by=by, check="never", **which(problem))(*case.args)
        assert_allclose(found.toarray(), wanted, rtol=1e-11, atol=1e-11)


@pytest.mark.wide
@pytest.mark.parametrize("name", NAMES)
def test_a_million_unknowns_have_the_known_pattern(lib: rz.Library, name: str) -> None:
    problem = PROBLEMS[name]
    case = problem.make(MILLION)
    for way in ("any", "here"):
        pattern = rz.sparsity(
            lib[name], *case.args, second=problem.second, pattern=way, **which(problem)
        )
        assert same(pattern, case.pattern)


@pytest.mark.parametrize(
    "name, colours",
    [("tridiagonal", 3), ("five_point", 5), ("seven_point", 7), ("brusselator", 6)],
)
@pytest.mark.parametrize("unknowns", [4000, pytest.param(MILLION, marks=pytest.mark.wide)])
def test_no_more_colours_than_the_longest_row_has_entries(
    name: str, colours: int, unknowns: int
) -> None:
    from scipy.sparse import csr_matrix

    from ribozyme.api.sparse.colouring import coloured

    pattern = csr_matrix(PROBLEMS[name].make(unknowns).pattern)
    assert np.diff(pattern.indptr).max() == colours
    assert coloured(pattern, "auto", None).counts == (colours, 0)
