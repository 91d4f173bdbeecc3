"""Jacobians and Hessians of complex functions: closed forms, differences, both modes."""

from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose
from tests.isolated import no_added_rules

import ribozyme as rz
from ribozyme.api.derivatives.sweeps import Sweeps

pytestmark = pytest.mark.rotates("file", plain=14, wide=1000)

TEXT = """
#include <complex.h>
#include <math.h>
typedef double complex C;
C line(double a, double b) { return a + I * b; }
C holo(C z, C w) { return z * z * w + cexp(w); }
C mirrored(C z) { return conj(z) * conj(z); }
C turned(C z, double t) { return t * conj(z) * z * z; }
C corner(C z) { return cabs(z) > 1 ? z * z : conj(z); }
double weight(const C *z, int n) {
    double s = 0;
    for (int i = 0; i < n; i++) s += creal(z[i]) * creal(z[i]) * cimag(z[i]) + creal(z[0] * z[i]);
    return s;
}
void products(const C *z, int n, C *w) {
    for (int i = 0; i < n; i++) w[i] = z[i] * z[(i + 1) % n] + csin(z[i]);
}
void cycle(const C *z, int n, C *w) {
    w[0] = 0;
    for (int i = 0; i < n; i++) w[0] += z[i] * z[(i + 1) % n] * z[i];
}
int lift(const double *x, int n, C *w) {
    for (int i = 0; i < n; i++) w[i] = x[i] * x[(i + 1) % n] + I * sin(x[i]);
    return 0;
}
C product(const C *z, int n) {
    C s = 1;
    for (int i = 0; i < n; i++) s *= z[i] + 1;
    return s;
}
C phases(const double *x, int n) {
    C s = 1;
    for (int i = 0; i < n; i++) s *= x[i] + I;
    return s;
}
void both(const C *z, double t, C *w, double *r) { *w = t * *z; *r = t * creal(*z); }
float complex single(float complex z) { return z * z * z; }
long double complex wide(long double complex z) { return z * z * z; }
"""
Z = np.array([1 + 2j, 0.5 - 1j, 0.3j])
X = np.array([0.3, 0.7, 1.1])


@pytest.fixture(scope="module")
def lib() -> rz.Library:
    return rz.compile(TEXT)


def parts(f: Any, at: np.ndarray[Any, Any], step: float = 1e-5) -> np.ndarray[Any, Any]:
    """Central differences by real and imaginary parts: out + in + (2, 2)."""
    columns = []
    for k in np.ndindex(at.shape):
        for unit in (1, 1j):
            ahead, behind = at.copy(), at.copy()
            ahead[k] += unit * step
            behind[k] -= unit * step
            slope = (f(ahead) - f(behind)) / (2 * step)
            columns.append(np.stack((np.real(slope), np.imag(slope)), -1))
    whole = np.stack(columns, -1)  # out + (2, 2 × in)
    whole = whole.reshape(*whole.shape[:-1], *at.shape, 2)
    return np.moveaxis(whole, np.ndim(slope), -2)


def test_from_real_to_complex(lib: rz.Library) -> None:
    assert rz.jacobian(lib.line)(0.1, 0.2) == (1, 1j)
    expected = np.diag(np.roll(X, -1) + 1j * np.cos(X)) + np.roll(np.diag(X), 1, 1)
    w = np.zeros(3, complex)
    assert_allclose(rz.jacobian(lib.lift)(X, 3, w), expected, atol=1e-15)
    assert_allclose(w, X * np.roll(X, -1) + 1j * np.sin(X))
    assert rz.jacobian(lib.turned, wrt="t")(1 + 2j, 3.0) == 5 * (1 + 2j)
    assert_allclose(rz.jacobian(lib.line, as_real=True)(0.1, 0.2), ([1, 0], [0, 1]))


def test_from_complex_to_real_as_grad_has_it(lib: rz.Library) -> None:
    found = rz.jacobian(lib.weight)(Z, 3)
    assert_allclose(found, rz.grad(lib.weight)(Z, 3), rtol=1e-14)
    by_parts = rz.jacobian(lib.weight, as_real=True)(Z, 3)
    assert by_parts.shape == (3, 2)
    assert_allclose(by_parts[:, 0] + 1j * by_parts[:, 1], found, rtol=1e-14)
    measured = parts(lambda z: lib.weight(z, 3), Z)
    assert_allclose(by_parts, measured[:, 0, :], atol=1e-8)


