// A tiny ray tracer: nearest hit of spheres, one reflection by recursion, Lambert shading.
// rz: double pixel(const double sphere[4*n] in {0.1,0.2,4,1,-1.2,0.1,5,1.1,1.3,-0.4,4.5,0.8}, double dx -0.05..0.05, double dy -0.05..0.05, int n=3)
// also: n=0
// also: n=1
#include <math.h>

typedef struct {
    double x, y, z;
} Vec;

static Vec along(Vec a, double t, Vec b)
{
    return (Vec){a.x + t * b.x, a.y + t * b.y, a.z + t * b.z};
}

static double dot(Vec a, Vec b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static double shade(const double *sphere, int n, Vec origin, Vec dir, int depth)
{
    double nearest = 1e9;
    int hit = -1;
    for (int i = 0; i < n; i++) {
        Vec oc = {origin.x - sphere[4 * i], origin.y - sphere[4 * i + 1], origin.z - sphere[4 * i + 2]};
        double b = dot(oc, dir), c = dot(oc, oc) - sphere[4 * i + 3] * sphere[4 * i + 3];
        double disc = b * b - c;
        if (disc <= 0.0)
            continue;
        double t = -b - sqrt(disc);
        if (t > 1e-4 && t < nearest) {
            nearest = t;
            hit = i;
        }
    }
    if (hit < 0)
        return 0.3 + 0.2 * dir.y + 0.1 * dir.x * dir.x;
    const double *s = sphere + 4 * hit;
    Vec p = along(origin, nearest, dir);
    Vec normal = {(p.x - s[0]) / s[3], (p.y - s[1]) / s[3], (p.z - s[2]) / s[3]};
    double light = dot(normal, (Vec){-0.5, 0.6, -0.62});
    double colour = light > 0.0 ? 0.8 * light : 0.0;
    if (depth > 0)
        colour += 0.4 * shade(sphere, n, p, along(dir, -2 * dot(dir, normal), normal), depth - 1);
    return colour;
}

double pixel(const double *sphere, double dx, double dy, int n)
{
    Vec dir = {dx, dy, 1.0};
    double length = sqrt(dot(dir, dir)), total = 0.0;
    for (int k = 0; k < 3; k++) {
        Vec d = {dir.x / length + 0.25 * (k - 1), dir.y / length, dir.z / length};
        double l = sqrt(dot(d, d));
        total += shade(sphere, n, (Vec){0, 0, 0}, (Vec){d.x / l, d.y / l, d.z / l}, 1) * (k + 1);
    }
    return total;
}
