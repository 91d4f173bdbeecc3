/* The adjoint of adaptive.cpp by hand: state and step of each accepted step are kept. */
#include <math.h>
#include <stdlib.h>

double adaptive_hand(const double *restrict start, double *restrict d_start,
                     const double *restrict p, double *restrict d_p, double span, double tolerance,
                     double seed)
{
    long count = 0, room = 1024;
    double *kept = malloc(sizeof(double) * 3 * room), x = start[0], y = start[1], t = 0, h = 1e-4;
    while (t < span) {
        if (t + h > span)
            h = span - t;
        double kx = p[0] * (y - x) + sin(x), ky = x * (p[1] - y);
        double ex = x + h * kx, ey = y + h * ky;
        double lx = p[0] * (ey - ex) + sin(ex), ly = ex * (p[1] - ey);
        double one = 0.5 * h * (lx - kx), other = 0.5 * h * (ly - ky);
        if (one * one + other * other <= tolerance * tolerance) {
            if (count == room)
                kept = realloc(kept, sizeof(double) * 3 * (room *= 2));
            kept[3 * count] = x;
            kept[3 * count + 1] = y;
            kept[3 * count++ + 2] = h;
            x += 0.5 * h * (kx + lx);
            y += 0.5 * h * (ky + ly);
            t += h;
            h *= 1.2;
        } else {
            h *= 0.6;
        }
    }
    double total = x * x + y, bx = 2 * seed * x, by = seed, b0 = 0, b1 = 0;
    for (long s = count - 1; s >= 0; s--) {
        x = kept[3 * s], y = kept[3 * s + 1], h = kept[3 * s + 2];
        double kx = p[0] * (y - x) + sin(x), ky = x * (p[1] - y);
        double ex = x + h * kx, ey = y + h * ky;
        double lx_bar = 0.5 * h * bx, ly_bar = 0.5 * h * by, kx_bar = lx_bar, ky_bar = ly_bar;
        double ex_bar = lx_bar * (cos(ex) - p[0]) + ly_bar * (p[1] - ey);
        double ey_bar = lx_bar * p[0] - ly_bar * ex;
        b0 += lx_bar * (ey - ex);
        b1 += ly_bar * ex;
        kx_bar += h * ex_bar;
        ky_bar += h * ey_bar;
        b0 += kx_bar * (y - x);
        b1 += ky_bar * x;
        bx += ex_bar + kx_bar * (cos(x) - p[0]) + ky_bar * (p[1] - y);
        by += ey_bar + kx_bar * p[0] - ky_bar * x;
    }
    d_start[0] += bx;
    d_start[1] += by;
    d_p[0] += b0;
    d_p[1] += b1;
    free(kept);
    return total;
}
