#include <math.h>
#include <stdio.h>

/* A small model: a damped spring, its energy after some steps, and the misfit to measurements. */

extern double __enzyme_autodiff(void *, ...);
extern int enzyme_const;

struct spring {
    double stiffness, damping, mass;
};

static double force(const struct spring *s, double x, double v) {
    return -s->stiffness * x - s->damping * v + 0.1 * sin(x);
}

static void step(const struct spring *s, double *x, double *v, double h) {
    double a = force(s, *x, *v) / s->mass;
    double half = *v + 0.5 * h * a;
    *x += h * half;
    a = force(s, *x, half) / s->mass;
    *v = half + 0.5 * h * a;
}

double misfit(const struct spring *s, const double *seen, int count) {
    double x = 1.0, v = 0.0, sum = 0.0;
    for (int i = 0; i < count; i++) {
        for (int k = 0; k < 10; k++) step(s, &x, &v, 0.01);
        double difference = x - seen[i];
        sum += difference * difference;
    }
    return sum / count;
}

int main(void) {
    struct spring s = {2.0, 0.3, 1.5}, ds = {0, 0, 0};
    double seen[20];
    for (int i = 0; i < 20; i++) seen[i] = exp(-0.05 * i) * cos(0.11 * i);
    __enzyme_autodiff((void *)misfit, &s, &ds, enzyme_const, seen, enzyme_const, 20);
    printf("%.12g %.12g %.12g\n", ds.stiffness, ds.damping, ds.mass);
    for (int round = 0; round < 50; round++) {
        s.stiffness -= 0.1 * ds.stiffness;
        s.damping -= 0.1 * ds.damping;
        ds = (struct spring){0, 0, 0};
        __enzyme_autodiff((void *)misfit, &s, &ds, enzyme_const, seen, enzyme_const, 20);
    }
    printf("%.12g\n", misfit(&s, seen, 20));
    return 0;
}
