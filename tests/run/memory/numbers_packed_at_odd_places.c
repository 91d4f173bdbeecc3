// Numbers are packed behind a header and tags, at odd places in bytes, and unpacked.
// rz: double f(const double x[n] in 0.5..1.5, int n=4, long header=3)
// also: header=8
#include <string.h>

__attribute__((noinline)) static void pack(char *to, char tag, double value)
{
    *to = tag;
    memcpy(to + 1, &value, 8);
}

__attribute__((noinline)) static double unpacked(const char *from)
{
    double value;
    memcpy(&value, from + 1, 8);
    return *from == 'n' ? -value : value;
}

double f(const double *x, int n, long header)
{
    char buffer[80], copy[80];
    for (int i = 0; i < n; i++)
        pack(buffer + header + 9 * i, "pn"[i % 2], x[i] * x[i]);
    memcpy(copy + 1, buffer + header, 9 * n);
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += unpacked(copy + 1 + 9 * i) * (i + 1) * x[0];
    return sum;
}
