// Handles (an address as an integer, and a count) at places of a pool that only the caller knows; moved whole.
// rz: double sum(const double x[n] in 0.5..1.5, const int at[n] below 5, int n=6)
// also: n=1
#include <stdint.h>
#include <stdlib.h>

struct handle {
    uintptr_t row;
    long uses;
};

double sum(const double *x, const int *at, int n)
{
    char *pool = malloc(160);
    double *rows = malloc((n + 1) * sizeof(double));
    double s = 0;
    for (int i = 0; i < n; i++) {
        rows[i] = x[i] * x[i];
        struct handle *h = (struct handle *)(pool + 8 * at[i]);
        h->row = (uintptr_t)(rows + i);
        h->uses = i;
        struct handle *last = (struct handle *)(pool + 64 + 8 * at[n - 1 - i]);
        *last = *h;
        s = s * 0.5 + *(double *)last->row * (last->uses + 1);
    }
    free(rows);
    free(pool);
    return s;
}
