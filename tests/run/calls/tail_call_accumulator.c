// Tail recursion with accumulators (a loop after optimisation).
// rz: double go(const double x[n] in, int n=10, double acc=0.4)
// also: n=0
// also: n=1
double go(const double *x, int n, double acc)
{
    if (n == 0)
        return acc * acc;
    return go(x + 1, n - 1, acc * 0.9 + *x * *x);
}
