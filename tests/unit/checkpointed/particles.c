#include <stdlib.h>
void push(double *x, double *v, const double *p, int n, double dt);
double total(const double *x, int n);
double run(const double *x0, const double *p, int n, int steps) {
    double *x = malloc(n * sizeof *x), *v = calloc(n, sizeof *v);
    for (int i = 0; i < n; i++) x[i] = x0[i];
    for (int t = 0; t < steps; t++) { // time
        double *f = malloc(n * sizeof *f);
        for (int i = 0; i < n; i++) f[i] = 0;
        for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) if (i != j) { double d = x[i]-x[j]; f[i] += p[0]*d/(0.1+d*d); }
        for (int i = 0; i < n; i++) v[i] += 0.01 * f[i];
        push(x, v, p, n, 0.01);
        free(f);
    }
    double e = total(x, n);
    free(x); free(v);
    return e;
}
