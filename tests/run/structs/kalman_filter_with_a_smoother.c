// A Kalman filter for a tracked target, with matrices by value, as a scientist writes it.
// rz: double f(const double x[n] in, int n=24, double q=0.7)
// also: n=6
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAXDIM 6
#define LOG2PI 1.8378770664093453

typedef struct { int rows, cols; double at[MAXDIM*MAXDIM]; } Mat;

typedef struct {
    int nstate, nobs;
    Mat x, P;          /* state and covariance */
    Mat F, Q, H, R;    /* model */
    Mat K, S, innov;   /* last update */
    double loglik;
    long steps;
    int rejected;
} Kalman;

typedef struct { double dt, sigma_a, sigma_z; int order; double gate; } Config;

static Mat mat_zeros(int r, int c)
{
    Mat m;
    memset(&m, 0, sizeof m);
    m.rows = r;
    m.cols = c;
    return m;
}

static Mat mat_eye(int n)
{
    Mat m = mat_zeros(n, n);
    for (int i = 0; i < n; i++) m.at[i*n + i] = 1.0;
    return m;
}

static double mat_get(const Mat *m, int i, int j) { return m->at[i*m->cols + j]; }
static void mat_set(Mat *m, int i, int j, double v) { m->at[i*m->cols + j] = v; }

static Mat mat_mul(Mat a, Mat b)
{
    if (a.cols != b.rows) { fprintf(stderr, "mat_mul: %dx%d times %dx%d\n", a.rows, a.cols, b.rows, b.cols); abort(); }
    Mat c = mat_zeros(a.rows, b.cols);
    for (int i = 0; i < a.rows; i++)
        for (int j = 0; j < b.cols; j++) {
            double s = 0;
            for (int k = 0; k < a.cols; k++) s += a.at[i*a.cols + k]*b.at[k*b.cols + j];
            c.at[i*c.cols + j] = s;
        }
    return c;
}

static Mat mat_add(Mat a, Mat b)
{
    for (int i = 0; i < a.rows*a.cols; i++) a.at[i] += b.at[i];
    return a;
}

static Mat mat_sub(Mat a, Mat b)
{
    for (int i = 0; i < a.rows*a.cols; i++) a.at[i] -= b.at[i];
    return a;
}

static Mat mat_scale(Mat a, double s)
{
    for (int i = 0; i < a.rows*a.cols; i++) a.at[i] *= s;
    return a;
}

static Mat mat_t(Mat a)
{
    Mat t = mat_zeros(a.cols, a.rows);
    for (int i = 0; i < a.rows; i++)
        for (int j = 0; j < a.cols; j++) t.at[j*t.cols + i] = a.at[i*a.cols + j];
    return t;
}

/* Gauss-Jordan with partial pivoting; the log of the determinant's magnitude */
static Mat mat_inv(Mat a, double *logdet)
{
    int n = a.rows;
    Mat b = mat_eye(n);
    *logdet = 0;
    for (int k = 0; k < n; k++) {
        int p = k;
        for (int i = k + 1; i < n; i++)
            if (fabs(mat_get(&a, i, k)) > fabs(mat_get(&a, p, k))) p = i;
        if (p != k)
            for (int j = 0; j < n; j++) {
                double t = mat_get(&a, k, j); mat_set(&a, k, j, mat_get(&a, p, j)); mat_set(&a, p, j, t);
                t = mat_get(&b, k, j); mat_set(&b, k, j, mat_get(&b, p, j)); mat_set(&b, p, j, t);
            }
        double d = mat_get(&a, k, k);
        *logdet += log(fabs(d));
        for (int j = 0; j < n; j++) { a.at[k*n + j] /= d; b.at[k*n + j] /= d; }
        for (int i = 0; i < n; i++) {
            if (i == k) continue;
            double m = a.at[i*n + k];
            for (int j = 0; j < n; j++) { a.at[i*n + j] -= m*a.at[k*n + j]; b.at[i*n + j] -= m*b.at[k*n + j]; }
        }
    }
    return b;
}

static Mat mat_outer(Mat v)
{
    Mat m = mat_zeros(v.rows, v.rows);
    for (int i = 0; i < v.rows; i++)
        for (int j = 0; j < v.rows; j++) mat_set(&m, i, j, v.at[i]*v.at[j]);
    return m;
}

static double mat_trace(const Mat *m)
{
    double t = 0;
    for (int i = 0; i < m->rows; i++) t += mat_get(m, i, i);
    return t;
}

static Mat symmetrise(Mat a) { return mat_scale(mat_add(a, mat_t(a)), 0.5); }

