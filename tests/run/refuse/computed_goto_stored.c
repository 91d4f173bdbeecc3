// Addresses of labels are kept in memory between calls.
// rz: double f(const double x[n] in, double s, int n=6)
double f(const double *x, double s, int n)
{
    static const void *way[2];
    double r = s;
    int i = 0;
    if (!way[0]) {
        way[0] = &&add;
        way[1] = &&multiply;
    }
next:
    if (i >= n)
        return r;
    goto *way[i & 1];  // error: NoDerivative RZ208
add:
    r += x[i++];
    goto next;
multiply:
    r *= x[i++];
    goto next;
}
