// An open-addressing hash table of accumulators: int keys, active sums.
// rz: double grouped(const int key[n] {7,15,7,3,23,15,7,1}, const double x[n] in, int n=8)
// also: n=0
#include <stdlib.h>

struct slot {
    int key, count;
    double sum;
};

double grouped(const int *key, const double *x, int n)
{
    enum { SIZE = 16 };
    struct slot *t = calloc(SIZE, sizeof *t);
    for (int i = 0; i < n; i++) {
        unsigned h = (unsigned)key[i] * 2654435761u % SIZE;
        while (t[h].count && t[h].key != key[i])
            h = (h + 1) % SIZE;
        t[h].key = key[i];
        t[h].count++;
        t[h].sum += x[i] * (1.0 + t[h].sum);
    }
    double s = 0.0;
    for (int h = 0; h < SIZE; h++)
        if (t[h].count)
            s += t[h].sum * t[h].sum / t[h].count;
    free(t);
    return s;
}
