// One block is handed out in pieces: records with names, orders, rates and functions, matrices, pivots.
// rz: double run(const double k[4] in 0.3..0.8, const double u0[8] in 0.5..1.0, double out[4] out, int steps=3)
// also: steps=0
// needs: types
#include <math.h>
#include <stdlib.h>
#include <string.h>
enum { SPECIES = 2, POINTS = 4, N = SPECIES * POINTS };
typedef struct chunk { struct chunk *next; size_t used, size; double align; unsigned char bytes[]; } chunk;
typedef struct { chunk *first; size_t peak; } arena;
typedef struct { chunk *at; size_t used; } mark;
static void *take(arena *a, size_t size)
{
    size = (size + 15) & ~(size_t)15;
    if (!a->first || a->first->used + size > a->first->size) {
        size_t room = size > 512 ? size : 512;
        chunk *c = malloc(sizeof *c + room);
        if (!c) abort();
        c->next = a->first;
        c->used = 0;
        c->size = room;
        a->first = c;
    }
    void *p = a->first->bytes + a->first->used;
    a->first->used += size;
    if (a->first->used > a->peak) a->peak = a->first->used;
    return p;
}
static void give_back(arena *a, mark m)
{
    while (a->first != m.at) { chunk *c = a->first; a->first = c->next; free(c); }
    if (a->first) a->first->used = m.used;
}
typedef struct { int n; double *a; int *pivots; } matrix;
static matrix *matrix_new(arena *a, int n)
{
    matrix *m = take(a, sizeof *m);
    m->n = n;
    m->a = take(a, sizeof(double) * n * n);
    m->pivots = take(a, sizeof(int) * n);
    memset(m->a, 0, sizeof(double) * n * n);
    return m;
}
static void solve(matrix *m, double *x)
{
    int n = m->n;
    for (int j = 0; j < n; j++) {
        int p = j;
        for (int i = j + 1; i < n; i++) if (fabs(m->a[i * n + j]) > fabs(m->a[p * n + j])) p = i;
        m->pivots[j] = p;
        for (int c = 0; c < n; c++) { double t = m->a[p * n + c]; m->a[p * n + c] = m->a[j * n + c]; m->a[j * n + c] = t; }
        for (int i = j + 1; i < n; i++) {
            double l = m->a[i * n + j] /= m->a[j * n + j];
            for (int c = j + 1; c < n; c++) m->a[i * n + c] -= l * m->a[j * n + c];
        }
    }
    for (int j = 0; j < n; j++) {
        double t = x[m->pivots[j]];
        x[m->pivots[j]] = x[j];
        x[j] = t;
        for (int i = j + 1; i < n; i++) x[i] -= m->a[i * n + j] * x[j];
    }
    for (int j = n - 1; j >= 0; j--) {
        x[j] /= m->a[j * n + j];
        for (int i = 0; i < j; i++) x[i] -= m->a[i * n + j] * x[j];
    }
}
typedef struct reaction reaction;
struct reaction { char name[16]; int order[SPECIES], change[SPECIES]; double rate; double (*law)(const reaction *, const double *, double *); };
static double mass_action(const reaction *r, const double *u, double *slope)
{
    double v = r->rate;
    for (int s = 0; s < SPECIES; s++) for (int o = 0; o < r->order[s]; o++) v *= u[s];
    for (int s = 0; s < SPECIES; s++) slope[s] = r->order[s] * v / u[s];
    return v;
}
static double saturating(const reaction *r, const double *u, double *slope)
{
    memset(slope, 0, SPECIES * sizeof *slope);
    slope[1] = r->rate / ((1 + u[1]) * (1 + u[1]));
    return r->rate * u[1] / (1 + u[1]);
}
static const struct { const char *name; char kind; int order[SPECIES], change[SPECIES]; } table[] = {
    {"growth", 'm', {1, 1}, {-1, 1}}, {"decay", 'm', {0, 2}, {0, -1}}, {"uptake", 's', {0, 1}, {1, -1}},
};
static reaction *reactions(arena *a, const double *k)
{
    reaction *r = take(a, 4 * sizeof *r);
    for (int i = 0; i < 3; i++) {
        strcpy(r[i].name, table[i].name);
        memcpy(r[i].order, table[i].order, sizeof r->order);
        memcpy(r[i].change, table[i].change, sizeof r->change);
        r[i].rate = k[i];
        r[i].law = table[i].kind == 's' ? saturating : mass_action;
    }
    return r;
}
double run(const double *k, const double *u0, double *out, int steps)
{
    arena a = {0};
    reaction *r = reactions(&a, k);
    double *u = take(&a, N * sizeof *u), loss = 0;
    memcpy(u, u0, N * sizeof *u);
    for (int t = 0; t < steps; t++) {
        mark before = {a.first, a.first->used};
        double *old = take(&a, N * sizeof *old), *f = take(&a, N * sizeof *f), slope[SPECIES];
        memcpy(old, u, N * sizeof *u);
        matrix *m = matrix_new(&a, N);
        for (int i = 0; i < N; i++) {
            int left = i < SPECIES ? i : i - SPECIES;
            f[i] = k[3] * (u[left] - u[i]);
            m->a[i * N + i] += 1 / 0.3 + k[3];
            m->a[i * N + left] -= k[3];
        }
        for (int i = 0; i < POINTS; i++)
            for (int q = 0; q < 3; q++) {
                double v = r[q].law(&r[q], &u[i * SPECIES], slope);
                for (int s = 0; s < SPECIES; s++) {
                    f[i * SPECIES + s] += r[q].change[s] * v;
                    for (int d = 0; d < SPECIES; d++) m->a[(i * SPECIES + s) * N + i * SPECIES + d] -= r[q].change[s] * slope[d];
                }
            }
        solve(m, f);
        for (int i = 0; i < N; i++) u[i] = old[i] + f[i];
        give_back(&a, before);
    }
    for (int i = 0; i < POINTS; i++) {
        out[i] = u[i * SPECIES] * u[i * SPECIES + 1];
        loss += out[i] * out[i] * (1 + 0.01 * strlen(r[i % 3].name));
    }
    while (a.first) { chunk *c = a.first; a.first = c->next; free(c); }
    return loss;
}
