"""Small memory of a tape is packed: frames and short arrays of a recursion, vectors among them."""

import numpy as np
import pytest

import ribozyme as rz

PROGRAM = """
#include <math.h>
typedef double four __attribute__((vector_size(32)));
typedef double eight __attribute__((vector_size(64)));

/* frames with vectors, beside blocks of one iteration */
static double halves(double *x, int n) {
    if (n == 1) return sin(x[0]);
    four v = {x[0], x[n / 2], x[0] * x[n / 2], 1.0};
    double left = halves(x, n / 2), right = halves(x + n / 2, n / 2);
    v = v * v * left;
    double w = 1;
    for (int i = 0; i < n; i += 2) { w *= 1 + 0.1 * x[i]; x[i] = w * right + v[2]; }
    return v[0] + v[1] * right + w;
}
double vectors(const double *given, int n) {
    double x[16];
    for (int i = 0; i < n; i++) x[i] = given[i];
    double sum = halves(x, n);
    for (int i = 0; i < n; i++) sum += x[i] * x[i];
    return sum;
}

/* short arrays of wide vectors, whose number the run knows, in a function called often */
static double wide(const double *x, int n) {
    eight v = {x[0], x[1], 1, 2, 3, 4, 5, 6};
    for (int i = 0; i < n; i++) v = v * v * 0.5 + x[i];
    return v[0] * v[5] + v[7];
}
double called(const double *x, int n) {
    double sum = 0;
    for (int k = 1; k <= n; k++) sum += wide(x, k) * x[k - 1];
    return sum;
}

/* a growing array of vectors behind a byte */
double grows(const double *x, int n) {
    four v = {x[0], x[1], x[2], 0.5};
    double t = 0;
    while (t < n) { v = v * (1.0 - 0.01 * v); t += 0.3 + (t > 2 ? 0.1 : 0.0); }
    return v[0] * v[1] + v[2] * v[3];
}
"""


@pytest.mark.parametrize(("name", "n"), [("vectors", 16), ("called", 5), ("grows", 30)])
def test_vectors_in_small_memory(name: str, n: int) -> None:
    f = getattr(rz.compile(PROGRAM), name)
    x = np.random.default_rng(7).uniform(0.2, 0.6, 16)
    found = rz.grad(f, wrt=f.signature.parameters[0].name)(x, n)
    for at in range(3):
        wanted = []
        for step in (1e-4, 1e-5, 1e-6):
            up, down = x.copy(), x.copy()
            up[at] += step
            down[at] -= step
            wanted.append((f(up, n) - f(down, n)) / (2 * step))
        error = min(abs(one - found[at]) for one in wanted)
        assert error <= 1e-8 * (1 + abs(found[at]))
