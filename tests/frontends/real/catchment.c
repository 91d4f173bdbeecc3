/* Water and heat in a column of soil, with snow above and a river below: the misfit to what was
   measured. The twin of catchment.rs, catchment.zig and catchment.py. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define STEPS 4
#define STORES 3
#define DEPTHS 3

struct soil { double alpha, n, m, porosity, residual, ks; };
struct state { double *head, *water, *heat; double snow, stores[STORES]; };
struct row { double below, diagonal, above, right; };

static const double DZ = 0.05, DT = 1.0 / STEPS;

static double logistic(double x) { return 1 / (1 + exp(-x)); }
static double softplus(double x, double width) {
    double s = x / width;
    return s > 30 ? x : width * log1p(exp(s));
}
static double huber(double r, double d) {
    return fabs(r) < d ? 0.5 * r * r : d * (fabs(r) - 0.5 * d);
}

static double saturation(const struct soil *s, double h) {
    return h < 0 ? pow(1 + pow(-s->alpha * h, s->n), -s->m) : 1;
}
static double moisture(const struct soil *s, double h) {
    return s->residual + (s->porosity - s->residual) * saturation(s, h);
}
/* The moisture and how it changes with the head. */
static double retention(const struct soil *s, double h, double *capacity) {
    double range = s->porosity - s->residual;
    if (h >= 0) {
        *capacity = 1e-6;
        return s->porosity;
    }
    double p = pow(-s->alpha * h, s->n), se = pow(1 + p, -s->m);
    *capacity = range * s->m * s->n * p / -h * se / (1 + p) + 1e-6;
    return s->residual + range * se;
}
static double conductivity(const struct soil *s, double h, double warmth) {
    double se = saturation(s, h), flow = logistic(2 * (warmth + 1));
    if (se >= 1) return s->ks * flow;
    double part = 1 - pow(1 - pow(se, 1 / s->m), s->m);
    return s->ks * sqrt(se) * part * part * flow;
}

/* What flows between a cell and the one below it. */
static void couple(struct row *a, double conductance, double flow) {
    a[0].above = a[1].below = -conductance;
    a[0].diagonal += conductance;
    a[1].diagonal += conductance;
    a[0].right -= flow;
    a[1].right += flow;
}

static void solve(struct row *a, double *x, int n) {
    for (int i = 1; i < n; i++) {
        double f = a[i].below / a[i - 1].diagonal;
        a[i].diagonal -= f * a[i - 1].above;
        a[i].right -= f * a[i - 1].right;
    }
    x[n - 1] = a[n - 1].right / a[n - 1].diagonal;
    for (int i = n - 2; i >= 0; i--) x[i] = (a[i].right - a[i].above * x[i + 1]) / a[i].diagonal;
}

/* Water that moves in one step; what drains at the bottom. */
static double seep(const struct soil *soil, struct state *now, double supply, int n,
                   struct row *a, double *k, double *next) {
    double drained = 0;
    for (int round = 0; round < 40; round++) {
        for (int i = 0; i < n; i++) k[i] = conductivity(&soil[i], now->head[i], now->heat[i]);
        for (int i = 0; i < n; i++) {
            double c, change = retention(&soil[i], now->head[i], &c) - now->water[i];
            a[i] = (struct row){0, c / DT, 0, (c * now->head[i] - change) / DT};
        }
        for (int i = 0; i < n - 1; i++) {
            double mean = 0.5 * (k[i] + k[i + 1]);
            couple(a + i, mean / (DZ * DZ), mean / DZ);
        }
        a[0].right += supply / DZ;
        a[n - 1].right -= k[n - 1] / DZ;
        solve(a, next, n);
        double moved = 0;
        for (int i = 0; i < n; i++) {
            double d = fabs(next[i] - now->head[i]);
            if (d > moved) moved = d;
            now->head[i] = next[i];
        }
        drained = k[n - 1];
        if (moved < 1e-11) break;
    }
    for (int i = 0; i < n; i++) now->water[i] = moisture(&soil[i], now->head[i]);
    return drained;
}

