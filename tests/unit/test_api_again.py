"""Which functions may be run once more, to be compared with differences on the first call."""

from __future__ import annotations

import pytest

import ribozyme as rz
from ribozyme.api.checking.again import repeatable

IN_C = """
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
double through_text(double x)
{
    char text[64];
    snprintf(text, sizeof text, "%.17g", x * x);
    return strtod(text, NULL) * x;
}
double beside_text(double x)
{
    char text[64];
    int n = snprintf(text, sizeof text, "turn %d", 3);
    return x * x * n + strlen(text);
}
double printed(double x) { printf("%g\\n", x); return x * x; }
double at_random(double x) { return x * (rand() % 3 + 1); }
double asserted(double x) { assert(x < 2); return x * x; }
double counted(double x) { static int calls; return x * ++calls; }
static double last;
__attribute__((noinline)) static double kept(double x) { last = x; return x * x; }
double kept_below(double x) { return kept(x) + last; }
double kept_by_address(double x)
{
    double *volatile place = &last;
    *place = x;
    return x * last;
}
"""
IN_CXX = """
#include <map>
#include <stdexcept>
#include <string>
#include <vector>
extern "C" {
double grown(double x, int n)
{
    std::vector<double> all;
    for (int i = 0; i < n; i++)
        all.push_back(x * i);
    return all.at(n - 1);
}
double named(double x, int n)
{
    std::map<std::string, double> all;
    for (int i = 0; i < n; i++)
        all["x" + std::to_string(i)] += x * i;
    return all.size() ? all.begin()->second + all["x1"] : 0;
}
double thrown(double x, int n)
{
    if (n < 0)
        throw std::runtime_error("negative");
    return x * x * n;
}
__attribute__((noinline)) static double strict(double x, int n) noexcept
{
    std::vector<double> all(n, x);
    if (x > 1e3)
        throw std::runtime_error("large");
    return all[n / 2] * x;
}
double ended(double x, int n) { return strict(x, n) * x; }
}
"""


@pytest.mark.parametrize(
    ("name", "may"),
    [
        ("through_text", True),
        ("beside_text", True),
        ("printed", False),
        ("kept_below", False),
        ("kept_by_address", False),
        ("at_random", False),
        ("asserted", False),
        ("counted", False),
    ],
)
def test_in_c(name: str, may: bool) -> None:
    assert repeatable(rz.compile(IN_C)[name]) == may


@pytest.mark.parametrize(
    ("name", "may"), [("grown", True), ("named", True), ("thrown", True), ("ended", False)]
)
def test_in_cxx(name: str, may: bool) -> None:
    """What must not throw, and may, would end the process."""
    assert repeatable(rz.compile(IN_CXX, lang="c++")[name]) == may


def test_what_throws_on_the_way_says_nothing() -> None:
    source = """
        #include <stdexcept>
        extern "C" double f(double x)
        {
            if (x > 1)
                throw std::runtime_error("beyond");
            return x * x;
        }
    """
    f = rz.compile(source, lang="c++")["f"]
    assert repeatable(f)
    assert rz.grad(f, check="first")(1.0) == 2.0


def test_text_beside_a_number_is_no_concern() -> None:
    assert rz.grad(rz.compile(IN_C)["beside_text"], check="first")(1.3) == pytest.approx(2.6 * 6)
