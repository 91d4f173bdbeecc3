// Two results of a row, one of which is read before; a number that all share weighs them.
// rz: double f(const double a[3*n] in, const int column[3*n] below n, const double x[n] in, double y[2*n] inout, double weight=0.7, int n=9)
// also: n=1
double f(const double *restrict a, const int *restrict column, const double *restrict x,
         double *restrict y, double weight, int n)
{
    double shared = weight * x[0];
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        double s = y[2 * i + 1] * shared;
        for (int k = 3 * i; k < 3 * i + i % 4; k++)
            s += a[k] * x[column[k]];
        y[2 * i] = s;
        y[2 * i + 1] = shared * x[i];
    }
    return shared * shared;
}
