// Ignition of a gas mixture: a mechanism read from text, a stiff adaptive integrator, tables, monitors.
// rz: double ignite(const double scale[12] in 0.8..1.2, const double feed[8] in 0.2..1.0, double temperature=1180.0, double pressure=1.3, double wall=2.5, double history[3*points] out, int points=4, int mode=0)
// also: mode=1
// also: mode=2, points=3
// also: mode=3, temperature=1120.0, points=2
// also: mode=4, temperature=1205.0
// tolerance: loose
/*
 * zerod - homogeneous reactor with detailed chemistry
 *
 * The mechanism is text in a format close to the usual one; rates are Arrhenius, with third bodies,
 * falloff and reverse rates from equilibrium. The integrators are a Rosenbrock method with a
 * numerical or an analytical Jacobian, an embedded Runge-Kutta method, and backward Euler by Newton.
 */
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NSP_MAX 10
#define NRE_MAX 16
#define NTAB 41
#define RGAS 8.314462618
#define PATM 101325.0
#define TREF 298.15
#define SMALL 1e-30

#ifndef MAX
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#endif

typedef enum { ELEMENTARY = 0, THREEBODY = 1, FALLOFF = 2 } rtype_t;
enum { FLAG_REVERSIBLE = 1, FLAG_DUPLICATE = 2, FLAG_TROE = 4 };

typedef struct {
    char name[12];
    double weight;          /* kg/mol */
    double a_low[7];        /* NASA polynomials */
    double a_high[7];
    double t_mid;
    int c, h, o, n;
} species_t;

typedef struct {
    char equation[64];
    rtype_t type;
    unsigned flags;
    int nreac, nprod;
    int reac[3], prod[3];
    double A, n, E;         /* high pressure limit, A in (m3/mol)^(k-1)/s, E in J/mol */
    double A0, n0, E0;      /* low pressure limit */
    double troe[4];
    double efficiency[NSP_MAX];
    int dnu;
} reaction_t;

typedef struct mechanism {
    int nsp, nre;
    species_t sp[NSP_MAX];
    reaction_t re[NRE_MAX];
    /* tables of Gibbs energies over RT and enthalpies, by temperature, row by species */
    double tmin, tmax, dt;
    double *gibbs;
    double *enthalpy;
    int use_tables;
    char error[128];
} mechanism;

typedef int (*rhs_fn)(double t, const double *y, double *dydt, void *user);
typedef int (*jac_fn)(double t, const double *y, const double *fy, double *J, void *user);

typedef struct {
    int neq;
    double t, h, hmin, hmax;
    double rtol, atol;
    long nsteps, nrejected, nrhs, njac, nnewton;
    rhs_fn rhs;
    jac_fn jac;
    void *user;
    double *y, *work;       /* work is one block for everything */
    int *pivot;
    size_t lwork;
    FILE *trace;
} integrator;

struct reactor {
    mechanism *mech;
    double pressure, density, volume;
    double wall_loss, wall_temperature;
    int constant_volume;
    double wdot[NSP_MAX], conc[NSP_MAX], h[NSP_MAX], cp[NSP_MAX], g[NSP_MAX];
    double kf[NRE_MAX], kr[NRE_MAX], q[NRE_MAX];
    double scale[NRE_MAX];
    struct {
        double t_peak, rate_peak;
        int found;
    } monitor;
};

/* -------------------------------------------------------------------------- messages */

static int verbosity = 1;
static char log_buffer[4096];
static size_t log_used = 0;

static void report(int level, const char *format, ...) {
    va_list ap;
    if (level > verbosity) return;
    if (log_used > sizeof log_buffer - 256) log_used = 0;
    va_start(ap, format);
    int n = vsnprintf(log_buffer + log_used, sizeof log_buffer - log_used, format, ap);
    va_end(ap);
    if (n > 0) log_used += (size_t)n < sizeof log_buffer - log_used ? (size_t)n : 0;
}

