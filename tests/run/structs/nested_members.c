// Structs in structs in arrays, updated through member pointers.
// rz: double orbit(const double s[6*n] in -1..1, int n=3, int steps=4, double dt=0.05)
// also: steps=0
// also: n=1
#include <string.h>

struct vec {
    double v[3];
};
struct body {
    struct vec position, velocity;
};
struct world {
    int count;
    double time;
    struct body bodies[4];
};

static void drift(struct body *b, double dt)
{
    for (int k = 0; k < 3; k++) {
        b->position.v[k] += dt * b->velocity.v[k];
        b->velocity.v[k] -= dt * b->position.v[k] * b->position.v[k];
    }
}

double orbit(const double *s, int n, int steps, double dt)
{
    struct world w = {.count = n, .time = 0.0};
    memcpy(w.bodies, s, sizeof(struct body) * (size_t)n);
    for (int t = 0; t < steps; t++) {
        for (int i = 0; i < w.count; i++)
            drift(&w.bodies[i], dt);
        w.time += dt;
    }
    double e = w.time * w.time;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 3; k++)
            e += w.bodies[i].position.v[k] * w.bodies[i].velocity.v[k] * (k + 1)
               + w.bodies[i].position.v[k];
    return e;
}
