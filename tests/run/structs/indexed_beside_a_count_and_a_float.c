// Behind an array that is indexed by a variable lie a count and a float; the structs are on the heap.
// rz: double walk(double x[4] in, int n=4)
// also: n=1
#include <stdlib.h>

struct row {
    double v[5];
    int k;
    float w;
};

double walk(const double *x, int n)
{
    struct row *a = malloc(n * sizeof *a);
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < 5; k++) a[i].v[k] = x[k % 4] * (i + 1);
        a[i].k = i * 3 % 5;
        a[i].w = (float)(i + 0.5);
    }
    double s = 0;
    for (int k = 0; k < n; k++) {
        struct row *p = a + k;
        p->v[p->k] *= a[0].v[(k + 1) % 5];
        a[0] = *p;
        s += a[0].v[k % 5] * a[0].w * a[0].v[a[0].k];
    }
    free(a);
    return s;
}
