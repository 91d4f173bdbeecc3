// Casts between integers and floats on the way: zero derivative through the integer.
// rz: double staircase(const double x[n] in 0.1..8, int n=9)
// also: n=0
double staircase(const double *x, int n)
{
    double s = 0.0;
    for (int i = 0; i < n; i++) {
        int k = (int)x[i];
        unsigned char b = (unsigned char)(x[i] * 10.0);
        double part = x[i] - k;
        s += part * part * (k + 1) + (double)(b % 7) * part;
    }
    return s;
}
