// Atomic reads beside atomic additions, before and after a barrier.
// rz: double f(const double x[n] in, double y[n] out, int n=11)
extern "C" double f(const double *x, double *y, int n)
{
    double s = 0.5;
#pragma omp parallel
    {
        double sum;
#pragma omp for schedule(static, 2)
        for (int i = 0; i < n; i++) {
            double part = x[i] * x[i];
#pragma omp atomic update
            s += part;
        }
#pragma omp for
        for (int i = 0; i < n; i++) {
#pragma omp atomic read
            sum = s;
            y[i] = sum * x[i];
        }
    }
    return s;
}
