// Heat in a plate with a hole: triangles, sparse rows from triplets, conjugate gradients, Picard steps, a report.
// rz: double plate(const double k[4] in 0.6..1.4, const double move[8] in -0.02..0.02, const double load[6] in 0.5..1.5, double film=0.8, double report[6] out, int n=5, int mode=0)
// also: mode=1
// also: mode=2, n=4
// also: mode=3, n=6
// also: mode=4
// tolerance: loose
/*
 * plate - steady heat conduction in a plate, linear triangles
 *
 * The mesh is a grid of squares, each cut in two, with a hole; the nodes inside are displaced
 * smoothly by a few parameters (shape sensitivities). The matrix is assembled as triplets into
 * an array that grows, compressed to rows, and solved by preconditioned conjugate gradients; the
 * conductivity depends on temperature, so that is repeated until nothing changes.
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

#define DIM 2
#define NPE 3 /* nodes of an element */
#define MAX_OPTIONS 24
#define NAME_LEN 20

#define SQR(x) ((x) * (x))
#define FREE_AND_NULL(p) do { free(p); (p) = NULL; } while (0)

typedef enum { OK = 0, E_MEMORY = -1, E_OPTION = -2, E_MESH = -3, E_SOLVER = -4, E_RANGE = -5 } status_t;

static const char *const status_text[] = {"ok", "out of memory", "bad option", "bad mesh", "no convergence", "out of range"};

#define CHECK(call) do { status_t s_ = (call); if (s_ != OK) { status = s_; goto fail; } } while (0)

/* -------------------------------------------------------------------------- options */

typedef struct {
    char key[NAME_LEN];
    enum { T_INT, T_REAL, T_WORD } kind;
    union { long i; double r; char w[NAME_LEN]; } u;
} option_t;

typedef struct {
    option_t list[MAX_OPTIONS];
    int count;
} options_t;

static void trim(char *s)
{
    size_t len = strlen(s), start = 0;
    while (len > 0 && isspace((unsigned char)s[len - 1])) s[--len] = '\0';
    while (isspace((unsigned char)s[start])) start++;
    if (start) memmove(s, s + start, len - start + 1);
}

static status_t option_add(options_t *o, const char *key, const char *value)
{
    char *end;
    option_t *p;
    if (o->count == MAX_OPTIONS) return E_OPTION;
    p = &o->list[o->count++];
    memset(p, 0, sizeof *p);
    strncpy(p->key, key, NAME_LEN - 1);
    p->u.i = strtol(value, &end, 10);
    if (*end == '\0') { p->kind = T_INT; return OK; }
    p->u.r = strtod(value, &end);
    if (*end == '\0') { p->kind = T_REAL; return OK; }
    p->kind = T_WORD;
    strncpy(p->u.w, value, NAME_LEN - 1);
    p->u.w[NAME_LEN - 1] = '\0';
    return OK;
}

static status_t options_parse(options_t *o, const char *text)
{
    char line[96];
    o->count = 0;
    while (*text) {
        size_t len = strcspn(text, "\n");
        char *eq, *hash;
        if (len >= sizeof line) return E_OPTION;
        memcpy(line, text, len);
        line[len] = '\0';
        text += len + (text[len] == '\n');
        if ((hash = strchr(line, '#')) != NULL) *hash = '\0';
        trim(line);
        if (!line[0]) continue;
        eq = strchr(line, '=');
        if (!eq) return E_OPTION;
        *eq = '\0';
        trim(line);
        trim(eq + 1);
        if (option_add(o, line, eq + 1) != OK) return E_OPTION;
    }
    return OK;
}

static const option_t *option_find(const options_t *o, const char *key)
{
    for (int i = o->count - 1; i >= 0; i--)
        if (strcmp(o->list[i].key, key) == 0) return &o->list[i];
    return NULL;
}

static double option_real(const options_t *o, const char *key, double otherwise)
{
    const option_t *p = option_find(o, key);
    if (!p) return otherwise;
    return p->kind == T_INT ? (double)p->u.i : p->kind == T_REAL ? p->u.r : otherwise;
}

