// What a function finds behind a struct holds numbers first, and links between them afterwards.
// rz: double f(const double x[n] in, int n=6)
// also: n=1
#include <math.h>
#include <stdlib.h>

struct place {
    void *room;
    int uses;
};

struct owner {
    struct place *own;
};

__attribute__((noinline)) static double used(const double *x, int n, struct owner *o)
{
    double *y = o->own->room, s = 0;
    for (int i = 0; i < n; i++)
        y[i] = exp(-x[i] * i);
    for (int i = 0; i < n; i++)
        s += y[i] * y[n - 1 - i];
    const double **links = o->own->room;
    for (int i = 0; i < n; i++)
        links[i] = &x[(i * 5) % n];
    for (int i = 0; i < n; i++)
        s += *links[i] * *links[n - 1 - i];
    o->own->uses += 2;
    return s;
}

double f(const double *x, int n)
{
    struct place own = {malloc(n * sizeof(double)), 0};
    struct owner o = {&own};
    double s = used(x, n, &o);
    free(own.room);
    return s * own.uses;
}
