/* ocean.f90 as a C programmer writes it: for the time of its gradient. */
#include <math.h>
#include <stdlib.h>

static const double gravity = 9.81, pi = 3.14159265358979323846;

typedef struct {
    int nx, ny, row;
    double dx, dy, *depth, *coriolis, *sponge;
} grid;

typedef struct {
    double *eta, *u, *v;
} state;

typedef struct {
    double stress, drag, viscosity;
} forcing;

#define AT(a, i, j) a[(size_t)(j) * g->row + (i)]

static double sponge(int k, int n) {
    int away = k < n + 1 - k ? k : n + 1 - k;
    double r = 1 - away / 4.0;
    return away < 4 ? 2e-5 * r * r : 0;
}

static void create_grid(grid *g, int nx, int ny, double length, double width) {
    g->nx = nx, g->ny = ny, g->row = nx + 2;
    g->dx = length / nx, g->dy = width / ny;
    size_t n = (size_t)g->row * (ny + 2);
    g->depth = malloc(n * sizeof(double));
    g->sponge = malloc(n * sizeof(double));
    g->coriolis = malloc((ny + 2) * sizeof(double));
    for (int j = 0; j <= ny + 1; j++) {
        double y = (j - 0.5) / ny;
        g->coriolis[j] = 1e-4 + 2e-11 * (y - 0.5) * width;
        for (int i = 0; i <= nx + 1; i++) {
            double x = (i - 0.5) / nx;
            AT(g->depth, i, j) = 400 + 60 * sin(pi * x) * cos(2 * pi * y);
            AT(g->sponge, i, j) = sponge(i, nx) + sponge(j, ny);
        }
    }
}

static void create(state *s, const grid *g) {
    size_t n = (size_t)g->row * (g->ny + 2);
    s->eta = calloc(n, sizeof(double));
    s->u = calloc(n, sizeof(double));
    s->v = calloc(n, sizeof(double));
}

static void destroy(state *s) {
    free(s->eta);
    free(s->u);
    free(s->v);
}

static void axpy(state *to, const grid *g, double a, const state *x, double b, const state *y,
                 double dt, const state *t) {
    for (int j = 0; j <= g->ny + 1; j++)
        for (int i = 0; i <= g->nx + 1; i++) {
            AT(to->eta, i, j) = a * AT(x->eta, i, j) + b * (AT(y->eta, i, j) + dt * AT(t->eta, i, j));
            AT(to->u, i, j) = a * AT(x->u, i, j) + b * (AT(y->u, i, j) + dt * AT(t->u, i, j));
            AT(to->v, i, j) = a * AT(x->v, i, j) + b * (AT(y->v, i, j) + dt * AT(t->v, i, j));
        }
}

static void walls(state *s, const grid *g) {
    int nx = g->nx, ny = g->ny;
    for (int j = 0; j <= ny + 1; j++) {
        AT(s->u, 0, j) = AT(s->u, nx, j) = AT(s->u, nx + 1, j) = 0;
        AT(s->v, 0, j) = AT(s->v, 1, j);
        AT(s->v, nx + 1, j) = AT(s->v, nx, j);
        AT(s->eta, 0, j) = AT(s->eta, 1, j);
        AT(s->eta, nx + 1, j) = AT(s->eta, nx, j);
    }
    for (int i = 0; i <= nx + 1; i++) {
        AT(s->v, i, 0) = AT(s->v, i, ny) = AT(s->v, i, ny + 1) = 0;
        AT(s->u, i, 0) = AT(s->u, i, 1);
        AT(s->u, i, ny + 1) = AT(s->u, i, ny);
        AT(s->eta, i, 0) = AT(s->eta, i, 1);
        AT(s->eta, i, ny + 1) = AT(s->eta, i, ny);
    }
}

static double east(const state *s, const grid *g, int i, int j) {
    return 0.5 * (AT(g->depth, i, j) + AT(g->depth, i + 1, j) + AT(s->eta, i, j) +
                  AT(s->eta, i + 1, j));
}

static double north(const state *s, const grid *g, int i, int j) {
    return 0.5 * (AT(g->depth, i, j) + AT(g->depth, i, j + 1) + AT(s->eta, i, j) +
                  AT(s->eta, i, j + 1));
}

static void continuity(state *t, const state *s, const grid *g) {
    for (int j = 1; j <= g->ny; j++)
        for (int i = 1; i <= g->nx; i++) {
            double e = east(s, g, i, j) * AT(s->u, i, j);
            double w = east(s, g, i - 1, j) * AT(s->u, i - 1, j);
            double n = north(s, g, i, j) * AT(s->v, i, j);
            double o = north(s, g, i, j - 1) * AT(s->v, i, j - 1);
            AT(t->eta, i, j) = -(e - w) / g->dx - (n - o) / g->dy - AT(g->sponge, i, j) * AT(s->eta, i, j);
        }
}

