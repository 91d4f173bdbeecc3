// Recursion with an array parameter per level (a local array in each frame).
// rz: double coarse(const double x[n] in, int n=8)
// also: n=1
// also: n=2
static double level(const double *x, int n)
{
    double half[16], s = 0.0;
    if (n == 1)
        return x[0] * x[0];
    for (int i = 0; i < n / 2; i++)
        half[i] = 0.5 * (x[2 * i] + x[2 * i + 1]) + 0.1 * x[2 * i] * x[2 * i + 1];
    for (int i = 0; i < n; i++)
        s += x[i] * half[i / 2];
    return s + 0.5 * level(half, n / 2);
}

double coarse(const double *x, int n)
{
    return level(x, n);
}
