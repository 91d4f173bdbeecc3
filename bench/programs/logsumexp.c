/* log(sum exp x), safe against overflow. */
#include <math.h>

double logsumexp(const double *restrict x, int n)
{
    double m = x[0], sum = 0;
    for (int i = 1; i < n; i++)
        m = fmax(m, x[i]);
    for (int i = 0; i < n; i++)
        sum += exp(x[i] - m);
    return m + log(sum);
}
