// Scratch arrays are read over triangles that grow, shrink and begin late; some reads go further
// than what the loop before has stored.
// rz: double triangle(const double x[n] in, const double w[n*n] in, int n=6, int m=4)
// also: n=1, m=1
// also: n=5, m=5
// also: n=7, m=0
#include <math.h>

double triangle(const double *x, const double *w, int n, int m)
{
    double z[8], total = 0;
    for (int i = 0; i < 8; i++)
        z[i] = 0.25 * i;
    for (int r = 0; r < 3; r++) {
        for (int j = 0; j < n; j++)
            z[j] = sin(x[j] * (r + 1));
        for (int i = 0; i < n; i++) { // grows: as far as the last but one
            double s = x[i];
            for (int j = 0; j < i; j++)
                s += w[i * n + j] * z[j] * z[j];
            total += s * s;
        }
        for (int i = 0; i < n; i++) // shrinks
            for (int j = 0; j < n - i; j++)
                total += w[i * n + j] * z[j] * z[j];
        for (int i = 0; i < n; i++) // one further than what was stored in this round
            for (int j = 0; j <= i + 1; j++)
                total += w[i] * z[j] * z[j];
        for (int i = m; i < n; i++) // begins late
            for (int j = 0; j < i - m; j++)
                total += w[i * n + j] * z[j] * z[j];
        for (int j = 0; j < 8; j++)
            z[j] *= 0.5 + 0.125 * j;
    }
    return total;
}
