// Up-looking sparse Cholesky by elimination tree, in the manner of small sparse libraries.
// rz: double logdet(const double values[2*n-1+n/3] in 0.1..0.3, const double b[n] in, int n=9)
// also: n=3
// also: n=1
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct sparse {
    int n, *p, *i;
    double *x;
} sparse;

static sparse *make(int n, int entries)
{
    sparse *a = calloc(1, sizeof *a);
    a->n = n;
    a->p = calloc((size_t)n + 1, sizeof *a->p);
    a->i = malloc((size_t)entries * sizeof *a->i);
    a->x = malloc((size_t)entries * sizeof *a->x);
    return a;
}

static sparse *drop(sparse *a)
{
    if (a) {
        free(a->p);
        free(a->i);
        free(a->x);
        free(a);
    }
    return NULL;
}

static int reach(const sparse *a, int k, const int *parent, int *s, int *mark)
{
    int top = a->n, n = a->n;
    mark[k] = k;
    for (int p = a->p[k]; p < a->p[k + 1]; p++) {
        int len = 0;
        for (int i = a->i[p]; i <= k && mark[i] != k; i = parent[i]) {
            s[len++] = i;
            mark[i] = k;
        }
        while (len > 0)
            s[--top] = s[--len];
    }
    (void)n;
    return top;
}

double logdet(const double *values, const double *b, int n)
{
    sparse *a = make(n, 3 * n);
    int e = 0, v = 0;
    for (int j = 0; j < n; j++) {   /* upper triangle by columns */
        a->p[j] = e;
        if (j >= 3 && j % 3 == 0) {
            a->i[e] = j - 3;
            a->x[e++] = values[v++];
        }
        if (j > 0) {
            a->i[e] = j - 1;
            a->x[e++] = values[v++];
        }
        a->i[e] = j;
        a->x[e++] = 2 + values[v++];
    }
    a->p[n] = e;
    int *parent = malloc((size_t)n * sizeof *parent), *ancestor = malloc((size_t)n * sizeof *ancestor);
    for (int k = 0; k < n; k++) {
        parent[k] = ancestor[k] = -1;
        for (int p = a->p[k]; p < a->p[k + 1]; p++)
            for (int i = a->i[p], next; i != -1 && i < k; i = next) {
                next = ancestor[i];
                ancestor[i] = k;
                if (next == -1)
                    parent[i] = k;
            }
    }
    sparse *l = make(n, n * (n + 1) / 2);
    int *c = malloc((size_t)(3 * n) * sizeof *c), *s = c + n, *mark = s + n;
    double *x = calloc((size_t)n, sizeof *x);
    for (int k = 0; k < n; k++) {
        mark[k] = -1;
        l->p[k] = c[k] = k * n - k * (k - 1) / 2;
    }
    for (int k = 0; k < n; k++) {
        int top = reach(a, k, parent, s, mark);
        x[k] = 0;
        for (int p = a->p[k]; p < a->p[k + 1]; p++)
            if (a->i[p] <= k)
                x[a->i[p]] = a->x[p];
        double d = x[k];
        x[k] = 0;
        for (; top < n; top++) {
            int i = s[top];
            double lki = x[i] / l->x[l->p[i]];
            x[i] = 0;
            for (int p = l->p[i] + 1; p < c[i]; p++)
                x[l->i[p]] -= l->x[p] * lki;
            d -= lki * lki;
            int p = c[i]++;
            l->i[p] = k;
            l->x[p] = lki;
        }
        int p = c[k]++;
        l->i[p] = k;
        l->x[p] = sqrt(d);
    }
    double sum = 0;
    memcpy(x, b, (size_t)n * sizeof *x);
    for (int j = 0; j < n; j++) {
        x[j] /= l->x[l->p[j]];
        for (int p = l->p[j] + 1; p < c[j]; p++)
            x[l->i[p]] -= l->x[p] * x[j];
        sum += log(l->x[l->p[j]]) + x[j] * x[j];
    }
    free(x);
    free(c);
    free(parent);
    free(ancestor);
    drop(l);
    drop(a);
    return sum;
}
