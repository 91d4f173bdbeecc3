// Functions change the struct they were given by value; their callers go on with their own.
// rz: double walk(double p[4] in, int n=3, double x=0.7)
// also: n=0
struct state {
    double a, b, c, d;
    int left;
};

double turn_of(struct state s, double x)
{
    if (s.left == 0)
        return s.a * x;
    s.left--;
    s.a *= x;
    s.b = s.a * s.b;
    double r = turn_of(s, x + s.b);
    s.c *= r;
    return r + s.a * s.c * turn_of(s, x);
}

double walk(const double *p, int n, double x)
{
    struct state s = {p[0] * x, p[1] * x, p[2] * x, p[3] * x, n};
    double r = turn_of(s, x);
    return r + s.a * s.b + s.c + s.d;
}
