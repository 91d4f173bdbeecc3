"""Numbers that become text and are read again are refused; text that is only shown, or only read,
is no concern."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.isolated import no_added_rules

import ribozyme as rz
from ribozyme.base.errors import Error

pytestmark = pytest.mark.rotates("file", plain=14, wide=28)

C_HEAD = """#define _GNU_SOURCE
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
"""
CXX_HEAD = """#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>
"""
REFUSED_C = {
    "a buffer": """double f(double x)
{
    char b[64];
    snprintf(b, sizeof b, "%.17g", x * x);
    return atof(b) * x;
}""",
    "copied": """double f(double x)
{
    char *b = malloc(64), c[200];
    double z = 0;
    sprintf(b, "%.17g", x * x);
    strcat(strcpy(c, "z = "), b);
    free(b);
    sscanf(c, "z = %lf", &z);
    return z * x;
}""",
    "copied byte by byte": """double f(double x)
{
    char b[64], c[64];
    int i = 0;
    snprintf(b, 64, "%.17g", x * x);
    for (; b[i]; i++)
        c[i] = b[i] == 'E' ? 'e' : b[i];
    c[i] = 0;
    return atof(c) * x;
}""",
    "a copy that is kept": """struct row { char *text; };
static void put(struct row *r, double v)
{
    char b[40];
    snprintf(b, 40, "%a", v);
    r->text = strdup(b);
}
double f(double x)
{
    struct row r[3];
    double s = 0;
    for (int i = 0; i < 3; i++)
        put(&r[i], x * i);
    for (int i = 0; i < 3; i++)
        s += strtod(r[i].text, 0) * x;
    return s;
}""",
    "a list of arguments": """static char text[100];
static void put(const char *format, ...)
{
    va_list a;
    va_start(a, format);
    vsnprintf(text, 100, format, a);
    va_end(a);
}
double f(double x)
{
    put("%d %f", 3, x * x);
    return strtod(text + 2, 0) * x;
}""",
    "the next round": """double f(double x)
{
    char b[64] = "1";
    double s = x;
    for (int i = 0; i < 3; i++) {
        s *= strtod(b, 0);
        snprintf(b, 64, "%.17g", s);
    }
    return s;
}""",
    "the next call": """static double go(char *b, double s, int n)
{
    if (n <= 0)
        return s;
    s *= strtod(b, 0);
    snprintf(b, 40, "%.17g", s);
    return go(b, s, n - 1) + go(b, s, n - 2);
}
double f(double x)
{
    char b[40] = "1";
    return go(b, x, 4);
}""",
    "filled anew at times": """double f(double x)
{
    char b[64];
    double s = x;
    snprintf(b, 64, "1");
    for (int i = 0; i < 4; i++) {
        if (i % 2)
            snprintf(b, 64, "2");
        s *= strtod(b, 0);
        snprintf(b, 64, "%.17g", s);
    }
    return s;
}""",
    "filled from a copy": """double f(double x)
{
    char b[64], c[64];
    snprintf(b, 64, "%.17g", x * x);
    strcpy(c, b);
    strcpy(b, "1");
    strcpy(b, c);
    return strtod(b, 0) * x;
}""",
    "behind the end": """double f(double x)
{
    char b[64];
    snprintf(b + 10, 54, "%.17g", x * x);
    snprintf(b, 64, "1");
    return strtod(b + 10, 0) * x;
}""",
    "not filled at the end": """double f(double x)
{
    char b[80], text[] = "1.5\\n";
    FILE *in = fmemopen(text, sizeof text - 1, "r");
    double s = 0;
    for (int i = 0; i < 3; i++) {
        if (!fgets(b, sizeof b, in) && i < 1)
            return 0;
        s += strtod(b, 0) * x * x;
        snprintf(b, sizeof b, "%g", s);
    }
    fclose(in);
    return s;
}""",
    "bits of a number": """double f(double x)
{
    char b[64];
    union { double d; long l; } u = {x * x};
    snprintf(b, 64, "%ld", u.l);
    u.l = strtol(b, 0, 10);
    return u.d * x;
}""",
    "words of a line": """double f(double x)
{
    char b[80];
    double s = 0;
    snprintf(b, 80, "%.17g,%.17g", x * x, x);
    for (char *p = strtok(b, ","); p; p = strtok(0, ","))
        s += strtod(p, 0) * x;
    return s;
}""",
    "lines of a file": """double f(double x)
{
    FILE *t = tmpfile();
    char *line = 0;
    size_t n = 0;
    double s = 0;
    for (int i = 0; i < 3; i++)
        fprintf(t, "%.17g\\n", x * i);
    rewind(t);
    while (getline(&line, &n, t) > 0)
        s += atof(line) * x;
    return s;
}""",
    "characters of a file": """double f(double x)
{
    char b[40], d[40];
    FILE *t = tmpfile();
    int c, i = 0;
    snprintf(b, 40, "%.17g", x * x);
    fputs(b, t);
    rewind(t);
    while ((c = fgetc(t)) != EOF)
        d[i++] = c;
    d[i] = 0;
    return atof(d) * x;
}""",
    "a file by its name": """double f(double x)
{
    double z = 0;
    FILE *t = fopen("rz.text", "w");
    fprintf(t, "%.17g", x * x);
    fclose(t);
    t = fopen("rz.text", "r");
    return fscanf(t, "%lf", &z) == 1 ? z * x : 0;
}""",
    "a file in a struct": """struct store { FILE *file; int count; };
