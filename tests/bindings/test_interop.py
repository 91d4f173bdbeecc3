"""Other libraries: functions that travel to other processes, pointers for C, arrays of others.

SciPy has a file of its own, `test_scipy.py`.
"""

import ctypes
import subprocess
import sys
from pathlib import Path
from typing import Any

import cffi
import cloudpickle
import joblib
import numpy as np
import pytest
from numpy.testing import assert_allclose

import ribozyme as rz

SOURCE = """
#include <math.h>
double wave(double x, double k) { return sin(k * x) * x; }
double energy(const double *x, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += x[i] * x[i] * x[(i + 1) % n];
    return s;
}
double twice(double (*f)(double), double x) { return f(f(x)); }
double cube(double x) { return x * x * x; }
"""


@pytest.fixture(scope="module")
def lib() -> rz.Library:
    return rz.compile(SOURCE)


X = np.array([1.0, 2.0, 3.0])


def slope(x: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """By hand."""
    return 2 * x * np.roll(x, -1) + np.roll(x, 1) ** 2


# ---- to other processes --------------------------------------------------------------------------


def test_cloudpickle_into_a_process_that_knows_nothing(lib: rz.Library, tmp_path: Path) -> None:
    """As Dask and Ray send their work: closures over functions and derivatives."""
    gradient = rz.grad(lib.energy)
    transforms = (rz.value_and_grad(lib.energy), rz.hessian(lib.energy), rz.vmap(lib.cube))

    def work(x: Any) -> Any:
        value_and_grad, hessian, cubes = transforms
        return gradient(x, 3), value_and_grad(x, 3)[0], hessian(x, 3), cubes(x)

    (tmp_path / "work").write_bytes(cloudpickle.dumps(work))
    text = (
        "import pickle, sys; work = pickle.load(open('work', 'rb'))\n"
        "import numpy as np; found = work(np.array([1.0, 2.0, 3.0]))\n"
        "pickle.dump(found, open('found', 'wb'))"
    )
    subprocess.run([sys.executable, "-c", text], check=True, cwd=tmp_path)
    bar, value, hessian, cubes = cloudpickle.loads((tmp_path / "found").read_bytes())
    assert_allclose(bar, slope(X))
    assert value == lib.energy(X, 3)
    assert_allclose(hessian, rz.hessian(lib.energy)(X, 3))
    assert_allclose(cubes, X**3)


def test_joblib_with_processes_and_with_threads(lib: rz.Library) -> None:
    g = rz.grad(lib.energy)
    points = [X + k for k in range(6)]
    for backend in ("loky", "threading"):
        found = joblib.Parallel(n_jobs=2, backend=backend)(joblib.delayed(g)(x, 3) for x in points)
        assert_allclose(found, [slope(x) for x in points])


def test_joblib_remembers_by_content(lib: rz.Library) -> None:
    assert joblib.hash(rz.grad(lib.cube)) == joblib.hash(rz.grad(rz.compile(SOURCE).cube))


# ---- function pointers ---------------------------------------------------------------------------


def test_a_derivative_as_a_pointer_for_ctypes(lib: rz.Library) -> None:
    g = rz.grad(lib.cube)
    assert g.ctypes(2.0) == 12.0
    pointer = ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_double)(g.address)
    assert pointer(2.0) == 12.0
    assert lib.twice(g, 2.0) == lib.twice(g.address, 2.0) == lib.twice(pointer, 2.0) == 432.0


def test_a_derivative_as_a_pointer_for_cffi(lib: rz.Library) -> None:
    ffi, g = cffi.FFI(), rz.grad(lib.cube)
    pointer = ffi.cast("double (*)(double)", g.address)
    assert pointer(2.0) == 12.0  # type: ignore[operator]
    energy = ffi.cast("double (*)(double *, int)", lib.energy.address)
    data = ffi.new("double[3]", [1.0, 2.0, 3.0])
    assert energy(data, 3) == lib.energy(X, 3)  # type: ignore[operator]
    own = ffi.callback("double (double)", lambda x: x + 1)
    assert lib.twice(int(ffi.cast("intptr_t", own)), 2.0) == 4.0
    view = np.frombuffer(ffi.buffer(data))
    assert_allclose(rz.grad(lib.energy)(view, 3), slope(X))  # its memory, not a copy


# ---- arrays of others ----------------------------------------------------------------------------


class Packed:
    """What speaks DLPack and nothing else."""

    def __init__(self, data: np.ndarray[Any, Any]) -> None:
        self.data = data

    def __dlpack__(self, **how: Any) -> Any:
        return self.data.__dlpack__(**how)

    def __dlpack_device__(self) -> tuple[int, int]:
        return self.data.__dlpack_device__()


class Interface:
    """What speaks NumPy's array interface and nothing else."""

    def __init__(self, data: np.ndarray[Any, Any]) -> None:
        self.data = data

    @property
    def __array_interface__(self) -> Any:
        return self.data.__array_interface__


@pytest.mark.parametrize("kind", [Packed, Interface, memoryview])
def test_derivatives_by_arrays_of_other_libraries(lib: rz.Library, kind: Any) -> None:
    x = kind(X.copy())
    assert_allclose(rz.grad(lib.energy)(x, 3), slope(X))
    value, tangent = rz.jvp(lib.energy, (x, 3), (kind(np.ones(3)), None))
    assert value == lib.energy(X, 3)
    assert_allclose(tangent, slope(X).sum())
    assert_allclose(rz.vjp(lib.energy, x, 3)[1](2.0), 2 * slope(X))
    assert_allclose(rz.hessian(lib.energy)(x, 3), rz.hessian(lib.energy)(X, 3))


def test_an_array_that_lies_elsewhere_is_refused(lib: rz.Library) -> None:
    class OnDevice:
        def __dlpack__(self, **how: Any) -> Any:
            raise BufferError("cannot be moved to the host")

        def __dlpack_device__(self) -> tuple[int, int]:
            return 2, 0

    with pytest.raises(TypeError, match="'x' of 'energy' cannot be seen as an array"):
        lib.energy(OnDevice(), 3)
