// A circuit from a netlist: devices as tagged unions with their own stamps, a Newton solve per time step.
// rz: double charge(const double par[6] in 0.5..1.5, const int nodes[12] const {0,1, 1,2, 2,-1, 2,-1, 1,-1, 0,2}, double amp 0.5..1, int steps=4)
// also: steps=1
// tolerance: loose
#include <math.h>
#include <string.h>

enum kind { RESISTOR, CAPACITOR, DIODE };

struct device {
    enum kind kind;
    int a, b;
    union {
        struct { double r; } res;
        struct { double c, v; } cap;
        struct { double is, vt, gmin; } dio;
    } u;
    void (*stamp)(struct device *, const double *, double, double g[3][3], double *);
};

static double at(const double *v, int n) { return n < 0 ? 0.0 : v[n]; }

static void add(double g[3][3], double *rhs, int a, int b, double cond, double current)
{
    if (a >= 0) {
        g[a][a] += cond;
        rhs[a] -= current;
        if (b >= 0)
            g[a][b] -= cond;
    }
    if (b >= 0) {
        g[b][b] += cond;
        rhs[b] += current;
        if (a >= 0)
            g[b][a] -= cond;
    }
}

static void resistor(struct device *d, const double *v, double dt, double g[3][3], double *rhs)
{
    (void)v;
    (void)dt;
    add(g, rhs, d->a, d->b, 1 / d->u.res.r, 0);
}

static void capacitor(struct device *d, const double *v, double dt, double g[3][3], double *rhs)
{
    (void)v;
    double cond = d->u.cap.c / dt;
    add(g, rhs, d->a, d->b, cond, -cond * d->u.cap.v);
}

static void diode(struct device *d, const double *v, double dt, double g[3][3], double *rhs)
{
    (void)dt;
    double across = at(v, d->a) - at(v, d->b);
    double e = exp(across / d->u.dio.vt);
    double current = d->u.dio.is * (e - 1), cond = d->u.dio.is * e / d->u.dio.vt + d->u.dio.gmin;
    add(g, rhs, d->a, d->b, cond, current - cond * across);
}

static void solve(double g[3][3], double *rhs, double *v)
{
    for (int k = 0; k < 3; k++)
        for (int i = k + 1; i < 3; i++) {
            double f = g[i][k] / g[k][k];
            for (int j = k; j < 3; j++)
                g[i][j] -= f * g[k][j];
            rhs[i] -= f * rhs[k];
        }
    for (int k = 2; k >= 0; k--) {
        double s = rhs[k];
        for (int j = k + 1; j < 3; j++)
            s -= g[k][j] * v[j];
        v[k] = s / g[k][k];
    }
}

double charge(const double *par, const int *nodes, double amp, int steps)
{
    struct device net[6];
    memset(net, 0, sizeof net);
    for (int i = 0; i < 6; i++) {
        net[i].kind = i == 2 || i == 4 ? CAPACITOR : i == 3 ? DIODE : RESISTOR;
        net[i].a = nodes[2 * i];
        net[i].b = nodes[2 * i + 1];
        switch (net[i].kind) {
        case RESISTOR: net[i].u.res.r = par[i]; net[i].stamp = resistor; break;
        case CAPACITOR: net[i].u.cap.c = par[i]; net[i].u.cap.v = 0; net[i].stamp = capacitor; break;
        case DIODE:
            net[i].u.dio.is = 0.01 * par[i];
            net[i].u.dio.vt = 0.4;
            net[i].u.dio.gmin = 1e-3;
            net[i].stamp = diode;
            break;
        }
    }
    double v[3] = {0, 0, 0}, total = 0, dt = 0.1;
    for (int s = 0; s < steps; s++) {
        for (int it = 0; it < 6; it++) {
            double g[3][3], rhs[3];
            memset(g, 0, sizeof g);
            memset(rhs, 0, sizeof rhs);
            g[0][0] = 10;
            rhs[0] = 10 * amp * sin(0.7 * (s + 1));
            for (int i = 0; i < 6; i++)
                net[i].stamp(&net[i], v, dt, g, rhs);
            double next[3];
            solve(g, rhs, next);
            double change = fabs(next[0] - v[0]) + fabs(next[1] - v[1]) + fabs(next[2] - v[2]);
            memcpy(v, next, sizeof v);
            if (change < 1e-13)
                break;
        }
        for (int i = 0; i < 6; i++)
            if (net[i].kind == CAPACITOR) {
                net[i].u.cap.v = at(v, net[i].a) - at(v, net[i].b);
                total += net[i].u.cap.c * net[i].u.cap.v;
            }
    }
    return total;
}
