// A state is saved by memcpy before each step and put back where the step was no good.
// rz: double f(const double x[n] in, double trail[n] out, int n=8)
#include <math.h>
#include <string.h>

struct body { float drag; double at, speed; short bounces; };
struct world {
    int turns;
    struct body bodies[2];
    double *trail;
    double energy;
    char name[3];
};

static int step(struct world *w, double push)
{
    w->turns++;
    for (int b = 0; b < 2; b++) {
        struct body *p = &w->bodies[b];
        p->speed += push * (b + 1) - p->drag * p->speed;
        p->at += 0.3 * p->speed;
        if (p->at > 1) {
            p->at = 2 - p->at;
            p->speed = -0.8 * p->speed;
            p->bounces++;
        }
    }
    w->energy += w->bodies[0].speed * w->bodies[1].speed;
    w->trail[0] = w->energy * w->bodies[0].at;
    w->trail++;
    return w->energy > 0.9;
}

double f(const double *x, double *trail, int n)
{
    struct world w = {.bodies = {{.drag = 0.1f, .at = 0.1}, {.drag = 0.2f, .at = 0.3}}, .trail = trail, .name = "w"}, saved;
    int refused = 0;
    for (int i = 0; i < n; i++) {
        memcpy(&saved, &w, sizeof w);
        if (step(&w, 0.5 * x[i])) {
            memcpy(&w, &saved, sizeof w);
            w.trail++[0] = w.bodies[1].at * x[i];
            w.energy *= 0.5;
            refused++;
        }
    }
    return w.energy + w.bodies[0].at * w.bodies[1].at + w.bodies[0].bounces * x[0] + refused + w.turns;
}
