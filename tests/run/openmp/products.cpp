// A product, the largest and the smallest number, by reductions of a template.
// rz: double f(const double x[n] in 0.7..1.3, int n=11)
template <class T> static T product(const T *x, int n)
{
    T p = 1;
#pragma omp parallel for reduction(* : p) schedule(static, 3)
    for (int i = 0; i < n; i++)
        p *= x[i] * x[i];
    return p;
}
template <class T> static T range(const T *x, int n)
{
    T lo = x[0], hi = x[0];
#pragma omp parallel for reduction(min : lo) reduction(max : hi)
    for (int i = 0; i < n; i++) {
        T v = x[i] * x[i];
        lo = v < lo ? v : lo;
        hi = v > hi ? v : hi;
    }
    return (hi - lo) * hi;
}
extern "C" double f(const double *x, int n) { return product(x, n) * range(x, n); }
