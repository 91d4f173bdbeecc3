// Cells with the bits of a number, the address of one, or a count, at places of a pool that only the caller knows; moved whole.
// rz: double folded(const double x[n] in 0.5..1.5, const int at[n] below 7, int n=7)
// also: n=1
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct cell {
    int64_t bits;
    int tag;
};

static double value(const struct cell *c)
{
    double d;
    if (c->tag == 1) {
        const double *p = (const double *)(uintptr_t)c->bits;
        return *p * *p;
    }
    if (c->tag == 2)
        return 0.25 * (double)c->bits;
    memcpy(&d, &c->bits, sizeof d);
    return d;
}

double folded(const double *x, const int *at, int n)
{
    char *pool = malloc(160);
    double s = 0;
    for (int i = 0; i < n; i++) {
        double scaled = x[i] * 0.5;
        struct cell *c = (struct cell *)(pool + 8 * at[i]);
        c->tag = i % 3;
        if (c->tag == 0)
            memcpy(&c->bits, &scaled, sizeof scaled);
        else
            c->bits = c->tag == 1 ? (int64_t)(uintptr_t)(x + i) : i;
        struct cell *end = (struct cell *)(pool + 64 + 8 * at[n - 1 - i]);
        *end = *c;
        s = s * 0.75 + value(end) * (i + 1);
        *c = *end;
        s += value(c);
    }
    free(pool);
    return s;
}
