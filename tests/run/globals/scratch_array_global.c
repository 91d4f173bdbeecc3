// A global scratch array: its old content must not leak into the next call.
// rz: double smooth(const double x[n] in, int n=8, int rounds=2)
// also: n=1
// also: rounds=0
double scratch[64];

double smooth(const double *x, int n, int rounds)
{
    double s = 0.0;
    for (int i = 0; i < n; i++)
        scratch[i] = x[i];
    for (int r = 0; r < rounds; r++)
        for (int i = 1; i < n; i++)
            scratch[i] = 0.5 * (scratch[i] + scratch[i - 1] * scratch[i]);
    for (int i = 0; i < n; i++)
        s += scratch[i] * scratch[i];
    return s;
}
