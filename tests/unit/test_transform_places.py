"""Messages name lines that the user wrote, also where the trouble is in a library's header."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import ribozyme as rz
from ribozyme.base.source import of_library

pytestmark = pytest.mark.rotates("file", plain=10, wide=20)

HEADER = """
#pragma once
double opaque(double);
struct base { virtual double at(double x) const = 0; virtual ~base() {} };
template <class T> struct curve : base {
    double at(double x) const override { return opaque(x) * x; }
};
template <class T> INLINE double deeper(T x) { return opaque(x) * x; }
template <class T> INLINE double deep(T x) { return deeper(x) + x; }
template <class F> INLINE double twice(F f, double x) { return f(f(x)); }
"""
INLINED = """
#include "trouble.h"
extern "C" double f(double x)
{
    double y = x * x;
    return deep(y);
}
"""
CALLBACK = """
#include "trouble.h"
static double mine(double x)
{
    double z = x + 1;
    return deeper(z);
}
extern "C" double f(double x)
{
    return twice(mine, x);
}
"""
VIRTUAL = """
#include "trouble.h"
__attribute__((noinline)) static double value(const base &of, double x)
{
    return of.at(x);
}
extern "C" double f(double x)
{
    curve<double> c;
    return value(c, x);
}
"""
OWN = """
extern "C" double opaque(double);
template <class T> double deep(T x) { return opaque(x); }
extern "C" double f(double x)
{
    return deep(x);
}
"""


def refused(folder: Path, source: str, inline: str) -> rz.Error:
    """What the gradient of a program is refused with whose header a library's is."""
    library = folder / "include" / "c++"
    library.mkdir(parents=True)
    (library / "trouble.h").write_text(HEADER.replace("INLINE", inline))
    path = folder / "model.cpp"
    path.write_text(source)
    f: Any = rz.load(path, flags=[f"-I{library}"]).f
    with pytest.raises(rz.NoDerivative) as caught:
        rz.grad(f, check="never")(0.5)
    return caught.value


@pytest.mark.parametrize("inline", ["inline", "__attribute__((noinline))"])
@pytest.mark.parametrize(
    ("source", "line", "name"), [(INLINED, 6, "f"), (CALLBACK, 6, "mine"), (VIRTUAL, 5, "value")]
)
def test_the_nearest_line_of_the_users(
    tmp_path: Path, source: str, line: int, name: str, inline: str
) -> None:
    failure = refused(tmp_path, source, inline)
    assert failure.code == "RZ201"
    assert failure.location is not None
    assert failure.location.file.endswith("model.cpp")
    assert failure.location.line in (line, 11 if source is VIRTUAL else line)  # devirtualised
    said = str(failure)
    assert "inside a library: " in said and "include/c++/trouble.h:" in said
    if inline != "inline":
        assert f"in '{name}'" in said


def test_the_users_own_header_is_named(tmp_path: Path) -> None:
    failure = refused(tmp_path, OWN, "inline")
    assert failure.location is not None and failure.location.line == 3
    assert "inside a library" not in str(failure)


STRINGS = {
    "appended": """
    s.append((const char *)&y, 8);
    memcpy(&y, s.data(), 8);""",
    "after another": """
    s.append((const char *)&y, 8).append((const char *)&y, 8);
    memcpy(&y, s.data() + 8, 8);""",
    "joined": """
    s.append((const char *)&y, 8);
    std::string t = s + s;
    memcpy(&y, t.data() + 8, 8);""",
    "read in place": """
    s.insert(0, (const char *)&y, 8);
    y = *(const double *)s.data();""",
}
FUNCTION = """
#include <cstring>
#include <string>
extern "C" double f(double x)
{
    std::string s;
    double y = x * x;%s
    return y * x;
}
"""


@pytest.mark.parametrize("level", [None, "O0", "O2"])
@pytest.mark.parametrize("first", [True, False])
@pytest.mark.parametrize("name", STRINGS)
def test_the_standard_library(tmp_path: Path, name: str, level: Any, first: bool) -> None:
    """Bytes of a number in a string are refused; the message names the user's own line."""
    path = tmp_path / "model.cpp"
    path.write_text(FUNCTION % STRINGS[name])
    with rz.options(optimise_first=first), pytest.raises(rz.ActivityError) as caught:
        rz.grad(rz.load(path, level=level).f, check="never")(0.5)
    assert caught.value.code == "RZ405"
    assert caught.value.location is not None
    assert caught.value.location.file == str(path)
    assert caught.value.location.line in range(8, 11)


@pytest.mark.parametrize(
    ("file", "whose"),
    [
        ("/usr/include/math.h", True),
        ("/usr/lib/gcc/x86_64-linux-gnu/12/../../../../include/c++/12/bits/vector.tcc", True),
        ("/opt/venv/lib/python3.11/site-packages/ziglang/lib/libcxx/include/string", True),
        ("/home/me/zig/lib/libc/include/any-linux-any/bits/types.h", True),
        ("C:\\work\\zig\\lib\\libcxx\\include\\string", True),
        ("/rustc/1234/library/core/src/iter/range.rs", True),
        ("/home/me/include/model.h", False),
        ("/home/me/lib/model.c", False),
        ("model.c", False),
        ("", False),
    ],
)
def test_whose_a_file_is(file: str, whose: bool) -> None:
    assert of_library(file) is whose
