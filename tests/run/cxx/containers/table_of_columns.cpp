// A data frame: columns by name, computed from others, filtered and joined.
// rz: double table(const double x[n] in 0.5..1.5, const double y[n] in -1..1, int n=6)
// also: n=2
#include <algorithm>
#include <functional>
#include <numeric>
#include <string>
#include <vector>

namespace {

struct Column {
    std::string name;
    std::vector<double> values;
};

class Table {
public:
    std::vector<double> &operator[](const std::string &name)
    {
        auto found = std::find_if(columns_.begin(), columns_.end(), [&](const Column &c) { return c.name == name; });
        if (found == columns_.end())
            found = columns_.insert(columns_.end(), Column{name, {}});
        return found->values;
    }
    void derive(const std::string &name, const std::string &a, const std::string &b, const std::function<double(double, double)> &how)
    {
        std::vector<double> made((*this)[a].size());
        std::transform((*this)[a].begin(), (*this)[a].end(), (*this)[b].begin(), made.begin(), how);
        (*this)[name] = std::move(made);
    }
    void drop(const std::string &name)
    {
        columns_.erase(std::remove_if(columns_.begin(), columns_.end(), [&](const Column &c) { return c.name == name; }), columns_.end());
    }
    double sum() const
    {
        double total = 0;
        for (const Column &c : columns_)
            total += std::accumulate(c.values.begin(), c.values.end(), 0.0) * c.name.length();
        return total;
    }

private:
    std::vector<Column> columns_;
};

} // namespace

extern "C" double table(const double *x, const double *y, int n)
{
    Table t;
    t["x"].assign(x, x + n);
    t["the second column"].assign(y, y + n);
    double scale = x[0];
    t.derive("product", "x", "the second column", [scale](double a, double b) { return scale * a * b; });
    t.derive("squares of both of them", "product", "x", [](double a, double b) { return a * a + b * b; });
    t.drop("x");
    return t.sum();
}
