// A global table of pointers to global cells, initialised statically, rewired at run time.
// rz: double rewire(double a, double b, double c)
static double left, right, spare = 0.5;
static double *const fixed[3] = {&left, &right, &spare};
static double *moving[2] = {&left, &right};

double rewire(double a, double b, double c)
{
    *fixed[0] = a * b;
    *fixed[1] = b + c;
    *fixed[2] = c * c;
    moving[0] = &spare;
    moving[1] = fixed[(int)(a > 0.0)];
    *moving[0] *= *moving[1];
    moving[1] = &left;
    *moving[1] += spare;
    return left * right + spare * a;
}
