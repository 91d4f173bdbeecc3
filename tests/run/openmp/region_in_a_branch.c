// A region that only some turns of a loop come to.
// rz: double f(double x[n] inout, int n=10)
double f(double *x, int n)
{
    double s = 0;
    for (int k = 0; k < 5; k++) {
        if (x[k] * x[k] > 0.8) {
#pragma omp parallel for
            for (int i = 0; i < n; i++)
                x[i] = x[i] * (1 + 0.05 * i) - 0.02 * x[i] * x[i] * k;
        } else {
            s += x[k] * x[k];
        }
    }
    return s;
}
