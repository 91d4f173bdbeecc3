// One attention head with a causal mask and a stable softmax.
// rz: void attend(const double q[n*d] in -1..1, const double k[n*d] in -1..1, const double v[n*d] in, double out[n*d] out, int n=4, int d=3)
// also: n=1
// also: n=0
#include <math.h>

void attend(const double *q, const double *k, const double *v, double *out, int n, int d)
{
    for (int i = 0; i < n; i++) {
        double weight[16], top = -1e300, sum = 0.0;
        for (int j = 0; j <= i; j++) {
            weight[j] = 0.0;
            for (int c = 0; c < d; c++)
                weight[j] += q[i * d + c] * k[j * d + c];
            weight[j] /= sqrt((double)d);
            top = weight[j] > top ? weight[j] : top;
        }
        for (int j = 0; j <= i; j++) {
            weight[j] = exp(weight[j] - top);
            sum += weight[j];
        }
        for (int c = 0; c < d; c++) {
            double s = 0.0;
            for (int j = 0; j <= i; j++)
                s += weight[j] * v[j * d + c];
            out[i * d + c] = s / sum;
        }
    }
}
