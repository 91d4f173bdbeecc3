/* The same as `evolve` of cluster.f90, as a C programmer writes it: for the time of its gradient. */
#include <math.h>
#include <stdlib.h>

typedef struct {
    int *first, *other;
    double reach;
} neighbours;

typedef struct {
    int n;
    double *x, *v, *a, *mass; /* three numbers for each body */
} swarm;

typedef struct {
    int cells;
    double outer, diffusivity, *density, *radius, *flux;
} gas;

typedef struct {
    double softening, drag, well, loss;
} physics;

typedef struct {
    int length, room;
    double *time, *value;
} history;

static double dot(const double *a, const double *b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static double apart(const double *a, const double *b) {
    double d[3] = {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
    return dot(d, d);
}

static void build(neighbours *l, const double *x, int n, double reach) {
    free(l->first);
    free(l->other);
    l->first = malloc((n + 1) * sizeof(int));
    int total = 0;
    for (int i = 0; i < n; i++) {
        l->first[i] = total;
        for (int j = 0; j < n; j++) total += j != i && sqrt(apart(x + 3 * i, x + 3 * j)) < reach;
    }
    l->first[n] = total;
    l->other = malloc((total ? total : 1) * sizeof(int));
    total = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            if (j != i && sqrt(apart(x + 3 * i, x + 3 * j)) < reach) l->other[total++] = j;
    l->reach = reach;
}

static double density_at(const gas *g, double r) {
    double s = r / g->outer * g->cells + 0.5;
    int k = (int)s;
    if (k < 1) return g->density[0];
    if (k >= g->cells)
        return g->density[g->cells - 1] * exp(-(r - g->radius[g->cells - 1]) / g->outer);
    double w = s - k;
    return (1 - w) * g->density[k - 1] + w * g->density[k];
}

static void accelerate(swarm *s, const neighbours *l, const gas *g, const physics *p) {
    for (int i = 0; i < s->n; i++) {
        double *x = s->x + 3 * i, *a = s->a + 3 * i;
        a[0] = a[1] = a[2] = 0;
        for (int k = l->first[i]; k < l->first[i + 1]; k++) {
            int j = l->other[k];
            const double *y = s->x + 3 * j;
            double d[3] = {y[0] - x[0], y[1] - x[1], y[2] - x[2]}, r2 = dot(d, d);
            double taper = fmax(0, 1 - r2 / (l->reach * l->reach));
            double w = s->mass[j] * taper * taper / pow(r2 + p->softening * p->softening, 1.5);
            for (int c = 0; c < 3; c++) a[c] += w * d[c];
        }
        double r = sqrt(dot(x, x) + 1e-8), rho = density_at(g, r);
        for (int c = 0; c < 3; c++)
            a[c] -= p->well * x[c] / (1 + r * r) + p->drag * rho * s->v[3 * i + c];
    }
}

static void diffuse(gas *g, double dt) {
    double dr = g->outer / g->cells;
    g->flux[0] = g->flux[g->cells] = 0;
    for (int k = 1; k < g->cells; k++)
        g->flux[k] = -g->diffusivity * (k * dr) * (g->density[k] - g->density[k - 1]) / dr;
    for (int k = 0; k < g->cells; k++)
        g->density[k] -= dt * (g->flux[k + 1] - g->flux[k]) / (g->radius[k] * dr);
}

static void advance(swarm *s, const neighbours *l, gas *g, const physics *p, double dt) {
    for (int k = 0; k < 3 * s->n; k++) {
        s->v[k] += 0.5 * dt * s->a[k];
        s->x[k] += dt * s->v[k];
    }
    accelerate(s, l, g, p);
    for (int i = 0; i < s->n; i++) {
        for (int c = 0; c < 3; c++) s->v[3 * i + c] += 0.5 * dt * s->a[3 * i + c];
        double lost = p->loss * dt * s->mass[i];
        s->mass[i] -= lost;
        int k = (int)(sqrt(dot(s->x + 3 * i, s->x + 3 * i)) / g->outer * g->cells);
        k = k < g->cells - 1 ? k : g->cells - 1;
        g->density[k] += lost / (g->radius[k] * g->outer / g->cells);
    }
    diffuse(g, dt);
}

static double kinetic(const swarm *s) {
    double found = 0;
    for (int i = 0; i < s->n; i++) found += 0.5 * s->mass[i] * dot(s->v + 3 * i, s->v + 3 * i);
    return found;
}

static void record(history *h, double time, double value) {
    if (h->length == h->room) {
        h->room = h->room ? 2 * h->room : 2;
        h->time = realloc(h->time, h->room * sizeof(double));
        h->value = realloc(h->value, h->room * sizeof(double));
    }
    h->time[h->length] = time;
    h->value[h->length++] = value;
}

double evolve(int n, const double *x, const double *v, const double *mass, const double *seen,
              double drag, double well, int steps) {
    size_t room = 3 * n * sizeof(double);
    swarm s = {n, malloc(room), malloc(room), malloc(room), malloc(n * sizeof(double))};
    for (int k = 0; k < 3 * n; k++) s.x[k] = x[k], s.v[k] = v[k], s.a[k] = 0;
    for (int i = 0; i < n; i++) s.mass[i] = mass[i];
    gas g = {16, 3, 0.05, malloc(16 * sizeof(double)), malloc(16 * sizeof(double)),
             malloc(17 * sizeof(double))};
    for (int k = 0; k < 16; k++) {
        g.radius[k] = g.outer * (k + 0.5) / 16;
        double r = 2 * g.radius[k] / g.outer;
        g.density[k] = 0.5 * exp(-r * r);
    }
    physics p = {0.1, drag, well, 0.01};
    neighbours l = {0, 0, 0};
    history h = {0, 0, 0, 0};
    build(&l, s.x, n, 2);
    accelerate(&s, &l, &g, &p);
    double time = 0;
    for (int k = 1; k <= steps; k++) {
        if (k % 5 == 0) build(&l, s.x, n, 2);
        double strongest = 0;
        for (int i = 0; i < n; i++)
            strongest = fmax(strongest, sqrt(dot(s.a + 3 * i, s.a + 3 * i)));
        double dt = fmin(0.05, 0.2 * sqrt(p.softening / (strongest + 1e-3)));
        advance(&s, &l, &g, &p, dt);
        time += dt;
        record(&h, time, kinetic(&s));
    }
    double found = kinetic(&s), total[3] = {0, 0, 0};
    for (int k = 1; k < h.length; k++) {
        double d = h.value[k] - h.value[k - 1];
        found += d * d / (h.time[k] - h.time[k - 1]);
    }
    for (int i = 0; i < n; i++) {
        const double *at = s.x + 3 * i;
        for (int k = l.first[i]; k < l.first[i + 1]; k++)
            found -= 0.5 * s.mass[i] * s.mass[l.other[k]] /
                     sqrt(apart(s.x + 3 * l.other[k], at) + p.softening * p.softening);
        found += 0.5 * well * s.mass[i] * log(1 + dot(at, at)) + apart(at, seen + 3 * i);
        for (int c = 0; c < 3; c++) total[c] += s.mass[i] * s.v[3 * i + c];
    }
    found += dot(total, total);
    for (int k = 0; k < 16; k++) found += g.density[k] * g.radius[k] * g.outer / 16;
    free(s.x), free(s.v), free(s.a), free(s.mass), free(g.density), free(g.radius), free(g.flux);
    free(l.first), free(l.other), free(h.time), free(h.value);
    return found;
}
