// Branches with different formulas by regime, chained else-if on the active value.
// rz: double drag(const double v[n] in 0.1..5, int n=9, double rho=1.2)
#include <math.h>

static double coefficient(double reynolds)
{
    if (reynolds < 0.5)
        return 24.0 / reynolds;
    else if (reynolds < 2.0)
        return 24.0 / reynolds * (1.0 + 0.15 * pow(reynolds, 0.687));
    else if (reynolds < 4.0)
        return 0.44 + 0.1 * exp(-reynolds);
    return 0.44;
}

double drag(const double *v, int n, double rho)
{
    double total = 0.0;
    for (int i = 0; i < n; i++)
        total += 0.5 * rho * v[i] * v[i] * coefficient(rho * v[i]);
    return total;
}
