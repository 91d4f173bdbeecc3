// A Gauss-Newton step by conjugate gradients: products with the Jacobian from a tape, and with its transpose.
#include <stdlib.h>
#include <string.h>
#include "near.h"

extern int enzyme_dup, enzyme_const, enzyme_tape, enzyme_nofree, enzyme_allocated;
int __enzyme_augmentsize(void *, ...);
void __enzyme_augmentfwd(void *, ...);
void __enzyme_fwdsplit(void *, ...);
void __enzyme_reverse(void *, ...);

enum { N = 3, M = 6 };

static void residuals(const double *p, const double *t, double *r)
{
    double scratch[M];
    for (int i = 0; i < M; i++) {
        scratch[i] = p[0] * exp(-p[1] * t[i]) + p[2] * t[i];
        r[i] = scratch[i] * scratch[i] - 1;
        if (i > 0)
            r[i] += 0.3 * scratch[i - 1] * p[i % N];
    }
}

int main(void)
{
    double p[N] = {1.1, 0.4, 0.2}, t[M] = {0, 0.5, 1, 1.5, 2, 2.5}, r[M], dp[N] = {0}, dr[M] = {0};
    int size = __enzyme_augmentsize((void *)residuals, enzyme_dup, enzyme_const, enzyme_dup);
    void *tape = malloc(size > 0 ? size : 1);
    __enzyme_augmentfwd((void *)residuals, enzyme_allocated, size, enzyme_tape, tape, enzyme_nofree, enzyme_dup, p, dp, enzyme_const, t, enzyme_dup, r, dr);
    double j[M][N], jt[M][N];
    for (int k = 0; k < N; k++) {
        memset(dp, 0, sizeof dp);
        memset(dr, 0, sizeof dr);
        dp[k] = 1;
        __enzyme_fwdsplit((void *)residuals, enzyme_allocated, size, enzyme_tape, tape, enzyme_nofree, enzyme_dup, p, dp, enzyme_const, t, enzyme_dup, r, dr);
        for (int i = 0; i < M; i++)
            j[i][k] = dr[i];
    }
    for (int i = 0; i < M; i++) {
        memset(dp, 0, sizeof dp);
        memset(dr, 0, sizeof dr);
        dr[i] = 1;
        __enzyme_reverse((void *)residuals, enzyme_allocated, size, enzyme_tape, tape, enzyme_nofree, enzyme_dup, p, dp, enzyme_const, t, enzyme_dup, r, dr);
        memcpy(jt[i], dp, sizeof dp);
    }
    for (int k = 0; k < N; k++) {
        double h = 1e-5, was = p[k], up[M], down[M];
        p[k] = was + h;
        residuals(p, t, up);
        p[k] = was - h;
        residuals(p, t, down);
        p[k] = was;
        for (int i = 0; i < M; i++) {
            near("forward and reverse", j[i][k], jt[i][k]);
            near_within("difference", j[i][k], (up[i] - down[i]) / (2 * h), 1e-8);
        }
    }
    free(tape);
    return wrong;
}
