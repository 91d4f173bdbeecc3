// memset to zero of an accumulator that is live across iterations.
// rz: double binned(const double x[n] in, int n=12)
// also: n=0
// also: n=1
#include <string.h>

double binned(const double *x, int n)
{
    double bin[3], total = 0.3;
    memset(bin, 0, sizeof bin);
    for (int i = 0; i < n; i++) {
        bin[i % 3] += x[i] * x[i] * total;
        if (i % 5 == 4) {
            total += bin[0] * bin[1] - bin[2];
            memset(bin, 0, sizeof bin);
        }
    }
    return total + bin[0] * bin[2];
}
