"""Linear algebra in jitted functions: Numba's calls of BLAS and LAPACK have derivatives."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import ribozyme as rz

numba = pytest.importorskip("numba", reason="Numba is not installed: pip install 'ribozyme[numba]'")
pytest.importorskip("scipy_openblas32", reason="the extra 'blas' is not installed")


def squares(A: Any, x: Any) -> Any:
    y = np.dot(A, x)
    return np.dot(y, y)


def products(A: Any, B: Any) -> Any:
    C = A @ B.T @ A
    return np.sum(C * C)


def cubes(x: Any, A: Any) -> Any:
    y = x @ A
    return np.sum(y * y * y)


def solution(A: Any, b: Any) -> Any:
    x = np.linalg.solve(A, b)
    return np.sum(x * x)


def inverse(A: Any) -> Any:
    B = np.linalg.inv(A)
    return np.sum(B * B * B)


def factor(A: Any) -> Any:
    L = np.linalg.cholesky(A)
    return np.sum(L * L * L)


def length(x: Any) -> Any:
    return np.linalg.norm(x)


def determinant(A: Any) -> Any:
    return np.linalg.det(A)


def hermitian(A: Any, x: Any) -> Any:
    return np.real(np.vdot(x, A @ x) + np.dot(x, A.T @ x))


def mixed(A: Any, B: Any) -> Any:
    C = A @ np.conj(B.T)
    return np.sum(np.abs(C) ** 2) + np.real(C[0, 1])


def complex_solution(A: Any, b: Any) -> Any:
    x = np.linalg.solve(A, b)
    return np.sum(np.real(x) ** 2 + 2 * np.imag(x) ** 2)


def complex_inverse(A: Any) -> Any:
    B = np.linalg.inv(A)
    return np.sum(np.real(B) ** 3 + np.imag(B))


def complex_factor(A: Any) -> Any:
    L = np.linalg.cholesky(A)
    return np.sum(np.real(L) ** 3 + np.imag(L) ** 2)


def eigenvectors(A: Any) -> Any:
    w, V = np.linalg.eigh(A)
    P = (V * np.exp(w)) @ np.conj(V.T)  # no phase or sign counts
    return np.sum(np.real(P) ** 3) + np.sum(w * w * w)


def singular(A: Any) -> Any:
    U, s, V = np.linalg.svd(A, False)
    P = (U * s**2) @ V
    return np.sum(np.real(P) ** 3) + np.sum(s * s * s)


def reflected(A: Any) -> Any:
    Q, R = np.linalg.qr(A)
    return np.sum(np.real(Q) ** 3) + np.sum(np.real(R) ** 3)


def agree(
    function: Callable[..., Any], args: list[Any], rng: np.random.Generator, step: float = 1e-3
) -> None:
    """Gradient and tangent of the jitted function; differences of the same function in NumPy."""
    f, close = numba.njit(function), 2e-4 if args[0].dtype in (np.float32, np.complex64) else 1e-7
    along = [np.empty_like(arg) for arg in args]
    for arg in along:
        arg[...] = _values(rng, arg.shape, arg.dtype)
    wide = [complex if np.iscomplexobj(arg) else float for arg in args]
    exact = [arg.astype(kind) for arg, kind in zip(args, wide, strict=True)]

    def at(step: float) -> float:
        return float(function(*(a + step * d for a, d in zip(exact, along, strict=True))))

    h = step
    want = (8 * (at(h) - at(-h)) - (at(2 * h) - at(-2 * h))) / (12 * h)
    _, tangent = rz.jvp(f, args, along)
    assert tangent == pytest.approx(want, rel=close)
    found = rz.grad(f, wrt=tuple(range(len(args))))(*args)
    got = sum(np.sum(np.real(np.conj(g) * d)) for g, d in zip(found, along, strict=True))
    assert got == pytest.approx(want, rel=close)


def _values(rng: np.random.Generator, shape: tuple[int, ...], type: Any) -> Any:
    values = rng.normal(size=shape)
    if np.issubdtype(type, np.complexfloating):
        values = values + 1j * rng.normal(size=shape)
    return values.astype(type)


@pytest.mark.rotates(plain=1, wide=4)
@pytest.mark.parametrize("type", [np.float64, np.float32])
@pytest.mark.parametrize(
    ("function", "shapes"),
    [
        (squares, ((4, 3), (3,))),
        (products, ((3, 3), (3, 3))),
        (cubes, ((4,), (4, 2))),
        (solution, ((4, 4), (4,))),
        (solution, ((4, 4), (4, 3))),
        (inverse, ((3, 3),)),
        (length, ((5,),)),
        (length, ((3, 4),)),
        (determinant, ((4, 4),)),
    ],
)
def test_real(function: Any, shapes: tuple[tuple[int, ...], ...], type: Any) -> None:
    rng = np.random.default_rng(4)
    agree(function, [_values(rng, shape, type) for shape in shapes], rng)


@pytest.mark.rotates(plain=1, wide=3)
@pytest.mark.parametrize("type", [np.complex128, np.complex64])
@pytest.mark.parametrize(
    ("function", "shapes"),
    [
        (hermitian, ((4, 4), (4,))),
        (mixed, ((3, 4), (2, 4))),
        (complex_solution, ((4, 4), (4,))),
        (complex_inverse, ((3, 3),)),
        (length, ((3, 4),)),
    ],
)
def test_complex(function: Any, shapes: tuple[tuple[int, ...], ...], type: Any) -> None:
    rng = np.random.default_rng(5)
    agree(function, [_values(rng, shape, type) for shape in shapes], rng)


@pytest.mark.rotates(plain=0, wide=2)
@pytest.mark.parametrize(
    ("function", "type"),
    [(factor, np.float64), (factor, np.float32), (complex_factor, np.complex128)],
)
def test_factor(function: Any, type: Any) -> None:
    rng = np.random.default_rng(6)
    A = _values(rng, (4, 4), type)
    agree(function, [(A @ np.conj(A.T) + 4 * np.eye(4)).astype(type)], rng)


@pytest.mark.rotates(plain=0, wide=2)
@pytest.mark.parametrize("type", [np.float64, np.complex128])
@pytest.mark.parametrize(
    ("function", "shape"), [(eigenvectors, (3, 3)), (singular, (4, 3)), (reflected, (4, 3))]
)
def test_spectra(function: Any, shape: tuple[int, ...], type: Any) -> None:
    rng = np.random.default_rng(8)
    A = _values(rng, shape, type)
    agree(function, [A + np.conj(A.T) if function is eigenvectors else A], rng, step=1e-4)


def reshaped(x: Any) -> Any:
    A = x.reshape((3, 3))
    y = np.linalg.solve(A, A[0])
    return np.sum(y * A[1] * A[1])


@pytest.mark.rotates(plain=0, wide=2)
@pytest.mark.parametrize(
    ("function", "type", "shapes"),
    [
        (solution, np.float64, ((3, 3), (3,))),
        (solution, np.float64, ((3, 3), (3, 2))),
        (complex_solution, np.complex128, ((3, 3), (3,))),
        (inverse, np.float64, ((3, 3),)),
        (determinant, np.float64, ((3, 3),)),
        (products, np.float64, ((3, 3), (3, 3))),
        (reshaped, np.float64, ((9,),)),
    ],
)
def test_second_order(function: Any, type: Any, shapes: tuple[tuple[int, ...], ...]) -> None:
    """The curvature along a direction, and second differences of the function in NumPy."""
    rng = np.random.default_rng(9)
    args = [_values(rng, shape, type) for shape in shapes]
    args[0] += 3 * np.eye(3, dtype=type).reshape(shapes[0])
    along = [_values(rng, shape, type) / 4 for shape in shapes]
    given = (tuple(along) if len(along) > 1 else along[0],)
    found = rz.hvp(numba.njit(function), args, *given, wrt=tuple(range(len(args))))
    found = found if isinstance(found, tuple) else (found,)
    curvature = sum(np.sum(np.real(np.conj(g) * d)) for g, d in zip(found, along, strict=True))

    def at(step: float) -> float:
        return float(function(*(a + step * d for a, d in zip(args, along, strict=True))))

    h = 4e-3
    want = (16 * (at(h) + at(-h)) - (at(2 * h) + at(-2 * h)) - 30 * at(0)) / (12 * h * h)
    assert curvature == pytest.approx(want, rel=1e-7)


@pytest.mark.wide
def test_arrays_of_other_orders() -> None:
    rng = np.random.default_rng(7)
    A, b = np.asfortranarray(rng.normal(size=(3, 3)) + 3 * np.eye(3)), rng.normal(size=(3, 2))
    agree(solution, [A, b], rng)
    _, tangent = rz.jvp(numba.njit(length), (A,), (A,))  # in its own memory
    assert tangent == pytest.approx(np.linalg.norm(A))


def test_shapes_that_do_not_fit_are_errors() -> None:
    with pytest.raises(rz.RunError, match=r"LinAlgError|ValueError"):
        rz.grad(numba.njit(solution), wrt=0)(np.eye(3), np.ones(2))
    with pytest.raises(rz.RunError, match="singular"):
        rz.grad(numba.njit(inverse), wrt=0)(np.zeros((2, 2)))


def test_what_is_not_known_is_refused_by_name() -> None:
    f = numba.njit(lambda A, b: np.sum(np.linalg.lstsq(A, b)[0]))
    with pytest.raises(rz.Error, match="numba_ez_gelsd"):
        rz.grad(f)(np.eye(3), np.ones(3))
