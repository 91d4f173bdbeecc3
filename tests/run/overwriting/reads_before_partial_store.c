// A row is partly overwritten (half of it) after a full read; halves alternate.
// rz: void halves(double x[2*h] inout, int h=4, int rounds=3)
// also: rounds=1, h=1
#include <math.h>

void halves(double *x, int h, int rounds)
{
    for (int r = 0; r < rounds; r++) {
        double s = 0.0;
        for (int i = 0; i < 2 * h; i++)
            s += x[i] * x[i];
        double *half = x + (r % 2) * h;
        for (int i = 0; i < h; i++)
            half[i] = sin(s) * half[i];
    }
}
