// Constant bytes are stored over the last bytes of a number, one by one.
// rz: double f(const double x[n] in 0.5..1.5, int n=4)
__attribute__((noinline)) static void ended(volatile char *number)
{
    number[7] = 0x40;  // error: TypeUnknown RZ301
}

double f(const double *x, int n)
{
    double squares[4], sum = 0;
    for (int i = 0; i < 4; i++)
        squares[i] = x[i] * x[i];
    ended((volatile char *)&squares[1]);
    for (int i = 0; i < n; i++)
        sum += (i + 1) * squares[i];
    return sum;
}
