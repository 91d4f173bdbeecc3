"""Which reads of a parallel loop are added to atomically: each case by what `explain` says."""

from __future__ import annotations

import pytest

import ribozyme as rz

HEAD = "#include <math.h>\n"
CASES = {
    "a place for each iteration": (
        "void f(const double *restrict x, double *restrict y, int n)",
        "#pragma omp parallel for\nfor (int i = 0; i < n; i++) y[i] = x[i] * x[i];",
        ["exclusive"],
    ),
    "pairs, in chunks that go to whoever asks": (
        "void f(const double *restrict x, double *restrict y, int n)",
        (
            "#pragma omp parallel for schedule(dynamic, 3)\n"
            "for (int i = 0; i < n; i++) y[i] = x[2 * i] * x[2 * i + 1];"
        ),
        ["exclusive", "exclusive"],
    ),
    "more than the stride": (
        "void f(const double *restrict x, double *restrict y, int n)",
        ("#pragma omp parallel for\nfor (int i = 0; i < n; i++) y[i] = x[2 * i] * x[2 * i + 2];"),
        ["atomic", "atomic"],
    ),
    "neighbours": (
        "void f(const double *restrict x, double *restrict y, int n)",
        "#pragma omp parallel for\nfor (int i = 1; i < n; i++) y[i] = x[i - 1] * x[i];",
        ["atomic", "atomic"],
    ),
    "an index from memory": (
        "void f(const double *restrict x, double *restrict y, const int *k, int n)",
        "#pragma omp parallel for\nfor (int i = 0; i < n; i++) y[i] = x[k[i]] * x[k[i]];",
        ["atomic"],
    ),
    "two arrays that may be one": (
        "void f(const double *x, const double *w, double *y, int n)",
        "#pragma omp parallel for\nfor (int i = 0; i < n; i++) y[i] = x[i] * w[i];",
        ["atomic", "atomic"],
    ),
    "rows, and what all of them read": (
        "void f(const double *restrict a, const double *restrict x, double *restrict y, int n)",
        (
            "#pragma omp parallel for\nfor (int i = 0; i < n; i++) {\n"
            "double s = 0;\nfor (int j = 0; j < n; j++) s += a[i * n + j] * x[j];\ny[i] = s * s; }"
        ),
        ["atomic", "exclusive"],
    ),
    "a barrier between two loops": (
        "void f(const double *restrict x, double *restrict y, double *restrict z, int n)",
        (
            "#pragma omp parallel\n{\n#pragma omp for\n"
            "for (int i = 0; i < n; i++) y[i] = x[i] * x[i];\n#pragma omp for schedule(dynamic)\n"
            "for (int i = 0; i < n; i++) z[i] = x[i] * sin(x[i]);\n}"
        ),
        ["exclusive", "exclusive"],
    ),
    "no barrier between two loops": (
        "void f(const double *restrict x, double *restrict y, double *restrict z, int n)",
        (
            "#pragma omp parallel\n{\n#pragma omp for nowait\n"
            "for (int i = 0; i < n; i++) y[i] = x[i] * x[i];\n#pragma omp for schedule(dynamic)\n"
            "for (int i = 0; i < n; i++) z[i] = x[i] * sin(x[i]);\n}"
        ),
        ["atomic", "atomic"],
    ),
    "a loop that begins again without a barrier": (
        "void f(const double *restrict x, double *restrict y, int n)",
        (
            "#pragma omp parallel\nfor (int k = 0; k < n; k++) {\n"
            "#pragma omp for schedule(dynamic) nowait\n"
            "for (int i = 0; i < n - k; i++) y[k * n + i] = x[i] * x[i];\n}"
        ),
        ["atomic"],
    ),
    "no worksharing": (
        "void f(const double *restrict x, double *restrict y, int n)",
        (
            "#pragma omp parallel for\nfor (int k = 0; k < n; k++) {\n"
            "double s = 0;\nfor (int i = 0; i < n; i++) s += x[i] * x[i];\ny[k] = s * k;\n}"
        ),
        ["atomic"],
    ),
    "a base that another thread may change": (
        "void f(double *restrict x, double *restrict y, int n)",
        (
            "double *at[2] = {x, y};\nint now = 0;\n"
            "#pragma omp parallel\nfor (int k = 0; k < n; k++) {\n"
            "#pragma omp for\n"
            "for (int i = 0; i < n; i++) at[1 - now][i] = at[now][i] * at[now][i];\n"
            "#pragma omp single\nnow = 1 - now;\n}"
        ),
        ["atomic"],
    ),
    "memory of the thread's own": (
        "void f(const double *restrict x, double *restrict y, int n)",
        (
            "#pragma omp parallel for\nfor (int i = 0; i < n; i++) {\n"
            "double t[4];\nfor (int k = 0; k < 4; k++) t[k] = x[i] * k;\n"
            "y[i] = t[i % 4] * t[i % 3];\n}"
        ),
        ["exclusive", "private", "private"],
    ),
}


@pytest.mark.rotates(plain=5, wide=13)
@pytest.mark.parametrize("name", CASES)
def test_the_class_of_each_read(name: str) -> None:
    head, body, expected = CASES[name]
    lib = rz.compile(f"{HEAD}{head}\n{{\n{body}\n}}\n", flags=["-fopenmp"])
    output = "z" if "*restrict z" in head else "y"
    found = [
        note.kind
        for report in rz.explain(lib.f, of=output).reports
        for note in report.notes
        if note.kind in ("atomic", "exclusive", "private")
    ]
    assert sorted(found) == sorted(expected)
