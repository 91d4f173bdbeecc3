"""Signatures: what a function takes and gives, read from debug info and checked against the IR."""

import pytest

import ribozyme as rz

C = """
#include <complex.h>
#include <stdbool.h>
#include <stddef.h>
struct point { double x, y; };
struct node { double value; struct node *next; };
struct big { double a[3][2]; int n; float *data; struct point at; };
enum kind { SOFT, HARD = 7 };
typedef double real;
double f(double x, const double *p, int n) { return x + p[n]; }
void nothing(void) {}
real typedefs(real x, const real *restrict y) { return x + *y; }
struct point by_value(struct point p, float s) { return (struct point){p.x * s, p.y}; }
double nested(const struct big *b, struct node *list) { return b->at.x + list->next->value; }
int kinds(enum kind k, bool yes, unsigned char c, size_t n, long double w)
{
    return k + yes + c + n + w;
}
double matrix(double a[3][4], double (*b)[2], double **rows)
{
    return a[1][2] + b[1][1] + rows[0][1];
}
double _Complex turn(double _Complex z) { return z * I; }
double calls(double (*cb)(double, int), void *context) { return context ? cb(1.0, 2) : 0; }
double variadic(int n, ...) { return n; }
"""

CXX = """
#include <cmath>
namespace ns {
struct shape { double w, h; double area(double s) const { return w * h * s; } };
double f(double x) { return x * x; }
float f(float x) { return x; }
double inner(const double &x, double &out) { out = x; return x; }
template <class T> T twice(T x) { return x + x; }
template double twice<double>(double);
template float twice<float>(float);
}
double use(const ns::shape &s, double t) { return s.area(t); }
double (*keep)(const ns::shape *, double);
__attribute__((noinline, used)) double other(double x) { return x; }
"""


@pytest.fixture(scope="module")
def c() -> rz.Library:
    return rz.compile(C)


@pytest.fixture(scope="module")
def cxx() -> rz.Library:
    return rz.compile(CXX, lang="c++")


@pytest.mark.parametrize(
    "name, shown",
    [
        ("f", "double f(double x, const double *p, int n)"),
        ("nothing", "void nothing(void)"),
        ("typedefs", "real typedefs(real x, const real *y)"),
        ("by_value", "struct point by_value(struct point p, float s)"),
        ("nested", "double nested(const struct big *b, struct node *list)"),
        ("kinds", "int kinds(enum kind k, _Bool yes, unsigned char c, size_t n, long double w)"),
        ("matrix", "double matrix(double (*a)[4], double (*b)[2], double **rows)"),
        ("turn", "complex turn(complex z)"),
        ("calls", "double calls(double (*cb)(double, int), void *context)"),
        ("variadic", "double variadic(int n, ...)"),
    ],
)
def test_shown_as_declared(c: rz.Library, name: str, shown: str) -> None:
    assert str(c[name].signature if name != "variadic" else found(c, name)) == shown


def found(library: rz.Library, name: str) -> rz.Signature:
    return next(s for s in library.program.signatures if s.name == name)


def test_members_of_structs(c: rz.Library) -> None:
    signature = c.nested.signature
    big = next(layout for layout in signature.layouts.values() if layout.spelling == "struct big")
    assert [(m.name, m.offset) for m in big.members] == [
        ("a", 0), ("n", 48), ("data", 56), ("at", 64)
    ]  # fmt: skip
    assert big.size == 80


def test_enumerations_know_their_values(c: rz.Library) -> None:
    assert c.kinds.signature.parameters[0].type.values == (("SOFT", 0), ("HARD", 7))


def test_what_is_read_and_written(c: rz.Library) -> None:
    library = rz.compile("""
        void f(const double *in, double *out, double *both, double *scratch, int n)
        {
            for (int i = 0; i < n; i++) {
                out[i] = in[i];
                both[i] += in[i];
            }
        }
    """)
    access = {p.name: (p.reads, p.writes) for p in library.f.signature.parameters}
    assert access["in"] == (True, False)
    assert access["out"] == (False, True)
    assert access["both"] == (True, True)
    assert access["scratch"] == (False, False)


def test_a_variadic_function_cannot_be_called(c: rz.Library) -> None:
    with pytest.raises(rz.SignatureError, match="variable number of arguments"):
        c.variadic(1)


def test_namespaces_overloads_templates(cxx: rz.Library) -> None:
    assert cxx["ns::inner"].signature.names == ("x", "out")
    assert cxx.inner is not None  # the last part is enough where it means one function
    assert cxx["ns::f(double)"](3.0) == 9.0
    assert cxx["ns::f(float)"](3.0) == 3.0
    assert cxx["ns::twice<double>"](4.0) == 8.0
    with pytest.raises(rz.UnknownName) as refused:
        cxx["ns::f"]
    assert refused.value.code == "RZ005"
    assert 'lib["ns::f(double)"]' in str(refused.value)


def test_linker_symbols_are_names_too(cxx: rz.Library) -> None:
    assert cxx["_ZN2ns1fEd"](3.0) == 9.0


