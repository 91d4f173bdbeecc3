// A function without a body reads an array and writes another; both addresses lie in a struct.
// rz: double f(const double x[n] in, int n=4)
struct views {
    const double *from;
    double *to;
    int count;
};

void doubled(const struct views *views);

double f(const double *x, int n)
{
    double y[4] = {0};
    struct views views = {x, y, n};
    doubled(&views);  // error: NoDerivative RZ201
    return y[0] * x[1] + y[2];
}
