/* The adjoint of Euler's method on Lorenz's system by hand: the state before each step is kept. */
#include <stdlib.h>

double euler_hand(const double *restrict start, double *restrict d_start,
                  const double *restrict number, double *restrict d_number, double span, int steps,
                  double seed)
{
    double h = span / steps, x = start[0], y = start[1], z = start[2];
    double s = number[0], r = number[1], b = number[2];
    double *tape = malloc(sizeof(double) * 3 * steps);
    for (int i = 0; i < steps; i++) {
        tape[3 * i] = x, tape[3 * i + 1] = y, tape[3 * i + 2] = z;
        double dx = s * (y - x), dy = x * (r - z) - y, dz = x * y - b * z;
        x += h * dx, y += h * dy, z += h * dz;
    }
    double out = x + y + z, bx = seed, by = seed, bz = seed, bs = 0, br = 0, bb = 0;
    for (int i = steps - 1; i >= 0; i--) {
        x = tape[3 * i], y = tape[3 * i + 1], z = tape[3 * i + 2];
        double px = h * bx, py = h * by, pz = h * bz;
        bs += px * (y - x), br += py * x, bb -= pz * z;
        bx += py * (r - z) + pz * y - px * s;
        by += px * s - py + pz * x;
        bz -= py * x + pz * b;
    }
    d_start[0] += bx, d_start[1] += by, d_start[2] += bz;
    d_number[0] += bs, d_number[1] += br, d_number[2] += bb;
    free(tape);
    return out;
}