__attribute__((noinline)) static void put(struct store *s, double v)
{
    s->count += fprintf(s->file, "%.17g\\n", v);
}
__attribute__((noinline)) static double get(struct store *s)
{
    double v;
    return fscanf(s->file, "%lf", &v) == 1 ? v : 0;
}
double f(double x)
{
    struct store *s = malloc(sizeof *s);
    s->file = tmpfile();
    put(s, x * x);
    rewind(s->file);
    return get(s) * x;
}""",
    "a stream in memory": """double f(double x)
{
    char b[64];
    FILE *t = fmemopen(b, 64, "w");
    fprintf(t, "%.17g", x * x);
    fclose(t);
    return atof(b) * x;
}""",
    "memory of a stream": """double f(double x)
{
    char *b;
    size_t n;
    FILE *t = open_memstream(&b, &n);
    fprintf(t, "%.17g", x * x);
    fclose(t);
    return atof(b) * x;
}""",
    "text made for the caller": """double f(double x)
{
    char *b;
    return asprintf(&b, "%.17g", x * x) < 0 ? 0 : strtod(b, 0) * x;
}""",
}
REFUSED_CXX = {
    "text of a stream": """extern "C" double f(double x)
{
    std::ostringstream out;
    out << "v " << x * x << ' ' << 3;
    std::istringstream in(out.str());
    std::string name;
    double y = 0;
    in >> name >> y;
    return y * x;
}""",
    "a member": """struct Store {
    std::stringstream text;
    void put(double v) { text << v << ' '; }
    double get() { double v = 0; text >> v; return v; }
};
extern "C" double f(double x)
{
    Store s;
    s.put(x * x);
    return s.get() * x;
}""",
    "operators": """struct V { double a, b; };
std::ostream &operator<<(std::ostream &o, const V &v) { return o << v.a << ' ' << v.b; }
std::istream &operator>>(std::istream &i, V &v) { return i >> v.a >> v.b; }
extern "C" double f(double x)
{
    V v{x, x * x}, w{};
    std::stringstream s;
    s << v;
    s >> w;
    return w.a * w.b * x;
}""",
    "iterators": """extern "C" double f(double x)
{
    const double a[] = {x, x * x};
    std::stringstream s;
    std::copy(a, a + 2, std::ostream_iterator<double>(s, " "));
    double sum = 0;
    for (std::istream_iterator<double> i(s), end; i != end; ++i)
        sum += *i * x;
    return sum;
}""",
    "one buffer of two streams": """extern "C" double f(double x)
{
    std::stringbuf b;
    std::ostream o(&b);
    o << x * x;
    std::istream i(&b);
    double y = 0;
    i >> y;
    return y * x;
}""",
    "behind pointers": """struct Sink { virtual ~Sink() = default; virtual void put(double) = 0; };
