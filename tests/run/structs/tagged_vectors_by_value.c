// Vectors of three with an int tag by value: returned, chosen and copied in an array.
// rz: double f(const double x[n] in, int n=12, double q=0.7)
// also: n=3
#include <math.h>
typedef struct { int frame; double v[3]; } Vec;
static Vec cross(Vec a, Vec b)
{
    Vec c = {a.frame};
    for (int i = 0; i < 3; i++) c.v[i] = a.v[(i+1)%3]*b.v[(i+2)%3] - a.v[(i+2)%3]*b.v[(i+1)%3];
    return c;
}
static double dot(Vec a, Vec b) { double s = 0; for (int i = 0; i < 3; i++) s += a.v[i]*b.v[i]; return s; }
static Vec longer(Vec a, Vec b) { return dot(a, a) > dot(b, b) ? a : b; }
double f(const double *x, int n, double q)
{
    Vec ring[4], best = {0, {q, 0, 0}};
    for (int i = 0; i < 4; i++) { ring[i].frame = i; for (int j = 0; j < 3; j++) ring[i].v[j] = x[(3*i + j) % n]; }
    for (int step = 0; step < 5; step++) {
        Vec c = cross(ring[step % 4], ring[(step + 1) % 4]);
        c.frame = step;
        best = longer(best, c);
        ring[step % 4] = longer(c, ring[(step + 2) % 4]);
        if (ring[0].frame > ring[1].frame) { Vec t = ring[0]; ring[0] = ring[1]; ring[1] = t; }
    }
    return dot(best, best) + ring[0].v[0]*ring[1].v[1] + (best.frame + 1)*q;
}
