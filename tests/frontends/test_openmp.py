"""Programs with OpenMP in them: our `omp.h`, pragmas that say nothing, and our run time."""

import ctypes
import os
import resource
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest
from numpy.testing import assert_allclose

import ribozyme as rz
from ribozyme.frontends import toolchain

pytestmark = pytest.mark.rotates("file", plain=3, wide=6)

SHARED = """
#include <omp.h>
double norm(const double *x, int n)
{
    double s = 0;
    #pragma omp parallel for reduction(+:s) schedule(static)
    for (int i = 0; i < n; i++)
        s += x[i] * x[i];
    return s * omp_get_max_threads();
}
double parts(const double *x, int n)
{
    int threads = omp_get_max_threads();
    double s = 0, *part = (double *)omp_alloc(threads * sizeof(double), omp_default_mem_alloc);
    #pragma omp parallel num_threads(threads)
    {
        int me = omp_get_thread_num(), all = omp_get_num_threads();
        part[me] = 0;
        for (int i = me; i < n; i += all)
            part[me] += x[i] * x[i] * x[i];
    }
    for (int i = 0; i < threads; i++)
        s += part[i];
    omp_free(part, omp_default_mem_alloc);
    return s;
}
double guarded(const double *x, int n)
{
    static omp_lock_t lock;
    double s = 1, start = omp_get_wtime();
    omp_init_lock(&lock);
    #pragma omp parallel for
    for (int i = 0; i < n; i++) {
        omp_set_lock(&lock);
        s *= x[i];
        omp_unset_lock(&lock);
        #pragma omp critical
        s += omp_in_parallel();
    }
    omp_destroy_lock(&lock);
    return omp_get_wtime() >= start ? s : -1;
}
int locks(void)
{
    omp_lock_t lock;
    omp_nest_lock_t nest;
    omp_init_lock(&lock);
    omp_init_nest_lock(&nest);
    int first = omp_test_lock(&lock), second = omp_test_lock(&lock);
    omp_unset_lock(&lock);
    int third = omp_test_lock(&lock);
    omp_set_nest_lock(&nest);
    int depth = omp_test_nest_lock(&nest);
    omp_sched_t kind;
    int chunk;
    omp_get_schedule(&kind, &chunk);
    omp_set_num_threads(8);
    return first + 10 * second + 100 * third + 1000 * depth + 10000 * omp_get_num_threads()
        + 100000 * (kind == omp_sched_static) + 1000000 * (omp_get_wtick() > 0);
}
"""
X = np.array([1.0, 2.0, 3.0])


@pytest.mark.parametrize(("lang", "standard"), [("c", "c99"), ("c", "gnu17"), ("c++", "c++11")])
def test_a_program_with_openmp_in_it_runs_in_one_thread(lang: str, standard: str) -> None:
    strict = ["-Wall", "-Wextra", "-Werror", "-pedantic-errors", "-Wno-unknown-pragmas"]
    lib = rz.compile(SHARED, lang, flags=[f"-std={standard}", *strict])
    assert lib.norm(X, 3) == 14.0 and lib.parts(X, 3) == 36.0 and lib.guarded(X, 3) == 6.0
    assert lib.locks() == 1112101  # taken, refused, taken again; two deep; one thread
    assert_allclose(rz.grad(lib.norm)(X, 3), 2 * X)
    assert_allclose(rz.grad(lib.parts)(X, 3), 3 * X**2)
    assert_allclose(rz.grad(lib.guarded)(X, 3), 6 / X)
    assert_allclose(rz.hessian(lib.parts)(X, 3), np.diag(6 * X))


def test_several_files_include_it(tmp_path: Path) -> None:
    (tmp_path / "one.c").write_text(
        "#include <omp.h>\n#include <time.h>\n#include <stdlib.h>\n#include <omp.h>\n"
        "double scale(double);\n"
        "double f(double x) { return omp_get_num_threads() * scale(x); }\n"
    )
    (tmp_path / "two.cpp").write_text(
        '#include <cstdio>\n#include "omp.h"\n#include <vector>\n'
        'extern "C" double scale(double x) { return (1 + omp_get_thread_num()) * x * x; }\n'
    )
    lib = rz.load(tmp_path / "one.c", tmp_path / "two.cpp")
    assert rz.grad(lib.f)(3.0) == 6.0


