// A finite-volume shallow-water code: structs, callbacks, options from text, a log and gauges.
// rz: double run_case(const double bed[nx*ny] in 0..0.2, const double eta0[nx*ny] in 1..1.4, int nx=6, int ny=5, double manning=0.03, double gravity=9.81, double hours=0.4, double misfit[1] out, int scheme=2)
// also: scheme=0
// also: scheme=1
// also: nx=9, ny=3, scheme=3
/*
 * swe2d - shallow water equations on a Cartesian mesh
 *
 *   h_t  + (hu)_x            + (hv)_y            = r
 *   hu_t + (hu^2+gh^2/2)_x   + (huv)_y           = -g h b_x - friction
 *   hv_t + (huv)_x           + (hv^2+gh^2/2)_y   = -g h b_y - friction
 *
 * First or second order in space (limited slopes), explicit Runge-Kutta in time.
 * Fluxes and limiters are chosen by name in an options string.
 */
#include <assert.h>
#include <ctype.h>
#include <float.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NGHOST 2
#define MAX_GAUGES 8
#define MAX_NAME 32
#define LOG_SIZE 4096
#define SQUARE(x) ((x) * (x))
#define DRY 1e-6

/* ------------------------------------------------------------------ types */

typedef struct {
    double h, hu, hv;
} state_t;

typedef struct {
    double *data;
    int nx, ny, stride;
    char name[MAX_NAME];
} field_t;

typedef enum { BC_WALL, BC_OPEN, BC_PERIODIC, BC_TIDE } bc_kind;

struct solver;

typedef state_t (*flux_fn)(const struct solver *s, state_t left, state_t right, double *speed);
typedef double (*limiter_fn)(double a, double b);
typedef double (*boundary_fn)(double time, void *context);
typedef void (*source_fn)(struct solver *s, double time, field_t *dh, field_t *dhu, field_t *dhv,
                          void *context);

typedef struct {
    bc_kind kind;
    boundary_fn level;
    void *context;
} boundary_t;

typedef struct {
    double amplitude, period, phase, mean;
} tide_t;

typedef struct {
    double peak, centre, width;
    int i, j, radius;
} rain_t;

typedef struct {
    char name[MAX_NAME];
    int i, j;
    int count, capacity;
    double *time, *level;
    double weight;
} gauge_t;

typedef struct {
    source_fn apply;
    void *context;
} source_t;

typedef struct {
    char text[LOG_SIZE];
    size_t used;
    int lines, dropped, level;
} log_t;

typedef struct {
    double mass, energy, max_speed, max_depth, min_depth;
    int wet_cells, step;
} diagnostics_t;

typedef struct solver {
    int nx, ny;
    double dx, dy, gravity, manning, cfl;
    double time, t_end, dt;
    int step, max_steps;
    field_t h, hu, hv, bed;
    field_t h1, hu1, hv1;
    field_t rh, rhu, rhv;
    boundary_t west, east, south, north;
    flux_fn flux;
    limiter_fn limiter;
    int order, stages;
    source_t sources[4];
    int n_sources;
    gauge_t gauges[MAX_GAUGES];
    int n_gauges;
    diagnostics_t *history;
    int n_history, history_capacity;
    log_t log;
} solver_t;

/* ---------------------------------------------------------------- logging */

static void log_open(log_t *log, int level) {
    log->used = 0;
    log->lines = 0;
    log->dropped = 0;
    log->level = level;
    log->text[0] = '\0';
}

static void log_printf(log_t *log, int level, const char *format, ...) {
    if (level > log->level) return;
    size_t room = sizeof log->text - log->used;
    if (room < 2) {
        log->dropped++;
        return;
    }
    va_list args;
    va_start(args, format);
    int wrote = vsnprintf(log->text + log->used, room, format, args);
    va_end(args);
    if (wrote < 0 || (size_t)wrote >= room) {
        log->text[log->used] = '\0';
        log->dropped++;
        return;
    }
    log->used += (size_t)wrote;
    log->lines++;
}

/* ----------------------------------------------------------------- fields */

