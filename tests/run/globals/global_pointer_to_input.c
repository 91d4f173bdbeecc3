// A global pointer is aimed at the caller's array and used deep below.
// rz: double indirect(const double x[n] in, int n=5)
// also: n=1
static const double *current;
static int length;

__attribute__((noinline)) static double pick(int i)
{
    return current[i % length];
}

__attribute__((noinline)) static double mix(int i)
{
    return pick(i) * pick(i + 1) + pick(2 * i);
}

double indirect(const double *x, int n)
{
    current = x;
    length = n;
    double s = 0.0;
    for (int i = 0; i < n; i++)
        s += mix(i) * (i + 1);
    current = 0;
    return s;
}