def test_a_header_of_the_users_own_comes_first(tmp_path: Path) -> None:
    (tmp_path / "omp.h").write_text("#define omp_get_max_threads() 3\n")
    lib = rz.compile(
        "#include <omp.h>\ndouble f(double x) { return omp_get_max_threads() * x; }",
        flags=[f"-I{tmp_path}"],
    )
    assert lib.f(1.0) == 3.0


def test_with_the_flag_there_are_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    forget = "void forget(void) { omp_set_num_threads(0); }"  # what `locks` says to all programs
    lib = rz.compile(SHARED + forget, flags=["-fopenmp"])
    monkeypatch.setenv("OMP_NUM_THREADS", "3")
    assert lib.norm(X, 3) == 3 * 14.0 and lib.parts(X, 3) == 36.0
    assert_allclose(rz.grad(lib.norm)(X, 3), 6 * X)
    assert_allclose(rz.grad(lib.parts)(X, 3), 3 * X**2)
    assert lib.locks() == 1112101
    lib.forget()
    assert_allclose(rz.hessian(lib.parts)(X, 3), np.diag(6 * X))
    assert_allclose(rz.hvp(lib.parts, (X, 3), X), 6 * X**2)


def test_modules_of_ir_have_it_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OMP_NUM_THREADS", "2")
    source, made = tmp_path / "cube.c", tmp_path / "cube.ll"
    source.write_text(
        "double cubes(const double *x, int n)\n{\n    double s = 0;\n"
        "#pragma omp parallel for reduction(+:s)\n"
        "    for (int i = 0; i < n; i++)\n        s += x[i] * x[i] * x[i];\n    return s;\n}\n"
    )
    clang = [*toolchain.compiler().command, "-O1", "-g", "-fopenmp", "-S", "-emit-llvm"]
    subprocess.run([*clang, str(source), "-o", str(made)], check=True)
    lib = rz.load(made, flags=["-fopenmp"])
    assert_allclose(rz.grad(lib.cubes)(X, 3), 3 * X**2)


def test_a_program_of_the_command_line_has_threads(tmp_path: Path) -> None:
    (tmp_path / "main.c").write_text(
        "#include <omp.h>\n#include <stdio.h>\n"
        "double cubes(double *x, int n)\n{\n    double s = 0;\n"
        "#pragma omp parallel for reduction(+:s)\n"
        "    for (int i = 0; i < n; i++)\n        s += x[i] * x[i] * x[i];\n    return s;\n}\n"
        "double __enzyme_autodiff(void *, double *, double *, int);\n"
        "int main(void)\n{\n    double x[3] = {1, 2, 3}, d[3] = {0, 0, 0};\n    int all = 0;\n"
        "#pragma omp parallel num_threads(3)\n#pragma omp atomic\n    all++;\n"
        "    __enzyme_autodiff((void *)cubes, x, d, 3);\n"
        '    printf("%g %g %g %d\\n", d[0], d[1], d[2], all);\n}\n'
    )
    cc = [
        sys.executable,
        "-m",
        "ribozyme.cli.main",
        "cc",
        "-O2",
        "-fopenmp",
        "main.c",
        "-o",
        "main",
    ]
    subprocess.run(cc, cwd=tmp_path, check=True)
    done = subprocess.run(["./main"], cwd=tmp_path, check=True, capture_output=True, text=True)
    assert done.stdout == "3 12 27 3\n"


OTHER = r"""
#include <omp.h>
double other(const double *x, int n)
{
    double s = 0, p = 1, t = 0;
    int once = 0;
    omp_lock_t lock;
    omp_init_lock(&lock);
    #pragma omp parallel reduction(+:s)
    {
        #pragma omp for schedule(dynamic, 2)
        for (int i = 0; i < n; i++) {
            s += x[i];
            #pragma omp critical
            p *= x[i];
        }
        #pragma omp single
        once++;
        #pragma omp barrier
        omp_set_lock(&lock);
        once += 10;
        omp_unset_lock(&lock);
        #pragma omp for ordered
        for (int i = 0; i < n; i++) {
            #pragma omp ordered
            t = 10 * t + x[i];
        }
    }
    return s + 100 * p + 1000 * once + 100000 * t;
}
"""


