/* solver.f as a C programmer writes it: for the time of its gradient. */
#include <math.h>
#include <stdlib.h>

enum { MOST = 40 };
static struct {
    double rate[8];
    int problem;
} parms;
static double rtol = 1e-6, atol_ = 1e-8, hmin = 1e-10, hmax = 1;
static double f1[MOST], f2[MOST], f3[MOST], f4[MOST], f5[MOST], f6[MOST], z[MOST], next[MOST],
    error[MOST], a[MOST][MOST];
static int exchanged[MOST];

static void right_side(int n, double t, const double *y, double *f) {
    const double *k = parms.rate;
    switch (parms.problem) {
    case 1:
        f[0] = -k[0] * y[0] + k[2] * y[1] * y[2];
        f[2] = k[1] * y[1] * y[1];
        f[1] = -f[0] - f[2];
        break;
    case 2:
        f[0] = k[0] + y[0] * y[0] * y[1] - (k[1] + 1) * y[0];
        f[1] = k[1] * y[0] - y[0] * y[0] * y[1];
        break;
    case 3:
        f[0] = y[1];
        f[1] = k[0] * (1 - y[0] * y[0]) * y[1] - y[0] + k[1] * cos(k[2] * t);
        break;
    case 4:
        for (int i = 0; i < n; i++) {
            double left = i > 0 ? y[i - 1] : y[i], right = i < n - 1 ? y[i + 1] : y[i];
            f[i] = k[0] * (left - 2 * y[i] + right) + k[1] * y[i] * (1 - y[i]);
        }
        f[0] += k[2] * exp(-t);
        break;
    default: abort();
    }
}

static void jacobian(int n, const double *y) { /* a[j][i]: by columns */
    const double *k = parms.rate;
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++) a[j][i] = 0;
    switch (parms.problem) {
    case 1:
        a[0][0] = -k[0], a[1][0] = k[2] * y[2], a[2][0] = k[2] * y[1];
        a[1][2] = 2 * k[1] * y[1];
        a[0][1] = -a[0][0], a[1][1] = -a[1][0] - a[1][2], a[2][1] = -a[2][0];
        break;
    case 2:
        a[0][0] = 2 * y[0] * y[1] - k[1] - 1, a[1][0] = y[0] * y[0];
        a[0][1] = k[1] - 2 * y[0] * y[1], a[1][1] = -y[0] * y[0];
        break;
    case 3:
        a[1][0] = 1;
        a[0][1] = -2 * k[0] * y[0] * y[1] - 1, a[1][1] = k[0] * (1 - y[0] * y[0]);
        break;
    case 4:
        for (int i = 0; i < n; i++) {
            a[i][i] = -2 * k[0] + k[1] * (1 - 2 * y[i]);
            if (i > 0) a[i - 1][i] = k[0];
            if (i < n - 1) a[i + 1][i] = k[0];
        }
        a[0][0] += k[0];
        a[n - 1][n - 1] += k[0];
        break;
    default: abort();
    }
}

#define A(i, j) matrix[(size_t)(j) * lda + (i)]

static int decompose(int n, double *matrix, int lda, int *exchanged) {
    for (int k = 0; k < n; k++) {
        int m = k;
        for (int i = k + 1; i < n; i++)
            if (fabs(A(i, k)) > fabs(A(m, k))) m = i;
        exchanged[k] = m;
        if (A(m, k) == 0) return k + 1;
        if (m != k)
            for (int j = 0; j < n; j++) {
                double s = A(m, j);
                A(m, j) = A(k, j);
                A(k, j) = s;
            }
        double s = 1 / A(k, k);
        for (int i = k + 1; i < n; i++) A(i, k) *= s;
        for (int j = k + 1; j < n; j++) {
            s = A(k, j);
            for (int i = k + 1; i < n; i++) A(i, j) -= A(i, k) * s;
        }
    }
    return 0;
}

static void solve(int n, const double *matrix, int lda, const int *exchanged, double *b) {
    for (int k = 0; k < n; k++)
        if (exchanged[k] != k) {
            double s = b[exchanged[k]];
            b[exchanged[k]] = b[k];
            b[k] = s;
        }
    for (int k = 0; k < n; k++)
        for (int i = k + 1; i < n; i++) b[i] -= A(i, k) * b[k];
    for (int k = n - 1; k >= 0; k--) {
        b[k] /= A(k, k);
        for (int i = 0; i < k; i++) b[i] -= A(i, k) * b[k];
    }
}