static int option_int(const options_t *o, const char *key, int otherwise)
{
    const option_t *p = option_find(o, key);
    return p && p->kind == T_INT ? (int)p->u.i : otherwise;
}

static const char *option_word(const options_t *o, const char *key, const char *otherwise)
{
    const option_t *p = option_find(o, key);
    return p && p->kind == T_WORD ? p->u.w : otherwise;
}

/* -------------------------------------------------------------------------- log */

typedef struct {
    char *text;
    size_t len, room;
    int level;
} log_t;

static void log_add(log_t *log, int level, const char *format, ...)
{
    va_list args;
    char line[160];
    int len;
    if (!log || level > log->level) return;
    va_start(args, format);
    len = vsnprintf(line, sizeof line, format, args);
    va_end(args);
    if (len < 0) return;
    if ((size_t)len >= sizeof line) len = sizeof line - 1;
    if (log->len + len + 1 > log->room) {
        size_t room = 2 * log->room + len + 64;
        char *grown = realloc(log->text, room);
        if (!grown) return;
        log->text = grown;
        log->room = room;
    }
    memcpy(log->text + log->len, line, len + 1);
    log->len += len;
}

/* -------------------------------------------------------------------------- mesh */

typedef struct { double x[DIM]; int flags; int eq; } node_t; /* eq: the unknown, -1 where held */
typedef struct { int n[NPE]; short material; } element_t;
typedef struct { int n[2]; int side; } edge_t;

typedef struct {
    node_t *nodes;
    element_t *elements;
    edge_t *edges;
    int n_nodes, n_elements, n_edges, n_unknowns;
} mesh_t;

enum { SIDE_LEFT = 1, SIDE_RIGHT = 2, SIDE_BOTTOM = 4, SIDE_TOP = 8, SIDE_HOLE = 16 };

static void mesh_free(mesh_t *m)
{
    FREE_AND_NULL(m->nodes);
    FREE_AND_NULL(m->elements);
    FREE_AND_NULL(m->edges);
    memset(m, 0, sizeof *m);
}

static double bump(double s, double t, int i, int j)
{
    return sin(M_PI * (i + 1) * s) * sin(M_PI * (j + 1) * t);
}

/* the squares in the middle are left out: the hole */
static bool in_hole(int i, int j, int n)
{
    int a = n / 2 - (n > 4), b = n / 2;
    return n >= 4 && i >= a && i <= b && j >= a && j <= b - (n > 4);
}

