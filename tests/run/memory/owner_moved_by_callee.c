// A function of its own moves an address as a word and leaves null behind: no float is touched.
// rz: double moved(const double x[n] in, int n=3)
// also: n=1
#include <stdlib.h>
#include <string.h>

struct owner {
    double *block;
};
__attribute__((noinline)) static void take(struct owner *to, struct owner *from)
{
    *to = *from;
    memset(from, 0, sizeof *from);
}
__attribute__((noinline)) static void drop(struct owner *one)
{
    free(one->block);
}

double moved(const double *x, int n)
{
    struct owner all[8];
    double s = 0;
    for (int i = 0; i < n; i++) {
        all[i].block = malloc(sizeof(double));
        *all[i].block = x[i] * x[i] * (i + 1);
    }
    take(&all[n], &all[0]);
    for (int i = 0; i <= n; i++)
        if (all[i].block)
            s += *all[i].block * x[i % n];
    for (int i = 0; i <= n; i++)
        drop(&all[i]);
    return s;
}