static void *xcalloc(size_t n, size_t size) {
    void *p = calloc(n ? n : 1, size);
    if (p == NULL) {
        fprintf(stderr, "zerod: out of memory (%zu x %zu)\n", n, size);
        exit(EXIT_FAILURE);
    }
    return p;
}

/* -------------------------------------------------------------------------- reading */

static const char *thermo_text =
    "! name  weight   tmid  a1 .. a7 low / a1 .. a7 high\n"
    "H2   2.016  1000  3.34433 -1.94e-4  5.0e-7 -2.0e-10 2.0e-14  -997.0 -1.37 / 2.99 7.0e-4 -5.6e-8 -9.2e-12 1.6e-15 -835.0 -1.355\n"
    "O2   31.998 1000  3.21294 1.127e-3 -5.76e-7 1.31e-9 -8.8e-13 -1005.2 6.03 / 3.697 6.135e-4 -1.259e-7 1.775e-11 -1.136e-15 -1233.9 3.189\n"
    "H2O  18.015 1000  3.38684 3.475e-3 -6.35e-6 6.969e-9 -2.506e-12 -30208.1 2.59 / 2.672 3.056e-3 -8.73e-7 1.201e-10 -6.392e-15 -29899.2 6.863\n"
    "H    1.008  1000  2.5 0 0 0 0 25471.6 -0.46 / 2.5 0 0 0 0 25471.6 -0.46\n"
    "O    15.999 1000  2.9464 -1.638e-3 2.421e-6 -1.603e-9 3.891e-13 29147.6 2.964 / 2.542 -2.755e-5 -3.103e-9 4.551e-12 -4.368e-16 29230.8 4.92\n"
    "OH   17.007 1000  3.637 1.85e-4 -1.676e-6 2.387e-9 -8.431e-13 3606.8 1.359 / 2.882 1.014e-3 -2.277e-7 2.175e-11 -5.126e-16 3886.9 5.596\n"
    "HO2  33.006 1000  2.98 4.997e-3 -3.791e-6 2.355e-9 -8.089e-13 176.2 9.222 / 4.072 2.131e-3 -5.308e-7 6.112e-11 -2.841e-15 -157.9 3.476\n"
    "N2   28.014 1000  3.2987 1.408e-3 -3.963e-6 5.642e-9 -2.445e-12 -1020.9 3.95 / 2.926 1.488e-3 -5.685e-7 1.01e-10 -6.753e-15 -922.8 5.98\n";

static const char *reaction_text =
    "H + O2 = O + OH            1.915e8   0.0   68785.\n"
    "O + H2 = H + OH            5.08e-2   2.67  26317.\n"
    "H2 + OH = H2O + H          2.16e2    1.51  14351.\n"
    "O + H2O = OH + OH          2.97e0    2.02  56066.\n"
    "H2 + M = H + H + M         4.577e13 -1.40  436726.   ! H2/2.5/ H2O/12./\n"
    "H + O + M = OH + M         4.714e6  -1.0   0.        ! H2/2.5/ H2O/12./\n"
    "H + OH + M = H2O + M       2.212e10 -2.0   0.        ! H2/2.5/ H2O/6.3/\n"
    "H + O2 (+M) = HO2 (+M)     1.475e6   0.6   0.        ! LOW/6.366e8 -1.72 2196./ TROE/0.8 1e-30 1e30 1e4/ H2/2.0/ H2O/11./ O2/0.78/\n"
    "HO2 + H > H2 + O2          1.66e7    0.0   3443.\n"
    "HO2 + H > OH + OH          7.079e7   0.0   1234.\n"
    "HO2 + O = O2 + OH          3.25e7    0.0   0.\n"
    "HO2 + OH = H2O + O2        2.89e7    0.0  -2079.\n";

static int find_species(const mechanism *m, const char *name) {
    for (int k = 0; k < m->nsp; k++)
        if (strcmp(m->sp[k].name, name) == 0) return k;
    return -1;
}

static char *copy_line(const char **cursor) {
    const char *end = strchr(*cursor, '\n');
    size_t n = end ? (size_t)(end - *cursor) : strlen(*cursor);
    if (n == 0 && !end) return NULL;
    char *line = malloc(n + 1);
    memcpy(line, *cursor, n);
    line[n] = '\0';
    *cursor = end ? end + 1 : *cursor + n;
    return line;
}

