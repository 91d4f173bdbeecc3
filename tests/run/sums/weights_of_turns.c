// A sum of weighed sums: the weight of an inner sum is known before it begins, or only behind it.
// rz: double f(const double x[n*m*d] in, const double w[n] in, int d=3, int m=3, int n=4)
// also: n=1
// also: m=1
#include <math.h>
double f(const double *restrict x, const double *restrict w, int d, int m, int n)
{
    double total = 0;
    for (int i = 0; i < n; i++) {
        double weight = exp(w[i]), sum = 0, other = 0;
        for (int k = 0; k < m; k++) {
            const double *p = x + (i * m + k) * d;
            double s = 1;
            for (int j = 0; j < d; j++)
                s *= 1 + 0.3 * sin(p[j] * weight);
            sum += s;
        }
        for (int k = 0; k < m; k++) {
            const double *p = x + (i * m + k) * d;
            double s = 1;
            for (int j = 0; j < d; j++)
                s *= cos(p[j] * w[i]);
            other += s;
        }
        total += weight * sum + other * other;
    }
    return total;
}