def test_files_without_derivatives_have_the_same_run_time(tmp_path: Path) -> None:
    (tmp_path / "other.c").write_text(OTHER)
    (tmp_path / "main.c").write_text(
        "#include <stdio.h>\ndouble other(const double *, int);\n"
        "double squares(double *x, int n)\n{\n    double s = 0;\n"
        "#pragma omp parallel for reduction(+:s)\n"
        "    for (int i = 0; i < n; i++)\n        s += x[i] * x[i];\n    return s;\n}\n"
        "double __enzyme_autodiff(void *, double *, double *, int);\n"
        "int main(void)\n{\n    double x[3] = {1, 2, 3}, d[3] = {0, 0, 0};\n"
        "    __enzyme_autodiff((void *)squares, x, d, 3);\n"
        '    printf("%g %g %g %.0f\\n", d[0], d[1], d[2], other(x, 3));\n}\n'
    )
    cc = [sys.executable, "-m", "ribozyme.cli.main", "cc", "-O1", "-fopenmp"]
    subprocess.run([*cc, "main.c", "other.c", "-o", "main"], cwd=tmp_path, check=True)
    for policy in ("active", "passive", "PASSIVE"):
        how = {**os.environ, "OMP_NUM_THREADS": "4", "OMP_WAIT_POLICY": policy}
        done = subprocess.run(
            ["./main"], cwd=tmp_path, check=True, capture_output=True, text=True, env=how
        )
        assert done.stdout == f"2 4 6 {6 + 600 + 41000 + 12300000}\n", policy


def test_a_library_of_a_derivative_has_threads(tmp_path: Path) -> None:
    (tmp_path / "model.c").write_text(
        "double f(const double *x, int n)\n{\n    double s = 0;\n"
        "#pragma omp parallel for reduction(+:s) num_threads(3)\n"
        "    for (int i = 0; i < n; i++)\n        s += x[i] * x[i];\n    return s;\n}\n"
    )
    grad = [sys.executable, "-m", "ribozyme.cli.main", "grad", "--emit", "so", "-o", "libgrad.so"]
    subprocess.run([*grad, "model.c:f", "--", "-fopenmp"], cwd=tmp_path, check=True)
    made = ctypes.CDLL(str(tmp_path / "libgrad.so"))
    x, bar = (ctypes.c_double * 3)(1, 2, 3), (ctypes.c_double * 3)()
    made.f_grad(x, bar, 3)
    assert list(bar) == [2, 4, 6]


def test_simd_alone_needs_no_run_time() -> None:
    lib = rz.compile(
        "#include <omp.h>\ndouble f(const double *x, int n)\n{\n    double s = 0;\n"
        "#pragma omp simd reduction(+:s)\n"
        "    for (int i = 0; i < n; i++)\n        s += x[i] * x[i];\n"
        "    return s * omp_get_num_threads();\n}\n",
        flags=["-fopenmp-simd"],
    )
    assert_allclose(rz.grad(lib.f)(X, 3), 2 * X)


def test_the_compiler_of_the_command_line_finds_it(tmp_path: Path) -> None:
    (tmp_path / "main.c").write_text(
        "#include <omp.h>\n#include <stdio.h>\n"
        "double cube(double x) { return x * x * x * omp_get_max_threads(); }\n"
        "double __enzyme_autodiff(void *, double);\n"
        'int main(void) { printf("%g\\n", __enzyme_autodiff((void *)cube, 2.0)); }\n'
    )
    command = [sys.executable, "-m", "ribozyme.cli.main", "cc", "main.c", "-o", "main"]
    subprocess.run(command, cwd=tmp_path, check=True)
    done = subprocess.run(["./main"], cwd=tmp_path, check=True, capture_output=True, text=True)
    assert done.stdout == "12\n"