static int read_numbers(char **p, double *x, int n) {
    int i;
    for (i = 0; i < n; i++) {
        char *end;
        errno = 0;
        x[i] = strtod(*p, &end);
        if (end == *p || errno == ERANGE) break;
        *p = end;
    }
    return i;
}

static int read_thermo(mechanism *m, const char *text) {
    char *line;
    while ((line = copy_line(&text)) != NULL) {
        char *p = line;
        while (isspace((unsigned char)*p)) p++;
        if (*p == '!' || *p == '\0') {
            free(line);
            continue;
        }
        species_t *s = &m->sp[m->nsp];
        int used = 0;
        if (sscanf(p, "%11s %lf %lf%n", s->name, &s->weight, &s->t_mid, &used) != 3) {
            snprintf(m->error, sizeof m->error, "cannot read '%.40s'", line);
            free(line);
            return -1;
        }
        p += used;
        s->weight *= 1e-3;
        int low = read_numbers(&p, s->a_low, 7);
        while (*p && *p != '/') p++;
        if (*p == '/') p++;
        int high = read_numbers(&p, s->a_high, 7);
        free(line);
        if (low != 7 || high != 7) return -2;
        m->nsp++;
    }
    return m->nsp;
}

/* one side of an equation: "H + O2 (+M)" */
static int read_side(mechanism *m, reaction_t *r, char *side, int *list, int *count) {
    char *save = NULL;
    for (char *word = strtok_r(side, " +", &save); word; word = strtok_r(NULL, " +", &save)) {
        if (strcmp(word, "M") == 0) {
            r->type = THREEBODY;
            continue;
        }
        if (strcmp(word, "(") == 0 || strcmp(word, "M)") == 0) {
            r->type = FALLOFF;
            continue;
        }
        int k = find_species(m, word);
        if (k < 0 || *count == 3) {
            snprintf(m->error, sizeof m->error, "species %s in %s", word, r->equation);
            return -1;
        }
        list[(*count)++] = k;
    }
    return 0;
}

static void read_options(mechanism *m, reaction_t *r, char *text) {
    char *p = text;
    while (p && *p) {
        while (*p == ' ') p++;
        char *slash = strchr(p, '/');
        if (!slash) break;
        *slash = '\0';
        char *rest = slash + 1;
        if (!strcmp(p, "LOW")) {
            double low[3] = {0};
            read_numbers(&rest, low, 3);
            r->A0 = low[0], r->n0 = low[1], r->E0 = low[2];
        } else if (!strcmp(p, "TROE")) {
            r->flags |= FLAG_TROE;
            read_numbers(&rest, r->troe, 4);
        } else {
            int k = find_species(m, p);
            double value = 1;
            read_numbers(&rest, &value, 1);
            if (k >= 0) r->efficiency[k] = value;
        }
        p = strchr(rest, '/');
        if (p) p++;
    }
}

static int read_reactions(mechanism *m, const char *text) {
    char *line;
    int status = 0;
    while (status == 0 && (line = copy_line(&text)) != NULL) {
        reaction_t *r = &m->re[m->nre];
        memset(r, 0, sizeof *r);
        for (int k = 0; k < m->nsp; k++) r->efficiency[k] = 1.0;
        char *options = strchr(line, '!');
        if (options) *options++ = '\0';
        /* the equation ends where two blanks are */
        char *numbers = strstr(line, "  ");
        *numbers++ = '\0';
        snprintf(r->equation, sizeof r->equation, "%s", line);
        char *arrow = strpbrk(line, "=>");
        if (*arrow == '=') r->flags |= FLAG_REVERSIBLE;
        *arrow = '\0';
        double rate[3];
        if (read_numbers(&numbers, rate, 3) != 3) status = -3;
        r->A = rate[0], r->n = rate[1], r->E = rate[2];
        if (!status) status = read_side(m, r, line, r->reac, &r->nreac);
        if (!status) status = read_side(m, r, arrow + 1, r->prod, &r->nprod);
        if (options) read_options(m, r, options);
        r->dnu = r->nprod - r->nreac;
        m->nre++;
        free(line);
    }
    return status ? status : m->nre;
}

