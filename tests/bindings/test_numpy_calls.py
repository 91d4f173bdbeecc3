"""Calling native functions with Python numbers and NumPy arrays."""

import ctypes
import math
from typing import Any

import numpy as np
import pytest

import ribozyme as rz

SOURCE = """
#include <complex.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

double square(double x) { return x * x; }
float halves(float x) { return x / 2; }
long double wide(long double x) { return x * 3; }
_Float16 small(_Float16 x) { return x + 1; }
bool negate(bool b) { return !b; }
int8_t i8(int8_t x) { return x; }
uint16_t u16(uint16_t x) { return x; }
uint32_t u32(uint32_t x) { return x; }
int64_t i64(int64_t x) { return x; }
uint64_t u64(uint64_t x) { return x; }
enum mode { SLOW = 3, FAST = 5 };
int mode(enum mode m) { return m; }
double _Complex turn(double _Complex z) { return z * I; }

double total(const double *x, size_t n)
{
    double s = 0;
    for (size_t i = 0; i < n; i++)
        s += x[i];
    return s;
}
void twice(const float *x, float *out, int n)
{
    for (int i = 0; i < n; i++)
        out[i] = 2 * x[i];
}
double trace(const double (*a)[3]) { return a[0][0] + a[1][1] + a[2][2]; }
double rows(double **rows, int n, int m)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            s += rows[i][j];
    return s;
}
int length(const char *text) { return strlen(text); }
int is_null(const double *p) { return p == 0; }

struct point { double x, y; };
struct body { float mass; int id; struct point at; double spin[3]; const double *data; int n; };
struct point mirror(struct point p) { return (struct point){p.y, p.x}; }
struct body heavier(struct body b) { b.mass *= 2; b.at.x += 1; return b; }
double weigh(const struct body *b)
{
    double s = b->mass + b->id + b->at.x + b->at.y + b->spin[2];
    for (int i = 0; i < b->n; i++)
        s += b->data[i];
    return s;
}
void move(struct point *p, double by) { p->x += by; }
double mean_x(const struct point *p, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += p[i].x;
    return s / n;
}
double apply(double (*f)(double), double x) { return f(x); }
double gravity = 9.81;
void set_gravity(double g) { gravity = g; }
double fall(double t) { return 0.5 * gravity * t * t; }
"""


@pytest.fixture(scope="module")
def lib() -> rz.Library:
    return rz.compile(SOURCE)


@pytest.mark.parametrize(
    "name, given, wanted",
    [
        ("square", 3.0, 9.0),
        ("square", 3, 9.0),
        ("square", np.float64(3), 9.0),
        ("square", np.float32(0.5), 0.25),
        ("square", np.int64(3), 9.0),
        ("square", np.array(3.0), 9.0),
        ("square", True, 1.0),
        ("halves", 3.0, 1.5),
        ("wide", 2.0, 6.0),
        ("small", 1.5, 2.5),
        ("negate", True, False),
        ("negate", np.bool_(False), True),
        ("i8", -128, -128),
        ("u16", 65535, 65535),
        ("u32", 2**32 - 1, 2**32 - 1),
        ("i64", -(2**63), -(2**63)),
        ("u64", 2**64 - 1, 2**64 - 1),
        ("i64", np.int32(-7), -7),
        ("mode", "FAST", 5),
        ("mode", 3, 3),
        ("turn", 1 + 2j, -2 + 1j),
        ("turn", 1.0, 1j),
        ("length", "häuser", 7),
        ("length", b"four", 4),
        ("is_null", None, 1),
    ],
)
def test_numbers(lib: rz.Library, name: str, given: Any, wanted: Any) -> None:
    assert lib[name](given) == wanted


def test_not_a_number_is_one(lib: rz.Library) -> None:
    assert math.isnan(lib.square(math.nan))
    assert lib.square(-math.inf) == math.inf


def test_keywords_by_the_names_of_parameters(lib: rz.Library) -> None:
    assert lib.total(n=2, x=np.ones(3)) == 2.0
    assert lib.total(np.ones(3), n=3) == 3.0


def test_arrays_are_passed_by_reference(lib: rz.Library) -> None:
    x, out = np.arange(4, dtype=np.float32), np.zeros(4, np.float32)
    assert lib.twice(x, out, 4) is None
    assert out.tolist() == [0.0, 2.0, 4.0, 6.0]
    lib.twice(out, out, 4)  # in place, as in C
    assert out.tolist() == [0.0, 4.0, 8.0, 12.0]