def test_holomorphic_functions(lib: rz.Library) -> None:
    z, w = 1 + 2j, 0.5 + 0.1j
    found = rz.jacobian(lib.holo, holomorphic=True)(z, w)
    assert_allclose(found, (2 * z * w, z * z + np.exp(w)), rtol=1e-14)
    out = np.zeros(3, complex)
    expected = np.diag(np.roll(Z, -1) + np.cos(Z)) + np.roll(np.diag(Z), 1, 1)
    by_columns = rz.jacobian(lib.products, wrt="z", holomorphic=True)(Z, 3, out)
    assert_allclose(by_columns, expected, atol=1e-14)
    by_rows = rz.jacobian(lib.product, holomorphic=True)(Z, 3)
    assert_allclose(by_rows, np.prod(1 + Z) / (1 + Z), rtol=1e-14)
    with rz.options(holomorphic=True):
        assert_allclose(rz.jacobian(lib.product)(Z, 3), by_rows)
        assert_allclose(rz.grad(lib.weight)(Z, 3), rz.jacobian(lib.weight, holomorphic=False)(Z, 3))


@pytest.mark.parametrize("name", ["single", "wide"])
def test_holomorphic_in_other_precisions(lib: rz.Library, name: str) -> None:
    found = rz.jacobian(lib[name], holomorphic=True)(1 + 2j)
    assert found == pytest.approx(3 * (1 + 2j) ** 2)
    assert rz.check(lib[name], 1 + 2j, holomorphic=True)


def test_by_parts(lib: rz.Library) -> None:
    assert_allclose(rz.jacobian(lib.mirrored, as_real=True)(1 + 2j), [[2, -4], [-4, -2]])
    out = np.zeros(3, complex)

    def filled(z: Any) -> Any:
        lib.products(z, 3, w := np.zeros(3, complex))
        return w

    found = rz.jacobian(lib.products, wrt="z", as_real=True)(Z, 3, out)
    assert found.shape == (3, 3, 2, 2)
    assert_allclose(found, parts(filled, Z), atol=1e-8)
    by_z, by_t = rz.jacobian(lib.turned, as_real=True)(1 + 2j, 3.0)
    assert_allclose(by_z, parts(lambda z: lib.turned(complex(z), 3.0), np.array(1 + 2j)), atol=1e-8)
    assert_allclose(by_t, [5, 10])
    of_w, of_r = rz.jacobian(lib.both, wrt="z", of=("w", "r"), as_real=True)(
        Z[:1], 3.0, np.zeros(1, complex), np.zeros(1)
    )
    assert_allclose(of_w[0, 0], [[3, 0], [0, 3]])
    assert_allclose(of_r[0, 0], [3, 0])
    real = rz.jacobian(lib.lift, as_real=True)(X, 3, out)
    whole = rz.jacobian(lib.lift)(X, 3, out)
    assert_allclose(real, np.stack((whole.real, whole.imag), -1))


@pytest.mark.parametrize(
    ("name", "wrt", "reading"),
    [
        ("products", "z", "parts"),
        ("products", "z", "holomorphic"),
        ("product", "z", "holomorphic"),
        ("weight", "z", "gradient"),
        ("lift", "x", "along"),
    ],
)
def test_both_modes_agree(lib: rz.Library, name: str, wrt: str, reading: Any) -> None:
    from ribozyme.api.derivatives.by_choice import copied, value_of
    from ribozyme.api.derivatives.complexes import assembled
    from ribozyme.api.derivatives.differentiate import choose

    f = lib[name]
    args: list[Any] = [X if wrt == "x" else Z, 3, np.zeros(3, complex)][: len(f.plan.inputs)]
    choice, how = choose(f.plan, wrt, None), rz.Options()
    value = value_of(f, choice, [copied(arg) for arg in args])
    sweeps = Sweeps(f, choice, how, reading, args, (value,))
    one = assembled(sweeps.rows()[0][0], reading, value, args[0], rows=True)
    two = assembled(sweeps.columns()[0][0], reading, value, args[0], rows=False)
    assert one.shape == two.shape
    assert_allclose(one, two, rtol=1e-13, atol=1e-13)


