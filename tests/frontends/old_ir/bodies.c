// Arrays of structs, a static function by pointer, a switch: by clang 14, -O1.
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct body { double x, v; int kind; };

static double spring(double x) { return -x; }
static double drag(double x) { return -0.3 * x * fabs(x); }

static double force(const struct body *b, double (*const laws[])(double)) {
    switch (b->kind) {
    case 0: return laws[0](b->x);
    case 1: return laws[1](b->v);
    default: return laws[0](b->x) + laws[1](b->v);
    }
}

double bodies(const double *x, int n, int steps) {
    double (*const laws[])(double) = {spring, drag};
    struct body *all = malloc(n * sizeof *all);
    for (int i = 0; i < n; i++) all[i] = (struct body){x[i], 0.5 - x[i], i % 3};
    for (int s = 0; s < steps; s++)
        for (int i = 0; i < n; i++) {
            struct body next;
            memcpy(&next, &all[i], sizeof next);
            next.v += 0.05 * force(&all[i], laws);
            next.x += 0.05 * next.v;
            all[i] = next;
        }
    double sum = 0;
    for (int i = 0; i < n; i++) sum += all[i].x * all[i].x + 0.5 * all[i].v * all[i].v;
    free(all);
    return sum;
}
