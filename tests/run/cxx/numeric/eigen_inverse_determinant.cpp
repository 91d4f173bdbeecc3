// Eigen: the inverse and determinant of a fixed-size matrix, cross products.
// rz: double f(const double a[9] in)
// needs: eigen
#include <eigen3/Eigen/Dense>

extern "C" double f(const double *a)
{
    Eigen::Matrix3d m = Eigen::Map<const Eigen::Matrix3d>(a) + 2.0 * Eigen::Matrix3d::Identity();
    Eigen::Vector3d c = m.col(0).cross(m.col(1));
    return m.inverse().sum() * m.determinant() + c.dot(m.col(2)) * 0.1;
}
