// __enzyme_batch: an argument without a marker is a vector.
#include "near.h"

struct two {
    double first, second;
};
extern int enzyme_width, enzyme_scalar, enzyme_vector;
struct two __enzyme_batch(void *, ...);

static double product(double x, double y) { return x * y; }
static double scaled(double x, int n) { return n * x; }
static double weighed(const double *w, double x) { return w[0] * x; }

int main(void)
{
    double u[1] = {3}, v[1] = {5};
    struct two r = __enzyme_batch((void *)product, enzyme_width, 2, 1.0, 2.0, 3.0, 4.0);
    near("first", r.first, 3), near("second", r.second, 8);
    r = __enzyme_batch((void *)product, enzyme_width, 2, enzyme_scalar, 2.0, 3.0, 4.0);
    near("first, one scalar", r.first, 6), near("second, one scalar", r.second, 8);
    r = __enzyme_batch((void *)scaled, enzyme_width, 2, 1.5, 2.5, 2, 3);
    near("first, with integers", r.first, 3), near("second, with integers", r.second, 7.5);
    r = __enzyme_batch((void *)weighed, enzyme_width, 2, u, v, enzyme_vector, 1.5, 2.5);
    near("first, with pointers", r.first, 4.5), near("second, with pointers", r.second, 12.5);
    return wrong;
}
