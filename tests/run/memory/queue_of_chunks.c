// An unrolled list: chunks of four values each, appended at the tail.
// rz: double chunks(const double x[n] in, int n=11)
// also: n=0
// also: n=4
#include <stdlib.h>

struct chunk {
    int used;
    double item[4];
    struct chunk *next;
};

double chunks(const double *x, int n)
{
    struct chunk *first = NULL, *last = NULL;
    for (int i = 0; i < n; i++) {
        if (!last || last->used == 4) {
            struct chunk *c = calloc(1, sizeof *c);
            if (last)
                last->next = c;
            else
                first = c;
            last = c;
        }
        last->item[last->used++] = x[i] * x[i];
    }
    double s = 0.4;
    while (first) {
        struct chunk *c = first;
        for (int k = 0; k < c->used; k++)
            s += c->item[k] * s * 0.1 + c->item[0] * c->item[c->used - 1];
        first = c->next;
        free(c);
    }
    return s;
}
