// Loops for vectors: in one thread, and in each thread of a team.
// rz: double f(const double x[n] in, double y[n] out, int n=17)
double f(const double *x, double *y, int n)
{
    double s = 0, t = 0;
#pragma omp simd reduction(+ : s)
    for (int i = 0; i < n; i++)
        s += x[i] * x[i] * x[i];
#pragma omp parallel for reduction(+ : t)
    for (int i = 0; i < n; i++) {
        double own = 0;
#pragma omp simd reduction(+ : own)
        for (int j = 0; j < i; j++)
            own += x[j] * x[i];
        y[i] = s * own;
        t += own * own;
    }
    return t;
}
