// Elements are overwritten only under a data-dependent condition, then used by all.
// rz: double clip(double x[n] inout -2..2, int n=10, double limit=0.8)
double clip(double *x, int n, double limit)
{
    int clipped = 0;
    for (int i = 0; i < n; i++)
        if (x[i] > limit) {
            x[i] = limit + 0.1 * (x[i] - limit) * x[i];
            clipped++;
        }
    double s = 0.0;
    for (int i = 0; i < n; i++)
        s += x[i] * x[n - 1 - i];
    return s * (1 + clipped);
}
