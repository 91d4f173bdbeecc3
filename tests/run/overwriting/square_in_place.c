// Every element is overwritten by a nonlinear function of itself.
// rz: void squash(double x[n] inout -1.5..1.5, int n=9, double gain=1.3)
// also: n=0
// also: n=1
// truth: x = w_x * gain * (1 - tanh(gain*x)**2)
#include <math.h>

void squash(double *x, int n, double gain)
{
    for (int i = 0; i < n; i++)
        x[i] = tanh(gain * x[i]);
}
