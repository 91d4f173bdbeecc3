// Eigen: a dynamic LLT factorisation and solve.
// rz: double f(const double a[n*n] in -1..1, const double b[n] in, int n=4)
// also: n=1
// needs: eigen
#include <eigen3/Eigen/Dense>

extern "C" double f(const double *a, const double *b, int n)
{
    Eigen::MatrixXd m = Eigen::Map<const Eigen::MatrixXd>(a, n, n);
    Eigen::MatrixXd s = m.transpose() * m + Eigen::MatrixXd::Identity(n, n);
    Eigen::VectorXd rhs = Eigen::Map<const Eigen::VectorXd>(b, n);
    Eigen::VectorXd x = s.llt().solve(rhs);
    return x.squaredNorm() + x.dot(rhs);
}
