// A table of variants, names and numbers, is copied, changed and exchanged.
// rz: double f(const double x[n] in 0.5..1.5, int n=4)
// needs: libstdc++
#include <string>
#include <variant>
#include <vector>
using Cell = std::variant<std::string, double>;
static double read(const std::vector<Cell> &cells)
{
    double sum = 0;
    for (const Cell &c : cells)
        if (const double *v = std::get_if<double>(&c)) sum += *v * *v;
        else sum += std::get<std::string>(c).size();
    return sum;
}
extern "C" double f(const double *x, int n)
{
    std::vector<Cell> a;
    for (int i = 0; i < n; i++) {
        a.push_back(x[i] * x[0]);
        a.push_back(std::string("name"));
    }
    std::vector<Cell> b = a;
    b[0] = std::string("first");
    b[1] = x[1] * x[2];
    std::swap(b[2], b[3]);
    return read(a) + 2 * read(b);
}
