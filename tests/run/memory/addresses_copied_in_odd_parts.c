// Rows of addresses are copied in parts of twelve bytes: each address is whole when all are there.
// rz: double f(const double x[n] in 0.5..1.5, int n=8, long part=12)
// also: part=20
// also: part=64
#include <string.h>

static void in_parts(char *to, const char *from, long size, long part)
{
    for (; size > 0; size -= part, to += part, from += part)
        memcpy(to, from, size < part ? size : part);
}

double f(const double *x, int n, long part)
{
    double squares[8];
    double *rows[8], *copies[8];
    for (int i = 0; i < 8; i++) {
        squares[i] = x[i % n] * x[i % n];
        rows[i] = &squares[7 - i];
    }
    in_parts((char *)copies, (const char *)rows, sizeof rows, part);
    double sum = 0;
    for (int i = 0; i < 8; i++)
        sum += (i + 1) * *copies[i];
    return sum;
}
