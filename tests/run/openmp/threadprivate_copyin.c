// Parameters that depend on the input are copied to all threads; functions in the region read them.
// rz: double f(const double x[n] in, const double p[3] in, int n=8)
// also: n=1
struct model {
    double rate;
    int order;
    double scale[2];
};
static struct model model = {1, 2, {0.5, 0.25}};
#pragma omp threadprivate(model)

static double value(double x)
{
    double sum = 0;
    for (int k = 0; k < model.order; k++)
        sum += model.scale[k] * x * model.rate;
    return sum;
}

double f(const double *x, const double *p, int n)
{
    double sum = 0;
    model.rate = p[0] * p[1];
    model.order = 2;
    model.scale[0] = p[1];
    model.scale[1] = p[2] * p[2];
#pragma omp parallel for copyin(model) reduction(+ : sum)
    for (int i = 0; i < n; i++)
        sum += value(x[i]) * value(x[i]);
    return sum;
}
