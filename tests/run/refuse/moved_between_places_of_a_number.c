// Bytes of float are moved from one place within numbers to another place within them.
// rz: double f(const double x[n] in 0.5..1.5, int n=4, long from=3, long to=2, long bytes=8)
#include <string.h>

double f(const double *x, int n, long from, long to, long bytes)
{
    float parts[8];
    for (int i = 0; i < 8; i++)
        parts[i] = x[i % 4] * x[0];
    memmove((char *)parts + to, (char *)parts + from, bytes);  // error: TypeUnknown RZ301
    return parts[0] + parts[1] * x[1] + parts[2] * parts[3];
}
