// A member is copied to its neighbour of the same type: tags, callbacks, contexts; counters around.
// rz: double f(const double x[n] in, int n=7, double level=0.8)
// also: n=2, level=1.3
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef enum { WALL, OPEN, TIDE } sort;

typedef struct {
    sort kind;
    double (*value)(double time, void *context);
    void *context;
} side;

typedef struct {
    int n, step;
    double time, dt;
    double *h;
    side west, east, south, north;
    int calls;
} basin;

typedef struct {
    double mean, swing;
} tide;

static double tide_at(double time, void *context) {
    const tide *t = context;
    return t->mean + t->swing * sin(3 * time);
}

static double border(basin *b, const side *s, int at) {
    b->calls++;
    switch (s->kind) {
        case WALL: return b->h[at];
        case OPEN: return 0.5 * (b->h[at] + b->h[(at + 1) % b->n]);
        default: return s->value(b->time, s->context);
    }
}

static void advance(basin *b) {
    double *next = malloc(sizeof *next * (size_t)b->n);
    for (int i = 0; i < b->n; i++) {
        double left = i ? b->h[i - 1] : border(b, b->step % 2 ? &b->north : &b->west, 0);
        double right = i + 1 < b->n ? b->h[i + 1] : border(b, &b->east, b->n - 1);
        next[i] = b->h[i] + b->dt * (left - 2 * b->h[i] + right) * b->h[i];
    }
    memcpy(b->h, next, sizeof *next * (size_t)b->n);
    free(next);
    b->time += b->dt;
    b->step++;
}

double f(const double *x, int n, double level) {
    basin *b = calloc(1, sizeof *b);
    tide moon = {.mean = level, .swing = 0.25};
    b->n = n;
    b->dt = 0.1;
    b->h = malloc(sizeof *b->h * (size_t)n);
    memcpy(b->h, x, sizeof *x * (size_t)n);
    b->west = (side){TIDE, tide_at, &moon};
    b->east = (side){.kind = OPEN};
    b->south = b->west;
    b->north = b->south;
    while (b->step < 5) advance(b);
    double sum = 0;
    for (int i = 0; i < n; i++) sum += (i + 1) * b->h[i] * b->h[i] / b->calls;
    free(b->h);
    free(b);
    return sum;
}
