// One thread computes numbers that all threads go on with, twice.
// rz: double f(const double x[n] in, double y[n] out, int n=9)
extern "C" double f(const double *x, double *y, int n)
{
    double s = 0;
#pragma omp parallel reduction(+ : s)
    {
        double scale, shift[2];
        for (int k = 0; k < 2; k++) {
#pragma omp single copyprivate(scale, shift)
            {
                scale = x[0] * x[n - 1] + k * x[1];
                shift[0] = x[k] * x[k];
                shift[1] = scale * x[2];
            }
#pragma omp for
            for (int i = 0; i < n; i++) {
                s += scale * x[i] * shift[0];
                y[i] = shift[1] * x[i];
            }
        }
    }
    return s;
}
