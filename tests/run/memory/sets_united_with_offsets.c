// Union-find whose links carry active offsets: path compression, union by rank, calibration along links.
// rz: double f(const double d[m] in, const int a[m] below n, const int b[m] below n, double out[n] out, int n=7, int m=9)
// also: m=1
#include <stdlib.h>

struct forest {
    int *parent, *rank;
    double *offset; // of a node against its parent
};

static int root(struct forest *f, int i, double *sum)
{
    if (f->parent[i] == i) {
        *sum = 0;
        return i;
    }
    double above;
    int r = root(f, f->parent[i], &above);
    f->offset[i] += above;
    f->parent[i] = r;
    *sum = f->offset[i];
    return r;
}

static double unite(struct forest *f, int i, int j, double d)
{
    double oi, oj;
    int ri = root(f, i, &oi), rj = root(f, j, &oj);
    if (ri == rj) {
        double residual = oi - oj - d;
        return residual * residual;
    }
    if (f->rank[ri] < f->rank[rj]) {
        f->parent[ri] = rj;
        f->offset[ri] = oj + d - oi;
    } else {
        f->parent[rj] = ri;
        f->offset[rj] = oi - d - oj;
        f->rank[ri] += f->rank[ri] == f->rank[rj];
    }
    return 0;
}

double f(const double *d, const int *a, const int *b, double *out, int n, int m)
{
    struct forest forest = {malloc(sizeof(int) * n), calloc(n, sizeof(int)), calloc(n, sizeof(double))};
    for (int i = 0; i < n; i++)
        forest.parent[i] = i;
    double loss = 0;
    for (int k = 0; k < m; k++)
        loss += unite(&forest, a[k], b[k], d[k] * d[k]);
    for (int i = 0; i < n; i++)
        root(&forest, i, &out[i]);
    free(forest.parent);
    free(forest.rank);
    free(forest.offset);
    return loss + d[0];
}
