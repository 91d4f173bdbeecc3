// Floats are copied into a block of doubles and floats, to a place that only the run knows.
// rz: double f(const double x[n] in 0.5..1.5, int n=4, long to=8, long bytes=8)
#include <stdlib.h>
#include <string.h>

double f(const double *x, int n, long to, long bytes)
{
    char *block = malloc(64);
    float pair[2] = {x[0] * x[1], x[2] * x[3]};
    for (int i = 0; i < 4; i++)
        ((double *)block)[i] = x[i] * x[0];
    for (int i = 8; i < 16; i++)
        ((float *)block)[i] = x[i % 4] * x[1];
    memcpy(block + to, pair, bytes);  // error: TypeUnknown RZ301
    double sum = ((double *)block)[0] * ((double *)block)[1] + ((float *)block)[9] * pair[0];
    free(block);
    return sum;
}