static int field_create(field_t *f, const char *name, int nx, int ny) {
    f->nx = nx;
    f->ny = ny;
    f->stride = nx + 2 * NGHOST;
    size_t count = (size_t)f->stride * (size_t)(ny + 2 * NGHOST);
    f->data = calloc(count, sizeof *f->data);
    snprintf(f->name, sizeof f->name, "%s", name);
    return f->data ? 0 : -1;
}

static void field_destroy(field_t *f) {
    free(f->data);
    f->data = NULL;
    f->nx = f->ny = f->stride = 0;
}

static inline double *at(const field_t *f, int i, int j) {
    return f->data + (ptrdiff_t)(j + NGHOST) * f->stride + (i + NGHOST);
}

static void field_copy(field_t *to, const field_t *from) {
    assert(to->stride == from->stride);
    size_t count = (size_t)from->stride * (size_t)(from->ny + 2 * NGHOST);
    memcpy(to->data, from->data, count * sizeof *to->data);
}

static void field_fill(field_t *f, double value) {
    size_t count = (size_t)f->stride * (size_t)(f->ny + 2 * NGHOST);
    for (size_t k = 0; k < count; k++) f->data[k] = value;
}

static void field_set(field_t *f, const double *values) {
    for (int j = 0; j < f->ny; j++)
        for (int i = 0; i < f->nx; i++) *at(f, i, j) = values[j * f->nx + i];
}

/* --------------------------------------------------------------- limiters */

static double limiter_none(double a, double b) {
    return 0.5 * (a + b);
}

static double limiter_van_albada(double a, double b) {
    const double eps = 1e-4;
    return (a * (SQUARE(b) + eps) + b * (SQUARE(a) + eps)) / (SQUARE(a) + SQUARE(b) + 2 * eps);
}

static double limiter_van_leer(double a, double b) {
    if (a * b <= 0) return 0.0;
    return 2 * a * b / (a + b);
}

static const struct {
    const char *name;
    limiter_fn function;
} limiters[] = {
    {"none", limiter_none},
    {"albada", limiter_van_albada},
    {"leer", limiter_van_leer},
};

/* ----------------------------------------------------------------- fluxes */

static state_t physical_flux(double g, state_t q, double *u_out) {
    double u = q.h > DRY ? q.hu / q.h : 0.0;
    state_t f = {q.hu, q.hu * u + 0.5 * g * q.h * q.h, q.hv * u};
    *u_out = u;
    return f;
}

static state_t flux_rusanov(const solver_t *s, state_t l, state_t r, double *speed) {
    double ul, ur;
    state_t fl = physical_flux(s->gravity, l, &ul), fr = physical_flux(s->gravity, r, &ur);
    double cl = sqrt(s->gravity * fmax(l.h, DRY)), cr = sqrt(s->gravity * fmax(r.h, DRY));
    double a = fmax(fabs(ul) + cl, fabs(ur) + cr);
    state_t f;
    f.h = 0.5 * (fl.h + fr.h) - 0.5 * a * (r.h - l.h);
    f.hu = 0.5 * (fl.hu + fr.hu) - 0.5 * a * (r.hu - l.hu);
    f.hv = 0.5 * (fl.hv + fr.hv) - 0.5 * a * (r.hv - l.hv);
    *speed = a;
    return f;
}

static state_t flux_hll(const solver_t *s, state_t l, state_t r, double *speed) {
    double ul, ur;
    state_t fl = physical_flux(s->gravity, l, &ul), fr = physical_flux(s->gravity, r, &ur);
    double cl = sqrt(s->gravity * fmax(l.h, DRY)), cr = sqrt(s->gravity * fmax(r.h, DRY));
    double sl = fmin(ul - cl, ur - cr), sr = fmax(ul + cl, ur + cr);
    *speed = fmax(fabs(sl), fabs(sr));
    if (sl >= 0) return fl;
    if (sr <= 0) return fr;
    const double *pl = &l.h, *pr = &r.h, *gl = &fl.h, *gr = &fr.h;
    state_t f;
    double *out = &f.h;
    for (int k = 0; k < 3; k++)
        out[k] = (sr * gl[k] - sl * gr[k] + sl * sr * (pr[k] - pl[k])) / (sr - sl);
    return f;
}

