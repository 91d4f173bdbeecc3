// A function that only waits has no numbers, and is waited in by the reverse sweep.
// rz: void f(const double x[n] in, double y[n] out, int n=15)
static __attribute__((noinline)) void wait_for_all(int *count)
{
#pragma omp barrier
#pragma omp master
    *count += 1;
#pragma omp barrier
}
void f(const double *x, double *y, int n)
{
    double t[15];
    int count = 0;
#pragma omp parallel
    {
#pragma omp for nowait
        for (int i = 0; i < n; i++)
            t[i] = x[i] * x[i];
        wait_for_all(&count);
#pragma omp for nowait
        for (int i = 0; i < n; i++)
            y[i] = count * t[(i + 7) % n] * t[i];
    }
}
