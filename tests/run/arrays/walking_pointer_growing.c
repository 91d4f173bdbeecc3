// Rows that grow, with a gap between them, walked through by pointers in both directions.
// rz: double f(double x[n*(n+1)/2+2*n+1] inout, int n=5)
// also: n=0
// also: n=1
double f(double *x, int n)
{
    double *p = x, *q = x + n * (n + 1) / 2 + 2 * n;
    double sum = 0;
    for (int j = 0; j < n; j++) {
        for (int i = 0; i <= j; i++) {
            sum += *p * *q * (j + 1);
            *p++ *= *q-- * 0.3;
        }
        p += 2;
        q--;
    }
    return sum;
}
