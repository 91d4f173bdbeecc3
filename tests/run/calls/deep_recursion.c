// Recursion 10^5 levels deep over an array.
// rz: double sum_down(const double x[8] in, int depth=100000)
// also: depth=0
// also: depth=1
// needs: stack, zero
static double down(const double *x, int depth, double carried)
{
    if (depth == 0)
        return carried;
    double below = down(x, depth - 1, carried * 0.5 + x[depth & 7]);
    return below + 1e-4 * x[depth & 7] * carried;
}

double sum_down(const double *x, int depth)
{
    return down(x, depth, x[0]) * 0.5;
}
