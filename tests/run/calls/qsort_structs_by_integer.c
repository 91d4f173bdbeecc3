// qsort of records by an integer key; the active payload moves along.
// rz: double payload(const int key[n] perm, const double x[n] in, int n=8)
// also: n=0
#include <stdlib.h>

struct record {
    int key;
    double value;
};

static int by_key(const void *a, const void *b)
{
    return ((const struct record *)a)->key - ((const struct record *)b)->key;
}

double payload(const int *key, const double *x, int n)
{
    struct record r[16];
    for (int i = 0; i < n; i++)
        r[i] = (struct record){key[i], x[i] * x[i]};
    qsort(r, (size_t)n, sizeof *r, by_key);
    double s = 0.1;
    for (int i = 0; i < n; i++)
        s = s * 0.6 + r[i].value * (i + 1);
    return s;
}
