// Integers and doubles in one allocation: a header, keys, then values.
// rz: double table(const double x[n] in, const int key[n] perm, int n=6)
// also: n=0
// also: n=1
#include <stdlib.h>

struct header {
    int count;
    int stride;
    double scale;
};

double table(const double *x, const int *key, int n)
{
    size_t keys = sizeof(int) * (size_t)((n + 1) & ~1);
    char *block = malloc(sizeof(struct header) + keys + sizeof(double) * (size_t)n);
    struct header *h = (struct header *)block;
    int *k = (int *)(block + sizeof *h);
    double *v = (double *)(block + sizeof *h + keys);
    *h = (struct header){n, 1, 0.5};
    for (int i = 0; i < n; i++) {
        k[i] = key[i];
        v[i] = x[i] * h->scale;
        h->scale += 0.1 * x[i];
    }
    double s = h->scale;
    for (int i = 0; i < h->count; i++)
        s += v[k[i]] * v[i] * (k[i] + 1);
    free(block);
    return s;
}
