/* The logarithm of each number by its Taylor series around 1, and their sum. */
#include <math.h>

double taylorlog(const double *x, int n, int terms)
{
    double total = 0;
    for (int i = 0; i < n; i++)
        for (int k = 1; k <= terms; k++)
            total -= pow(1 - x[i], k) / k;
    return total;
}
