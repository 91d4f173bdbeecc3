// The bits of numbers in integer members, single and double, at places of a pool that only the caller knows; moved whole.
// rz: double sum(const double x[n] in 0.5..1.5, const int at[n] below 5, int n=6)
// also: n=1
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct packed {
    uint32_t low;
    int count;
    uint64_t high;
};

double sum(const double *x, const int *at, int n)
{
    char *pool = calloc(20, 8);
    double s = 0;
    for (int i = 0; i < n; i++) {
        double squared = x[i] * x[i];
        struct packed *p = (struct packed *)(pool + 8 * at[i]);
        memcpy(&p->high, &squared, sizeof squared);
        p->low = 7;
        p->count = i + 1;
        struct packed *last = (struct packed *)(pool + 64 + 8 * at[n - 1 - i]);
        *last = *p;
        double back;
        memcpy(&back, &last->high, sizeof back);
        s = s * 0.5 + back * last->count + last->low;
    }
    free(pool);
    return s;
}
