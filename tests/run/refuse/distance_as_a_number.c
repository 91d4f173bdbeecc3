// The distance between two blocks is computed with as a floating-point number.
// rz: double f(const double x[n] in 0.5..1.5, int n=4)
#include <stdlib.h>

double f(const double *x, int n)
{
    double *one = malloc(n * sizeof(double)), *two = malloc(n * sizeof(double)), sum = 0;
    for (int i = 0; i < n; i++) {
        one[i] = x[i] * x[i];
        two[i] = x[i] * x[i] * x[i];
    }
    double far = (double)((char *)two - (char *)one) / 2 * n;
    double *other = (double *)((char *)one + (long)(far / n * 2));  // error: ActivityError RZ405
    for (int i = 0; i < n; i++)
        sum += other[i];
    free(one);
    free(two);
    return sum;
}