/* -------------------------------------------------------------------------- thermodynamics */

static double cp_over_R(const species_t *s, double T) {
    const double *a = T < s->t_mid ? s->a_low : s->a_high;
    return a[0] + T * (a[1] + T * (a[2] + T * (a[3] + T * a[4])));
}

static double h_over_RT(const species_t *s, double T) {
    const double *a = T < s->t_mid ? s->a_low : s->a_high;
    return a[0] + T * (a[1] / 2 + T * (a[2] / 3 + T * (a[3] / 4 + T * a[4] / 5))) + a[5] / T;
}

static double s_over_R(const species_t *s, double T) {
    const double *a = T < s->t_mid ? s->a_low : s->a_high;
    return a[0] * log(T) + T * (a[1] + T * (a[2] / 2 + T * (a[3] / 3 + T * a[4] / 4))) + a[6];
}

static void build_tables(mechanism *m, double tmin, double tmax) {
    m->tmin = tmin, m->tmax = tmax;
    m->dt = (tmax - tmin) / (NTAB - 1);
    m->gibbs = xcalloc((size_t)m->nsp * NTAB, sizeof(double));
    m->enthalpy = xcalloc((size_t)m->nsp * NTAB, sizeof(double));
    for (int k = 0; k < m->nsp; k++)
        for (int i = 0; i < NTAB; i++) {
            double T = tmin + i * m->dt;
            double h = h_over_RT(&m->sp[k], T);
            m->enthalpy[k * NTAB + i] = h * T;
            m->gibbs[k * NTAB + i] = (h - s_over_R(&m->sp[k], T));
        }
    m->use_tables = 1;
}

/* cubic (Catmull-Rom) interpolation, so that the slope is continuous */
static double table_value(const mechanism *m, const double *row, double T) {
    double x = (T - m->tmin) / m->dt;
    int i = (int)floor(x);
    if (i < 1) i = 1;
    if (i > NTAB - 3) i = NTAB - 3;
    double u = x - i;
    const double *f = &row[i];
    double m0 = 0.5 * (f[1] - f[-1]), m1 = 0.5 * (f[2] - f[0]);
    double d = f[1] - f[0];
    return f[0] + u * (m0 + u * (3 * d - 2 * m0 - m1 + u * (m0 + m1 - 2 * d)));
}

static void thermo(struct reactor *r, double T) {
    const mechanism *m = r->mech;
    for (int k = 0; k < m->nsp; k++) {
        const species_t *s = m->sp + k;
        r->cp[k] = cp_over_R(s, T) * RGAS;
        if (m->use_tables) {
            r->h[k] = RGAS * table_value(m, m->enthalpy + k * NTAB, T);
            r->g[k] = table_value(m, m->gibbs + k * NTAB, T);
        } else {
            double h = h_over_RT(s, T);
            r->h[k] = h * RGAS * T;
            r->g[k] = h - s_over_R(s, T);
        }
    }
}

/* -------------------------------------------------------------------------- rates */

static double arrhenius(double A, double n, double E, double T, double logT) {
    double e = -E / (RGAS * T);
    if (n == 0.0 && E == 0.0) return A;
    return A * exp(n * logT + e);
}

static double falloff(const reaction_t *r, double k0, double kinf, double M, double T) {
    double pr = k0 * M / MAX(kinf, SMALL);
    double F = 1;
    if (r->flags & FLAG_TROE) {
        double fc = (1 - r->troe[0]) * exp(-T / r->troe[1]) + r->troe[0] * exp(-T / r->troe[2]);
        if (r->troe[3] > 0) fc += exp(-r->troe[3] / T);
        double lf = log10(MAX(fc, SMALL)), lp = log10(MAX(pr, SMALL));
        double c = -0.4 - 0.67 * lf, n = 0.75 - 1.27 * lf;
        double x = (lp + c) / (n - 0.14 * (lp + c));
        F = pow(10.0, lf / (1 + x * x));
    }
    return kinf * pr / (1 + pr) * F;
}

