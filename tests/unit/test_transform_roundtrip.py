"""Numbers that leave the program as bytes and come back are refused, in whatever way they go."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.isolated import no_added_rules

import ribozyme as rz
from ribozyme.base.errors import Error

pytestmark = pytest.mark.rotates("file", plain=9, wide=18)

C_HEAD = """#include <stdio.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>
"""
CXX_HEAD = """#include <algorithm>
#include <cstring>
#include <iterator>
#include <sstream>
#include <string>
"""
BYTE_BY_BYTE = """double f(double x)
{
    FILE *t = tmpfile();
    double y = x * x, z;
    for (int i = 0; i < 8; i++)
        fputc(((unsigned char *)&y)[i], t);
    rewind(t);
    for (int i = 0; i < 8; i++)
        ((unsigned char *)&z)[i] = fgetc(t);
    fclose(t);
    return z * x;
}
"""
MAPPED = """double f(double x)
{
    FILE *t = tmpfile();
    double y = x * x;
    fwrite(&y, 8, 1, t);
    fflush(t);
    double *m = mmap(0, 8, PROT_READ, MAP_SHARED, fileno(t), 0);
    double z = m[0];
    munmap(m, 8);
    fclose(t);
    return z * x;
}
"""
BUFFER = """double f(double x)
{
    double buffer[4], y = x * x;
    FILE *t = fmemopen(buffer, sizeof buffer, "w");
    fwrite(&y, 8, 1, t);
    fclose(t);
    return buffer[0] * x;
}
"""
SOCKET = """double f(double x)
{
    int d[2];
    double y = x * x, z = 0;
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, d) || send(d[0], &y, 8, 0) != 8)
        return 0;
    recv(d[1], &z, 8, 0);
    close(d[0]);
    close(d[1]);
    return z * x;
}
"""
LISTS = """double f(double x)
{
    int d[2];
    double y = x * x, z = 0;
    struct iovec out = {&y, 8}, in = {&z, 8};
    if (pipe(d) || writev(d[1], &out, 1) != 8 || readv(d[0], &in, 1) != 8)
        return 0;
    close(d[0]);
    close(d[1]);
    return z * x;
}
"""
NEXT_ROUND = """double f(double x)
{
    FILE *t = tmpfile();
    double s = x;
    for (int i = 0; i < 4; i++) {
        double w = 1;
        rewind(t);
        if (i && fread(&w, 8, 1, t) != 1)
            w = 0;
        s *= w;
        rewind(t);
        fwrite(&s, 8, 1, t);
    }
    fclose(t);
    return s;
}
"""
NEXT_CALL = """static double go(FILE *t, double s, int n)
{
    double w = 1;
    rewind(t);
    if (n == 0 || fread(&w, 8, 1, t) != 1)
        w = 1;
    rewind(t);
    s *= w;
    fwrite(&s, 8, 1, t);
    return n ? go(t, s, n - 1) + go(t, s, n / 2) : s;
}
double f(double x)
{
    FILE *t = tmpfile();
    double s = go(t, x, 3);
    fclose(t);
    return s;
}
"""
TEXT_OF_A_STREAM = """extern "C" double f(double x)
{
    std::ostringstream t;
    double y = x * x, z = 0;
    t.write((const char *)&y, sizeof y);
    std::string s = t.str();
    std::memcpy(&z, s.data(), sizeof z);
    return z * x;
}
"""
BUFFER_OF_A_STREAM = """extern "C" double f(double x)
{
    std::stringbuf t;
    double y = x * x, z = 0;
    t.sputn((const char *)&y, sizeof y);
    t.sgetn((char *)&z, sizeof z);
    return z * x;
}
"""
ITERATORS = """extern "C" double f(double x)
{
    std::stringstream t;
    double y = x * x, z = 0;
    std::copy((const char *)&y, (const char *)(&y + 1), std::ostreambuf_iterator<char>(t));
    std::copy_n(std::istreambuf_iterator<char>(t), 8, (char *)&z);
    return z * x;
}
"""
REFUSED = {
    "byte by byte": BYTE_BY_BYTE,
    "mapped": MAPPED,
    "a buffer": BUFFER,
    "a socket": SOCKET,
    "lists of addresses": LISTS,
    "the next round": NEXT_ROUND,
    "the next call": NEXT_CALL,
    "text of a stream": TEXT_OF_A_STREAM,
    "buffer of a stream": BUFFER_OF_A_STREAM,
    "iterators": ITERATORS,
}
OTHER_MEMBERS = """struct state { double a, b; int n; };
double f(double x)
{
    FILE *t = tmpfile();
    struct state s = {x, x * x, 2}, back;
    fwrite(&s, sizeof s, 1, t);
    rewind(t);
    if (fread(&back, sizeof back, 1, t) != 1)
        return 0;
    fclose(t);
    return s.a * s.b * back.n;
}
"""
LOADED = """__attribute__((noinline)) double load(FILE *t)
{
    double v;
    return fread(&v, sizeof v, 1, t) == 1 ? v : 0;
}
double f(double x)
{
    FILE *t = tmpfile();
    double y = x * x;
    fwrite(&y, sizeof y, 1, t);
    rewind(t);
    double z = load(t);
    fclose(t);
    return z * x;
}
"""
SHOWN = """
error[RZ405]: numbers that depend on an input were written as text or bytes, and are read back
  --> model.c:9:12 in 'load'
  |
9 |     return fread(&v, sizeof v, 1, t) == 1 ? v : 0;
  |            ^^^^^
  = written at model.c:15:5
  = help: keep the numbers in an array
  = help: if what comes back shall be constants: read it in a function marked with `rz.inactive`
  = more: ribozyme explain RZ405
"""


def compiled(source: str, level: str | None = None) -> rz.Function:
    cxx = 'extern "C"' in source
    head = CXX_HEAD if cxx else C_HEAD
    return rz.compile(head + source, lang="c++" if cxx else "c", level=level)["f"]


@pytest.mark.parametrize("level", [None, "O0", "O2"])
@pytest.mark.parametrize("name", REFUSED)
def test_what_comes_back_is_refused(name: str, level: str | None) -> None:
    with pytest.raises(Error) as caught:
        rz.grad(compiled(REFUSED[name], level))(0.7)
    assert caught.value.code == "RZ405"
    assert "are read back" in str(caught.value)


def test_in_forward_mode_too() -> None:
    with pytest.raises(Error, match="are read back"):
        rz.autodiff(rz.Forward, compiled(NEXT_ROUND), rz.Duplicated(0.7, 1.0))


@pytest.mark.parametrize("level", [None, "O0", "O2"])
def test_integers_may_come_back(level: str | None) -> None:
    assert rz.grad(compiled(OTHER_MEMBERS, level))(0.7) == pytest.approx(6 * 0.7**2)


def test_the_message(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("model.c").write_text(C_HEAD + LOADED)
    with pytest.raises(Error) as caught:
        rz.grad(rz.load("model.c")["f"])(0.7)
    assert re.sub(r"\S*/(?=model)", "", str(caught.value)) == SHOWN.strip()


def test_constants_may_be_said_to_come_back(monkeypatch: pytest.MonkeyPatch) -> None:
    no_added_rules(monkeypatch)
    rz.inactive("load")
    found = rz.grad(compiled(LOADED), check="never")(0.7)
    assert found == pytest.approx(0.7**2)