struct Text : Sink {
    std::shared_ptr<std::stringstream> s = std::make_shared<std::stringstream>();
    void put(double v) override { *s << v << ' '; }
};
extern "C" double f(double x)
{
    auto t = std::make_unique<Text>();
    Sink &sink = *t;
    for (int i = 1; i < 4; i++)
        sink.put(x * i);
    double s = 0, v = 0;
    while (*t->s >> v)
        s += v * v;
    return s;
}""",
    "a string": """extern "C" double f(double x)
{
    return std::stod(std::to_string(x * x)) * x;
}""",
    "strings that are moved": """extern "C" double f(double x)
{
    std::map<int, std::string> m;
    std::string s = "longer than what a string has room for in itself";
    s.clear();
    s += std::to_string(x * x);
    m[1] = std::move(s);
    std::string t;
    std::swap(t, m[1]);
    std::vector<std::string> v;
    v.push_back(std::move(t));
    return std::stod(v.back().substr(0, 6)) * x;
}""",
    "a vector of characters": """extern "C" double f(double x)
{
    std::vector<char> b(64);
    std::snprintf(b.data(), b.size(), "%.17g", x * x);
    const std::string s(b.begin(), b.begin() + 10), t = "0" + s;
    return std::atof(t.c_str()) * x;
}""",
    "a view": """static double parsed(std::string_view v)
{
    double y = 0;
    std::from_chars(v.data(), v.data() + v.size(), y);
    return y;
}
extern "C" double f(double x)
{
    const std::string s = std::to_string(x * x);
    return parsed(std::string_view(s).substr(1)) * x;
}""",
    "characters": """extern "C" double f(double x)
{
    char b[64];
    *std::to_chars(b, b + 63, x * x).ptr = 0;
    return std::atof(b) * x;
}""",
    "streams on a file": """extern "C" double f(double x)
{
    std::string name = "rz", line;
    name += ".text";
    { std::ofstream out(name); out << "y " << x * x << '\\n'; }
    std::ifstream in(name);
    double y = 0;
    while (std::getline(in, line)) {
        std::istringstream words(line);
        words >> name >> y;
    }
    return y * x;
}""",
    "a file and a stream": """extern "C" double f(double x)
{
    std::FILE *t = std::fopen("rz.text", "w");
    std::fprintf(t, "%f", x * x);
    std::fclose(t);
    std::ifstream in;
    in.open("rz.text");
    double y = 0;
    in >> y;
    return y * x;
}""",
}
ACCEPTED_C = {
    "shown": """double f(double x)
{
    const char *given = "2.5 3";
    FILE *log = fopen("/dev/null", "w");
    double a = 0;
    char label[40];
    for (int i = 0; i < 2; i++) {
        sscanf(given, "%lf", &a);
        fprintf(log, "step %d %f\\n", i, x);
        if (x > 1e9)
            fprintf(stderr, "%f\\n", x);
        snprintf(label, 40, "x = %f", x);
        fputs(label, log);
    }
    fclose(log);
    return a * x * x;
}""",
    "another file": """static void report(FILE *out, double s) { fprintf(out, "%.0s%g", "", s); }
double f(double x)
{
    double s = x, v = 1.5;
    for (int i = 0; i < 2; i++) {
        FILE *in = fopen("/nonexistent", "r"), *out = fopen("/dev/null", "w");
        if (in && fscanf(in, "%lf", &v) != 1)
            v = 0;
        s *= x * v;
        report(out, s);
        fclose(out);
        if (s > 1e9)
            report(s > 1e19 ? stdout : stderr, s);
        if (s < -1e9 && scanf("%lf", &v) == 1)
            s += v * x;
    }
    return s;
}""",
    "read before": """double f(double x)
{
    char b[80];
    snprintf(b, 80, "%s", "2.25");
    double a = atof(b);
    snprintf(b, 80, "%f", x * a);
    return a * x * (b[0] != 0);
}""",
    "filled anew": """double f(double x)
{
    char b[80];
    const char *const words[] = {"1.5", "2.5"};
    double s = 0;
    for (int i = 0; i < 2; i++) {
        snprintf(b, 80, "%s", words[i]);
        s += atof(b) * x * x;
        snprintf(b, 80, "%g", s);
        if (s > 1e9)
            puts(b);
    }
    return s;
}""",
    "filled by the next line": """double f(double x)
{
    char b[80], text[] = "1.5\\n2.5\\n";
    FILE *in = fmemopen(text, sizeof text - 1, "r"), *log = fopen("/dev/null", "w");
    double s = 0;
    while (fgets(b, sizeof b, in)) {
        s += strtod(b, 0) * x * x;
        snprintf(b, sizeof b, "%g", s);
        fputs(b, log);
    }
    fclose(in);
    fclose(log);
    return s;
}""",
    "counts": """double f(double x)
{
    char b[80];
    int n = 0;
    snprintf(b, 80, "%f %d", x, 7);
    sscanf(b, "%*f %d", &n);
    return n * x * x;
}""",
}
ACCEPTED_CXX = {
    "messages": """extern "C" double f(double x)
{
    std::istringstream in("a 1.5\\nb 2.5\\n");
    std::string line;
    double s = 0;
    std::vector<std::string> log;
    std::ofstream file("/dev/null");
    while (std::getline(in, line)) {
        std::istringstream words(line);
        std::string name;
        double v = 0;
        words >> name >> v;
        s += v * x * x;
        std::ostringstream message;
        message << "sum " << name << " = " << s;
        log.push_back(message.str());
        file << log.back() << ' ' << s << '\\n';
        if (s > 1e9)
            std::cout << s << std::endl;
    }
    return s + log.size();
}""",
    "words": """extern "C" double f(double x)
{
    std::vector<std::string> words{"1.5", "2.5e0000000000000000000000000000000"};
    std::string report = "a long title that is no short string:";
    double s = 0;
    for (auto &word : words) {
        s += std::stod(word) * x * x;
        report += " " + std::to_string(s);
    }
    return s + (report.size() > 0);
}""",
}
LOADED = """static char text[64];
__attribute__((noinline)) double load(void)
{
    return strtod(text, 0);
}
double f(double x)
{
    snprintf(text, sizeof text, "%.17g", x * x);
    return load() * x;
}
"""
SHOWN = """
error[RZ405]: numbers that depend on an input were written as text or bytes, and are read back
  --> model.c:9:12 in 'load'
  |
