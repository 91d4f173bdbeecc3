"""Which reads of a parallel loop are added to atomically: each case by what `explain` says."""

from __future__ import annotations

import pytest

import ribozyme as rz

KINDS = ("aside", "atomic", "border", "exclusive", "locked", "private", "summed")
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
        ["border", "border"],
    ),
    "half a stride further on": (
        "void f(const double *restrict x, double *restrict y, int n)",
        (
            "#pragma omp parallel for\nfor (int i = 0; i < n; i++)\n"
            "y[i] = x[2 * i] * x[2 * i + 1] * x[2 * i + 3];"
        ),
        ["border", "border", "border"],
    ),
    "five points of a plane": (
        "void f(const double *restrict x, double *restrict y, int n)",
        (
            "#pragma omp parallel for\nfor (int i = 1; i < n - 1; i++)\n"
            "for (int j = 1; j < n - 1; j++)\n"
            "y[i * n + j] = x[i * n + j] * x[(i - 1) * n + j] * x[(i + 1) * n + j]\n"
            "* x[i * n + j - 1] * x[i * n + j + 1];"
        ),
        ["border"] * 5,
    ),
    "a plane of known width": (
        "void f(const double (*restrict x)[30], double (*restrict y)[30], int n)",
        (
            "#pragma omp parallel for schedule(static, 2)\nfor (int i = 1; i < n; i++)\n"
            "for (int j = 1; j < 30; j++) y[i][j] = x[i][j] * x[i - 1][j] * x[i][j - 1];"
        ),
        ["border"] * 3,
    ),
    "rows that reach into the next one": (
        "void f(const double *restrict x, double *restrict y, int n)",
        (
            "#pragma omp parallel for\nfor (int i = 1; i < n; i++)\n"
            "for (int j = 0; j < n; j++) y[i * n + j] = x[i * n + j] * x[(i - 1) * n + j + 1];"
        ),
        ["aside", "aside"],
    ),
    "a scalar of the caller's": (
        "void f(const double *restrict x, double *restrict y, double k, int n)",
        "#pragma omp parallel for\nfor (int i = 0; i < n; i++) y[i] = k * x[i];",
        ["aside", "exclusive"],
    ),
    "bins that are added to atomically": (
        "void f(const double *restrict x, double *restrict y, const int *restrict k, int n)",
        (
            "#pragma omp parallel for\nfor (int i = 0; i < n; i++) {\n"
            "double v = x[i] * x[i];\n#pragma omp atomic\ny[k[i]] += v;\n}"
        ),
        ["exclusive"],
    ),
    "neighbours": (
        "void f(const double *restrict x, double *restrict y, int n)",
        "#pragma omp parallel for\nfor (int i = 1; i < n; i++) y[i] = x[i - 1] * x[i];",
        ["border", "border"],
    ),
    "neighbours, and another read of the same array": (
        "void f(const double *restrict x, double *restrict y, int n)",
        "#pragma omp parallel for\nfor (int i = 1; i < n; i++) y[i] = x[i - 1] * x[i] * x[0];",
        ["aside", "aside", "aside"],
    ),
    "neighbours in two loops without a barrier between": (
        "void f(const double *restrict x, double *restrict y, double *restrict z, int n)",
        (
            "#pragma omp parallel\n{\n#pragma omp for nowait\n"
            "for (int i = 1; i < n; i++) y[i] = x[i - 1] * x[i];\n"
            "#pragma omp for\nfor (int i = 1; i < n; i++) z[i] = x[i - 1] * x[i]; }"
        ),
        ["aside", "aside", "aside", "aside"],
    ),
    "neighbours in two loops, a barrier between": (
        "void f(const double *restrict x, double *restrict y, double *restrict z, int n)",
        (
            "#pragma omp parallel\n{\n#pragma omp for\n"
            "for (int i = 1; i < n; i++) y[i] = x[i - 1] * x[i];\n"
            "#pragma omp for\nfor (int i = 1; i < n; i++) z[i] = x[i - 1] * x[i]; }"
        ),
        ["border", "border", "border", "border"],
    ),
    "neighbours in chunks that go to whoever asks": (
        "void f(const double *restrict x, double *restrict y, int n)",
        (
            "#pragma omp parallel for schedule(dynamic, 3)\n"
            "for (int i = 2; i < n; i++) y[i] = x[i - 2] * x[i];"
        ),
        ["border", "border"],
    ),
    "what all threads read, and one of them writes": (
        "void f(const double *x, double *y, int n)",
        (
            "#pragma omp parallel for\nfor (int i = 0; i < n; i++) {\n"
            "double s = 0;\nfor (int j = 0; j < n; j++) s += x[j] * x[j];\ny[i] = s * s; }"
        ),
        ["atomic"],
    ),
    "an index from memory": (
        "void f(const double *restrict x, double *restrict y, const int *k, int n)",
        "#pragma omp parallel for\nfor (int i = 0; i < n; i++) y[i] = x[k[i]] * x[k[i]];",
        ["aside"],
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
        ["exclusive", "summed"],
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
        ["aside", "aside"],
    ),
    "a loop that begins again without a barrier": (
        "void f(const double *restrict x, double *restrict y, int n)",
        (
            "#pragma omp parallel\nfor (int k = 0; k < n; k++) {\n"
            "#pragma omp for schedule(dynamic) nowait\n"
            "for (int i = 0; i < n - k; i++) y[k * n + i] = x[i] * x[i];\n}"
        ),
        ["aside"],
    ),
    "an inner loop that is not dealt out": (
        "void f(const double *restrict x, double *restrict y, int n)",
        (
            "#pragma omp parallel for\nfor (int k = 0; k < n; k++) {\n"
            "double s = 0;\nfor (int i = 0; i < n; i++) s += x[i] * x[i];\ny[k] = s * k;\n}"
        ),
        ["summed"],
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
    "a sum over everything": (
        "void f(const double *restrict x, double *restrict y, int n)",
        (
            "double s = 0;\n#pragma omp parallel for reduction(+:s)\n"
            "for (int i = 0; i < n; i++) s += x[i] * x[i];\ny[0] = s * s;"
        ),
        ["exclusive", "locked"],
    ),
    "a number of a critical section": (
        "void f(const double *restrict x, double *restrict y, int n)",
        (
            "#pragma omp parallel for\nfor (int i = 0; i < n; i++) {\n"
            "#pragma omp critical\ny[0] = y[0] * x[i];\n}"
        ),
        ["exclusive", "locked"],
    ),
    "a number of two critical sections": (
        "void f(const double *restrict x, double *restrict y, int n)",
        (
            "#pragma omp parallel for\nfor (int i = 0; i < n; i++) {\n"
            "#pragma omp critical (one)\ny[0] = y[0] * x[i];\n"
            "#pragma omp critical (two)\ny[1] = y[0] * y[1];\n}"
        ),
        ["atomic", "atomic", "atomic", "exclusive"],
    ),
    "an array that a loop before has written": (
        "void f(const double *restrict x, double *restrict y, double *restrict z, int n)",
        (
            "#pragma omp parallel for\nfor (int i = 0; i < n; i++) y[i] = x[i] * x[i];\n"
            "#pragma omp parallel for\nfor (int i = 0; i < n; i++) z[i] = y[i] * y[n - 1 - i];"
        ),
        ["aside", "aside", "exclusive"],
    ),
    "an array that the same loop writes": (
        "void f(const double *restrict x, double *restrict y, const int *restrict k, int n)",
        (
            "#pragma omp parallel for\nfor (int i = 0; i < n; i++) {\n"
            "y[i] = x[i] * x[k[i]];\ny[n + i] = y[k[i]] * 2;\n}"
        ),
        ["aside", "aside", "atomic"],
    ),
    "lines of a sparse matrix": (
        (
            "void f(const double *restrict a, const double *restrict x, double *restrict y,\n"
            "const int *restrict k, const int *restrict first, int n)"
        ),
        (
            "#pragma omp parallel for\nfor (int i = 0; i < n; i++)\n"
            "for (int j = first[i]; j < first[i + 1]; j++)\n"
            "#pragma omp atomic\ny[k[j]] += a[j] * x[i];"
        ),
        ["aside", "exclusive"],
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
        if note.kind in KINDS
    ]
    assert sorted(found) == sorted(expected)