static const struct {
    char name[12];
    flux_fn function;
} fluxes[] = {{"rusanov", flux_rusanov}, {"hll", flux_hll}};

/* ------------------------------------------------------------- boundaries */

static double tide_level(double time, void *context) {
    const tide_t *tide = context;
    return tide->mean + tide->amplitude * sin(2 * M_PI * time / tide->period + tide->phase);
}

static void ghost_cell(solver_t *s, const boundary_t *b, int gi, int gj, int mi, int mj, int pi,
                       int pj, bool x_normal, int depth) {
    switch (b->kind) {
        case BC_WALL:
            *at(&s->h, gi, gj) = *at(&s->h, mi, mj);
            *at(&s->hu, gi, gj) = (x_normal ? -1 : 1) * *at(&s->hu, mi, mj);
            *at(&s->hv, gi, gj) = (x_normal ? 1 : -1) * *at(&s->hv, mi, mj);
            break;
        case BC_OPEN: {
            int ci = x_normal ? (gi < 0 ? 0 : s->nx - 1) : mi;
            int cj = x_normal ? mj : (gj < 0 ? 0 : s->ny - 1);
            *at(&s->h, gi, gj) = *at(&s->h, ci, cj);
            *at(&s->hu, gi, gj) = *at(&s->hu, ci, cj);
            *at(&s->hv, gi, gj) = *at(&s->hv, ci, cj);
            break;
        }
        case BC_PERIODIC:
            *at(&s->h, gi, gj) = *at(&s->h, pi, pj);
            *at(&s->hu, gi, gj) = *at(&s->hu, pi, pj);
            *at(&s->hv, gi, gj) = *at(&s->hv, pi, pj);
            break;
        case BC_TIDE: {
            double level = b->level(s->time, b->context) - *at(&s->bed, mi, mj);
            *at(&s->h, gi, gj) = level > DRY ? level : DRY;
            *at(&s->hu, gi, gj) = *at(&s->hu, mi, mj) / (depth + 1);
            *at(&s->hv, gi, gj) = 0;
            break;
        }
        default: abort();
    }
}

static void fill_ghosts(solver_t *s) {
    for (int j = 0; j < s->ny; j++)
        for (int d = 0; d < NGHOST; d++) {
            ghost_cell(s, &s->west, -1 - d, j, d, j, s->nx - 1 - d, j, true, d);
            ghost_cell(s, &s->east, s->nx + d, j, s->nx - 1 - d, j, d, j, true, d);
        }
    for (int i = 0; i < s->nx; i++)
        for (int d = 0; d < NGHOST; d++) {
            ghost_cell(s, &s->south, i, -1 - d, i, d, i, s->ny - 1 - d, false, d);
            ghost_cell(s, &s->north, i, s->ny + d, i, s->ny - 1 - d, i, d, false, d);
        }
}

/* ------------------------------------------------------------------ space */

static inline state_t cell(const solver_t *s, int i, int j) {
    return (state_t){*at(&s->h, i, j), *at(&s->hu, i, j), *at(&s->hv, i, j)};
}

static void reconstruct(const solver_t *s, state_t q[4], double b[4], state_t *left,
                        state_t *right, double *bl, double *br) {
    *left = q[1];
    *right = q[2];
    *bl = b[1];
    *br = b[2];
    if (s->order < 2) return;
    double *out[2] = {(double *)left, (double *)right};
    for (int k = 0; k < 3; k++) {
        double v[4];
        for (int m = 0; m < 4; m++) v[m] = ((const double *)&q[m])[k];
        out[0][k] = v[1] + 0.5 * s->limiter(v[1] - v[0], v[2] - v[1]);
        out[1][k] = v[2] - 0.5 * s->limiter(v[2] - v[1], v[3] - v[2]);
    }
}

