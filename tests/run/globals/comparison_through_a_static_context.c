// Places are sorted by what lies there, which the comparison finds through a static pointer to a variable
// of the caller that leads to another one.
// rz: double sorted(const double x[5] in 0.3..1.3, int n=5)
// also: n=1
#include <math.h>
#include <stdlib.h>

struct context {
    const double *keys;
    double *weights;
    struct context *outer;
    double bias;
};

static struct context *current;
static int calls;

static int compared(const void *a, const void *b)
{
    const struct context *here = current;
    double one = here->keys[*(const int *)a] * here->weights[*(const int *)a] + here->outer->bias;
    double other = here->keys[*(const int *)b] * here->weights[*(const int *)b] + here->outer->bias;
    ++calls;
    return (one > other) - (one < other);
}

double sorted(const double *x, int n)
{
    int places[8];
    double weights[8];
    struct context base = { x, weights, 0, x[0] }, mine = { x, weights, &base, 0.5 };
    for (int i = 0; i < n; ++i) {
        places[i] = i;
        weights[i] = 1.0 + cos(3.0 * i) * x[i];
    }
    current = &mine;
    qsort(places, n, sizeof *places, compared);
    current->bias = weights[places[0]];
    double s = mine.bias;
    for (int i = 0; i < n; ++i)
        s += (i + 1) * x[places[i]] * current->weights[places[i]] * current->outer->bias;
    current = 0;
    return s;
}
