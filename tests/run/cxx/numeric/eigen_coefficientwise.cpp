// Eigen arrays: coefficient-wise functions and reductions, written into a map of the output.
// rz: double f(const double x[n] in, double y[n] out, int n=9)
// also: n=1
// needs: eigen
#include <eigen3/Eigen/Dense>

extern "C" double f(const double *x, double *y, int n)
{
    Eigen::Map<const Eigen::ArrayXd> in(x, n);
    Eigen::Map<Eigen::ArrayXd> out(y, n);
    out = in.square() * in.exp() - in.sin() / (1.0 + in);
    return (out * in).sum() + in.maxCoeff() * in.minCoeff();
}