static double norm(int n, const double *e, const double *y, const double *to) {
    double s = 0;
    for (int i = 0; i < n; i++) {
        double scale = atol_ + rtol * fmax(fabs(y[i]), fabs(to[i]));
        s += e[i] / scale * (e[i] / scale);
    }
    return sqrt(s / n + 1e-30);
}

static void explicit_step(int n, double t, double h, const double *y) {
    right_side(n, t, y, f1);
    for (int i = 0; i < n; i++) z[i] = y[i] + h * f1[i] / 4;
    right_side(n, t + h / 4, z, f2);
    for (int i = 0; i < n; i++) z[i] = y[i] + h * (3 * f1[i] + 9 * f2[i]) / 32;
    right_side(n, t + 3 * h / 8, z, f3);
    for (int i = 0; i < n; i++)
        z[i] = y[i] + h * (1932 * f1[i] - 7200 * f2[i] + 7296 * f3[i]) / 2197;
    right_side(n, t + 12 * h / 13, z, f4);
    for (int i = 0; i < n; i++)
        z[i] = y[i] + h * (439.0 / 216 * f1[i] - 8 * f2[i] + 3680.0 / 513 * f3[i] -
                           845.0 / 4104 * f4[i]);
    right_side(n, t + h, z, f5);
    for (int i = 0; i < n; i++)
        z[i] = y[i] + h * (-8.0 / 27 * f1[i] + 2 * f2[i] - 3544.0 / 2565 * f3[i] +
                           1859.0 / 4104 * f4[i] - 11.0 / 40 * f5[i]);
    right_side(n, t + h / 2, z, f6);
    for (int i = 0; i < n; i++) {
        next[i] = y[i] + h * (16.0 / 135 * f1[i] + 6656.0 / 12825 * f3[i] +
                              28561.0 / 56430 * f4[i] - 9.0 / 50 * f5[i] + 2.0 / 55 * f6[i]);
        error[i] = h * (f1[i] / 360 - 128.0 / 4275 * f3[i] - 2197.0 / 75240 * f4[i] + f5[i] / 50 +
                        2.0 / 55 * f6[i]);
    }
}

static int implicit_step(int n, double t, double h, const double *y) {
    double gamma = 1 + 1 / sqrt(2.0);
    jacobian(n, y);
    for (int j = 0; j < n; j++) {
        for (int i = 0; i < n; i++) a[j][i] *= -gamma * h;
        a[j][j] += 1;
    }
    if (decompose(n, a[0], MOST, exchanged)) return 1;
    right_side(n, t, y, f1);
    solve(n, a[0], MOST, exchanged, f1);
    for (int i = 0; i < n; i++) z[i] = y[i] + h * f1[i];
    right_side(n, t + h, z, f2);
    for (int i = 0; i < n; i++) f2[i] -= 2 * f1[i];
    solve(n, a[0], MOST, exchanged, f2);
    for (int i = 0; i < n; i++) {
        next[i] = y[i] + h * (1.5 * f1[i] + 0.5 * f2[i]);
        error[i] = 0.5 * h * (f1[i] + f2[i]);
    }
    return 0;
}

static void integrate(int n, double *t, double end, double *h, double *y, int method) {
    for (int steps = 0; *t < end - 1e-12; steps++) {
        if (steps >= 20000) abort();
        if (*t + *h > end) *h = end - *t;
        if (method == 1) explicit_step(n, *t, *h, y);
        else if (implicit_step(n, *t, *h, y)) abort();
        double e = norm(n, error, y, next);
        double grown = 0.9 * (method == 1 ? pow(e, -0.2) : 1 / sqrt(e));
        double factor = fmin(5, fmax(0.2, grown));
        if (e <= 1) {
            *t += *h;
            for (int i = 0; i < n; i++) y[i] = next[i];
        } else if (*h <= hmin) abort();
        *h = fmin(hmax, *h * factor);
    }
}

double object(const double *k, int np, const double *y0, int n, const double *d, int m, double end,
              int problem, int method, double tolerance) {
    double y[MOST], t = 0, h = 1e-3, found = 0;
    parms.problem = problem;
    for (int i = 0; i < 8; i++) parms.rate[i] = i < np ? k[i] : 0;
    rtol = tolerance;
    atol_ = 1e-2 * tolerance;
    for (int i = 0; i < n; i++) y[i] = y0[i];
    for (int l = 1; l <= m; l++) {
        integrate(n, &t, l * end / m, &h, y, method);
        h = 1e-2 * end / m;
        for (int i = 0; i < n; i++) {
            double e = y[i] - d[(l - 1) * n + i];
            found += e * e;
        }
    }
    return found;
}
