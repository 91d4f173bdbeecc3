// A local variable-length array holds intermediate values.
// rz: double spread(const double x[n] in, int n=8)
// also: n=1
#include <math.h>

double spread(const double *x, int n)
{
    double squares[n], mean = 0.0, s = 0.0;
    for (int i = 0; i < n; i++) {
        squares[i] = x[i] * x[i];
        mean += squares[i] / n;
    }
    for (int i = 0; i < n; i++)
        s += (squares[i] - mean) * (squares[i] - mean) * sin(squares[i]);
    return s + mean;
}
