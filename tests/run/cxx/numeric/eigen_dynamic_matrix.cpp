// Eigen with dynamic sizes: allocation, products, blocks.
// rz: double f(const double a[n*n] in, const double v[n] in, int n=5)
// also: n=1
// needs: eigen
#include <eigen3/Eigen/Dense>

extern "C" double f(const double *a, const double *v, int n)
{
    Eigen::MatrixXd m = Eigen::Map<const Eigen::MatrixXd>(a, n, n);
    Eigen::VectorXd x = Eigen::Map<const Eigen::VectorXd>(v, n);
    for (int k = 0; k < 2; k++)
        x = (m * x * 0.3 + x).eval();
    m.row(0) += x.transpose();
    return (m * x).sum() + x.head((n + 1) / 2).norm();
}
