// The determinant by recursive expansion over permutations with an integer mask.
// rz: double det(const double a[n*n] in -1..1, int n=4)
// also: n=1
// also: n=2
static double expand(const double *a, int n, int row, unsigned used)
{
    if (row == n)
        return 1.0;
    double s = 0.0, sign = 1.0;
    for (int j = 0; j < n; j++) {
        if (used >> j & 1)
            continue;
        s += sign * a[row * n + j] * expand(a, n, row + 1, used | 1u << j);
        sign = -sign;
    }
    return s;
}

double det(const double *a, int n)
{
    return expand(a, n, 0, 0);
}
