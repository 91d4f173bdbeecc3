// The loop that stores results may be left in the middle of a turn.
// rz: void f(const double x[n*d] in, double y[n] inout, double most=4, int d=3, int n=6)
// needs: zero
// also: n=1
void f(const double *restrict x, double *restrict y, double most, int d, int n)
{
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int j = 0; j < d; j++)
            s += x[i * d + j] * x[i * d];
        if (s > 2 * most)
            break;
        y[i] = s * most;
    }
}
