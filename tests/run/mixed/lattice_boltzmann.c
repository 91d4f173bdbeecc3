// Lattice Boltzmann in two dimensions: collide, stream between two lattices, bounce back at solid cells.
// rz: double drag(const double density[w*h] in 0.9..1.1, double force 0.001..0.01, double tau 0.8..1.2, const int solid[w*h] below 5, int w=5, int h=4, int steps=4)
// also: steps=1
#include <stdlib.h>

enum { Q = 9 };
static const int cx[Q] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
static const int cy[Q] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
static const int opposite[Q] = {0, 3, 4, 1, 2, 7, 8, 5, 6};
static const double weight[Q] = {4. / 9, 1. / 9, 1. / 9, 1. / 9, 1. / 9, 1. / 36, 1. / 36, 1. / 36, 1. / 36};

typedef double cell[Q];

static void equilibrium(cell f, double rho, double u, double v)
{
    for (int q = 0; q < Q; q++) {
        double cu = 3 * (cx[q] * u + cy[q] * v);
        f[q] = weight[q] * rho * (1 + cu + 0.5 * cu * cu - 1.5 * (u * u + v * v));
    }
}

static void collide(cell f, double force, double tau)
{
    double rho = 0, u = 0, v = 0;
    for (int q = 0; q < Q; q++) {
        rho += f[q];
        u += cx[q] * f[q];
        v += cy[q] * f[q];
    }
    u = u / rho + tau * force / rho;
    v /= rho;
    cell want;
    equilibrium(want, rho, u, v);
    for (int q = 0; q < Q; q++)
        f[q] += (want[q] - f[q]) / tau;
}

double drag(const double *density, double force, double tau, const int *solid, int w, int h, int steps)
{
    cell *now = malloc(w * h * sizeof *now), *next = malloc(w * h * sizeof *next);
    double total = 0;
    for (int i = 0; i < w * h; i++)
        equilibrium(now[i], density[i], 0.02 * density[i], 0);
    for (int t = 0; t < steps; t++) {
        for (int i = 0; i < w * h; i++)
            if (solid[i])
                collide(now[i], force, tau);
        for (int y = 0; y < h; y++)
            for (int x = 0; x < w; x++)
                for (int q = 0; q < Q; q++) {
                    int from = (y - cy[q] + h) % h * w + (x - cx[q] + w) % w, here = y * w + x;
                    if (solid[from]) {
                        next[here][q] = now[from][q];
                    } else {
                        next[here][q] = now[here][opposite[q]];
                        total += 2 * cx[q] * now[here][opposite[q]];
                    }
                }
        cell *other = now;
        now = next;
        next = other;
    }
    for (int i = 0; i < w * h; i++)
        for (int q = 0; q < Q; q++)
            total += now[i][q] * now[i][q] * (cx[q] + 2);
    free(now);
    free(next);
    return total;
}
