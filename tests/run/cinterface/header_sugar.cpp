// The C++17 header: typed activities, Reverse, ReverseWithPrimal, Forward.
#include <cstddef>
#include <vector>
#include <enzyme/enzyme>
#include "near.h"

static double square(double x) { return x * x; }

static double sum_exp(const double *x, std::size_t n)
{
    double s = 0.0;
    for (std::size_t i = 0; i < n; i++)
        s += exp(x[i]);
    return s;
}

static double energy(const std::vector<double> &v)
{
    double s = 0.0;
    for (double e : v)
        s += e * e * e;
    return s;
}

int main()
{
    near("reverse", enzyme::get<0>(enzyme::get<0>(enzyme::autodiff<enzyme::Reverse>(square, enzyme::Active<double>{3.1}))), 6.2);
    auto both = enzyme::autodiff<enzyme::ReverseWithPrimal>(square, enzyme::Active<double>{3.1});
    near("gradient", enzyme::get<0>(enzyme::get<0>(both)), 6.2);
    near("primal", enzyme::get<1>(both), 9.61);
    near("forward", enzyme::get<0>(enzyme::autodiff<enzyme::Forward>(square, enzyme::Duplicated<double>{3.1, 2.0})), 12.4);
    double x[3] = {0.1, 0.2, 0.3}, dx[3] = {0, 0, 0};
    enzyme::autodiff<enzyme::Reverse>(sum_exp, enzyme::Duplicated<const double *>{x, dx}, enzyme::Const<std::size_t>{3});
    for (int i = 0; i < 3; i++)
        near("dx", dx[i], exp(x[i]));
    const std::vector<double> v{1.0, 2.0};
    std::vector<double> dv(2);
    enzyme::autodiff<enzyme::Reverse>(energy, enzyme::Duplicated<const std::vector<double> &>{v, dv});
    near("dv", dv[1], 12.0);
    return wrong;
}
