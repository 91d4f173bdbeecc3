// A determinant by minors: value and gradient of each recursive call at once.
// rz: double determinant(const double a[n*n] in -1..1, int n=5)
// also: n=1
// also: n=2
static double minor(const double *a, int n, int row, unsigned used)
{
    if (row == n)
        return 1;
    double sum = 0, sign = 1;
    for (int column = 0; column < n; column++) {
        if (used >> column & 1)
            continue;
        sum += sign * a[row * n + column] * minor(a, n, row + 1, used | 1u << column);
        sign = -sign;
    }
    return sum;
}

double determinant(const double *a, int n)
{
    return minor(a, n, 0, 0);
}
