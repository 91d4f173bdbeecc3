// Between the halves of a derivative the program goes on: its buffers grow, its counters and lists change.
#include <stdlib.h>
#include "near.h"
extern int enzyme_dup, enzyme_const;
struct result { void *tape; double value; };
struct result __enzyme_augmentfwd(void *, ...);
void __enzyme_reverse(void *, ...);

static double *scratch, *table;
static int room, uses;

static double smooth(const double *x, int n)
{
    uses++;
    if (room < n) {
        free(scratch);
        scratch = malloc(sizeof(double) * (size_t)n);
        table = realloc(table, sizeof(double) * (size_t)n);
        for (int i = 0; i < n; i++)
            table[i] = 1.0 / (i + 1);
        room = n;
    }
    for (int i = 0; i < n; i++)
        scratch[i] = x[i] * x[i ? i - 1 : n - 1];
    double s = 0;
    for (int i = 0; i < n; i++)
        s = s * table[i] + scratch[i] * scratch[n - 1 - i];
    return s;
}
static double slope(const double *x, int n, int i)
{
    double q[9], h = 1e-6;
    for (int k = 0; k < n; k++)
        q[k] = x[k];
    q[i] += h;
    double up = smooth(q, n);
    q[i] -= 2 * h;
    return (up - smooth(q, n)) / (2 * h);
}

int main(void)
{
    double x[9] = {0.5, 1.1, 0.7, 0.9, 1.3, 0.4, 0.8, 1.2, 0.6};
    for (int turn = 0; turn < 3; turn++) {
        double small[9] = {0}, large[9] = {0};
        struct result a = __enzyme_augmentfwd((void *)smooth, enzyme_dup, x, small, enzyme_const, 3);
        struct result b = __enzyme_augmentfwd((void *)smooth, enzyme_dup, x, large, enzyme_const, 7 + turn);
        near("value", a.value, smooth(x, 3));
        __enzyme_reverse((void *)smooth, enzyme_dup, x, large, enzyme_const, 7 + turn, 2.0, b.tape);
        __enzyme_reverse((void *)smooth, enzyme_dup, x, small, enzyme_const, 3, 1.0, a.tape);
        for (int i = 0; i < 3; i++)
            near_within("small", small[i], slope(x, 3, i), 1e-8);
        for (int i = 0; i < 7 + turn; i++)
            near_within("large", large[i], 2 * slope(x, 7 + turn, i), 1e-8);
        if (turn == 1) {
            free(scratch);
            free(table);
            scratch = table = NULL;
            room = 0;
        }
    }
    return wrong;
}
