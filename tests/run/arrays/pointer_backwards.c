// A pointer that runs from the end to the start, and a difference of pointers as a weight.
// rz: double back(const double x[n] in, int n=8)
// also: n=1
double back(const double *x, int n)
{
    double s = 0.0;
    for (const double *p = x + n; p-- > x;)
        s = s * 0.8 + *p * *p * (double)(p - x + 1);
    return s;
}