9 |     return strtod(text, 0);
  |            ^^^^^^
  = written at model.c:13:5
  = help: keep the numbers in an array
  = help: if what comes back shall be constants: read it in a function marked with `rz.inactive`
  = more: ribozyme explain RZ405
"""
LEVELS = [None, "O0", "O2"]
LIBRARIES = [*LEVELS, "libc++"]


REUSED = {name: ACCEPTED_C.pop(name) for name in ("filled anew", "filled by the next line")}


def compiled(source: str, level: str | None = None) -> rz.Function:
    if 'extern "C"' not in source:
        return rz.compile(C_HEAD + source, level=level)["f"]
    flags = ["-std=c++20"]
    if level == "libc++":
        level, flags = None, [*flags, "-stdlib=libc++"]
    return rz.compile(CXX_HEAD + source, lang="c++", level=level, flags=flags)["f"]


def assert_refused(source: str, level: str | None) -> None:
    with pytest.raises(Error) as caught:
        rz.grad(compiled(source, level))(0.7)
    assert re.search("RZ405.*written as text|RZ201.*'.*to_chars", str(caught.value))


def assert_right(source: str, level: str | None) -> None:
    f = compiled(source, level)
    x, h = 0.7, 1e-5
    slope = (f(x + h) - f(x - h)) / (2 * h)
    assert rz.grad(f, check="never")(x) == pytest.approx(slope, rel=1e-7)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", REFUSED_C)
def test_what_is_read_again_is_refused(name: str, level: str | None) -> None:
    assert_refused(REFUSED_C[name], level)


@pytest.mark.rotates(plain=6, wide=30)
@pytest.mark.parametrize("level", LIBRARIES)
@pytest.mark.parametrize("name", REFUSED_CXX)
def test_in_streams_and_strings_too(name: str, level: str | None) -> None:
    assert_refused(REFUSED_CXX[name], level)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", REUSED)
def test_an_array_that_is_parsed_and_printed_to_in_turn_is_refused(
    name: str, level: str | None
) -> None:
    """What lies in an array at which time is not followed: another array is the way out."""
    assert_refused(REUSED[name], level)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", ACCEPTED_C)
def test_other_text_may_be_read(name: str, level: str | None) -> None:
    assert_right(ACCEPTED_C[name], level)


@pytest.mark.rotates(plain=2, wide=6)
@pytest.mark.parametrize("level", LIBRARIES)
@pytest.mark.parametrize("name", ACCEPTED_CXX)
def test_streams_and_strings_are_told_apart(name: str, level: str | None) -> None:
    if name == "words" and level == "O0":  # there nothing says which memory is a string's
        assert_refused(ACCEPTED_CXX[name], level)
        return
    assert_right(ACCEPTED_CXX[name], level)


def test_in_forward_mode_too() -> None:
    with pytest.raises(Error, match="written as text or bytes"):
        rz.autodiff(rz.Forward, compiled(REFUSED_C["a buffer"]), rz.Duplicated(0.7, 1.0))


def test_the_message(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("model.c").write_text(C_HEAD + LOADED)
    with pytest.raises(Error) as caught:
        rz.grad(rz.load("model.c")["f"])(0.7)
    assert re.sub(r"\S*/(?=model)", "", str(caught.value)) == SHOWN.strip()


def test_constants_may_be_said_to_come_back(monkeypatch: pytest.MonkeyPatch) -> None:
    no_added_rules(monkeypatch)
    rz.inactive("load")
    assert rz.grad(compiled(LOADED), check="never")(0.7) == pytest.approx(0.7**2)
