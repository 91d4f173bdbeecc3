"""Numbers that become text and numbers again are refused; either alone is not."""

import math
from typing import Any

import pytest

import ribozyme as rz

pytestmark = pytest.mark.rotates("file", plain=4, wide=8)

HEAD = "#include <cstring>\n#include <string>\n"
PACKED = """
extern "C" double f(double x) {
    std::string s;
    double p = x * x;
    for (int i = 0; i < 4; i++) s.append((const char *)&p, 8);
    double y;
    std::memcpy(&y, s.data() + 8, 8);
    return y;
}
"""
COPIED = """
extern "C" double f(double x) {
    double p[4] = {x, x * x, 3, x}, q[4];
    std::string s((const char *)p, sizeof p);
    s.copy((char *)q, sizeof q);
    return q[0] + q[1] * q[3];
}
"""
INSIDE = """
__attribute__((noinline)) static double first(const std::string &s) {
    double y;
    std::memcpy(&y, s.data(), 8);
    return y;
}
extern "C" double f(double x) {
    std::string s(8, 'x');
    double p = x * x;
    std::memcpy((char *)&s + 16, &p, 8);
    return first(s) + x;
}
"""
BY_OFFSET = """
__attribute__((noinline)) static double at(const std::string &s) {
    double y;
    std::memcpy(&y, (const char *)&s + 16, 8);
    return y;
}
extern "C" double f(double x) {
    std::string s(8, 'x');
    double p = x * x;
    std::memcpy((char *)&s + 16, &p, 8);
    std::string t = s;
    return at(t) + x;
}
"""
USED_TWICE = """
#include <variant>
extern "C" double f(double x) {
    struct Four { double a, b, c, d; };
    std::variant<std::string, Four> either = Four{x, 2 * x, x * x, x};
    double y = std::get<Four>(either).c * std::get<Four>(either).d;
    either = std::string("text");
    return y + std::get<std::string>(either).size();
}
"""
STORED = """
extern "C" double f(double x) {
    double p = x * x, y;
    std::string s(8, ' ');
    std::memcpy(&s[0], &p, 8);
    std::memcpy(&y, s.data(), 8);
    return x * y;
}
"""
ASSIGNED = """
extern "C" double f(double x) {
    double p = x * x, y;
    std::string s;
    s.assign((const char *)&p, 8);
    std::memcpy(&y, s.c_str(), 8);
    return x * y;
}
"""
PUSHED = """
extern "C" double f(double x) {
    double p = x * x, y;
    std::string s;
    for (int k = 0; k < 8; k++) s.push_back(((const char *)&p)[k]);
    std::memcpy(&y, s.data(), 8);
    return x * y;
}
"""
EACH_BYTE = """
extern "C" double f(double x) {
    double p = x * x, y;
    std::string s(8, ' ');
    for (int k = 0; k < 8; k++) s.at(k) = ((const char *)&p)[k];
    for (int k = 0; k < 8; k++) ((char *)&y)[k] = s.at(k);
    return x * y;
}
"""
SAVED = """
extern "C" double f(double x) {
    double p[4] = {x, x * x, 3, x};
    std::string s((const char *)p, sizeof p);
    return p[0] + p[1] * p[3] + s.size();
}
"""
PRINTED = """
extern "C" double f(double x) {
    std::string s = "x = " + std::to_string(x);
    s += s;
    return x * x + s.size();
}
"""
TABLE = """
extern "C" double f(double x) {
    double three = 3, factor;
    std::string s;
    for (int i = 0; i < 4; i++) s.append((const char *)&three, 8);
    std::memcpy(&factor, s.data() + 16, 8);
    return factor * x * x;
}
"""


@pytest.mark.parametrize("source", [PACKED, COPIED, INSIDE, BY_OFFSET])
def test_numbers_through_text_are_refused(source: str) -> None:
    f = rz.compile(HEAD + source, lang="c++").f
    assert math.isfinite(f(1.5))
    for derive in (lambda: rz.grad(f)(1.5), lambda: rz.jvp(f, (1.5,), (1.0,))):
        with pytest.raises(rz.ActivityError, match="written as text or bytes") as caught:
            derive()
        assert caught.value.code == "RZ405"


@pytest.mark.rotates(plain=6, wide=18)
@pytest.mark.parametrize("level", [None, "O0", "O2"])
@pytest.mark.parametrize("first", [True, False])
@pytest.mark.parametrize("source", [STORED, ASSIGNED, PUSHED, EACH_BYTE])
def test_right_or_refused_at_any_level(source: str, level: Any, first: bool) -> None:
    """What the optimiser makes of the string decides whether the number can be followed."""
    with rz.options(optimise_first=first):
        f = rz.compile(HEAD + source, lang="c++", level=level).f
        try:
            assert rz.grad(f, check="never")(1.5) == pytest.approx(3 * 1.5**2, rel=1e-14)
        except rz.Error as failure:
            assert failure.code in ("RZ301", "RZ303", "RZ405"), failure


@pytest.mark.parametrize(
    ("source", "slope"),
    [
        (USED_TWICE, lambda x: 3 * x * x),
        (SAVED, lambda x: 1 + 3 * x * x),
        (PRINTED, lambda x: 2 * x),
        (TABLE, lambda x: 6 * x),
    ],
)
def test_text_beside_numbers_is_no_concern(source: str, slope: object) -> None:
    f = rz.compile(HEAD + source, lang="c++").f
    assert callable(slope)
    assert rz.grad(f)(1.5) == pytest.approx(slope(1.5), rel=1e-14)
    assert rz.jvp(f, (1.5,), (1.0,))[1] == pytest.approx(slope(1.5), rel=1e-14)
