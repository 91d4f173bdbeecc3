// A function without a body is given a struct that holds the address of the array it reads.
// rz: double f(const double x[n] in, int n=4)
struct view {
    const double *numbers;
    int count;
};

double total(const struct view *view);

double f(const double *x, int n)
{
    struct view view = {x, n};
    return total(&view) * x[1];  // error: NoDerivative RZ201
}
