// A loop whose index is halved: logarithmic trip count, reduction tree in place.
// rz: double tree(const double x[n] in, int n=13)
// also: n=1
// also: n=2
#include <string.h>

double tree(const double *x, int n)
{
    double level[64];
    memcpy(level, x, sizeof(double) * (size_t)n);
    for (int size = n; size > 1; size = (size + 1) / 2) {
        int half = size / 2, odd = size % 2;
        for (int i = 0; i < half; i++)
            level[i] = level[2 * i] * level[2 * i + 1] + 0.1 * level[2 * i];
        if (odd)
            level[half] = level[size - 1];
    }
    return level[0];
}