static void production(struct reactor *r, double T) {
    const mechanism *m = r->mech;
    double logT = log(T), total = 0;
    double c0 = PATM / (RGAS * T);
    for (int k = 0; k < m->nsp; k++) total += r->conc[k];
    memset(r->wdot, 0, sizeof r->wdot);
    for (int i = 0; i < m->nre; i++) {
        const reaction_t *re = &m->re[i];
        double M = total;
        if (re->type != ELEMENTARY) {
            M = 0;
            for (int k = 0; k < m->nsp; k++) M += re->efficiency[k] * r->conc[k];
        }
        double kf = r->scale[i] * arrhenius(re->A, re->n, re->E, T, logT);
        switch (re->type) {
        case FALLOFF:
            kf = falloff(re, r->scale[i] * arrhenius(re->A0, re->n0, re->E0, T, logT), kf, M, T);
            break;
        case THREEBODY:
            kf *= M;
            break;
        default:
            break;
        }
        double kr = 0;
        if (re->flags & FLAG_REVERSIBLE) {
            double dg = 0;
            for (int j = 0; j < re->nprod; j++) dg += r->g[re->prod[j]];
            for (int j = 0; j < re->nreac; j++) dg -= r->g[re->reac[j]];
            double kc = exp(-dg);
            for (int d = re->dnu; d > 0; d--) kc *= c0;
            for (int d = re->dnu; d < 0; d++) kc /= c0;
            kr = kf / MAX(kc, SMALL);
        }
        double forward = kf, backward = kr;
        for (int j = 0; j < re->nreac; j++) forward *= r->conc[re->reac[j]];
        for (int j = 0; j < re->nprod; j++) backward *= r->conc[re->prod[j]];
        r->kf[i] = kf, r->kr[i] = kr;
        r->q[i] = forward - backward;
        for (int j = 0; j < re->nreac; j++) r->wdot[re->reac[j]] -= r->q[i];
        for (int j = 0; j < re->nprod; j++) r->wdot[re->prod[j]] += r->q[i];
    }
}

/* y = (T, Y_0 .. Y_{n-1}) */
static int reactor_rhs(double t, const double *y, double *dydt, void *user) {
    struct reactor *r = (struct reactor *)user;
    const mechanism *m = r->mech;
    double T = y[0], moles = 0, rho;
    if (!(T > 200 && T < 6000)) return -1;
    for (int k = 0; k < m->nsp; k++) moles += y[1 + k] / m->sp[k].weight;
    rho = r->constant_volume ? r->density : r->pressure / (RGAS * T * moles);
    for (int k = 0; k < m->nsp; k++) r->conc[k] = rho * y[1 + k] / m->sp[k].weight;
    thermo(r, T);
    production(r, T);
    double heat = 0, capacity = 0;
    for (int k = 0; k < m->nsp; k++) {
        double energy = r->constant_volume ? r->h[k] - RGAS * T : r->h[k];
        double c = r->constant_volume ? r->cp[k] - RGAS : r->cp[k];
        heat -= energy * r->wdot[k];
        capacity += c * r->conc[k];
        dydt[1 + k] = r->wdot[k] * m->sp[k].weight / rho;
    }
    heat -= r->wall_loss * (T - r->wall_temperature);
    dydt[0] = heat / capacity;
    (void)t;
    return 0;
}

/* -------------------------------------------------------------------------- linear algebra */

static int lu_factor(double *a, int n, int *pivot) {
    for (int k = 0; k < n; k++) {
        int p = k;
        for (int i = k + 1; i < n; i++)
            if (fabs(a[i * n + k]) > fabs(a[p * n + k])) p = i;
        pivot[k] = p;
        if (a[p * n + k] == 0.0) return k + 1;
        if (p != k)
            for (int j = 0; j < n; j++) {
                double swap = a[k * n + j];
                a[k * n + j] = a[p * n + j];
                a[p * n + j] = swap;
            }
        for (int i = k + 1; i < n; i++) {
            double f = a[i * n + k] /= a[k * n + k];
            for (int j = k + 1; j < n; j++) a[i * n + j] -= f * a[k * n + j];
        }
    }
    return 0;
}

