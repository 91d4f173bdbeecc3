// A wave equation with three time levels whose pointers rotate.
// rz: double wave(const double u0[n] in, int n=9, int steps=5, double c=0.4)
// also: steps=0
// also: steps=3
double wave(const double *u0, int n, int steps, double c)
{
    double a[16] = {0}, b[16] = {0}, d[16] = {0};
    double *prev = a, *cur = b, *next = d;
    for (int i = 0; i < n; i++)
        prev[i] = cur[i] = u0[i];
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            next[i] = 2 * cur[i] - prev[i]
                    + c * c * cur[i] * (cur[i - 1] - 2 * cur[i] + cur[i + 1]);
        double *oldest = prev;
        prev = cur;
        cur = next;
        next = oldest;
    }
    double s = 0.0;
    for (int i = 0; i < n; i++)
        s += cur[i] * cur[i] + 0.5 * prev[i];
    return s;
}