/* hydrostatic reconstruction: a lake at rest stays at rest */
static void interface_flux(const solver_t *s, state_t l, state_t r, double bl, double br,
                           state_t *to_left, state_t *to_right, double *speed) {
    double top = fmax(bl, br);
    double hl = fmax(0.0, l.h + bl - top), hr = fmax(0.0, r.h + br - top);
    double ul = l.h > DRY ? l.hu / l.h : 0, vl = l.h > DRY ? l.hv / l.h : 0;
    double ur = r.h > DRY ? r.hu / r.h : 0, vr = r.h > DRY ? r.hv / r.h : 0;
    state_t ls = {hl, hl * ul, hl * vl}, rs = {hr, hr * ur, hr * vr};
    state_t f = s->flux(s, ls, rs, speed);
    *to_left = *to_right = f;
    to_left->hu += 0.5 * s->gravity * (l.h * l.h - hl * hl);
    to_right->hu += 0.5 * s->gravity * (r.h * r.h - hr * hr);
}

static state_t turned(state_t q) {
    state_t t = q;
    t.hu = q.hv;
    t.hv = q.hu;
    return t;
}

static double residual(solver_t *s) {
    double fastest = 0;
    fill_ghosts(s);
    field_fill(&s->rh, 0);
    field_fill(&s->rhu, 0);
    field_fill(&s->rhv, 0);
    for (int j = 0; j < s->ny; j++)
        for (int i = 0; i <= s->nx; i++) {
            state_t q[4], l, r, fl, fr;
            double b[4], bl, br, speed;
            for (int m = 0; m < 4; m++) {
                q[m] = cell(s, i - 2 + m, j);
                b[m] = *at(&s->bed, i - 2 + m, j);
            }
            reconstruct(s, q, b, &l, &r, &bl, &br);
            interface_flux(s, l, r, bl, br, &fl, &fr, &speed);
            if (speed > fastest) fastest = speed;
            if (i > 0) {
                *at(&s->rh, i - 1, j) -= fl.h / s->dx;
                *at(&s->rhu, i - 1, j) -= fl.hu / s->dx;
                *at(&s->rhv, i - 1, j) -= fl.hv / s->dx;
            }
            if (i < s->nx) {
                *at(&s->rh, i, j) += fr.h / s->dx;
                *at(&s->rhu, i, j) += fr.hu / s->dx;
                *at(&s->rhv, i, j) += fr.hv / s->dx;
            }
        }
    for (int i = 0; i < s->nx; i++)
        for (int j = 0; j <= s->ny; j++) {
            state_t q[4], l, r, fl, fr;
            double b[4], bl, br, speed;
            for (int m = 0; m < 4; m++) {
                q[m] = turned(cell(s, i, j - 2 + m));
                b[m] = *at(&s->bed, i, j - 2 + m);
            }
            reconstruct(s, q, b, &l, &r, &bl, &br);
            interface_flux(s, l, r, bl, br, &fl, &fr, &speed);
            if (speed > fastest) fastest = speed;
            fl = turned(fl);
            fr = turned(fr);
            if (j > 0) {
                *at(&s->rh, i, j - 1) -= fl.h / s->dy;
                *at(&s->rhu, i, j - 1) -= fl.hu / s->dy;
                *at(&s->rhv, i, j - 1) -= fl.hv / s->dy;
            }
            if (j < s->ny) {
                *at(&s->rh, i, j) += fr.h / s->dy;
                *at(&s->rhu, i, j) += fr.hu / s->dy;
                *at(&s->rhv, i, j) += fr.hv / s->dy;
            }
        }
    for (int k = 0; k < s->n_sources; k++)
        s->sources[k].apply(s, s->time, &s->rh, &s->rhu, &s->rhv, s->sources[k].context);
    return fastest;
}

/* ---------------------------------------------------------------- sources */

static void source_friction(solver_t *s, double time, field_t *dh, field_t *dhu, field_t *dhv,
                            void *context) {
    const double *manning = context;
    (void)time;
    (void)dh;
    for (int j = 0; j < s->ny; j++)
        for (int i = 0; i < s->nx; i++) {
            state_t q = cell(s, i, j);
            if (q.h <= DRY) continue;
            double speed = sqrt(SQUARE(q.hu) + SQUARE(q.hv) + 1e-12) / q.h;
            double c = s->gravity * SQUARE(*manning) * speed / pow(q.h, 4.0 / 3.0);
            *at(dhu, i, j) -= c * q.hu;
            *at(dhv, i, j) -= c * q.hv;
        }
}

