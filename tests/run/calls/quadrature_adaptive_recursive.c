// Adaptive Simpson by recursion: the depth follows from active values.
// rz: double adaptive(double a 1..3, double b 0.5..1)
// tolerance: loose
#include <math.h>

struct problem {
    double a, b;
};

static double f(const struct problem *p, double t)
{
    return exp(-p->a * t) / (p->b + t);
}

static double refine(const struct problem *p, double l, double r, double fl, double fm, double fr,
                     int depth)
{
    double m = 0.5 * (l + r), h = r - l;
    double f1 = f(p, 0.5 * (l + m)), f2 = f(p, 0.5 * (m + r));
    double coarse = h / 6 * (fl + 4 * fm + fr);
    double fine = h / 12 * (fl + 4 * f1 + 2 * fm + 4 * f2 + fr);
    if (depth == 0 || fabs(fine - coarse) < 1e-5 * h)
        return fine + (fine - coarse) / 15;
    return refine(p, l, m, fl, f1, fm, depth - 1) + refine(p, m, r, fm, f2, fr, depth - 1);
}

double adaptive(double a, double b)
{
    struct problem p = {a, b};
    return refine(&p, 0.0, 1.0, f(&p, 0.0), f(&p, 0.5), f(&p, 1.0), 8);
}
