// Addresses lie as doubles in a row of doubles that one function fills and another reads as addresses.
// rz: double f(const double x[n] in, int n=5)
// also: n=1
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

double f(const double *x, int n)
{
    double y[8], row[8];
    for (int i = 0; i < n; i++)
        y[i] = x[i] * x[i];
    fill(row, y, n);
    double s = sum(row, n);
    for (int i = 0; i < n; i++)
        y[i] = y[i] * x[0];
    return s * sum(row, n);
}
