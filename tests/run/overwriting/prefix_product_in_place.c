// A scan in place: each element is read after its left neighbour was overwritten.
// rz: void scan(double x[n] inout, int n=9)
// also: n=2
void scan(double *x, int n)
{
    for (int i = 1; i < n; i++)
        x[i] = x[i] * x[i - 1] + 0.1 * x[i] * x[i];
}
