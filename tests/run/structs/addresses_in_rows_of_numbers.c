// Addresses lie as doubles in a row of doubles that one function fills, one shifts and one reads from.
// rz: double f(const double x[n] in, int n=5, int k=2)
// also: k=0
// also: n=1, k=0
// needs: no tape
#include <string.h>

__attribute__((noinline)) static void fill(double *row, double *first, int n)
{
    for (int i = 0; i < n; i++) {
        double *p = first + i, d;
        memcpy(&d, &p, sizeof d);
        row[i] = d;
    }
}

__attribute__((noinline)) static void shift(double *row, int n, int k)
{
    for (; k > 0; k--) {
        double last = row[n - 1];
        for (int i = n - 1; i > 0; i--)
            row[i] = row[i - 1];
        row[0] = last;
    }
}

__attribute__((noinline)) static double sum(const double *row, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++) {
        double *p;
        memcpy(&p, row + i, sizeof p);
        s = s * 0.5 + *p * (i + 1);
    }
    return s;
}

double f(const double *x, int n, int k)
{
    double y[8], row[8];
    for (int i = 0; i < n; i++)
        y[i] = x[i] * x[i];
    fill(row, y, n);
    shift(row, n, k);
    double s = sum(row, n);
    for (int i = 0; i < n; i++)
        y[i] = y[i] * x[0];
    return s * sum(row, n);
}
