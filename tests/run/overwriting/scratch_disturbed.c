// Scratch that is changed between the loop that filled it and the loops that read it, each otherwise.
// rz: double f(const double x[n+2] in, const int at[n] const below 6, int n=6, int rounds=3)
// also: n=1, rounds=1
// also: n=2, rounds=2
double f(const double *x, const int *at, int n, int rounds)
{
    double a[8], b[8], c[8], d[8], total = 0;
    for (int i = 0; i < 8; i++)
        a[i] = b[i] = c[i] = d[i] = 0.25 * (i + 1);
    for (int r = 0; r < rounds; r++) {
        for (int i = 0; i < n; i++)
            a[i] = x[i] * x[i + 1] + r;
        for (int i = 0; i < n; i++) // one further on: a[i + 1] is read in the next turn
            a[i + 1] += a[i] * 0.5 * x[i];
        for (int i = 0; i < n; i++)
            total += a[i] * a[i];
        for (int i = 0; i < n; i++)
            b[i] = x[i] + a[i];
        b[at[0]] *= x[0]; // somewhere
        for (int i = 0; i < n; i++)
            total += b[i] * b[i] * b[i];
        for (int i = 0; i < n; i++)
            if (at[i] & 1) // not every time
                c[i] = x[i] * b[i];
        for (int i = 0; i < n; i++)
            total += c[i] * c[i];
        for (int i = 0; i < n; i++)
            d[i] = c[i] * x[i + 2];
        for (int i = 0; i <= n; i++) // once more than it was filled
            total += d[i] * d[i];
        for (int i = n - 1; i >= 0; i--) // the other way round
            total += d[i] * a[i] * b[i];
        d[n] = total * 1e-3;
    }
    return total;
}
