// A list of addresses of before the call grows; older entries lead to constants, new ones do not.
// rz: double f(const double x[n] in, int n=6)
// also: n=1
#include <stdlib.h>

static const double one = 1.25, two = -0.5;
static const double **list;

double f(const double *x, int n)
{
    const double **mine = malloc(2 * sizeof *mine);
    mine[0] = &one;
    mine[1] = &two;
    list = mine;
    list = realloc(list, (2 + n) * sizeof *list);
    for (int i = 0; i < n; i++)
        list[2 + i] = &x[n - 1 - i];
    double s = 0.0;
    for (int i = 0; i < n + 1; i++)
        s += *list[i] * *list[i + 1] * (i + 1);
    free(list);
    list = 0;
    return s;
}
