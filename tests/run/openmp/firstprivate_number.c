// A number that each thread gets a copy of, and changes.
// rz: double f(const double x[n] in, double a, int n=15)
double f(const double *x, double a, int n)
{
    double s = 0;
#pragma omp parallel for firstprivate(a) reduction(+ : s)
    for (int i = 0; i < n; i++) {
        double b = a * x[i];
        s += b * b;
    }
    return s * a;
}
