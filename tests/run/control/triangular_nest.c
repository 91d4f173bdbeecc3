// A triangular loop nest of depth three over pairs and a running product.
// rz: double energy(const double q[n] in, int n=7)
// also: n=0
// also: n=1
// also: n=2
double energy(const double *q, int n)
{
    double e = 0.0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++) {
            double p = 1.0;
            for (int k = j; k <= i; k++)
                p *= q[k];
            e += p / (1.0 + (q[i] - q[j]) * (q[i] - q[j]));
        }
    return e;
}
