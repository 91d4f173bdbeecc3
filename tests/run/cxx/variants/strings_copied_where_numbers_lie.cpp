// Elements hold three numbers or a string, one after the other; they are copied, shortened, put
// over one another.
// rz: double f(const double x[n] in 0.5..1.5, int n=4)
#include <array>
#include <string>
#include <variant>
#include <vector>

struct Named {
    std::variant<std::string, std::array<double, 3>> what;
    double weight;
};

static double total(const std::vector<Named> &all, int at)
{
    double sum = 0;
    for (const Named &one : all)
        if (one.what.index())
            sum += std::get<1>(one.what)[2] * std::get<1>(one.what)[at] * one.weight;
        else
            sum += std::get<0>(one.what).size() * one.weight;
    return sum;
}

extern "C" double f(const double *x, int n)
{
    std::vector<Named> all;
    for (int i = 0; i < n; i++) {
        all.push_back({std::array<double, 3>{x[i], x[0], x[i] * x[1]}, x[i]});
        all.push_back({std::string(i, 'x'), 2});
    }
    for (int i = 0; i + 1 < (int)all.size(); i++)
        all[i] = all[i + 1];
    all[2].what = std::string("abcdefghijkl");
    std::get<0>(all[2].what).resize(2);
    std::vector<Named> other = all;
    other[3] = other[2];
    other[5] = other[2];
    std::get<0>(other[5].what) += "y";
    all[1].what = other[5].what;
    all[1].what = std::array<double, 3>{x[1], x[0], x[1] * x[1]};
    return total(other, 0) + total(all, 1);
}
