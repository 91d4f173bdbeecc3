// Maxima, minima and magnitudes of numbers that are overwritten: which one was taken is what counts.
// rz: double pool(double x[n] inout, double w[n] inout, int n=9)
// also: n=1
#include <math.h>

double pool(double *x, double *w, int n)
{
    double top = x[0], low = x[0], sum = 0.0;
    for (int turn = 0; turn < 3; turn++) {
        for (int i = 0; i < n; i++) {
            top = fmax(top * 0.75, x[i]);
            low = fmin(low, x[i] + 0.1 * top);
            w[i] = fmax(w[i], 0.5 * x[i]) - fabs(w[i]) * 0.25;
            x[i] = fabs(x[i] - 0.3 * low) + 0.2 * w[i];
        }
        sum += top * low;
    }
    for (int i = 0; i < n; i++)
        sum += x[i] * w[i];
    return sum;
}
