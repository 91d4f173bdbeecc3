// The first thread alone computes what all threads go on with.
// rz: double f(const double x[n] in, double y[n] out, int n=9)
extern "C" double f(const double *x, double *y, int n)
{
    double scale = 1, shift = 0;
#pragma omp parallel
    {
#pragma omp masked
        scale = x[0] * x[n - 1];
#pragma omp barrier
#pragma omp for
        for (int i = 0; i < n; i++)
            y[i] = scale * x[i];
#pragma omp masked
        {
            for (int i = 0; i < n; i++)
                shift += y[i] * y[i];
        }
    }
    return shift;
}
