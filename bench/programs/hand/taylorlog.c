/* The adjoint of taylorlog.c by hand: −(1 − x)^k / k has the slope (1 − x)^(k − 1). */
#include <math.h>

double taylorlog_hand(const double *restrict x, double *restrict d_x, int n, int terms, double seed)
{
    double total = 0;
    for (int i = 0; i < n; i++) {
        double bar = 0;
        for (int k = 1; k <= terms; k++) {
            total -= pow(1 - x[i], k) / k;
            bar += pow(1 - x[i], k - 1);
        }
        d_x[i] += seed * bar;
    }
    return total;
}
