// Numbers are copied in parts of twelve bytes, each of which ends or begins within a number.
// rz: double f(const double x[n] in 0.5..1.5, int n=8, long part=12)
#include <string.h>

static void in_parts(char *to, const char *from, long size, long part)
{
    for (; size > 0; size -= part, to += part, from += part)
        memcpy(to, from, size < part ? size : part);  // error: TypeUnknown RZ301
}

double f(const double *x, int n, long part)
{
    double squares[8], copies[8];
    for (int i = 0; i < 8; i++)
        squares[i] = x[i % n] * x[i % n];
    in_parts((char *)copies, (const char *)squares, sizeof squares, part);
    double sum = 0;
    for (int i = 0; i < 8; i++)
        sum += (i + 1) * copies[i];
    return sum;
}
