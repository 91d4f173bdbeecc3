// A loop with two back edges (continue in both arms) and values live across each.
// rz: double mix(const double x[n] in, const int flag[n] below 2, int n=12)
// also: n=0
// also: n=1
#include <math.h>

double mix(const double *x, const int *flag, int n)
{
    double a = 1.0, b = 0.5;
    int i = 0;
loop:
    if (i == n)
        return a * b;
    if (flag[i]) {
        a = a * x[i] + tanh(b);
        i++;
        goto loop;
    }
    b = b + x[i] * a * 0.1;
    i++;
    goto loop;
}
