// Inverse kinematics by gradient steps on forward kinematics, with a line search.
// rz: double reach(const double length[3] in, double tx 0.8..1, double ty 0.6..0.8)
// tolerance: loose
#include <math.h>

static double miss(const double *length, const double *angle, double tx, double ty, double *g)
{
    double x = 0.0, y = 0.0, sum = 0.0, px[3], py[3];
    for (int i = 0; i < 3; i++) {
        px[i] = x;
        py[i] = y;
        sum += angle[i];
        x += length[i] * cos(sum);
        y += length[i] * sin(sum);
    }
    double ex = x - tx, ey = y - ty;
    for (int i = 0; g && i < 3; i++)
        g[i] = -ex * (y - py[i]) + ey * (x - px[i]);
    return 0.5 * (ex * ex + ey * ey);
}

double reach(const double *length, double tx, double ty)
{
    double angle[3] = {0.1, 0.2, 0.3}, trial[3], g[3], best = 0.0;
    for (int it = 0; it < 12; it++) {
        best = miss(length, angle, tx, ty, g);
        for (double step = 1.0; step > 1e-3; step *= 0.5) {
            for (int i = 0; i < 3; i++)
                trial[i] = angle[i] - step * g[i];
            if (miss(length, trial, tx, ty, 0) < best - 0.1 * step * (g[0] * g[0] + g[1] * g[1] + g[2] * g[2])) {
                for (int i = 0; i < 3; i++)
                    angle[i] = trial[i];
                break;
            }
        }
    }
    return angle[0] + angle[1] * angle[2] + best;
}