static status_t mesh_build(mesh_t *m, int n, const double move[8], double width, double height)
{
    const int row = n + 1;
    int *used = calloc((size_t)row * row, sizeof *used), count = 0;
    memset(m, 0, sizeof *m);
    if (!used) return E_MEMORY;
    m->elements = malloc(2u * n * n * sizeof *m->elements);
    m->edges = malloc(8u * n * n * sizeof *m->edges);
    if (!m->elements || !m->edges) { free(used); mesh_free(m); return E_MEMORY; }
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++) {
            if (in_hole(i, j, n)) continue;
            int c[4] = {j * row + i, j * row + i + 1, (j + 1) * row + i + 1, (j + 1) * row + i};
            bool flip = (i + j) & 1;
            element_t one = {{c[0], c[1], flip ? c[3] : c[2]}, (short)(2 * i >= n)};
            element_t two = {{flip ? c[1] : c[0], c[2], c[3]}, (short)(2 * j >= n ? 2 : 0)};
            m->elements[m->n_elements++] = one;
            m->elements[m->n_elements++] = two;
            for (int k = 0; k < 4; k++) used[c[k]] = 1;
            if (j == 0) m->edges[m->n_edges++] = (edge_t){{c[0], c[1]}, SIDE_BOTTOM};
            if (j == n - 1) m->edges[m->n_edges++] = (edge_t){{c[2], c[3]}, SIDE_TOP};
            if (i == n - 1) m->edges[m->n_edges++] = (edge_t){{c[1], c[2]}, SIDE_RIGHT};
            if (i > 0 && in_hole(i - 1, j, n)) m->edges[m->n_edges++] = (edge_t){{c[3], c[0]}, SIDE_HOLE};
            if (i < n - 1 && in_hole(i + 1, j, n)) m->edges[m->n_edges++] = (edge_t){{c[1], c[2]}, SIDE_HOLE};
        }
    for (int k = 0; k < row * row; k++) used[k] = used[k] ? count++ : -1;
    m->n_nodes = count;
    m->nodes = malloc(count * sizeof *m->nodes);
    if (!m->nodes) { free(used); mesh_free(m); return E_MEMORY; }
    for (int j = 0; j <= n; j++)
        for (int i = 0; i <= n; i++) {
            int at = used[j * row + i];
            if (at < 0) continue;
            node_t *p = &m->nodes[at];
            double s = (double)i / n, t = (double)j / n, dx = 0, dy = 0;
            for (int q = 0; q < 4; q++) {
                dx += move[q] * bump(s, t, q & 1, q >> 1);
                dy += move[4 + q] * bump(s, t, q >> 1, q & 1);
            }
            p->x[0] = width * (s + dx);
            p->x[1] = height * (t + dy);
            p->flags = (i == 0 ? SIDE_LEFT : 0) | (i == n ? SIDE_RIGHT : 0) | (j == 0 ? SIDE_BOTTOM : 0) | (j == n ? SIDE_TOP : 0);
            p->eq = p->flags & SIDE_LEFT ? -1 : m->n_unknowns++;
        }
    for (int e = 0; e < m->n_elements; e++)
        for (int a = 0; a < NPE; a++) m->elements[e].n[a] = used[m->elements[e].n[a]];
    for (int e = 0; e < m->n_edges; e++)
        for (int a = 0; a < 2; a++) m->edges[e].n[a] = used[m->edges[e].n[a]];
    free(used);
    return m->n_unknowns > 0 ? OK : E_MESH;
}

/* -------------------------------------------------------------------------- sparse matrices */

typedef struct { int row, col; double value; } triplet_t;

typedef struct {
    triplet_t *items;
    int count, room;
} triplets_t;

typedef struct {
    int n, *start, *col;
    double *value;
} csr_t;

static status_t triplets_add(triplets_t *t, int row, int col, double value)
{
    if (t->count == t->room) {
        int room = t->room ? t->room + t->room / 2 : 16;
        triplet_t *grown = realloc(t->items, room * sizeof *grown);
        if (!grown) return E_MEMORY;
        t->items = grown;
        t->room = room;
    }
    t->items[t->count++] = (triplet_t){row, col, value};
    return OK;
}

static int by_place(const void *a, const void *b)
{
    const triplet_t *p = a, *q = b;
    if (p->row != q->row) return p->row < q->row ? -1 : 1;
    return (p->col > q->col) - (p->col < q->col);
}

static void csr_free(csr_t *m)
{
    FREE_AND_NULL(m->start);
    FREE_AND_NULL(m->col);
    FREE_AND_NULL(m->value);
}

static status_t csr_from_triplets(csr_t *m, triplets_t *t, int n)
{
    int at = -1;
    m->n = n;
    m->start = calloc(n + 1, sizeof *m->start);
    m->col = malloc((t->count + 1) * sizeof *m->col);
    m->value = malloc((t->count + 1) * sizeof *m->value);
    if (!m->start || !m->col || !m->value) { csr_free(m); return E_MEMORY; }
    qsort(t->items, t->count, sizeof *t->items, by_place);
    for (int k = 0; k < t->count; k++) {
        const triplet_t *p = &t->items[k];
        if (k && p->row == t->items[k - 1].row && p->col == t->items[k - 1].col) {
            m->value[at] += p->value;
            continue;
        }
        m->col[++at] = p->col;
        m->value[at] = p->value;
        m->start[p->row + 1] = at + 1;
    }
    for (int i = 0; i < n; i++)
        if (m->start[i + 1] < m->start[i]) m->start[i + 1] = m->start[i];
    return OK;
}

