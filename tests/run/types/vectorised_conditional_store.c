// A loop with a condition and a store under it (masked operations when vectorised).
// rz: void gate(const double x[n] in -1..1, double y[n] inout, int n=33)
// also: n=0
// also: n=5
// flags: -mavx2
void gate(const double *restrict x, double *restrict y, int n)
{
    for (int i = 0; i < n; i++)
        if (x[i] > 0.2)
            y[i] = x[i] * x[i] * y[i];
}