static void lu_solve(const double *a, int n, const int *pivot, double *b) {
    for (int k = 0; k < n; k++) {
        double swap = b[k];
        b[k] = b[pivot[k]];
        b[pivot[k]] = swap;
        for (int i = k + 1; i < n; i++) b[i] -= a[i * n + k] * b[k];
    }
    for (int k = n - 1; k >= 0; k--) {
        for (int j = k + 1; j < n; j++) b[k] -= a[k * n + j] * b[j];
        b[k] /= a[k * n + k];
    }
}

/* -------------------------------------------------------------------------- integrators */

static integrator *integrator_new(int neq, rhs_fn rhs, void *user) {
    integrator *s = xcalloc(1, sizeof *s);
    s->neq = neq;
    s->rhs = rhs;
    s->user = user;
    s->rtol = 2e-3;
    s->atol = 1e-8;
    s->hmin = 1e-14;
    s->hmax = 1e-3;
    s->y = xcalloc((size_t)neq, sizeof *s->y);
    s->lwork = (size_t)(2 * neq * neq + 10 * neq);
    s->work = xcalloc(s->lwork, sizeof *s->work);
    s->pivot = xcalloc((size_t)neq, sizeof(int));
    return s;
}

static void integrator_free(integrator **s) {
    if (!s || !*s) return;
    free((*s)->y);
    free((*s)->work);
    free((*s)->pivot);
    free(*s);
    *s = NULL;
}

static double error_norm(const integrator *s, const double *e, const double *y0, const double *y1) {
    double sum = 0;
    for (int i = 0; i < s->neq; i++) {
        double w = s->atol * (i == 0 ? 1e5 : 1) + s->rtol * MAX(fabs(y0[i]), fabs(y1[i]));
        sum += (e[i] / w) * (e[i] / w);
    }
    return sqrt(sum / s->neq);
}

static int numerical_jacobian(double t, const double *y, const double *fy, double *J, void *user) {
    integrator *s = user;
    int n = s->neq;
    double *yp = s->work + s->lwork - 2 * n, *fp = yp + n;
    for (int j = 0; j < n; j++) {
        double d = 1e-3 * fabs(y[j]) + 1e-6;
        memcpy(yp, y, sizeof(double) * (size_t)n);
        yp[j] += d;
        if (s->rhs(t, yp, fp, s->user)) return -1;
        s->nrhs++;
        for (int i = 0; i < n; i++) J[i * n + j] = (fp[i] - fy[i]) / d;
    }
    s->njac++;
    return 0;
}

/* one step of the L-stable method ROS2(1) */
static int step_rosenbrock(integrator *s, double h, double *ynew, double *err) {
    const double gamma = 1 - 1 / sqrt(2.0);
    int n = s->neq;
    double *J = s->work, *W = J + n * n, *k1 = W + n * n, *k2 = k1 + n, *f = k2 + n, *u = f + n;
    if (s->rhs(s->t, s->y, f, s->user)) return -1;
    s->nrhs++;
    if (s->jac(s->t, s->y, f, J, s)) return -1;
    for (int i = 0; i < n * n; i++) W[i] = -gamma * h * J[i];
    for (int i = 0; i < n; i++) W[i * n + i] += 1;
    if (lu_factor(W, n, s->pivot)) return -2;
    memcpy(k1, f, (size_t)n * sizeof *k1);
    lu_solve(W, n, s->pivot, k1);
    for (int i = 0; i < n; i++) u[i] = s->y[i] + h * k1[i];
    if (s->rhs(s->t + h, u, f, s->user)) return -1;
    s->nrhs++;
    for (int i = 0; i < n; i++) k2[i] = f[i] - 2 * k1[i];
    lu_solve(W, n, s->pivot, k2);
    for (int i = 0; i < n; i++) {
        ynew[i] = s->y[i] + h * (1.5 * k1[i] + 0.5 * k2[i]);
        err[i] = 0.5 * h * (k1[i] + k2[i]);
    }
    return 0;
}

