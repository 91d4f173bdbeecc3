// A pointer that walks in some turns only: its step is no line.
// rz: double f(double x[n*n] inout, const int skip[n] const below 2, int n=5)
// also: n=1
double f(double *x, const int *skip, int n)
{
    double *p = x, sum = 0;
    for (int j = 0; j < n; j++) {
        if (skip[j])
            continue;
        for (int i = j; i < n; i++) {
            sum += *p * (i + 1);
            *p = *p * *p * 0.5;
            p++;
        }
    }
    return sum;
}
