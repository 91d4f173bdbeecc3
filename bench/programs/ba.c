/* Bundle adjustment: reprojection errors of points seen by cameras, and errors of the weights.
 *
 *     err = w (distort(project(R(r) (X - C))) f + x0 - feature),    weight error = 1 - w^2
 *
 * A camera is r[3], C[3], f, x0[2], k[2]. */
#include <math.h>
#include "ba.h"

static double dot(const double *a, const double *b)
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void rotate(const double *r, const double *x, double *out)
{
    double square = dot(r, r);
    double cross[3] = {r[1] * x[2] - r[2] * x[1], r[2] * x[0] - r[0] * x[2], r[0] * x[1] - r[1] * x[0]};
    if (square == 0) {
        for (int i = 0; i < 3; i++)
            out[i] = x[i] + cross[i];
        return;
    }
    double angle = sqrt(square), c = cos(angle), s = sin(angle) / angle;
    double along = dot(r, x) * (1 - c) / square;
    for (int i = 0; i < 3; i++)
        out[i] = x[i] * c + cross[i] * s + r[i] * along;
}

void ba_reprojection(const double *restrict camera, const double *restrict point,
                     const double *restrict weight, const double *restrict feature,
                     double *restrict error)
{
    double local[3], turned[3];
    for (int i = 0; i < 3; i++)
        local[i] = point[i] - camera[3 + i];
    rotate(camera, local, turned);
    double x = turned[0] / turned[2], y = turned[1] / turned[2];
    double r2 = x * x + y * y;
    double radial = 1 + camera[9] * r2 + camera[10] * r2 * r2;
    error[0] = *weight * (x * radial * camera[6] + camera[7] - feature[0]);
    error[1] = *weight * (y * radial * camera[6] + camera[8] - feature[1]);
}

void ba_weight(const double *restrict w, double *restrict error)
{
    *error = 1 - *w * *w;
}

void ba(const double *restrict cameras, const double *restrict points,
        const double *restrict weights, const int *restrict seen, const double *restrict features,
        double *restrict errors, double *restrict weight_errors, int observations)
{
    for (int i = 0; i < observations; i++)
        ba_reprojection(cameras + CAMERA * seen[2 * i], points + 3 * seen[2 * i + 1], weights + i,
                        features + 2 * i, errors + 2 * i);
    for (int i = 0; i < observations; i++)
        ba_weight(weights + i, weight_errors + i);
}