def test_arrays_of_any_shape_and_of_no_size(lib: rz.Library) -> None:
    assert lib.total(np.ones((2, 3, 4)), 24) == 24.0
    assert lib.total(np.zeros(0), 0) == 0.0
    assert lib.trace(np.eye(3)) == 3.0
    assert lib.trace(np.eye(3).ravel()) == 3.0


def test_several_rows(lib: rz.Library) -> None:
    assert lib.rows([np.ones(3), np.full(3, 2.0)], 2, 3) == 9.0


def test_what_speaks_the_array_protocols(lib: rz.Library) -> None:
    class Mine:
        def __init__(self) -> None:
            self.data = np.ones(3)
            self.__array_interface__ = self.data.__array_interface__

    class Packed:
        def __init__(self) -> None:
            self.data = np.ones(4)

        def __dlpack__(self, **how: Any) -> Any:
            return self.data.__dlpack__(**how)

        def __dlpack_device__(self) -> Any:
            return self.data.__dlpack_device__()

    assert lib.total(Mine(), 3) == 3.0
    assert lib.total(Packed(), 4) == 4.0
    assert lib.total((ctypes.c_double * 2)(1.5, 2.0), 2) == 3.5
    assert lib.total(memoryview(np.ones(3)), 3) == 3.0


def test_structs_by_value(lib: rz.Library) -> None:
    assert lib.mirror({"x": 1.0, "y": 2.0}) == {"x": 2.0, "y": 1.0}
    record = np.array([(1.0, 2.0)], dtype=[("x", "f8"), ("y", "f8")])[0]
    assert lib.mirror(record) == {"x": 2.0, "y": 1.0}

    class Point(ctypes.Structure):
        _fields_ = (("x", ctypes.c_double), ("y", ctypes.c_double))

    assert lib.mirror(Point(3.0, 4.0)) == {"x": 4.0, "y": 3.0}


def body() -> dict[str, Any]:
    return {
        "mass": 1.5,
        "id": 2,
        "at": {"x": 10.0, "y": 20.0},
        "spin": [0.0, 0.0, 0.25],
        "data": np.array([100.0, 200.0]),
        "n": 2,
    }


def test_structs_by_pointer_with_arrays_and_pointers_inside(lib: rz.Library) -> None:
    assert lib.weigh(body()) == 1.5 + 2 + 30 + 0.25 + 300
    made = lib.heavier(body())
    assert made["mass"] == 3.0
    assert made["at"] == {"x": 11.0, "y": 20.0}
    assert made["spin"].tolist() == [0.0, 0.0, 0.25]


def test_a_dictionary_sees_what_was_written(lib: rz.Library) -> None:
    point = {"x": 1.0, "y": 2.0}
    lib.move(point, 5.0)
    assert point == {"x": 6.0, "y": 2.0}


def test_arrays_of_structs(lib: rz.Library) -> None:
    points = np.array([(1.0, 5.0), (3.0, 5.0)], dtype=[("x", "f8"), ("y", "f8")])
    assert lib.mean_x(points, 2) == 2.0
    assert lib.mean_x(np.array([[1.0, 5.0], [3.0, 5.0]]), 2) == 2.0  # all its members are doubles


def test_callbacks(lib: rz.Library) -> None:
    assert lib.apply(lib.square, 3.0) == 9.0
    assert lib.apply(lib.square.address, 3.0) == 9.0
    cube = ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_double)(lambda x: x**3)
    assert lib.apply(cube, 2.0) == 8.0


def test_function_pointers_for_others(lib: rz.Library) -> None:
    assert lib.square.ctypes(3.0) == 9.0
    x = np.ones(3)
    assert lib.total.ctypes(x.ctypes.data, 3) == 3.0


def test_functions_of_a_library_share_its_variables(lib: rz.Library) -> None:
    before = lib.fall(2.0)
    lib.set_gravity(1.0)
    assert lib.fall(2.0) == 2.0
    assert rz.grad(lib.fall)(2.0) == 2.0  # and so do its derivatives
    lib.set_gravity(9.81)
    assert lib.fall(2.0) == before


