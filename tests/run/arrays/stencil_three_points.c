// A three-point stencil between distinct buffers.
// rz: void smooth(const double x[n] in, double y[n] out, int n=19)
// also: n=2
// also: n=3
void smooth(const double *restrict x, double *restrict y, int n)
{
    y[0] = x[0];
    for (int i = 1; i < n - 1; i++)
        y[i] = x[i - 1] * x[i] - 2.0 * x[i] * x[i] + x[i + 1];
    y[n - 1] = x[n - 1];
}
