// What the last iteration leaves: numbers and a struct, in a collapsed loop.
// rz: double f(const double x[n] in, int n=10)
struct pair { double a, b; };
extern "C" double f(const double *x, int n)
{
    pair p{0, 0};
    double v = 0;
#pragma omp parallel for collapse(2) lastprivate(p, v)
    for (int i = 0; i < n / 2; i++)
        for (int k = 0; k < 2; k++) {
            v = x[2 * i + k] * x[0];
            p = pair{v * v, x[i]};
        }
    return p.a * p.b + v;
}