static void kalman_model(Kalman *k, const Config *c)
{
    int n = k->nstate;
    k->F = mat_eye(n);
    for (int i = 0; i + 2 < n; i++) mat_set(&k->F, i, i + 2, c->dt);
    if (c->order > 2)
        for (int i = 0; i + 4 < n; i++) mat_set(&k->F, i, i + 4, 0.5*c->dt*c->dt);
    Mat g = mat_zeros(n, 1);
    for (int i = 0; i < n; i++) g.at[i] = i < 2 ? 0.5*c->dt*c->dt : i < 4 ? c->dt : 1.0;
    k->Q = mat_scale(mat_outer(g), c->sigma_a*c->sigma_a);
    for (int i = 0; i < n; i++) k->Q.at[i*n + i] += 1e-3;
    k->H = mat_zeros(k->nobs, n);
    for (int i = 0; i < k->nobs; i++) mat_set(&k->H, i, i, 1.0);
    k->R = mat_scale(mat_eye(k->nobs), c->sigma_z*c->sigma_z);
}

static void kalman_init(Kalman *k, const Config *c, const double *z)
{
    memset(k, 0, sizeof *k);
    k->nstate = 2*c->order;
    k->nobs = 2;
    kalman_model(k, c);
    k->x = mat_zeros(k->nstate, 1);
    for (int i = 0; i < k->nobs; i++) k->x.at[i] = z[i];
    k->P = mat_scale(mat_eye(k->nstate), 1.5);
    k->K = mat_zeros(k->nstate, k->nobs);
    k->S = mat_zeros(k->nobs, k->nobs);
    k->innov = mat_zeros(k->nobs, 1);
    k->loglik = 0;
}

static void kalman_predict(Kalman *k)
{
    k->x = mat_mul(k->F, k->x);
    k->P = mat_add(mat_mul(mat_mul(k->F, k->P), mat_t(k->F)), k->Q);
    k->P = symmetrise(k->P);
}

static int kalman_update(Kalman *k, const double *z, double gate)
{
    Mat obs = mat_zeros(k->nobs, 1);
    memcpy(obs.at, z, k->nobs*sizeof(double));
    k->innov = mat_sub(obs, mat_mul(k->H, k->x));
    Mat PHt = mat_mul(k->P, mat_t(k->H));
    k->S = mat_add(mat_mul(k->H, PHt), k->R);
    double logdet;
    Mat Sinv = mat_inv(k->S, &logdet);
    Mat d = mat_mul(mat_mul(mat_t(k->innov), Sinv), k->innov);
    double m2 = d.at[0];
    k->loglik += -0.5*(m2 + logdet + k->nobs*LOG2PI);
    k->steps++;
    if (m2 > gate) {
        k->rejected++;
        return 0;
    }
    k->K = mat_mul(PHt, Sinv);
    k->x = mat_add(k->x, mat_mul(k->K, k->innov));
    Mat IKH = mat_sub(mat_eye(k->nstate), mat_mul(k->K, k->H));
    /* Joseph's form */
    k->P = mat_add(mat_mul(mat_mul(IKH, k->P), mat_t(IKH)), mat_mul(mat_mul(k->K, k->R), mat_t(k->K)));
    return 1;
}

/* Rauch-Tung-Striebel smoother over the kept history */
typedef struct { Mat x, P, xp, Pp; int used; } Snapshot;

static double smooth(const Kalman *k, Snapshot *h, int n)
{
    Snapshot next = h[n - 1];
    double sum = 0;
    for (int i = n - 2; i >= 0; i--) {
        double ld;
        Mat C = mat_mul(mat_mul(h[i].P, mat_t(k->F)), mat_inv(next.Pp, &ld));
        h[i].x = mat_add(h[i].x, mat_mul(C, mat_sub(next.x, next.xp)));
        h[i].P = mat_add(h[i].P, mat_mul(mat_mul(C, mat_sub(next.P, next.Pp)), mat_t(C)));
        next = h[i];
        sum += next.used ? next.x.at[0]*next.x.at[0] : 0.1*next.x.at[1];
    }
    return sum + mat_trace(&next.P);
}

double f(const double *x, int n, double q)
{
    Config c;
    c.dt = 0.1; c.sigma_a = q; c.sigma_z = 0.3 + q*q; c.order = 2; c.gate = 1e6;
    Kalman k;
    int steps = n/2;
    kalman_init(&k, &c, x);
    Snapshot *history = malloc(steps*sizeof *history);
    for (int i = 0; i < steps; i++) {
        kalman_predict(&k);
        history[i].xp = k.x; history[i].Pp = k.P;
        history[i].used = kalman_update(&k, x + 2*i, c.gate);
        history[i].x = k.x; history[i].P = k.P;
    }
    double s = smooth(&k, history, steps);
    free(history);
    return -k.loglik + s + mat_trace(&k.P)*k.rejected;
}
