// What a thread read is overwritten by another one behind a barrier.
// rz: void f(double x[n] inout, int n=12)
void f(double *x, int n)
{
#pragma omp parallel
    {
        double keep[12];
        for (int step = 0; step < 3; step++) {
#pragma omp for
            for (int i = 0; i < n; i++)
                keep[i] = x[(i + 1) % n] * x[i] + 0.1 * x[(i + 3) % n] * x[(i + 3) % n];
#pragma omp for
            for (int i = 0; i < n; i++)
                x[i] = keep[i] * 0.7;
        }
    }
}
