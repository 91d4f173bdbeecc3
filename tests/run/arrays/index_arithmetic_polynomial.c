// Indices that are quadratic in the counters (packed symmetric storage).
// rz: double packed(const double a[(n*(n+1))//2] in, const double x[n] in, int n=5)
// also: n=1
// also: n=0
static int at(int i, int j)
{
    return i >= j ? i * (i + 1) / 2 + j : j * (j + 1) / 2 + i;
}

double packed(const double *a, const double *x, int n)
{
    double s = 0.0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            s += x[i] * a[at(i, j)] * x[j];
    return s;
}
