// Duff's device whose unrolled steps are loops themselves, so that regions and loops nest.
// rz: double f(const double a[n*m] in, double x, int n=6, int m=3)
// also: n=1
// also: n=3, m=1
// also: n=4, m=0
#include <math.h>

double f(const double *a, double x, int n, int m)
{
    double s = x;
    int rounds = (n + 2) / 3;
    switch (n % 3) {
    case 0:
        do {
            for (int j = 0; j < m; j++)
                s = sin(s) + a[j] * x;
            a += m;
            /* fall through */
        case 2:
            for (int j = 0; j < m; j++)
                s = s * a[j] + 0.25;
            a += m;
            /* fall through */
        case 1:
            for (int j = 0; j < m && s < 4.0; j++)
                s += a[j] * a[j] * s * 0.125;
            a += m;
        } while (--rounds > 0);
    }
    return s;
}
