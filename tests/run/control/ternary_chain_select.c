// Nested conditional expressions that the optimiser turns into selects.
// rz: double clamp_all(const double x[n] in -3..3, int n=16, double lo=-1.1, double hi=0.9)
double clamp_all(const double *x, int n, double lo, double hi)
{
    double s = 0.0;
    for (int i = 0; i < n; i++) {
        double c = x[i] < lo ? lo : (x[i] > hi ? hi : x[i]);
        s += c * c * (x[i] > 0.0 ? 1.0 : x[i]);
    }
    return s;
}