def test_hessians(lib: rz.Library) -> None:
    rest = [[np.prod(np.delete(1 + Z, (i, k))) * (i != k) for k in range(3)] for i in range(3)]
    assert_allclose(rz.hessian(lib.product, holomorphic=True)(Z, 3), rest, atol=1e-14)
    out = np.zeros(1, complex)
    found = rz.hessian(lib.cycle, wrt="z", holomorphic=True)(Z, 3, out)
    ahead = np.roll(np.diag(2 * Z), 1, 1)
    assert_allclose(found, np.diag(2 * np.roll(Z, -1)) + ahead + ahead.T, atol=1e-14)
    over = [[np.prod(np.delete(X + 1j, (i, k))) * (i != k) for k in range(3)] for i in range(3)]
    assert_allclose(rz.hessian(lib.phases)(X, 3), over, atol=1e-14)
    z, w = 1 + 2j, 0.5 + 0.1j
    (zz, zw), (wz, ww) = rz.hessian(lib.holo, holomorphic=True)(z, w)
    assert_allclose((zz, zw, wz, ww), (2 * w, 2 * z, 2 * z, np.exp(w)), rtol=1e-14)


def test_hessians_by_parts(lib: rz.Library) -> None:
    slope = rz.grad(lib.weight)
    measured = parts(lambda z: slope(z, 3), Z)  # rows: Re and Im of the first input
    found = rz.hessian(lib.weight, as_real=True)(Z, 3)
    assert found.shape == (3, 3, 2, 2)
    assert_allclose(found, measured, atol=1e-8)
    of_both = rz.hessian(lib.mirrored, as_real=True)(1 + 2j)
    assert_allclose(of_both, [[[2, 0], [0, -2]], [[0, -2], [-2, 0]]])
    by_parts = rz.hessian(lib.phases, as_real=True)(X, 3)
    whole = rz.hessian(lib.phases)(X, 3)
    assert_allclose(by_parts, np.stack((whole.real, whole.imag), -1))


@pytest.mark.parametrize(
    ("what", "name", "args", "options", "words"),
    [
        ("jacobian", "holo", (1j, 2j), {}, "'z' is complex"),
        ("jacobian", "turned", (1j, 2.0), {}, "'z' is complex"),
        ("jacobian", "turned", (1j, 2.0), {"holomorphic": True}, "'t' is real"),
        ("jacobian", "weight", (Z, 3), {"holomorphic": True}, "an output is real"),
        ("jacobian", "line", (1.0, 2.0), {"holomorphic": True}, "'a' is real"),
        ("jacobian", "holo", (1j, 2j), {"holomorphic": True, "as_real": True}, "two ways"),
        ("hessian", "holo", (1j, 2j), {}, "'z' is complex"),
        ("hessian", "weight", (Z, 3), {}, "'z' is complex"),
        ("hessian", "phases", (X, 3), {"holomorphic": True}, "'x' is real"),
    ],
)
def test_what_is_half_of_a_derivative_is_refused(
    lib: rz.Library, what: str, name: str, args: Any, options: Any, words: str
) -> None:
    with pytest.raises(rz.UsageError, match=words) as refused:
        getattr(rz, what)(lib[name], **options)(*args)
    assert refused.value.code == "RZ015"
    assert any("as_real" in fix for fix in refused.value.fixes)


@pytest.mark.parametrize("what", ["jacobian", "hessian"])
@pytest.mark.parametrize(
    ("name", "args"), [("mirrored", (1 + 2j,)), ("corner", (0.3 + 0.1j,)), ("turned", (1j, 2.0))]
)
def test_what_is_not_holomorphic_is_seen(lib: rz.Library, what: str, name: str, args: Any) -> None:
    make = getattr(rz, what)
    with pytest.raises(rz.UsageError, match="not holomorphic here") as refused:
        make(lib[name], wrt="z", holomorphic=True)(*args)
    assert refused.value.code == "RZ015"
    make(lib[name], wrt="z", holomorphic=True, check="never")(*args)
    assert make(lib.corner, holomorphic=True)(2 + 1j) in (4 + 2j, 2)


