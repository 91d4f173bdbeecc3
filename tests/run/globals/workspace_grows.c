// A workspace of two arrays in a struct grows when a call needs more; several functions use it.
// rz: double f(const double x[n] in, const double y[n] in, int n=5)
// also: n=9
// also: n=2
#include <math.h>
#include <stdlib.h>

static struct {
    int room;
    double *sum, *product;
} workspace;

static void reserve(int n)
{
    if (n <= workspace.room)
        return;
    free(workspace.sum);
    workspace.sum = malloc(n * sizeof(double));
    workspace.product = realloc(workspace.product, n * sizeof(double));
    workspace.room = n;
}

__attribute__((noinline)) static double folded(int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += sin(workspace.sum[i]) * workspace.product[n - 1 - i];
    return s;
}

double f(const double *x, const double *y, int n)
{
    reserve(n);
    for (int i = 0; i < n; i++) {
        workspace.sum[i] = x[i] + y[n - 1 - i];
        workspace.product[i] = x[i] * y[i];
    }
    return folded(n);
}