def test_without_debug_info_types_are_those_of_the_ir() -> None:
    library = rz.compile("double f(double x, const double *p) { return x * p[0]; }", debug=False)
    signature = library.f.signature
    assert not signature.debug
    assert signature.names == ("arg0", "arg1")
    assert str(signature) == "double f(double arg0, double *arg1)"
    import numpy as np

    assert library.f(2.0, np.array([5.0])) == 10.0


IR = """
define double @sum(ptr %x, i32 %n, ptr %w, ptr %both) {
entry:
  %go = icmp sgt i32 %n, 0
  br i1 %go, label %loop, label %end
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %s = phi double [ 0.0, %entry ], [ %s.next, %loop ]
  %p = getelementptr double, ptr %x, i64 %i
  %v = load double, ptr %p
  %q = getelementptr float, ptr %w, i64 %i
  %u = load float, ptr %q
  %u.d = fpext float %u to double
  %m = fmul double %v, %u.d
  %m2 = fmul double %m, %v
  %s.next = fadd double %s, %m2
  %i.next = add i64 %i, 1
  %i.32 = trunc i64 %i.next to i32
  %more = icmp slt i32 %i.32, %n
  br i1 %more, label %loop, label %end
end:
  %r = phi double [ 0.0, %entry ], [ %s.next, %loop ]
  %f = load double, ptr %both
  %at = getelementptr i8, ptr %both, i64 8
  %k = load i64, ptr %at
  %k.d = sitofp i64 %k to double
  %kf = fmul double %f, %k.d
  %all = fadd double %r, %kf
  ret double %all
}
"""


def test_without_debug_info_pointers_lead_to_what_the_code_finds_there() -> None:
    import numpy as np

    f = rz.compile(IR, lang="ll").sum
    assert str(f.signature) == "double sum(double *x, int32_t n, float *w, void *both)"
    x, w, both = np.array([1.0, 2, 3]), np.array([1, 2, 3], np.float32), np.array([0.5, 0.0])
    x_bar, w_bar = rz.grad(f)(x, 3, w, both)
    assert np.allclose(x_bar, 2 * x * w) and np.allclose(w_bar, x * x)
    assert w_bar.dtype == np.float32
    with pytest.raises(TypeError, match="'w' of 'sum' wants an array of float32"):
        f(x, 3, x, both)
    with pytest.raises(rz.UsageError, match="'both' of 'sum' is void"):
        rz.grad(f, wrt="both")


@pytest.mark.parametrize(
    ("body", "type"),
    [
        ("return x[0] * x[2];", "double"),
        ("return x[1] * x[4];", "double"),
        ("return ((float *)x)[3];", "float"),
        ("return x[0] * ((long *)x)[2];", "void"),  # an integer
        ("return x[0] * ((float *)x)[5];", "void"),  # of two kinds
        ("return *(double *)((char *)x + 4);", "void"),  # not in step
        ("return **(double **)x;", "void"),
    ],
)
def test_without_debug_info_code_may_pass_over_elements(body: str, type: str) -> None:
    f = rz.compile(f"double f(const double *x) {{ {body} }}", debug=False).f
    assert str(f.signature) == f"double f({type} *arg0)"


def test_without_debug_info_elements_that_are_passed_over_have_the_gradient_zero() -> None:
    import numpy as np

    f = rz.compile("double f(const double *x) { return x[1] * x[4]; }", debug=False).f
    assert rz.grad(f)(np.array([1.0, 2, 3, 4, 5, 6])).tolist() == [0, 5, 0, 0, 2, 0]


CAPTURES = """
#include <array>
#include <functional>
#include <vector>
extern "C" double f(const double *x)
{
    std::array<double, 8> many{x[1], x[3]};  // behind an address, where `one` is a number
    double one = x[2], s = x[0];
    std::vector<std::function<double(double)>> all;
    all.push_back([one](double t) { return t * one; });
    all.push_back([many](double t) { return t * many[0] + many[1]; });
    for (auto &g : all)
        s = g(s);
    return s;
}
"""


def test_without_debug_info_numbers_may_be_kept_where_addresses_are() -> None:
    import numpy as np

    f = rz.compile(CAPTURES, lang="c++", debug=False).f
    assert str(f.signature) == "double f(double *arg0)"
    assert rz.grad(f)(np.array([2.0, 3, 5, 7])).tolist() == [15, 10, 6, 1]


@pytest.mark.parametrize("level", ["O0", "O1", "O2", "O3"])
def test_signatures_do_not_depend_on_the_level(level: str) -> None:
    library = rz.compile(C, level=level)
    assert str(library.f.signature) == "double f(double x, const double *p, int n)"
    assert str(library.by_value.signature).startswith("struct point by_value(struct point p")


def test_a_method_takes_its_object() -> None:
    library = rz.compile(
        """
        struct shape {
            double w, h;
            __attribute__((noinline)) double area(double s) const;
        };
        double shape::area(double s) const { return w * h * s; }
        """,
        lang="c++",
    )
    area = library["shape::area"]
    assert area.signature.names == ("this", "s")
    assert area({"w": 2.0, "h": 3.0}, 10.0) == 60.0


def test_names_that_are_not_ascii() -> None:
    f = rz.compile("double größe(double é, double x) { return é * é * x; }")["größe"]
    assert str(f.signature) == "double größe(double é, double x)"
    assert rz.grad(f, wrt="é")(3.0, 2.0) == 12.0