def test_rows_that_are_not_holomorphic_are_seen(lib: rz.Library) -> None:
    text = "#include <complex.h>\ndouble complex f(const double complex *z, int n) {"
    text += "double complex s = 0; for (int i = 0; i < n; i++) s += z[i] * conj(z[0]); return s; }"
    with pytest.raises(rz.UsageError, match="not holomorphic here"):
        rz.jacobian(rz.compile(text).f, holomorphic=True)(Z, 3)


def test_only_matrices_take_these_options(lib: rz.Library) -> None:
    for option in ("holomorphic", "as_real"):
        with pytest.raises(rz.UsageError, match=f"'{option}' is an option of jacobian"):
            rz.grad(lib.weight, **{option: True})
    with pytest.raises(rz.UsageError, match=r"jacobian\(f, holomorphic=True\)"):
        rz.grad(lib.product)


def test_check_compares_all_of_it(lib: rz.Library) -> None:
    for name, args in (("holo", (1j, 2 + 1j)), ("weight", (Z, 3)), ("lift", (X, 3, Z.copy()))):
        report = rz.check(lib[name], *args)
        assert report
        assert "real and imaginary parts" in str(report)
    assert rz.check(lib.products, Z, 3, np.zeros(3, complex), wrt="z", holomorphic=True)
    report = rz.check(lib.mirrored, 1 + 2j, holomorphic=True)
    assert not report
    assert [finding.name for finding in report.failed] == ["holomorphic"]
    assert rz.check(lib.mirrored, 1 + 2j)
    assert "Jacobian" not in str(rz.check(rz.compile("double f(double x) { return x; }").f, 1.0))


def test_a_wrong_imaginary_part_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rule of `bend` leaves out what comes of the imaginary part."""
    no_added_rules(monkeypatch)
    lib = rz.compile("""
        #include <complex.h>
        __attribute__((noinline)) double bend(double a, double b) { return a * a + b * b * b; }
        double f(double complex z) { return bend(creal(z), cimag(z)); }
    """)
    assert rz.check(lib.f, 0.5 + 0.7j)

    @rz.rule("bend")
    def _(a: Any, b: Any, r: Any, da: Any, db: Any) -> Any:
        return 2 * a * da + 0 * db

    assert not rz.check(lib.f, 0.5 + 0.7j)


def test_gradients_of_complex_inputs_are_compared_on_the_first_call(lib: rz.Library) -> None:
    from ribozyme.api.checking.first import suspected
    from ribozyme.api.derivatives.differentiate import choose

    choice = choose(lib.weight.plan, "z", None)
    right = rz.grad(lib.weight)(Z, 3)
    assert not suspected(lib.weight, choice, (Z, 3), right)
    assert suspected(lib.weight, choice, (Z, 3), np.conj(right))
    assert suspected(lib.weight, choice, (Z, 3), right.real + 0j)


def test_arrays_of_complex_classes() -> None:
    lib = rz.compile(
        """
        #include <complex>
        using C = std::complex<double>;
        extern "C" void squares(const C *z, int n, C *w) {
            for (int i = 0; i < n; i++) w[i] = z[i] * z[i];
        }
        extern "C" double norms(const C *z, int n) {
            double s = 0;
            for (int i = 0; i < n; i++) s += std::norm(z[i]);
            return s;
        }
        """,
        lang="c++",
    )
    w = np.zeros(3, complex)
    assert_allclose(
        rz.jacobian(lib.squares, wrt="z", holomorphic=True)(Z, 3, w), np.diag(2 * Z), atol=1e-15
    )
    assert_allclose(rz.jacobian(lib.norms)(Z, 3), 2 * Z)
    with pytest.raises(rz.UsageError, match="'z' is complex"):
        rz.jacobian(lib.squares, wrt="z")
