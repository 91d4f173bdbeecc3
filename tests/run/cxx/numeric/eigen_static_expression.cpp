// Eigen with fixed sizes: products, transposes, an expression with temporaries.
// rz: double f(const double a[9] in, const double v[3] in)
// needs: eigen
#include <eigen3/Eigen/Dense>

extern "C" double f(const double *a, const double *v)
{
    Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>> m(a);
    Eigen::Map<const Eigen::Vector3d> x(v);
    Eigen::Vector3d y = m * x + 0.5 * m.transpose() * (m * x);
    return y.squaredNorm() + y.dot(x) * m.trace();
}