FORTRAN = """
module m
contains
  real(8) function energy(x, k)
    real(8), intent(in) :: x(:), k
    integer :: i
    energy = 0
    !$omp parallel do reduction(+:energy)
    do i = 1, size(x)
      energy = energy + 0.5d0 * k * x(i)**2 * sin(x(i))
    end do
    !$omp end parallel do
  end function
  subroutine step(x, y)
    real(8), intent(in) :: x(:)
    real(8), intent(out) :: y(:)
    integer :: i
    real(8) :: t
    !$omp parallel do private(t) schedule(dynamic, 3)
    do i = 1, size(x)
      t = x(i) * x(1)
      y(i) = t * t + x(i)
    end do
    !$omp end parallel do
  end subroutine
  real(8) function product(x)
    real(8), intent(in) :: x(:)
    integer :: i
    product = 1
    !$omp parallel
    !$omp do
    do i = 1, size(x)
      !$omp critical
      product = product * x(i)
      !$omp end critical
    end do
    !$omp end do
    !$omp single
    product = product * product
    !$omp end single
    !$omp end parallel
  end function
end module
"""


@pytest.mark.fortran
@pytest.mark.rotates(wide=2)
@pytest.mark.parametrize("threads", [1, 2, 4, 8])
def test_fortran(threads: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OMP_NUM_THREADS", str(threads))
    lib = rz.compile(FORTRAN, "fortran", flags=["-fopenmp"])
    x = np.linspace(0.6, 1.4, 13)
    by_x, by_k = rz.grad(lib.energy)(x, 2.0)
    assert_allclose(by_x, 2 * x * np.sin(x) + x**2 * np.cos(x))
    assert_allclose(by_k, 0.5 * np.sum(x**2 * np.sin(x)))
    w = np.cos(x)
    _, back = rz.vjp(lib.step, x, np.zeros(13), of="y", wrt="x")
    expected = w * (2 * x * x[0] ** 2 + 1)
    expected[0] += np.sum(w * 2 * x**2 * x[0])
    assert_allclose(back(w), expected)
    assert_allclose(rz.grad(lib.product)(x), 2 * np.prod(x) ** 2 / x)


BETWEEN = """
#include <math.h>
double f(const double *x, double *t, int n)
{
    double s = 0;
    #pragma omp parallel reduction(+:s)
    {
        double own[4];
        #pragma omp for
        for (int i = 0; i < n; i++) {
            double a = x[i];
            for (int k = 0; k < (i < n / 4 ? 100 : 0); k++)
                a = sin(a) + a * x[k];
            t[i] = a;
        }
        #pragma omp for
        for (int i = 0; i < n; i++) {
            for (int k = 0; k < 4; k++)
                own[k] = t[i] * t[(i + k) % n];
            s += t[n - 1 - i] * own[i % 4];
        }
    }
    return s;
}
"""


def test_a_trap_in_one_thread_ends_the_call_and_not_the_process(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The tape of one thread is too large, while the others wait at a barrier."""
    monkeypatch.setenv("OMP_NUM_THREADS", "4")
    lib = rz.compile(BETWEEN, flags=["-fopenmp"])
    x, n = np.linspace(0.1, 0.2, 2000), 2000
    expected = rz.grad(lib.f, wrt="x")(x, np.zeros(n), n)
    with rz.options(memory="100KB"):
        small = rz.grad(lib.f, wrt="x")
        for _ in range(20):
            with pytest.raises(rz.RunError) as caught:
                small(x, np.zeros(n), n)
            assert caught.value.code == "RZ603"
    assert_allclose(rz.grad(lib.f, wrt="x")(x, np.zeros(n), n), expected)


def test_explain_says_how_each_read_is_added_to() -> None:
    lib = rz.compile(BETWEEN, flags=["-fopenmp"])
    said = str(rz.explain(lib.f, wrt="x"))
    assert "added to by several threads, atomically: the derivative of" in said
    assert "added to by one thread: the derivative of" in said
    assert "threads wait for each other, in the reverse sweep too" in said
    assert "one thread at a time; the reverse sweep does it in the opposite order" in said


def test_many_calls_from_many_threads_leave_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OMP_NUM_THREADS", "2")
    gradient = rz.grad(rz.compile(SHARED, flags=["-fopenmp"]).parts)
    wrong: list[int] = []

    def work() -> None:
        for _ in range(2000):
            if not np.array_equal(gradient(X, 3), 3 * X**2):
                wrong.append(1)

    work()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    others = [threading.Thread(target=work) for _ in range(4)]
    for other in others:
        other.start()
    for other in others:
        other.join()
    assert not wrong
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 20_000  # KiB
