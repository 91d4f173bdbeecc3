// Bytes that vary are stored over the last bytes of a number, one by one.
// rz: double f(const double x[n] in 0.5..1.5, int n=4, int k=64)
__attribute__((noinline)) static void ended(volatile char *number, int k)
{
    number[7] = k;  // error: TypeUnknown RZ301
}

double f(const double *x, int n, int k)
{
    double squares[4], sum = 0;
    for (int i = 0; i < 4; i++)
        squares[i] = x[i] * x[i];
    ended((volatile char *)&squares[1], k);
    for (int i = 0; i < n; i++)
        sum += (i + 1) * squares[i];
    return sum;
}
