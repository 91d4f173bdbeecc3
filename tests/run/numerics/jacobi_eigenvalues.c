// Jacobi rotations on a symmetric matrix until the off-diagonal part is negligible.
// rz: double eigen(const double s[6] in)
#include <math.h>

double eigen(const double *s)
{
    double a[3][3] = {{s[0] + 2, s[1], s[2]}, {s[1], s[3] + 4, s[4]}, {s[2], s[4], s[5] + 7}};
    for (int sweep = 0; sweep < 8; sweep++)
        for (int p = 0; p < 2; p++)
            for (int q = p + 1; q < 3; q++) {
                if (fabs(a[p][q]) < 1e-13)
                    continue;
                double theta = (a[q][q] - a[p][p]) / (2 * a[p][q]);
                double t = (theta >= 0 ? 1.0 : -1.0) / (fabs(theta) + sqrt(theta * theta + 1));
                double c = 1 / sqrt(t * t + 1), d = t * c;
                for (int k = 0; k < 3; k++) {
                    double x = a[k][p], y = a[k][q];
                    a[k][p] = c * x - d * y;
                    a[k][q] = d * x + c * y;
                }
                for (int k = 0; k < 3; k++) {
                    double x = a[p][k], y = a[q][k];
                    a[p][k] = c * x - d * y;
                    a[q][k] = d * x + c * y;
                }
            }
    return a[0][0] * a[0][0] + 2 * a[1][1] + a[0][0] * a[2][2];
}
