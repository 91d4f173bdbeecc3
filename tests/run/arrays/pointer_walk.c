// Pointer arithmetic only: `while (p != end)`, post-increments on both sides.
// rz: void filter(const double x[n] in, double y[n] out, int n=9, double k=0.3)
// also: n=0
// also: n=1
void filter(const double *x, double *y, int n, double k)
{
    const double *p = x, *end = x + n;
    double state = 0.0;
    while (p != end) {
        state += k * (*p++ - state) * state + k;
        *y++ = state * state;
    }
}
