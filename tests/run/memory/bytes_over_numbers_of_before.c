// Bytes that vary are stored where numbers lay, and numbers again before they are read.
// rz: double f(const double x[n] in 0.5..1.5, int n=4, int k=64)
__attribute__((noinline)) static int written(volatile unsigned char *bytes, int k)
{
    for (int i = 0; i < 16; i++)
        bytes[i] = k + i;
    return bytes[7] + bytes[15];
}

double f(const double *x, int n, int k)
{
    double squares[4], sum = 0;
    for (int i = 0; i < 4; i++)
        squares[i] = x[i] * x[i];
    sum = squares[0] * squares[1];
    int counted = written((volatile unsigned char *)squares, k);
    for (int i = 0; i < 2; i++)
        squares[i] = x[i] * counted;
    for (int i = 0; i < n; i++)
        sum += (i + 1) * squares[i];
    return sum;
}
