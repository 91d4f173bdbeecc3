/* An array that is reached by an address into its middle only. */
#include <math.h>
#include <stdlib.h>
struct view {
    double *base, *row;
    int n;
};
__attribute__((noinline)) static void step(struct view *v, double r)
{
    for (int i = 1; i < v->n - 1; i++)
        v->row[i] += r * sin(v->row[i - 1] - v->row[i + 1]);
}
double run(const double *x, int n, double r, int steps)
{
    struct view *v = malloc(sizeof *v);
    double *all = malloc(2 * n * sizeof *all);
    v->base = all;
    v->row = all + n;
    v->n = n;
    for (int i = 0; i < n; i++) v->row[i] = x[i];
    v->base = NULL;
    for (int t = 0; t < steps; t++) // time
        step(v, r);
    double sum = 0;
    for (int i = 0; i < n; i++) sum += v->row[i] * v->row[i];
    free(all);
    free(v);
    return sum;
}
