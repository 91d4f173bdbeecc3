// A table of pointers to different inputs, selected by an integer at run time.
// rz: double select(const double a[4] in, const double b[4] in, const double c[4] in, const int which[n] below 3, int n=8)
// also: n=0
double select(const double *a, const double *b, const double *c, const int *which, int n)
{
    const double *table[3] = {a, b, c};
    double s = 1.0;
    for (int i = 0; i < n; i++)
        s += table[which[i]][i % 4] * s * 0.3;
    return s + a[0] * b[0] * c[0];
}
