// Floats fill a buffer on the heap whose bytes another function takes for doubles.
// rz: double f(const float x[n] in, int n=4)
#include <stdlib.h>
#include <string.h>

__attribute__((noinline)) static double sum(const char *bytes, int n)
{
    double s = 0, one;
    for (int i = 0; i < n; i++) {
        memcpy(&one, bytes + i * sizeof one, sizeof one);  // error: TypeUnknown RZ303
        s += one;
    }
    return s;
}

double f(const float *x, int n)
{
    float *buffer = malloc(n * sizeof *buffer);
    for (int i = 0; i < n; i++)
        buffer[i] = x[i] * x[i];
    double s = sum((const char *)buffer, n / 2);
    free(buffer);
    return s;
}
