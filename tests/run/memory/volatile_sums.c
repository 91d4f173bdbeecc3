// Sums in volatile variables, as they are written against reordering; the compensation is one, too.
// rz: double f(const double x[n] in, int n=9)
// also: n=0
double f(const double *x, int n)
{
    volatile double sum = 0, lost = 0;
    for (int i = 0; i < n; i++) {
        volatile double term = x[i] * x[i] * x[i] - lost;
        volatile double next = sum + term;
        lost = (next - sum) - term;
        sum = next;
    }
    return sum * sum;
}
