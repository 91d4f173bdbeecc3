// Threaded code: every instruction jumps to an address of its own choice, so cycles have many doors.
// rz: double f(const double x[n] in, double s, const int code[n] below 3, int n=6)
// also: n=1
// also: n=0
double f(const double *x, double s, const int *code, int n)
{
    static const void *const way[] = {&&add, &&multiply, &&square};
    double r = s;
    int i = 0;
    if (n <= 0)
        return r;
    if (x[0] > 1.0)
        goto multiply;
    goto *way[code[0]];
add:
    r += x[i];
    if (++i >= n)
        return r;
    goto *way[code[i]];
multiply:
    r *= x[i];
    if (++i >= n)
        return r;
    goto *way[code[i]];
square:
    r = r * r * 0.5;
    if (++i >= n)
        return r;
    goto *way[code[i]];
}
