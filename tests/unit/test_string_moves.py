"""Strings of libc++ in memory where numbers lie at other times: the library moves characters, and
no number goes with them that has a derivative."""

from __future__ import annotations

import numpy as np
import pytest

import ribozyme as rz

pytestmark = pytest.mark.rotates("file", plain=2, wide=4)

HEAD = """
#include <array>
#include <string>
#include <utility>
#include <variant>
#include <vector>

struct Inside { char *text; long size; double number; };
struct Labelled { double weight; std::string name; int id; };
"""
REFUSED = {
    "copied": """
extern "C" double f(const double *x, int n)
{
    Labelled one{x[0], "", 1};
    ((Inside *)&one.name)->number = x[0] * x[1];
    Labelled two = one;
    return ((Inside *)&two.name)->number * x[2] + two.weight;
}
""",
    "characters behind it": """
extern "C" double f(const double *x, int n)
{
    Labelled one{x[0], "", 1};
    ((Inside *)&one.name)->number = x[0] * x[1];
    one.name.append("ab");
    return ((Inside *)&one.name)->number * x[2] + one.weight;
}
""",
}
RIGHT = {
    "moved as bytes": """
extern "C" double f(const double *x, int n)
{
    Labelled one{x[0], "", 1};
    ((Inside *)&one.name)->number = x[0] * x[1];
    Labelled two = std::move(one);
    return ((Inside *)&two.name)->number * x[2] + two.weight;
}
""",
    "in turn": """
struct Named {
    std::variant<std::string, std::array<double, 3>> what;
    double weight;
};

static double total(const std::vector<Named> &all, int at)
{
    double sum = 0;
    for (const Named &one : all)
        if (one.what.index())
            sum += std::get<1>(one.what)[2] * std::get<1>(one.what)[at] * one.weight;
        else
            sum += std::get<0>(one.what).size() * one.weight;
    return sum;
}

extern "C" double f(const double *x, int n)
{
    std::vector<Named> all;
    for (int i = 0; i < n; i++) {
        all.push_back({std::array<double, 3>{x[i], x[0], x[i] * x[1]}, x[i]});
        all.push_back({std::string(i, 'x'), 2});
    }
    for (int i = 0; i + 1 < (int)all.size(); i++)
        all[i] = all[i + 1];
    all[2].what = std::string("abcdefghijkl");
    std::get<0>(all[2].what).resize(2);
    std::vector<Named> other = all;
    other[3] = other[2];
    other[5] = other[2];
    std::get<0>(other[5].what) += "y";
    all[1].what = other[5].what;
    all[1].what = std::array<double, 3>{x[1], x[0], x[1] * x[1]};
    return total(other, 0) + total(all, 1);
}
""",
}
X = np.array([1.1, 0.7, 1.3, 0.9])
ALONG = np.array([0.3, -0.2, 0.5, 0.1])


def compiled(source: str) -> rz.Function:
    return rz.compile(HEAD + source, lang="c++", flags=["-std=c++17", "-stdlib=libc++"])["f"]


@pytest.mark.parametrize("name", REFUSED)
def test_a_number_in_an_empty_string_is_refused(name: str) -> None:
    f = compiled(REFUSED[name])
    for derivative in (
        lambda: rz.grad(f, check="never")(X, 4),
        lambda: rz.jvp(f, (X, 4), (ALONG, None), check="never"),
    ):
        with pytest.raises(rz.Error) as caught:
            derivative()
        assert caught.value.code == "RZ405"


@pytest.mark.parametrize("name", RIGHT)
def test_what_is_moved_with_its_derivative_is_right(name: str) -> None:
    f, h = compiled(RIGHT[name]), 1e-6
    slopes = [(f(X + h * e, 4) - f(X - h * e, 4)) / (2 * h) for e in np.eye(4)]
    gradient = rz.grad(f, check="never")(X, 4)
    np.testing.assert_allclose(gradient, slopes, rtol=1e-7, atol=1e-7)
    _, tangent = rz.jvp(f, (X, 4), (ALONG, None), check="never")
    assert tangent == pytest.approx(np.dot(gradient, ALONG), rel=1e-12)
