// qsort of a caller's array in place, twice, and of structs that hold addresses beside numbers.
// rz: double in_place(double x[n] inout, int n=9)
// also: n=1
#include <stdlib.h>

struct cell {
    double weight;
    double *where;
};

static int rising(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static int falling(const void *a, const void *b)
{
    return rising(b, a);
}

double in_place(double *x, int n)
{
    struct cell cells[16];
    qsort(x, (size_t)n, sizeof *x, rising);
    for (int i = 0; i < n; i++) {
        x[i] *= 1.0 + 0.1 * i;
        cells[i].weight = x[i] * x[n - 1 - i];
        cells[i].where = &x[i];
    }
    qsort(cells, (size_t)n, sizeof cells[0], falling);
    double s = 0.0;
    for (int i = 0; i < n; i++) {
        s += cells[i].weight * *cells[i].where * (i + 1);
        *cells[i].where *= 0.5 + i;
    }
    qsort(x, (size_t)n, sizeof *x, falling);
    return s;
}
