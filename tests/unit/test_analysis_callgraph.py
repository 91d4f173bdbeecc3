"""What a program reaches and what its calls name."""

# ruff: noqa: E501  (C on its own lines)

from tests.analysed import from_text, program

from ribozyme.analysis.flow.callgraph import components
from ribozyme.analysis.pointsto.pointsto import points_to

CHAIN = """
__attribute__((noinline)) static double leaf(double x) { return x * x; }
__attribute__((noinline)) static double middle(double x) { return leaf(x) + 1; }
double unrelated(double x) { return x; }
double f(double x) { return middle(x) + leaf(x); }
"""


def test_only_what_the_root_reaches() -> None:
    names = {function.name for function in program(CHAIN, "f").functions}
    assert names == {"f", "middle", "leaf"}


def test_callees_come_before_their_callers() -> None:
    of = program(CHAIN, "f")
    points = points_to(of)
    order = [[function.name for function in component] for component in points.components]
    assert order == [["leaf"], ["middle"], ["f"]]


def test_mutual_recursion_is_one_component() -> None:
    of = program(
        """
        double odd(double x, int n);
        __attribute__((noinline)) double even(double x, int n) { return n == 0 ? x : 2 * odd(x, n - 1) + 1; }
        __attribute__((noinline)) double odd(double x, int n) { return n == 0 ? -x : even(x, n - 1) * x; }
        double f(double x, int n) { return even(x, n); }
        """,
        "f",
    )
    points = points_to(of)
    sizes = [len(component) for component in components(of, points.functions, points.known_targets)]
    assert sum(sizes) == len(points.functions)
    assert sizes[-1] == 1 or len(points.functions) == 1


def test_aliases_lead_to_what_they_stand_for() -> None:
    of = from_text(
        """
        @other = alias double (double), ptr @real
        define internal double @real(double %x) { ret double %x }
        define double @f(double %x) {
          %r = call double @other(double %x)
          ret double %r
        }
        """,
        "f",
    )
    (call,) = of.calls(of.root)
    target = of.callee(call)
    assert target is of.module.functions["real"]
    assert [function.name for function in of.functions] == ["f", "real"]


def test_functions_in_constant_tables_are_reached() -> None:
    of = program(
        """
        static double one(double x) { return x; }
        static double two(double x) { return 2 * x; }
        static double (*const table[])(double) = {one, two};
        double f(double x, int i) { return table[i](x); }
        """,
        "f",
    )
    assert {function.name for function in of.functions} == {"f", "one", "two"}
    points = points_to(of)
    (call,) = of.calls(of.root)
    targets = points.targets(of.root, call)
    assert targets is not None
    assert {target.name for target in targets} == {"one", "two"}


def test_an_argument_called_is_open() -> None:
    of = program("double f(double (*g)(double), double x) { return g(x); }", "f")
    points = points_to(of)
    (call,) = of.calls(of.root)
    assert points.targets(of.root, call) is None


def test_a_callback_with_one_caller_is_closed() -> None:
    of = program(
        """
        __attribute__((noinline)) static double apply(double (*g)(double, void *), void *data, double x) {
            return g(x, data) + g(x + 1, data);
        }
        __attribute__((noinline)) static double scaled(double x, void *data) { return x * *(double *)data; }
        double f(double x, double s) { double k[2] = {s, x}; return apply(scaled, k, x); }
        """,
        "f",
        raw=True,
    )
    points = points_to(of)
    apply = of.module.functions["apply"]
    for call in of.calls(apply):
        targets = points.targets(apply, call)
        assert targets is not None
        assert [target.name for target in targets] == ["scaled"]
