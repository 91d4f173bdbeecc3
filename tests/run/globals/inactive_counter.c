// A global counter is incremented but only integers are kept in it.
// rz: double counted(const double x[n] in, int n=6)
// also: n=0
static int calls;
static int histogram[4];

static double f(double x)
{
    calls++;
    histogram[calls % 4]++;
    return x * x + 1.0 / (1.0 + x);
}

double counted(const double *x, int n)
{
    double s = 0.0;
    for (int i = 0; i < n; i++)
        s += f(x[i]) * (i + 1);
    return s;
}
