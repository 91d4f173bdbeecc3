// A reduction that the program declares.
// rz: double f(const double x[n] in, int n=17)
struct pair { double sum, squares; };
static void merge(struct pair *into, const struct pair *from)
{
    into->sum += from->sum;
    into->squares += from->squares;
}
#pragma omp declare reduction(merge : struct pair : merge(&omp_out, &omp_in)) \
    initializer(omp_priv = (struct pair){0, 0})
double f(const double *x, int n)
{
    struct pair p = {1, 0};
#pragma omp parallel for reduction(merge : p)
    for (int i = 0; i < n; i++) {
        p.sum += x[i];
        p.squares += x[i] * x[i];
    }
    return p.squares * p.sum;
}
