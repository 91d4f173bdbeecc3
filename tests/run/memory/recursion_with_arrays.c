// A recursion whose variables fill half the stack: their shadows find no room in the other half.
// rz: double f(const double x[n] in 0.9..1.1, double y[n] out, int n=6, int depth=700)
// also: depth=0
// also: n=1, depth=3

#define SIZE 800

__attribute__((noinline)) static double step(const double *x, double *y, int n, int depth)
{
    double held[SIZE], sum = 0;
    for (int i = 0; i < n; i++)
        held[i * 131 % SIZE] = x[i] * (1 + 1.0 / (depth + 1));
    if (depth > 0)
        sum = 0.99 * step(x, y, n, depth - 1);
    else
        for (int i = 0; i < n; i++)
            y[i] = held[i * 131 % SIZE] * x[n - 1 - i];
    for (int i = 0; i < n; i++)
        sum += held[i * 131 % SIZE] * held[(n - 1 - i) * 131 % SIZE] * 0.01;
    return sum;
}

double f(const double *x, double *y, int n, int depth) { return step(x, y, n, depth); }
