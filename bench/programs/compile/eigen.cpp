#include <Eigen/Dense>

extern "C" double energy(const double *x) {
    Eigen::Map<const Eigen::Vector3d> v(x);
    Eigen::Matrix3d a = v * v.transpose() + Eigen::Matrix3d::Identity();
    return v.dot(a * v);
}
