// A path without a derivative (inline assembly) that is never taken must not stop the program.
// rz: double f(const double x[n] in, int n=5, int mode=3)
// also: n=0
double f(const double *x, int n, int mode)
{
    double s = 0.5;
    for (int i = 0; i < n; i++) {
        double y = x[i] * s;
        if (mode == 7)
            __asm__("addsd %0, %0" : "+x"(y));
        s += y * y;
    }
    return s;
}
