// A loop from a negative lower bound in steps of three, upper bound inclusive.
// rz: double window(const double x[21] in, int lo=-10, int hi=10, int step=3)
// also: lo=4, hi=3
// also: lo=-1, hi=-1
// also: step=7
double window(const double *x, int lo, int hi, int step)
{
    const double *centre = x + 10;
    double s = 0.0;
    for (int i = lo; i <= hi; i += step)
        s += centre[i] * centre[-i] * (1.0 + 0.01 * i * i);
    return s;
}