static void source_rain(solver_t *s, double time, field_t *dh, field_t *dhu, field_t *dhv,
                        void *context) {
    const rain_t *rain = (const rain_t *)context;
    (void)dhu;
    (void)dhv;
    double strength = rain->peak * exp(-SQUARE((time - rain->centre) / rain->width));
    for (int j = rain->j - rain->radius; j <= rain->j + rain->radius; j++)
        for (int i = rain->i - rain->radius; i <= rain->i + rain->radius; i++) {
            if (i < 0 || j < 0 || i >= s->nx || j >= s->ny) continue;
            *at(dh, i, j) += strength;
        }
}

static int add_source(solver_t *s, source_fn apply, void *context) {
    if (s->n_sources == (int)(sizeof s->sources / sizeof *s->sources)) return -1;
    s->sources[s->n_sources++] = (source_t){apply, context};
    return 0;
}

/* ----------------------------------------------------------------- gauges */

static gauge_t *add_gauge(solver_t *s, const char *name, int i, int j, double weight) {
    if (s->n_gauges >= MAX_GAUGES) return NULL;
    gauge_t *g = &s->gauges[s->n_gauges++];
    memset(g, 0, sizeof *g);
    strncpy(g->name, name, MAX_NAME - 1);
    g->i = i;
    g->j = j;
    g->weight = weight;
    return g;
}

static void gauge_record(gauge_t *g, double time, double level) {
    if (g->count == g->capacity) {
        g->capacity = g->capacity ? 2 * g->capacity : 2;
        g->time = realloc(g->time, (size_t)g->capacity * sizeof(double));
        g->level = realloc(g->level, (size_t)g->capacity * sizeof(double));
        if (!g->time || !g->level) abort();
    }
    g->time[g->count] = time;
    g->level[g->count] = level;
    g->count++;
}

static double gauge_at(const gauge_t *g, double time) {
    int low = 0, high = g->count - 1;
    if (high < 1) return g->count ? g->level[0] : 0.0;
    while (high - low > 1) {
        int middle = (low + high) / 2;
        if (g->time[middle] > time)
            high = middle;
        else
            low = middle;
    }
    double w = (time - g->time[low]) / (g->time[high] - g->time[low]);
    return (1 - w) * g->level[low] + w * g->level[high];
}

/* ------------------------------------------------------------ diagnostics */

static void record_diagnostics(solver_t *s) {
    if (s->n_history == s->history_capacity) {
        s->history_capacity = s->history_capacity + 4;
        s->history = realloc(s->history, sizeof(diagnostics_t) * (size_t)s->history_capacity);
    }
    diagnostics_t d = {.min_depth = DBL_MAX, .step = s->step};
    for (int j = 0; j < s->ny; j++)
        for (int i = 0; i < s->nx; i++) {
            state_t q = cell(s, i, j);
            double area = s->dx * s->dy;
            d.mass += q.h * area;
            if (q.h > d.max_depth) d.max_depth = q.h;
            if (q.h < d.min_depth) d.min_depth = q.h;
            if (q.h > DRY) {
                double v2 = (SQUARE(q.hu) + SQUARE(q.hv)) / SQUARE(q.h);
                d.energy += area * (0.5 * q.h * v2
                                    + 0.5 * s->gravity * q.h * (q.h + 2 * *at(&s->bed, i, j)));
                d.max_speed = fmax(d.max_speed, sqrt(v2));
                d.wet_cells++;
            }
        }
    s->history[s->n_history++] = d;
    log_printf(&s->log, 1, "step %4d t=%8.4f dt=%9.3e mass=%12.6f energy=%12.6f wet=%d\n", s->step,
               s->time, s->dt, d.mass, d.energy, d.wet_cells);
}

/* ------------------------------------------------------------------- time */

static void axpy(field_t *y, double a, const field_t *x) {
    for (int j = 0; j < y->ny; j++)
        for (int i = 0; i < y->nx; i++) *at(y, i, j) += a * *at(x, i, j);
}

static void average(field_t *y, double wy, const field_t *x, double wx) {
    for (int j = 0; j < y->ny; j++) {
        double *row = at(y, 0, j);
        const double *other = at(x, 0, j);
        for (int i = 0; i < y->nx; i++) row[i] = wy * row[i] + wx * other[i];
    }
}

