// An array that each thread gets a copy of.
// rz: double f(const double x[n] in, const double c[4] in, int n=18)
double f(const double *x, const double *c, int n)
{
    double own[4], s = 0;
    for (int k = 0; k < 4; k++)
        own[k] = c[k] * c[k];
#pragma omp parallel for firstprivate(own) reduction(+ : s)
    for (int i = 0; i < n; i++)
        s += own[i & 3] * x[i] + own[0] * own[3];
    return s;
}
