// A number in memory that a loop reads again and again, while it writes other numbers there or, in
// the second, that number too.
// rz: void pivot(double a[n] inout, double b[n] inout, int n=6, int k=0, int from=1)
// also: n=6, k=2, from=3
// also: n=6, k=4, from=1
// also: n=1, k=0, from=1

void pivot(double *a, double *b, int n, int k, int from)
{
    for (int i = from; i < n; i++) {
        a[i] = a[i] / a[k];
        b[i] -= a[i] * b[k] * a[k];
    }
    for (int r = 0; r < 2; r++)
        for (int i = from; i < n; i++)
            a[i] -= b[i] * a[k] * a[k];
}
