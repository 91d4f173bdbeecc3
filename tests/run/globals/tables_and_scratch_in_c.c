// Variables keep a table of constants, made at the first call, and scratch; both grow later, and one is given up.
// rz: double f(const double x[n] in, int n=3, int times=3)
// also: n=6
// also: n=2, times=1
#include <stdlib.h>

static double *table, *scratch, *spare;
static int known, room;

static void prepare(int n)
{
    if (known < n) {
        double *larger = malloc(sizeof(double) * (n + 2));
        for (int i = 0; i < n + 2; i++)
            larger[i] = 1.0 / (1 + i);
        free(table);
        table = larger;
        known = n + 2;
    }
    if (room < n) {
        scratch = realloc(scratch, sizeof(double) * n);
        room = n;
    }
}

double f(const double *x, int n, int times)
{
    double s = 0;
    for (int t = 0; t < times; t++) {
        prepare(n + t);
        if (!spare)
            spare = calloc(16, sizeof(double));
        for (int i = 0; i < n; i++) {
            scratch[i] = x[i] * table[i + t % 2];
            spare[i] = i ? scratch[i] * spare[i - 1] : 1;
        }
        for (int i = 0; i < n; i++)
            s += scratch[i] * scratch[n - 1 - i] * spare[i];
        if (t % 2) {
            double *old = table;
            table = NULL;
            known = 0;
            free(old);
        }
    }
    return s;
}