static void csr_times(const csr_t *m, const double *restrict x, double *restrict y)
{
    for (int i = 0; i < m->n; i++) {
        double sum = 0;
        for (int k = m->start[i]; k < m->start[i + 1]; k++) sum += m->value[k] * x[m->col[k]];
        y[i] = sum;
    }
}

/* -------------------------------------------------------------------------- preconditioners */

typedef struct precond precond_t;
struct precond {
    const char *name;
    status_t (*setup)(precond_t *, const csr_t *);
    void (*apply)(const precond_t *, const double *r, double *z);
    void (*done)(precond_t *);
    const csr_t *a;
    double *data;
    int *diag;
};

static status_t jacobi_setup(precond_t *p, const csr_t *a)
{
    p->a = a;
    p->data = malloc(a->n * sizeof *p->data);
    if (!p->data) return E_MEMORY;
    for (int i = 0; i < a->n; i++) {
        p->data[i] = 0;
        for (int k = a->start[i]; k < a->start[i + 1]; k++)
            if (a->col[k] == i) p->data[i] = 1 / a->value[k];
    }
    return OK;
}

static void jacobi_apply(const precond_t *p, const double *r, double *z)
{
    for (int i = 0; i < p->a->n; i++) z[i] = p->data[i] * r[i];
}

static void plain_done(precond_t *p)
{
    FREE_AND_NULL(p->data);
    FREE_AND_NULL(p->diag);
}

/* incomplete Cholesky as incomplete LU of a symmetric matrix, in a copy of the values */
static status_t ilu_setup(precond_t *p, const csr_t *a)
{
    int nnz = a->start[a->n];
    p->a = a;
    p->data = malloc(nnz * sizeof *p->data);
    p->diag = malloc(a->n * sizeof *p->diag);
    if (!p->data || !p->diag) { plain_done(p); return E_MEMORY; }
    memcpy(p->data, a->value, nnz * sizeof *p->data);
    for (int i = 0; i < a->n; i++) {
        p->diag[i] = -1;
        for (int k = a->start[i]; k < a->start[i + 1]; k++)
            if (a->col[k] == i) p->diag[i] = k;
        if (p->diag[i] < 0) { plain_done(p); return E_SOLVER; }
    }
    for (int i = 1; i < a->n; i++)
        for (int k = a->start[i]; k < p->diag[i]; k++) {
            int j = a->col[k];
            double factor = p->data[k] /= p->data[p->diag[j]];
            int u = p->diag[j] + 1, w = k + 1;
            while (u < a->start[j + 1] && w < a->start[i + 1]) {
                if (a->col[u] == a->col[w]) p->data[w++] -= factor * p->data[u++];
                else if (a->col[u] < a->col[w]) u++;
                else w++;
            }
        }
    return OK;
}

static void ilu_apply(const precond_t *p, const double *r, double *z)
{
    const csr_t *a = p->a;
    for (int i = 0; i < a->n; i++) {
        double sum = r[i];
        for (int k = a->start[i]; k < p->diag[i]; k++) sum -= p->data[k] * z[a->col[k]];
        z[i] = sum;
    }
    for (int i = a->n - 1; i >= 0; i--) {
        double sum = z[i];
        for (int k = p->diag[i] + 1; k < a->start[i + 1]; k++) sum -= p->data[k] * z[a->col[k]];
        z[i] = sum / p->data[p->diag[i]];
    }
}

static status_t none_setup(precond_t *p, const csr_t *a) { p->a = a; return OK; }

static void none_apply(const precond_t *p, const double *r, double *z)
{
    memcpy(z, r, p->a->n * sizeof *z);
}

static const precond_t preconds[] = {
    {"none", none_setup, none_apply, plain_done, NULL, NULL, NULL},
    {"jacobi", jacobi_setup, jacobi_apply, plain_done, NULL, NULL, NULL},
    {"ilu", ilu_setup, ilu_apply, plain_done, NULL, NULL, NULL},
};

/* -------------------------------------------------------------------------- conjugate gradients */

