// A callee returns one of two pointers, both active.
// rz: double either(const double a[n] in, const double b[n] in, const int pick[n] below 2, int n=8)
// also: n=0
// needs: zero
__attribute__((noinline)) static const double *choose(const double *a, const double *b, int which)
{
    return which ? b : a;
}

double either(const double *a, const double *b, const int *pick, int n)
{
    double s = 1.0;
    for (int i = 0; i < n; i++)
        s *= 0.3 + choose(a, b, pick[i])[i];
    return s;
}
