/* The two rows of ba_reprojection by hand: what is common to both is computed once. */
#include <math.h>
#include "../ba.h"

static double dot(const double *a, const double *b)
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void cross(const double *a, const double *b, double *out)
{
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}

/* One row: bar is the adjoint of the turned point, its other parts are given. */
static void row(const double *r, const double *z, const double *rz, double along, double c,
                double s, double inverse, const double *bar, double *restrict camera,
                double *restrict point)
{
    double br[3], rb = dot(r, bar), zb = dot(z, bar), cb = dot(rz, bar);
    cross(bar, r, br);
    double t = (1 - c) * inverse * inverse;
    /* turned = z c + (r x z) s + r along, along = (r z) t */
    double d_s = inverse * (c - s), d_t = (s - 2 * t) * inverse;
    double by_angle = -s / inverse * zb + d_s * cb + d_t * dot(r, z) * rb;
    double zxb[3];
    cross(z, bar, zxb);
    for (int i = 0; i < 3; i++) {
        double d_z = c * bar[i] + s * br[i] + t * rb * r[i];
        point[i] += d_z;
        camera[3 + i] -= d_z;
        camera[i] += s * zxb[i] + along * bar[i] + t * rb * z[i] + by_angle * r[i] * inverse;
    }
}

void ba_reprojection_rows(const double *camera, double *d0_camera, double *d1_camera,
                          const double *point, double *d0_point, double *d1_point,
                          const double *weight, double *d0_weight, double *d1_weight,
                          const double *feature, double *error, double *d0_error, double *d1_error)
{
    (void)d0_error, (void)d1_error; /* the seeds are the unit vectors */
    const double *r = camera;
    double z[3], rz[3], turned[3];
    for (int i = 0; i < 3; i++)
        z[i] = point[i] - camera[3 + i];
    double square = dot(r, r), angle = sqrt(square), inverse = 1 / angle;
    double c = cos(angle), s = sin(angle) * inverse, along = dot(r, z) * (1 - c) * inverse * inverse;
    cross(r, z, rz);
    for (int i = 0; i < 3; i++)
        turned[i] = z[i] * c + rz[i] * s + r[i] * along;
    double depth = 1 / turned[2], x = turned[0] * depth, y = turned[1] * depth;
    double r2 = x * x + y * y, radial = 1 + camera[9] * r2 + camera[10] * r2 * r2;
    double ex = x * radial * camera[6] + camera[7] - feature[0];
    double ey = y * radial * camera[6] + camera[8] - feature[1];
    double w = *weight, f = w * camera[6], bend = 2 * (camera[9] + 2 * camera[10] * r2);
    error[0] = w * ex;
    error[1] = w * ey;
    *d0_weight += ex;
    *d1_weight += ey;
    double xx = f * (radial + x * x * bend), xy = f * x * y * bend, yy = f * (radial + y * y * bend);
    double first[3] = {xx * depth, xy * depth, -(xx * x + xy * y) * depth};
    double second[3] = {xy * depth, yy * depth, -(xy * x + yy * y) * depth};
    d0_camera[6] += w * x * radial, d1_camera[6] += w * y * radial;
    d0_camera[7] += w, d1_camera[8] += w;
    d0_camera[9] += f * x * r2, d1_camera[9] += f * y * r2;
    d0_camera[10] += f * x * r2 * r2, d1_camera[10] += f * y * r2 * r2;
    row(r, z, rz, along, c, s, inverse, first, d0_camera, d0_point);
    row(r, z, rz, along, c, s, inverse, second, d1_camera, d1_point);
}

void ba_weight_slope(const double *w, double *d_w, double *error, double *d_error)
{
    *error = 1 - *w * *w;
    *d_w -= 2 * *w * *d_error;
    *d_error = 0;
}
