// Reductions by sum, product and maximum in one loop (reassociated).
// rz: double three(const double x[n] in, int n=29)
// also: n=1
// flags: -ffast-math
double three(const double *x, int n)
{
    double sum = 0.0, product = 1.0, top = 0.0;
    for (int i = 0; i < n; i++) {
        sum += x[i] * x[i];
        product *= x[i];
        top = x[i] > top ? x[i] : top;
    }
    return sum * product + top * top;
}
