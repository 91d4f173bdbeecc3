#include <Eigen/Dense>

extern "C" double logdet(const double *x, int n) {
    Eigen::Map<const Eigen::MatrixXd> a(x, n, n);
    Eigen::LLT<Eigen::MatrixXd> llt(a * a.transpose() + Eigen::MatrixXd::Identity(n, n));
    Eigen::MatrixXd l = llt.matrixL();
    return 2 * l.diagonal().array().log().sum();
}