static double dot(const double *a, const double *b, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++) s += a[i] * b[i];
    return s;
}

static status_t solve_cg(const csr_t *a, const double *b, double *x, precond_t *p, double tol, int most, log_t *log)
{
    const int n = a->n;
    status_t status = E_SOLVER;
    double *work = calloc(4u * n, sizeof *work), *r, *z, *d, *q;
    double rz, start;
    if (!work) return E_MEMORY;
    r = work; z = r + n; d = z + n; q = d + n;
    csr_times(a, x, r);
    for (int i = 0; i < n; i++) r[i] = b[i] - r[i];
    start = sqrt(dot(b, b, n)) + DBL_MIN;
    p->apply(p, r, z);
    memcpy(d, z, n * sizeof *d);
    rz = dot(r, z, n);
    for (int it = 0; it < most; it++) {
        double alpha, beta, last = rz, norm;
        csr_times(a, d, q);
        alpha = rz / dot(d, q, n);
        for (int i = 0; i < n; i++) {
            x[i] += alpha * d[i];
            r[i] -= alpha * q[i];
        }
        norm = sqrt(dot(r, r, n));
        log_add(log, 3, "    cg %d: %.3e\n", it, norm / start);
        if (norm <= tol * start) { status = OK; break; }
        p->apply(p, r, z);
        rz = dot(r, z, n);
        beta = rz / last;
        for (int i = 0; i < n; i++) d[i] = z[i] + beta * d[i];
    }
    free(work);
    return status;
}

/* -------------------------------------------------------------------------- elements */

typedef struct {
    double base, slope, curve;
} material_t;

static double conductivity(const material_t *m, double t)
{
    return m->base * (1 + m->slope * t + m->curve * t * t);
}

static status_t element_matrix(const mesh_t *m, const element_t *e, double k, double ke[NPE][NPE], double *area)
{
    const double *a = m->nodes[e->n[0]].x, *b = m->nodes[e->n[1]].x, *c = m->nodes[e->n[2]].x;
    double g[NPE][DIM] = {{b[1] - c[1], c[0] - b[0]}, {c[1] - a[1], a[0] - c[0]}, {a[1] - b[1], b[0] - a[0]}};
    double twice = (b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1]);
    if (twice <= 0) return E_MESH;
    *area = twice / 2;
    for (int i = 0; i < NPE; i++)
        for (int j = 0; j < NPE; j++) ke[i][j] = k * (g[i][0] * g[j][0] + g[i][1] * g[j][1]) / (2 * twice);
    return OK;
}

typedef struct {
    material_t materials[3];
    double film, ambient, held, source[6];
    int mode;
} problem_t;

static double source_at(const problem_t *p, double x, double y)
{
    double s = 0;
    for (int i = 0; i < 6; i++) {
        double cx = 0.3 + 0.25 * (i % 3), cy = 0.25 + 0.4 * (i / 3);
        s += p->source[i] * exp(-(SQR(x - cx) + SQR(y - cy)) / 0.08);
    }
    return s;
}