# ---- bad input: what it wants, what it got, and nothing written before the check -----------------


def refused(function: Any, *args: Any, **kwargs: Any) -> rz.Error:
    with pytest.raises(rz.Error) as caught:
        function(*args, **kwargs)
    return caught.value


@pytest.mark.parametrize(
    "name, args, code, words",
    [
        ("square", ("3",), "RZ008", "argument 'x' of 'square' wants a number"),
        ("square", (None,), "RZ008", "wants a number; it got None"),
        ("square", (1j,), "RZ008", "wants a number"),
        ("square", (np.ones(1),), "RZ008", "wants one number; it got an array of float64"),
        ("square", (), "RZ011", "takes 1 argument; it lacks 'x'"),
        ("square", (1.0, 2.0), "RZ011", "takes 1 argument, it got 2"),
        ("i8", (128,), "RZ001", "wants an int8_t, from -128 to 127; it got 128"),
        ("u64", (-1,), "RZ001", "from 0 to 18446744073709551615\n = it got -1"),
        ("i64", (2**70,), "RZ001", "it got"),
        ("i64", (1.0,), "RZ008", "wants a whole number; it got 1.0 of type float"),
        ("i64", (math.nan,), "RZ008", "wants a whole number"),
        ("negate", (2,), "RZ008", "wants True or False"),
        ("mode", ("QUICK",), "RZ001", "is one of SLOW, FAST"),
        ("total", ([1.0], 1), "RZ008", "wants an array of float64; it got [1.0] of type list"),
        ("total", (np.ones(3, np.float32), 3), "RZ008", "it got an array of float32 of shape (3,)"),
        ("total", (np.ones(3, np.int64), 3), "RZ008", "wants an array of float64"),
        ("total", (np.ones((4, 4)).T[:, ::2], 3), "RZ008", "wants a C-contiguous array"),
        ("total", (np.ones(3).astype(">f8"), 3), "RZ008", "wants an array of float64"),
        ("total", (np.ones(3), -1), "RZ001", "from 0 to"),
        ("total", (np.array([1.0], object), 1), "RZ008", "it got an array of object"),
        ("trace", (np.ones((3, 4)),), "RZ008", "wants an array of shape (…, 3)"),
        ("mirror", ({"x": 1.0},), "RZ011", "lacks the member 'y'"),
        ("mirror", ({"x": 1.0, "y": 2.0, "z": 3.0},), "RZ013", "has no member 'z', only x, y"),
        ("mirror", ({"x": "a", "y": 2.0},), "RZ008", "argument 'p.x' of 'mirror' wants a number"),
        ("mirror", (3.0,), "RZ008", "wants a struct point; it got 3.0 of type float"),
        ("apply", (3.5, 1.0), "RZ008", "wants a function"),
    ],
)
def test_what_is_wrong_is_said(
    lib: rz.Library, name: str, args: tuple[Any, ...], code: str, words: str
) -> None:
    failure = refused(lib[name], *args)
    assert failure.code == code
    assert words in str(failure)


def test_wrong_types_are_type_errors(lib: rz.Library) -> None:
    with pytest.raises(TypeError):
        lib.square("3")
    with pytest.raises(TypeError):
        lib.square()
    with pytest.raises(ValueError):
        lib.i8(1000)


def test_keywords_that_do_not_fit(lib: rz.Library) -> None:
    assert "did you mean 'x'?" in str(refused(lib.total, xx=np.ones(1), n=1))
    assert "got two values for 'x'" in str(refused(lib.total, np.ones(1), x=np.ones(1), n=1))


def test_a_read_only_array_is_not_written(lib: rz.Library) -> None:
    x, out = np.ones(2, np.float32), np.zeros(2, np.float32)
    out.flags.writeable = False
    failure = refused(lib.twice, x, out, 2)
    assert failure.code == "RZ014"
    assert "out.copy()" in str(failure)
    x.flags.writeable = False
    out = np.zeros(2, np.float32)
    lib.twice(x, out, 2)  # what is only read may be read-only
    assert out.tolist() == [2.0, 2.0]


def test_nothing_is_written_before_every_check_has_passed(lib: rz.Library) -> None:
    out = np.zeros(2, np.float32)
    refused(lib.twice, np.ones(2, np.float32), out, "2")
    assert not out.any()


