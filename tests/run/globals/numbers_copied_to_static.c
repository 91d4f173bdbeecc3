// Numbers copied into a static array in one piece: what no access names is no address for that.
// rz: double mixed(const double x[n] in, double a, int n=7)
// also: n=5
#include <string.h>

static double kept[5];
static double small[6];

double mixed(const double *x, double a, int n)
{
    double s = 0.0;
    for (int i = 0; i < 5; i++)
        kept[i] = x[i] * 0.5 * a;
    s += kept[(n * 2 + 3) % 5];
    memcpy(kept, x, sizeof *kept);
    memcpy(kept + 2, x + 1, 2 * sizeof *kept);
    for (int i = 0; i < 6; i++)
        small[i] = x[i % n] * a;
    memmove(small + 1, small, 4 * sizeof *small);
    for (int i = 0; i < 5; i++)
        s += kept[i] * kept[i] * (i + 1) + small[i] * a;
    return s;
}
