// The loop bound is only an upper bound: a sentinel in the data ends it.
// rz: double until(const double x[n] in, const int stop[n] {0,0,0,0,0,1,0,0}, int n=8)
// also: n=3
// also: n=0
double until(const double *x, const int *stop, int n)
{
    double p = 1.0;
    for (int i = 0; i < n; i++) {
        if (stop[i])
            break;
        p = p * x[i] + 0.1 * x[i] * x[i];
    }
    return p;
}
