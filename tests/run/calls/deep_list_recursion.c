// A recursive walk down a long linked list in a pool on the heap.
// rz: double walk(double a, double b 0.1..0.4, int n=100000)
// also: n=1
// needs: stack
#include <stdlib.h>

struct node {
    double gain;
    struct node *next;
};

static double fold(const struct node *p)
{
    if (!p)
        return 1.0;
    double rest = fold(p->next);
    return p->gain + 0.5 * rest * p->gain;
}

double walk(double a, double b, int n)
{
    struct node *pool = malloc(sizeof *pool * (size_t)n);
    for (int i = 0; i < n; i++) {
        pool[i].gain = (i & 1) ? a * 0.5 : b;
        pool[i].next = i + 1 < n ? &pool[i + 1] : NULL;
    }
    double s = fold(pool);
    free(pool);
    return s;
}