static int step_euler(integrator *s, double h, double *ynew, double *err) {
    int n = s->neq, it;
    double *J = s->work, *W = J + n * n, *f = W + n * n, *d = f + n, *f0 = d + n;
    if (s->rhs(s->t, s->y, f0, s->user)) return -1;
    if (s->jac(s->t, s->y, f0, J, s)) return -1;
    for (int i = 0; i < n * n; i++) W[i] = -h * J[i];
    for (int i = 0; i < n; i++) W[i * n + i] += 1;
    if (lu_factor(W, n, s->pivot)) return -2;
    for (int i = 0; i < n; i++) ynew[i] = s->y[i] + h * f0[i];
    for (it = 0; it < 8; it++) {
        if (s->rhs(s->t + h, ynew, f, s->user)) return -1;
        for (int i = 0; i < n; i++) d[i] = s->y[i] + h * f[i] - ynew[i];
        lu_solve(W, n, s->pivot, d);
        for (int i = 0; i < n; i++) ynew[i] += d[i];
        s->nnewton++;
        if (error_norm(s, d, s->y, ynew) < 1e-7) break;
    }
    for (int i = 0; i < n; i++) err[i] = 0.5 * (ynew[i] - s->y[i] - h * f0[i]);
    return it == 8 ? -3 : 0;
}

/* Bogacki-Shampine 3(2) */
static int step_explicit(integrator *s, double h, double *ynew, double *err) {
    int n = s->neq, bad = 0;
    double *k[4], *u = s->work;
    for (int j = 0; j < 4; j++) k[j] = s->work + (j + 1) * n;
    bad |= s->rhs(s->t, s->y, k[0], s->user);
    for (int i = 0; i < n; i++) u[i] = s->y[i] + 0.5 * h * k[0][i];
    bad |= s->rhs(s->t + 0.5 * h, u, k[1], s->user);
    for (int i = 0; i < n; i++) u[i] = s->y[i] + 0.75 * h * k[1][i];
    bad |= s->rhs(s->t + 0.75 * h, u, k[2], s->user);
    for (int i = 0; i < n; i++)
        ynew[i] = s->y[i] + h * (2 * k[0][i] + 3 * k[1][i] + 4 * k[2][i]) / 9;
    bad |= s->rhs(s->t + h, ynew, k[3], s->user);
    for (int i = 0; i < n; i++)
        err[i] = h * (-5 * k[0][i] / 72 + k[1][i] / 12 + k[2][i] / 9 - k[3][i] / 8);
    s->nrhs += 4;
    return bad ? -1 : 0;
}

static const struct method {
    const char *name;
    int (*step)(integrator *, double, double *, double *);
    double order;
} methods[] = {
    {"ros2", step_rosenbrock, 2}, {"euler", step_euler, 2}, {"bs32", step_explicit, 3}, {NULL, NULL, 0},
};

static const struct method *find_method(const char *name) {
    const struct method *m;
    for (m = methods; m->name; m++)
        if (!strcmp(m->name, name)) return m;
    return NULL;
}

static int integrate(integrator *s, const struct method *m, double tend, struct reactor *r) {
    int n = s->neq, status = 0;
    double *ynew = xcalloc(2 * (size_t)n, sizeof *ynew), *err = ynew + n;
    while (s->t < tend) {
        if (s->nsteps + s->nrejected > 2000) {
            status = -4;
            goto done;
        }
        double h = s->h;
        int last = s->t + h >= tend;
        if (last) h = tend - s->t;
        status = m->step(s, h, ynew, err);
        double e = status ? 4.0 : error_norm(s, err, s->y, ynew);
        if (e > 1) {
            s->nrejected++;
            s->h = h * MAX(0.2, 0.9 * pow(e, -1 / m->order));
            report(2, "  reject t=%.3e h=%.3e err=%.2f\n", s->t, h, e);
            if (s->h < s->hmin) goto done;
            continue;
        }
        double slope = (ynew[0] - s->y[0]) / h;
        if (slope > r->monitor.rate_peak) {
            r->monitor.rate_peak = slope;
            r->monitor.t_peak = s->t + 0.5 * h;
            r->monitor.found = 1;
        }
        s->t = last ? tend : s->t + h;
        memcpy(s->y, ynew, (size_t)n * sizeof(double));
        s->nsteps++;
        if (!last) s->h = MIN(s->hmax, h * MIN(3.0, 0.9 * pow(MAX(e, 1e-6), -1 / m->order)));
    }
    status = 0;
done:
    free(ynew);
    return status;
}