static void step(solver_t *s) {
    static const double ssp2[][2] = {{0, 1}, {0.5, 0.5}};
    static const double ssp3[][2] = {{0, 1}, {0.75, 0.25}, {1.0 / 3, 2.0 / 3}};
    field_copy(&s->h1, &s->h);
    field_copy(&s->hu1, &s->hu);
    field_copy(&s->hv1, &s->hv);
    double start = s->time;
    for (int k = 0; k < s->stages; k++) {
        double fastest = residual(s);
        if (k == 0) {
            s->dt = s->cfl * fmin(s->dx, s->dy) / fmax(fastest, 1e-12);
            if (s->time + s->dt > s->t_end) s->dt = s->t_end - s->time;
        }
        axpy(&s->h, s->dt, &s->rh);
        axpy(&s->hu, s->dt, &s->rhu);
        axpy(&s->hv, s->dt, &s->rhv);
        const double *w = s->stages == 3 ? ssp3[k] : ssp2[k];
        if (k > 0) {
            average(&s->h, w[1], &s->h1, w[0]);
            average(&s->hu, w[1], &s->hu1, w[0]);
            average(&s->hv, w[1], &s->hv1, w[0]);
        }
        s->time = start + s->dt;
    }
    s->step++;
    for (int g = 0; g < s->n_gauges; g++) {
        gauge_t *gauge = s->gauges + g;
        double level = *at(&s->h, gauge->i, gauge->j) + *at(&s->bed, gauge->i, gauge->j);
        gauge_record(gauge, s->time, level);
    }
}

/* ---------------------------------------------------------------- options */

static const char *skip_spaces(const char *text) {
    while (isspace((unsigned char)*text)) text++;
    return text;
}

static int read_options(solver_t *s, const char *text) {
    char key[MAX_NAME], value[MAX_NAME];
    int consumed;
    text = skip_spaces(text);
    while (*text && sscanf(text, "%31[a-z_] = %31[^;];%n", key, value, &consumed) == 2) {
        if (!strcmp(key, "flux")) {
            for (size_t k = 0; k < sizeof fluxes / sizeof *fluxes; k++)
                if (!strcmp(value, fluxes[k].name)) s->flux = fluxes[k].function;
        } else if (!strcmp(key, "limiter")) {
            for (size_t k = 0; k < sizeof limiters / sizeof *limiters; k++)
                if (strcmp(value, limiters[k].name) == 0) s->limiter = limiters[k].function;
        } else if (!strcmp(key, "order")) {
            s->order = atoi(value);
        } else if (!strcmp(key, "stages")) {
            s->stages = (int)strtol(value, NULL, 10);
        } else if (!strcmp(key, "cfl")) {
            s->cfl = strtod(value, NULL);
        } else {
            log_printf(&s->log, 0, "unknown option %s\n", key);
            return -1;
        }
        text = skip_spaces(text + consumed);
    }
    return s->flux && s->limiter ? 0 : -1;
}

/* ------------------------------------------------------------------ setup */

static field_t *all_fields(solver_t *s, int k) {
    field_t *list[] = {&s->h,   &s->hu, &s->hv,  &s->bed, &s->h1,
                       &s->hu1, &s->hv1, &s->rh, &s->rhu, &s->rhv};
    return k < (int)(sizeof list / sizeof *list) ? list[k] : NULL;
}

static solver_t *solver_create(int nx, int ny, const char *options) {
    static const char *names[] = {"h", "hu", "hv", "bed", "h1", "hu1", "hv1", "rh", "rhu", "rhv"};
    solver_t *s = calloc(1, sizeof *s);
    if (!s) return NULL;
    s->nx = nx;
    s->ny = ny;
    s->dx = 1.0;
    s->dy = 1.25;
    s->cfl = 0.4;
    s->order = 1;
    s->stages = 2;
    s->max_steps = 400;
    log_open(&s->log, 1);
    field_t *f;
    for (int k = 0; (f = all_fields(s, k)) != NULL; k++)
        if (field_create(f, names[k], nx, ny)) goto failed;
    if (read_options(s, options)) goto failed;
    return s;
failed:
    for (int k = 0; (f = all_fields(s, k)) != NULL; k++) field_destroy(f);
    free(s);
    return NULL;
}

