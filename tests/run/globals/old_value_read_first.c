// A global's constant initial value is used first, then active values are accumulated, then it is restored.
// rz: double offset(double x, double y)
static double base = 1.5;

__attribute__((noinline)) static void raise_by(double v)
{
    base = base * v + v;
}

double offset(double x, double y)
{
    double before = base * x;
    raise_by(y);
    raise_by(x);
    double after = base;
    base = 1.5;
    return after * before + base * y;
}