static void momentum_east(state *t, const state *s, const grid *g, const forcing *f) {
    const double *u = s->u, *v = s->v, *eta = s->eta;
    for (int j = 1; j <= g->ny; j++) {
        double wind = -f->stress * cos(pi * (j - 0.5) / g->ny);
        for (int i = 1; i <= g->nx - 1; i++) {
            double vbar = 0.25 * (AT(v, i, j) + AT(v, i + 1, j) + AT(v, i, j - 1) + AT(v, i + 1, j - 1));
            double h = east(s, g, i, j), speed = sqrt(AT(u, i, j) * AT(u, i, j) + vbar * vbar + 1e-12);
            double advection = AT(u, i, j) * (AT(u, i + 1, j) - AT(u, i - 1, j)) / (2 * g->dx) +
                               vbar * (AT(u, i, j + 1) - AT(u, i, j - 1)) / (2 * g->dy);
            double pressure = gravity * (AT(eta, i + 1, j) - AT(eta, i, j)) / g->dx;
            double laplacian =
                (AT(u, i + 1, j) - 2 * AT(u, i, j) + AT(u, i - 1, j)) / (g->dx * g->dx) +
                (AT(u, i, j + 1) - 2 * AT(u, i, j) + AT(u, i, j - 1)) / (g->dy * g->dy);
            AT(t->u, i, j) = g->coriolis[j] * vbar - advection - pressure + f->viscosity * laplacian +
                             (wind - f->drag * speed * AT(u, i, j)) / h -
                             AT(g->sponge, i, j) * AT(u, i, j);
        }
    }
}

static void momentum_north(state *t, const state *s, const grid *g, const forcing *f) {
    const double *u = s->u, *v = s->v, *eta = s->eta;
    for (int j = 1; j <= g->ny - 1; j++) {
        double c = 0.5 * (g->coriolis[j] + g->coriolis[j + 1]);
        for (int i = 1; i <= g->nx; i++) {
            double ubar = 0.25 * (AT(u, i, j) + AT(u, i, j + 1) + AT(u, i - 1, j) + AT(u, i - 1, j + 1));
            double h = north(s, g, i, j), speed = sqrt(AT(v, i, j) * AT(v, i, j) + ubar * ubar + 1e-12);
            double advection = ubar * (AT(v, i + 1, j) - AT(v, i - 1, j)) / (2 * g->dx) +
                               AT(v, i, j) * (AT(v, i, j + 1) - AT(v, i, j - 1)) / (2 * g->dy);
            double pressure = gravity * (AT(eta, i, j + 1) - AT(eta, i, j)) / g->dy;
            double laplacian =
                (AT(v, i + 1, j) - 2 * AT(v, i, j) + AT(v, i - 1, j)) / (g->dx * g->dx) +
                (AT(v, i, j + 1) - 2 * AT(v, i, j) + AT(v, i, j - 1)) / (g->dy * g->dy);
            AT(t->v, i, j) = -c * ubar - advection - pressure + f->viscosity * laplacian -
                             f->drag * speed * AT(v, i, j) / h - AT(g->sponge, i, j) * AT(v, i, j);
        }
    }
}

static void tendencies(state *t, const state *s, const grid *g, const forcing *f) {
    continuity(t, s, g);
    momentum_east(t, s, g, f);
    momentum_north(t, s, g, f);
}

static void step(state *s, state *stage, state *t, const grid *g, const forcing *f, double dt) {
    tendencies(t, s, g, f);
    axpy(stage, g, 0, s, 1, s, dt, t);
    walls(stage, g);
    tendencies(t, stage, g, f);
    axpy(stage, g, 0.75, s, 0.25, stage, dt, t);
    walls(stage, g);
    tendencies(t, stage, g, f);
    axpy(s, g, 1.0 / 3, s, 2.0 / 3, stage, dt, t);
    walls(s, g);
}

double cost(int nx, int ny, const double *eta0, const double *observed, double wind, double drag,
            int steps) {
    grid made, *g = &made;
    create_grid(g, nx, ny, 4e5, 3e5);
    state s, stage, t;
    create(&s, g);
    create(&stage, g);
    create(&t, g);
    forcing f = {1e-4 * wind, 2.5e-3 * drag, 150};
    for (int j = 1; j <= ny; j++)
        for (int i = 1; i <= nx; i++) AT(s.eta, i, j) = eta0[(j - 1) * nx + i - 1];
    walls(&s, g);
    double dt = 0.3 * (g->dx < g->dy ? g->dx : g->dy) / sqrt(gravity * 460), found = 0;
    for (int n = 1; n <= steps; n++) {
        step(&s, &stage, &t, g, &f, dt);
        for (int j = 2; n % 5 == 0 && j <= ny; j += 3)
            for (int i = 2; i <= nx; i += 3) {
                double d = AT(s.eta, i, j) - observed[(j - 1) * nx + i - 1];
                found += d * d;
            }
    }
    double kinetic = 0, potential = 0, volume = 0, area = nx * g->dx * ny * g->dy;
    for (int j = 1; j <= ny; j++)
        for (int i = 1; i <= nx; i++) {
            double uc = 0.5 * (AT(s.u, i, j) + AT(s.u, i - 1, j));
            double vc = 0.5 * (AT(s.v, i, j) + AT(s.v, i, j - 1));
            kinetic += 0.5 * (AT(g->depth, i, j) + AT(s.eta, i, j)) * (uc * uc + vc * vc);
            potential += 0.5 * gravity * AT(s.eta, i, j) * AT(s.eta, i, j);
            volume += AT(s.eta, i, j) * g->dx * g->dy;
        }
    found += (kinetic + 1e-2 * potential) * g->dx * g->dy / area + volume / area * (volume / area);
    destroy(&s);
    destroy(&stage);
    destroy(&t);
    free(g->depth);
    free(g->sponge);
    free(g->coriolis);
    return found;
}
