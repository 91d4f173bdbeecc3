// Threads share a struct that leads to arrays.
// rz: double f(double x[n] inout, const double v[n] in, int n=12)
struct bodies { double *at; const double *speed; int n; double drag; };
static double energy(const struct bodies *b)
{
    double s = 0;
#pragma omp parallel for reduction(+ : s)
    for (int i = 0; i < b->n; i++)
        s += 0.5 * b->speed[i] * b->speed[i] * b->drag + b->at[i];
    return s;
}
double f(double *x, const double *v, int n)
{
    struct bodies b = {x, v, n, v[0] * 0.5};
#pragma omp parallel for
    for (int i = 0; i < b.n; i++)
        b.at[i] += b.speed[i] * b.drag * b.at[i];
    return energy(&b);
}
