// A region that runs in one thread when there is little to do.
// rz: double f(const double x[n] in, int n=12, int most=10)
// also: most=100
double f(const double *x, int n, int most)
{
    double s = 0;
#pragma omp parallel for if (n > most) reduction(+ : s)
    for (int i = 0; i < n; i++)
        s += x[i] * x[i] * x[i];
    return s;
}
