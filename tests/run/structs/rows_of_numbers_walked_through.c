// Position and velocity, two arrays of a struct with addresses in it, are one row of six numbers.
// rz: double f(const double x[6] in, double stiff=1.4, int steps=4)
// also: steps=0
// also: steps=9, stiff=0.6
#include <stdlib.h>
#include <string.h>

typedef struct {
    double *saved[3];
    double position[3];
    double velocity[3];
    double *trace;
    int n;
} body;

static void slope(const double *y, double *dy, double stiff) {
    for (int k = 0; k < 3; k++) {
        dy[k] = y[3 + k];
        dy[3 + k] = -stiff * y[k] * (1 + 0.1 * y[k] * y[k]);
    }
}

static void step(body *b, double stiff, double dt) {
    double *y = &b->position[0], d[6];
    slope(y, d, stiff);
    for (int k = 0; k < 6; k++) y[k] += dt * d[k];
}

double f(const double *x, double stiff, int steps) {
    body *b = calloc(1, sizeof *b);
    b->trace = malloc(sizeof(double) * (size_t)(steps + 1));
    for (int k = 0; k < 3; k++) b->saved[k] = malloc(sizeof(double));
    memcpy(b->position, x, 6 * sizeof *x);
    for (b->n = 0; b->n < steps; b->n++) {
        b->trace[b->n] = b->velocity[b->n % 3] * b->position[1];
        *b->saved[b->n % 3] = b->velocity[2];
        step(b, stiff, 0.05);
    }
    double sum = b->position[0] * b->velocity[1] + b->velocity[2];
    for (int k = 0; k < steps; k++) sum += b->trace[k];
    if (steps > 2) sum += *b->saved[0] * *b->saved[1] + *b->saved[2];
    for (int k = 0; k < 3; k++) free(b->saved[k]);
    free(b->trace);
    free(b);
    return sum;
}