def test_names_that_are_not_there(lib: rz.Library) -> None:
    with pytest.raises(AttributeError, match="did you mean 'square'"):
        lib.sqaure
    with pytest.raises(KeyError):
        lib["nothing like it"]
    assert not hasattr(lib, "cube")
    assert "square" in dir(lib)


def test_the_two_floats_of_two_bytes_are_told_apart() -> None:
    lib = rz.compile("""
    typedef __bf16 brain;
    typedef _Float16 half;
    float f(const brain *x, int n) { float s = 0; for (int i = 0; i < n; i++) s += (float)x[i]; return s; }
    float g(const half *x, int n) { float s = 0; for (int i = 0; i < n; i++) s += (float)x[i]; return s; }
    struct pair { brain a, b; };
    float h(const struct pair *p) { return (float)p->a; }
    """)  # noqa: E501
    ones = np.ones(2, np.float16)
    assert lib.g(ones, 2) == 2
    for call in (lambda: lib.f(ones, 2), lambda: rz.grad(lib.f, wrt="x")(ones, 2)):
        with pytest.raises(rz.Error, match="bfloat16"):
            call()
    with pytest.raises(rz.Error):
        lib.h({"a": 1.0, "b": 2.0})


def test_arrays_whose_extents_are_parameters() -> None:
    """`double a[n][m]`: any number of columns is right, and fixed ones beside it still count."""
    lib = rz.compile(
        """
        double ring(int n, int m, double a[n][m]) {
            double row[m], s = 0;
            for (int i = 0; i < n; i++) {
                for (int j = 0; j < m; j++) row[j] = a[i][j] * (j + 1);
                for (int j = m; j-- > 0;) s += row[j] * a[(i + 1) % n][j];
            }
            return s;
        }
        double pairs(int n, int m, double a[n][m][2]) {
            double s = 0;
            for (int i = 0; i < n; i++)
                for (int j = 0; j < m; j++) s += a[i][j][0] * a[i][j][1];
            return s;
        }
        """
    )
    a = np.arange(12.0).reshape(3, 4)
    around = (np.roll(a, 1, axis=0) + np.roll(a, -1, axis=0)) * np.arange(1, 5)
    np.testing.assert_allclose(rz.grad(lib.ring)(3, 4, a), around)
    pairs = a.reshape(2, 3, 2)
    np.testing.assert_allclose(rz.grad(lib.pairs)(2, 3, pairs), pairs[..., ::-1])
    with pytest.raises(TypeError, match="2"):
        rz.grad(lib.pairs)(3, 4, np.ones((3, 4, 3)))


def test_arrays_of_structs_given_as_numbers() -> None:
    """Structs of numbers of one kind are an array with an axis more, also where C++ counts them."""
    lib = rz.compile(
        """
        #include <array>
        struct Body { double x, v, m; };
        double one(const std::array<Body, 4> &b) { return b[0].m * b[3].v + b[1].x; }
        double rows(const Body (*b)[2], int n) {
            double s = 0;
            for (int i = 0; i < n; i++) s += b[i][0].x * b[i][1].m;
            return s;
        }
        """,
        lang="c++",
    )
    bodies = np.arange(1.0, 13.0).reshape(4, 3)
    expected = np.zeros((4, 3))
    expected[0, 2], expected[3, 1], expected[1, 0] = bodies[3, 1], bodies[0, 2], 1
    assert lib.one(bodies) == bodies[0, 2] * bodies[3, 1] + bodies[1, 0]
    np.testing.assert_array_equal(rz.grad(lib.one)(bodies), expected)
    np.testing.assert_array_equal(rz.grad(lib.one)(bodies.ravel()), expected.ravel())
    pairs = bodies.reshape(2, 2, 3)
    slopes = np.zeros((2, 2, 3))
    slopes[:, 0, 0], slopes[:, 1, 2] = pairs[:, 1, 2], pairs[:, 0, 0]
    np.testing.assert_array_equal(rz.grad(lib.rows)(pairs, 2), slopes)
    with pytest.raises(TypeError, match=r"shape \(…, 4, 3\)"):
        lib.one(np.zeros((3, 4)))
    with pytest.raises(TypeError, match="array of struct Body"):
        lib.one(np.zeros((4, 4), dtype=np.float32))
