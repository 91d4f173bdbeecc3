// double data pushed through a float array and back.
// rz: double through(const double x[n] in, int n=6)
// also: n=0
// tolerance: loose
#ifndef REAL
#define REAL float
#endif
double through(const double *x, int n)
{
    REAL narrow[8];
    double s = 0.0;
    for (int i = 0; i < n; i++)
        narrow[i] = (REAL)(x[i] * 1.0);
    for (int i = 0; i < n; i++)
        s += (double)narrow[i] * 3.0 * (i + 1);
    return s;
}