static status_t assemble(const mesh_t *m, const problem_t *p, const double *t, triplets_t *out, double *rhs)
{
    out->count = 0;
    memset(rhs, 0, m->n_unknowns * sizeof *rhs);
    for (int e = 0; e < m->n_elements; e++) {
        const element_t *el = &m->elements[e];
        double ke[NPE][NPE], area, mean = 0, cx = 0, cy = 0;
        for (int i = 0; i < NPE; i++) {
            mean += t[el->n[i]] / NPE;
            cx += m->nodes[el->n[i]].x[0] / NPE;
            cy += m->nodes[el->n[i]].x[1] / NPE;
        }
        status_t s = element_matrix(m, el, conductivity(&p->materials[el->material], mean), ke, &area);
        if (s != OK) return s;
        double q = source_at(p, cx, cy) * area / NPE;
        for (int i = 0; i < NPE; i++) {
            int row = m->nodes[el->n[i]].eq;
            if (row < 0) continue;
            rhs[row] += q;
            for (int j = 0; j < NPE; j++) {
                int col = m->nodes[el->n[j]].eq;
                if (col < 0) rhs[row] -= ke[i][j] * p->held;
                else if ((s = triplets_add(out, row, col, ke[i][j])) != OK) return s;
            }
        }
    }
    for (int e = 0; e < m->n_edges; e++) { /* convection through some sides */
        const edge_t *ed = &m->edges[e];
        const node_t *a = &m->nodes[ed->n[0]], *b = &m->nodes[ed->n[1]];
        double len = hypot(b->x[0] - a->x[0], b->x[1] - a->x[1]), h;
        if (!(ed->side & (SIDE_TOP | SIDE_HOLE))) continue;
        h = ed->side == SIDE_HOLE ? 0.5 * p->film : p->film;
        if (p->mode == 3) { /* radiation, linearised at the last temperature */
            double mean = 0.5 * (t[ed->n[0]] + t[ed->n[1]]) + 1;
            h += 0.1 * mean * mean * mean;
        }
        for (int i = 0; i < 2; i++) {
            int row = m->nodes[ed->n[i]].eq;
            if (row < 0) continue;
            rhs[row] += h * len * p->ambient / 2;
            for (int j = 0; j < 2; j++) {
                double he = h * len * (i == j ? 2 : 1) / 6;
                int col = m->nodes[ed->n[j]].eq;
                if (col < 0) rhs[row] -= he * p->held;
                else if (triplets_add(out, row, col, he) != OK) return E_MEMORY;
            }
        }
    }
    return OK;
}

/* -------------------------------------------------------------------------- the solver */

typedef struct {
    int steps;
    double change, energy, hottest, flux, mean;
} summary_t;

static status_t picard(const mesh_t *m, const problem_t *p, const options_t *o, double *t, summary_t *out, log_t *log)
{
    status_t status = OK;
    triplets_t triplets = {NULL, 0, 0};
    csr_t a = {0, NULL, NULL, NULL};
    double *rhs = malloc(m->n_unknowns * sizeof *rhs), *x = malloc(m->n_unknowns * sizeof *x);
    const char *wanted = option_word(o, "precond", "jacobi");
    const int most = option_int(o, "picard", 30);
    const double relax = option_real(o, "relax", 1.0), tol = option_real(o, "tol", 1e-12);
    precond_t pre = preconds[0];
    if (!rhs || !x) { status = E_MEMORY; goto fail; }
    for (size_t i = 0; i < sizeof preconds / sizeof *preconds; i++)
        if (strcmp(preconds[i].name, wanted) == 0) pre = preconds[i];
    for (int i = 0; i < m->n_nodes; i++)
        if (m->nodes[i].eq >= 0) x[m->nodes[i].eq] = t[i];
    for (out->steps = 0; out->steps < most; out->steps++) {
        out->change = 0;
        CHECK(assemble(m, p, t, &triplets, rhs));
        csr_free(&a);
        CHECK(csr_from_triplets(&a, &triplets, m->n_unknowns));
        CHECK(pre.setup(&pre, &a));
        CHECK(solve_cg(&a, rhs, x, &pre, tol, 20 * m->n_unknowns, log));
        pre.done(&pre);
        for (int i = 0; i < m->n_nodes; i++) {
            double now = m->nodes[i].eq < 0 ? p->held : x[m->nodes[i].eq], old = t[i];
            t[i] = old + relax * (now - old);
            if (fabs(t[i] - old) > out->change) out->change = fabs(t[i] - old);
        }
        log_add(log, 2, "  picard %d: change %.2e, %d entries\n", out->steps, out->change, a.start[a.n]);
        if (out->change < 1e-11) break;
    }
fail:
    pre.done(&pre);
    csr_free(&a);
    free(triplets.items);
    free(x);
    free(rhs);
    return status;
}