static void solver_destroy(solver_t *s) {
    field_t *f;
    for (int k = 0; (f = all_fields(s, k)) != NULL; k++) field_destroy(f);
    for (int g = 0; g < s->n_gauges; g++) {
        free(s->gauges[g].time);
        free(s->gauges[g].level);
    }
    free(s->history);
    free(s);
}

static void extend_bed(solver_t *s) {
    for (int j = 0; j < s->ny; j++)
        for (int d = 1; d <= NGHOST; d++) {
            *at(&s->bed, -d, j) = *at(&s->bed, 0, j);
            *at(&s->bed, s->nx - 1 + d, j) = *at(&s->bed, s->nx - 1, j);
        }
    for (int i = 0; i < s->nx; i++)
        for (int d = 1; d <= NGHOST; d++) {
            *at(&s->bed, i, -d) = *at(&s->bed, i, 0);
            *at(&s->bed, i, s->ny - 1 + d) = *at(&s->bed, i, s->ny - 1);
        }
}

static const char *schemes[] = {
    "flux = rusanov; order = 1; stages = 2; limiter = none;",
    "flux = hll; order = 1; stages = 3; cfl = 0.3; limiter = leer;",
    "  flux = rusanov; order = 2; stages = 3; limiter = albada; cfl = 0.25;",
    "flux = hll; order = 2; limiter = none; cfl = 0.2;",
};

double run_case(const double *bed, const double *eta0, int nx, int ny, double manning,
                double gravity, double hours, double *misfit, int scheme) {
    solver_t *s = solver_create(nx, ny, schemes[scheme]);
    if (!s) {
        *misfit = -1;
        return -1;
    }
    tide_t tide = {.amplitude = 0.1, .period = 3.0, .phase = 0.4, .mean = 1.2};
    rain_t rain = {0.05, 0.3, 0.5, nx / 2, ny / 2, 1};
    s->gravity = gravity;
    s->manning = manning;
    s->t_end = hours;
    s->west = (boundary_t){BC_TIDE, tide_level, &tide};
    s->east = (boundary_t){.kind = BC_WALL};
    s->south = (boundary_t){.kind = scheme % 2 ? BC_PERIODIC : BC_OPEN};
    s->north = s->south;
    field_set(&s->bed, bed);
    extend_bed(s);
    for (int j = 0; j < ny; j++)
        for (int i = 0; i < nx; i++) {
            double depth = eta0[j * nx + i] - *at(&s->bed, i, j);
            *at(&s->h, i, j) = depth > DRY ? depth : DRY;
            *at(&s->hu, i, j) = 0.1 * depth;
        }
    add_source(s, source_friction, &s->manning);
    add_source(s, source_rain, &rain);
    add_gauge(s, "harbour", nx - 2, ny / 2, 1.0);
    add_gauge(s, "mouth", 1, 1, 0.5);
    add_gauge(s, "river", nx / 2, ny - 1, 2.0);

    log_printf(&s->log, 0, "swe2d %dx%d scheme %d\n", nx, ny, scheme);
    record_diagnostics(s);
    while (s->time < s->t_end * (1 - 1e-12) && s->step < s->max_steps) {
        step(s);
        record_diagnostics(s);
    }
    log_printf(&s->log, 0, "done after %d steps, %d lines dropped\n", s->step, s->log.dropped);

    double sum = 0;
    for (int g = 0; g < s->n_gauges; g++) {
        const gauge_t *gauge = &s->gauges[g];
        for (int k = 1; k <= 3; k++) {
            double difference = gauge_at(gauge, 0.3 * k * hours) - (1.2 + 0.01 * k);
            sum += gauge->weight * SQUARE(difference);
        }
    }
    *misfit = sum;
    const diagnostics_t *last = &s->history[s->n_history - 1];
    double result = last->energy / last->mass + 0.1 * last->max_speed
                    + 0.01 * s->history[s->n_history / 2].max_depth;
    solver_destroy(s);
    return result;
}
