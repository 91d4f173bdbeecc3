// An implicit solver in C style: status codes, one exit with cleanup by goto, retries with smaller steps.
// rz: double f(double y[n] inout, const double k[n] in, int n=4, double dt=0.3)
// tolerance: loose
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum status { OK, NO_MEMORY, SINGULAR, NO_CONVERGENCE };

static enum status solve(double *a, double *b, int n)
{
    for (int c = 0; c < n; c++) {
        int p = c;
        for (int r = c + 1; r < n; r++)
            if (fabs(a[r * n + c]) > fabs(a[p * n + c]))
                p = r;
        if (fabs(a[p * n + c]) < 1e-12)
            return SINGULAR;
        if (p != c) {
            for (int j = 0; j < n; j++) {
                double t = a[p * n + j];
                a[p * n + j] = a[c * n + j];
                a[c * n + j] = t;
            }
            double t = b[p];
            b[p] = b[c];
            b[c] = t;
        }
        for (int r = c + 1; r < n; r++) {
            double m = a[r * n + c] / a[c * n + c];
            for (int j = c; j < n; j++)
                a[r * n + j] -= m * a[c * n + j];
            b[r] -= m * b[c];
        }
    }
    for (int r = n - 1; r >= 0; r--) {
        for (int j = r + 1; j < n; j++)
            b[r] -= a[r * n + j] * b[j];
        b[r] /= a[r * n + r];
    }
    return OK;
}

static enum status step(double *y, const double *k, int n, double h, int limit)
{
    enum status status = OK;
    double *matrix = NULL, *rhs = NULL, *guess = malloc(sizeof(double) * n);
    if (!guess) {
        status = NO_MEMORY;
        goto out;
    }
    matrix = malloc(sizeof(double) * n * n);
    rhs = malloc(sizeof(double) * n);
    if (!matrix || !rhs) {
        status = NO_MEMORY;
        goto out;
    }
    memcpy(guess, y, sizeof(double) * n);
    for (int it = 0;; it++) {
        double norm = 0;
        memset(matrix, 0, sizeof(double) * n * n);
        for (int i = 0; i < n; i++) {
            int next = (i + 1) % n;
            rhs[i] = -(guess[i] - y[i] + h * k[i] * guess[i] * guess[i] * guess[next]);
            matrix[i * n + i] += 1 + 2 * h * k[i] * guess[i] * guess[next];
            matrix[i * n + next] += h * k[i] * guess[i] * guess[i];
            norm += rhs[i] * rhs[i];
        }
        if (norm < 1e-26)
            break;
        if (it == limit) {
            status = NO_CONVERGENCE;
            goto out;
        }
        if ((status = solve(matrix, rhs, n)) != OK)
            goto out;
        for (int i = 0; i < n; i++)
            guess[i] += rhs[i];
    }
    memcpy(y, guess, sizeof(double) * n);
out:
    free(guess);
    free(matrix);
    free(rhs);
    return status;
}

double f(double *y, const double *k, int n, double dt)
{
    double t = 0, h = dt, s = 0;
    int failed = 0;
    while (t < 4 * dt - 1e-12) {
        enum status status = step(y, k, n, h, h > dt ? 2 : 8);
        if (status != OK) {
            if (++failed > 20)
                return -1;
            h *= 0.5;
            continue;
        }
        t += h;
        s += h * y[0] * y[n - 1];
        if (h < dt * 1.5)
            h *= 1.5;
        if (t + h > 4 * dt)
            h = 4 * dt - t;
    }
    return s;
}