static void conduct(const struct soil *soil, struct state *now, double air, int n,
                    struct row *a, double *k, double *next) {
    for (int i = 0; i < n; i++) k[i] = 0.03 + 0.14 * saturation(&soil[i], now->head[i]);
    for (int i = 0; i < n; i++) {
        double c = (2.0 * (1 - soil[i].porosity) + 4.18 * now->water[i]) * DZ * DZ / DT;
        a[i] = (struct row){0, c, 0, c * now->heat[i]};
    }
    for (int i = 0; i < n - 1; i++) couple(a + i, 2 * k[i] * k[i + 1] / (k[i] + k[i + 1]), 0);
    a[0].diagonal += 2 * k[0];
    a[0].right += 2 * k[0] * air;
    solve(a, next, n);
    memcpy(now->heat, next, n * sizeof *next);
}

static double melt(struct state *now, double rain, double air, double rate) {
    double frozen = rain * logistic(-2 * air);
    now->snow += frozen * DT;
    double most = rate * softplus(air, 0.5) * (1 - exp(-now->snow / 0.01));
    double melted = fmin(most, 0.9 * now->snow / DT);
    now->snow -= melted * DT;
    return rain - frozen + melted;
}

static double route(struct state *now, double inflow, double time) {
    for (int s = 0; s < STORES; s++) {
        double out = now->stores[s] / time;
        now->stores[s] += DT * (inflow - out);
        inflow = out;
    }
    return inflow;
}

static double at_depth(const double *water, int n, double depth) {
    double place = depth / DZ - 0.5;
    int i = (int)place;
    if (i > n - 2) i = n - 2;
    double t = place - i;
    return (1 - t) * water[i] + t * water[i + 1];
}

double cost(const double *h0, const double *t0, int n, const double *rain, const double *air,
            const double *seen, int days, const double *p) {
    static const double depths[DEPTHS] = {0.1, 0.42, 0.85};
    struct soil *soil = malloc(n * sizeof *soil);
    struct row *a = malloc(n * sizeof *a);
    double *work = malloc(5 * n * sizeof *work), *k = work, *next = work + n;
    struct state now = {work + 2 * n, work + 3 * n, work + 4 * n, 0.02, {0.001, 0.002, 0.003}};
    for (int i = 0; i < n; i++) {
        double depth = (i + 0.5) * DZ;
        soil[i] = (struct soil){p[0], p[1], 1 - 1 / p[1], p[7] * exp(-0.05 * depth), 0.06,
                                p[2] * exp(-p[3] * depth)};
        now.head[i] = h0[i];
        now.heat[i] = t0[i];
        now.water[i] = moisture(&soil[i], h0[i]);
    }
    double misfit = 0;
    for (int day = 0; day < days; day++) {
        double discharge = 0;
        for (int s = 0; s < STEPS; s++) {
            double supply = melt(&now, rain[day], air[day], p[4]);
            double excess = softplus(supply - soil[0].ks, 0.005);
            double dry = (now.water[0] - soil[0].residual) / (soil[0].porosity - soil[0].residual);
            double evaporated = p[6] * logistic(air[day] - 4) * dry;
            double drained = seep(soil, &now, supply - excess - evaporated, n, a, k, next);
            conduct(soil, &now, air[day], n, a, k, next);
            discharge += DT * route(&now, excess + drained, p[5]);
        }
        const double *row = seen + day * (DEPTHS + 1);
        misfit += huber(100 * (discharge - row[DEPTHS]), 1.0);
        for (int d = 0; d < DEPTHS; d++)
            misfit += huber(20 * (at_depth(now.water, n, depths[d]) - row[d]), 0.5);
    }
    free(soil);
    free(a);
    free(work);
    return misfit / days;
}
