/* A blast in a plane, on quadrilaterals that move with the gas: forces of pressure and of an artificial
 * viscosity are scattered from elements to nodes, in steps of a length that does not change. */
#include <math.h>
#include <stdlib.h>

void hydro(const double *restrict start, const double *restrict gas, const int *restrict corners,
           double *restrict energy, int n, int steps, double dt)
{
    int nodes = (n + 1) * (n + 1), elements = n * n;
    double *x = malloc(2 * nodes * sizeof *x), *v = calloc(2 * nodes, sizeof *v);
    double *force = malloc(2 * nodes * sizeof *force), *mass = calloc(nodes, sizeof *mass);
    double *volume = malloc(elements * sizeof *volume);
    for (int i = 0; i < 2 * nodes; i++)
        x[i] = start[i];
    for (int e = 0; e < elements; e++) {
        const int *c = corners + 4 * e;
        volume[e] = 0.5 * ((x[2 * c[2]] - x[2 * c[0]]) * (x[2 * c[3] + 1] - x[2 * c[1] + 1])
                           - (x[2 * c[3]] - x[2 * c[1]]) * (x[2 * c[2] + 1] - x[2 * c[0] + 1]));
        energy[e] = gas[elements + e];
        for (int k = 0; k < 4; k++)
            mass[c[k]] += 0.25 * gas[e] * volume[e];
    }
    for (int t = 0; t < steps; t++) {
        for (int i = 0; i < 2 * nodes; i++)
            force[i] = 0;
        for (int e = 0; e < elements; e++) {
            const int *c = corners + 4 * e;
            double px = x[2 * c[2]] - x[2 * c[0]], py = x[2 * c[2] + 1] - x[2 * c[0] + 1];
            double qx = x[2 * c[3]] - x[2 * c[1]], qy = x[2 * c[3] + 1] - x[2 * c[1] + 1];
            double now = 0.5 * (px * qy - qx * py), whole = gas[e] * volume[e];
            double rate = 0.5 * ((v[2 * c[2]] - v[2 * c[0]]) * qy - (v[2 * c[3]] - v[2 * c[1]]) * py
                                 + px * (v[2 * c[3] + 1] - v[2 * c[1] + 1])
                                 - qx * (v[2 * c[2] + 1] - v[2 * c[0] + 1]));
            double density = whole / now, pressure = 0.4 * density * energy[e];
            if (rate < 0) {
                double speed = -rate / sqrt(now);
                pressure += density * speed * (2 * speed + 0.5 * sqrt(1.4 * pressure / density));
            }
            energy[e] -= dt * pressure * rate / whole;
            force[2 * c[0]] -= 0.5 * pressure * qy;
            force[2 * c[0] + 1] += 0.5 * pressure * qx;
            force[2 * c[1]] += 0.5 * pressure * py;
            force[2 * c[1] + 1] -= 0.5 * pressure * px;
            force[2 * c[2]] += 0.5 * pressure * qy;
            force[2 * c[2] + 1] -= 0.5 * pressure * qx;
            force[2 * c[3]] -= 0.5 * pressure * py;
            force[2 * c[3] + 1] += 0.5 * pressure * px;
        }
        for (int i = 0; i < nodes; i++)
            for (int k = 0; k < 2; k++) {
                v[2 * i + k] += dt * force[2 * i + k] / mass[i];
                x[2 * i + k] += dt * v[2 * i + k];
            }
    }
    free(volume);
    free(mass);
    free(force);
    free(v);
    free(x);
}
