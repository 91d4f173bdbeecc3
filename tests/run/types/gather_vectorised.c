// Indexed loads that become gathers with AVX2.
// rz: double gather(const double x[32] in, const int at[n] below 32, int n=40)
// also: n=0
// needs: zero
// flags: -mavx2 -ffast-math
double gather(const double *restrict x, const int *restrict at, int n)
{
    double s = 0.0;
    for (int i = 0; i < n; i++)
        s += x[at[i]] * x[at[i]];
    return s * s * 0.1;
}
