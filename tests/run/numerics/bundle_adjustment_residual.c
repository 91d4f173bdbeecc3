// Rodrigues rotation, projection and radial distortion, with the small-angle branch.
// rz: void project(const double cam[11] in 0.1..0.6, const double point[3] in 0.5..1, double err[2] out, int tiny=0)
// also: tiny=1
#include <math.h>

void project(const double *cam, const double *point, double *err, int tiny)
{
    double r[3], x[3], theta2 = 0.0, dot = 0.0;
    for (int i = 0; i < 3; i++) {
        r[i] = tiny ? cam[i] * 1e-9 : cam[i];
        theta2 += r[i] * r[i];
        dot += r[i] * point[i];
    }
    double cross[3] = {r[1] * point[2] - r[2] * point[1], r[2] * point[0] - r[0] * point[2],
                       r[0] * point[1] - r[1] * point[0]};
    if (theta2 > 1e-12) {
        double theta = sqrt(theta2), c = cos(theta), s = sin(theta);
        for (int i = 0; i < 3; i++)
            x[i] = point[i] * c + cross[i] / theta * s + r[i] * dot * (1 - c) / theta2;
    } else
        for (int i = 0; i < 3; i++)
            x[i] = point[i] + cross[i];
    for (int i = 0; i < 3; i++)
        x[i] += cam[3 + i] + (i == 2);
    double u = x[0] / x[2], v = x[1] / x[2], n = u * u + v * v;
    double d = 1 + cam[6] * n + cam[7] * n * n;
    err[0] = cam[8] * d * u + cam[9] - 0.3;
    err[1] = cam[8] * d * v + cam[10] + 0.1;
}