static void summarise(const mesh_t *m, const problem_t *p, const double *t, summary_t *s)
{
    double area, total = 0, soft = 0;
    s->energy = s->flux = s->mean = 0;
    for (int e = 0; e < m->n_elements; e++) {
        const element_t *el = &m->elements[e];
        double ke[NPE][NPE], te[NPE], mean = 0;
        for (int i = 0; i < NPE; i++) mean += (te[i] = t[el->n[i]]) / NPE;
        if (element_matrix(m, el, conductivity(&p->materials[el->material], mean), ke, &area) != OK) continue;
        for (int i = 0; i < NPE; i++)
            for (int j = 0; j < NPE; j++) s->energy += 0.5 * te[i] * ke[i][j] * te[j];
        s->mean += mean * area;
        total += area;
    }
    s->mean /= total;
    for (int i = 0; i < m->n_nodes; i++) soft += exp(8 * (t[i] - s->mean));
    s->hottest = s->mean + log(soft / m->n_nodes) / 8;
    for (int e = 0; e < m->n_edges; e++) {
        const edge_t *ed = &m->edges[e];
        const double *a = m->nodes[ed->n[0]].x, *b = m->nodes[ed->n[1]].x;
        if (ed->side != SIDE_TOP) continue;
        s->flux += p->film * hypot(b[0] - a[0], b[1] - a[1]) * (0.5 * (t[ed->n[0]] + t[ed->n[1]]) - p->ambient);
    }
}

static const char *const decks[] = {
    "# the usual run\nprecond = jacobi\nwidth = 1.0\nheight=0.8\nslope = 0.15\n",
    "precond = ilu\n tol = 1e-13\n relax = 0.9\nslope=0.3 # steeper\ncurve = 0.05\npicard = 60\n",
    "precond = none\nwidth = 1.2\n height = 1\nheld = 0.25\n",
    "precond=ilu\nslope = 0.1\nambient = 0.4\npicard=60\n",
    "precond = jacobi\nslope = 0.2\nverbose = 3\nwidth = 0.9\npicard=40\n",
};

double plate(const double k[4], const double move[8], const double load[6], double film, double report[6], int n, int mode)
{
    options_t options;
    problem_t problem;
    mesh_t mesh = {0};
    summary_t summary = {0};
    log_t log = {NULL, 0, 0, 0};
    status_t status;
    double *t = NULL, result;

    CHECK(options_parse(&options, decks[mode % 5]));
    log.level = option_int(&options, "verbose", 1);
    for (int i = 0; i < 3; i++) {
        problem.materials[i].base = k[i];
        problem.materials[i].slope = option_real(&options, "slope", 0) * k[3];
        problem.materials[i].curve = option_real(&options, "curve", 0);
    }
    problem.film = film;
    problem.mode = mode;
    problem.ambient = option_real(&options, "ambient", 0.1);
    problem.held = option_real(&options, "held", 0);
    memcpy(problem.source, load, sizeof problem.source);
    CHECK(mesh_build(&mesh, n, move, option_real(&options, "width", 1), option_real(&options, "height", 1)));
    t = calloc(mesh.n_nodes, sizeof *t);
    if (!t) { status = E_MEMORY; goto fail; }
    CHECK(picard(&mesh, &problem, &options, t, &summary, &log));
    summarise(&mesh, &problem, t, &summary);
    log_add(&log, 1, "plate: %d nodes, %d steps, energy %g, hottest %g\n", mesh.n_nodes, summary.steps, summary.energy, summary.hottest);
    report[0] = summary.energy;
    report[1] = summary.hottest;
    report[2] = summary.flux;
    report[3] = summary.mean;
    report[4] = t[mesh.n_nodes - 1];
    report[5] = log.len > 40 && strstr(log.text, "plate:") ? t[mesh.n_nodes / 2] : 0;
    result = 0.7 * summary.energy + 0.2 * SQR(summary.hottest) - 0.1 * summary.flux;
    free(t);
    mesh_free(&mesh);
    free(log.text);
    return result;
fail:
    for (int i = 0; i < 6; i++) report[i] = 0;
    fprintf(stderr, "plate: %s\n", status_text[-status]);
    free(t);
    mesh_free(&mesh);
    free(log.text);
    return NAN;
}
