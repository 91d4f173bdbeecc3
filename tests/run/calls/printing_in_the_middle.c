// Variadic formatting into a buffer in the middle of active code.
// rz: double logged(const double x[n] in, int n=5)
// also: n=0
#include <stdio.h>
#include <string.h>

double logged(const double *x, int n)
{
    char line[64];
    double s = 0.0;
    size_t length = 0;
    for (int i = 0; i < n; i++) {
        s += x[i] * x[i];
        snprintf(line, sizeof line, "step %d: %.3f", i, s);
        length += strlen(line) > 3;
    }
    return s * s + (double)length;
}
