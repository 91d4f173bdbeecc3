// Threads read the same numbers of an array that none writes: of two sizes, and in a second region.
// rz: double f(const double x[n] in, const double w[m] in, double y[m] out, const int at[m] const below 600, int n=600, int m=900)
double f(const double *restrict x, const double *restrict w, double *restrict y,
         const int *restrict at, int n, int m)
{
    double sum = 0;
#pragma omp parallel for schedule(static, 7)
    for (int i = 0; i < m; i++)
        y[i] = w[i] * x[at[i]] + x[(i * 7) % n] * x[at[m - 1 - i]];
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < m; i++)
        sum += y[at[i]] * x[at[i]] * x[at[i]];
    return sum;
}