/* -------------------------------------------------------------------------- the problem */

static int setup(mechanism *m, int tables) {
    memset(m, 0, sizeof *m);
    if (read_thermo(m, thermo_text) < 0) return -1;
    if (read_reactions(m, reaction_text) < 0) {
        report(0, "mechanism: %s\n", m->error);
        return -1;
    }
    if (tables) build_tables(m, 300., 3500.);
    return 0;
}

static void normalise(const mechanism *m, const double *feed, double *Y) {
    double sum = 0;
    for (int k = 0; k < m->nsp; k++) {
        /* radicals only as traces */
        double part = strlen(m->sp[k].name) == 1 || strncmp(m->sp[k].name, "OH", 2) == 0 ? 1e-5 : 1.0;
        Y[k] = feed[k] * m->sp[k].weight * part;
        sum += Y[k];
    }
    for (int k = 0; k < m->nsp; k++) Y[k] /= sum;
}

double ignite(const double *scale, const double *feed, double temperature, double pressure,
              double wall, double *history, int points, int mode) {
    static const char *names[] = {"ros2", "euler", "bs32", "ros2", "ros2"};
    mechanism *m = malloc(sizeof *m);
    double result = -1;
    if (m == NULL) return result;
    for (int i = 0; i < 3 * points; i++) history[i] = 0;
    if (setup(m, mode == 1 || mode == 3)) {
        free(m);
        return result;
    }
    struct reactor r = {.mech = m, .pressure = pressure * PATM, .wall_temperature = 300.};
    r.constant_volume = mode == 3 || mode == 4;
    r.wall_loss = wall;
    for (int i = 0; i < m->nre; i++) r.scale[i] = scale[i];
    const struct method *method = find_method(names[mode]);
    integrator *s = integrator_new(m->nsp + 1, reactor_rhs, &r);
    s->jac = numerical_jacobian;
    s->h = mode == 2 ? 2e-8 : 1e-7;
    s->y[0] = temperature;
    normalise(m, feed, s->y + 1);
    double moles = 0;
    for (int k = 0; k < m->nsp; k++) moles += s->y[1 + k] / m->sp[k].weight;
    r.density = r.pressure / (RGAS * temperature * moles);
    double tend = mode == 2 ? 1.2e-6 : 2e-5;
    report(1, "case %d: %s, %d species, %d reactions, T=%g K\n", mode, method->name, m->nsp, m->nre,
           temperature);
    for (int p = 0; p < points; p++) {
        int status = integrate(s, method, tend * (p + 1) / points, &r);
        if (status) {
            report(0, "integrator: error %d at t=%g\n", status, s->t);
            goto cleanup;
        }
        history[3 * p] = s->y[0] / 1000;
        history[3 * p + 1] = s->y[1 + find_species(m, "H2O")];
        history[3 * p + 2] = log(s->y[1 + find_species(m, "H")]);
        report(1, "%10.3e %10.3f %10.3e %ld\n", s->t, s->y[0], s->y[4], s->nsteps);
    }
    result = r.monitor.found ? r.monitor.rate_peak * 1e-7 + r.monitor.t_peak * 1e4 : 0;
cleanup:
    report(1, "%ld steps, %ld rejected, %ld rhs\n", s->nsteps, s->nrejected, s->nrhs);
    integrator_free(&s);
    free(m->gibbs);
    free(m->enthalpy);
    free(m);
    return result;
}
