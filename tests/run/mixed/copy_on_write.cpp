// Shared arrays copied when written while shared; snapshots kept in a deque; a mutable cache member.
// rz: double evolved(const double x[n] in, double rate 0.1..0.3, int n=5, int steps=4)
// also: steps=0
#include <deque>
#include <memory>
#include <optional>
#include <vector>

namespace {
class Field {
public:
    explicit Field(std::vector<double> v) : data(std::make_shared<std::vector<double>>(std::move(v))) {}
    double operator[](std::size_t i) const { return (*data)[i]; }
    double &at(std::size_t i)
    {
        if (data.use_count() > 1)
            data = std::make_shared<std::vector<double>>(*data);
        cached.reset();
        return (*data)[i];
    }
    std::size_t size() const { return data->size(); }
    double norm() const
    {
        if (!cached) {
            double s = 0;
            for (double v : *data)
                s += v * v;
            cached = s;
        }
        return *cached;
    }

private:
    std::shared_ptr<std::vector<double>> data;
    mutable std::optional<double> cached;
};
} // namespace

extern "C" double evolved(const double *x, double rate, int n, int steps)
{
    Field now(std::vector<double>(x, x + n));
    std::deque<Field> before;
    for (int t = 0; t < steps; t++) {
        before.push_back(now);
        double scale = now.norm();
        for (int i = t % 2; i < n; i += 2)
            now.at(i) += rate * (before.back()[(i + 1) % n] - before.front()[i]) / (1 + scale);
        if (before.size() > 2)
            before.pop_front();
    }
    double s = now.norm();
    for (const Field &f : before)
        s += 0.3 * f.norm() * f[0];
    return s + now.norm();
}
