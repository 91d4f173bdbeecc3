// An exception that is not thrown here would put a number back when it is destroyed.
// rz: double settle(const double x[n] in, double y[n] out, int n=5, double most=1e3)
// also: n=1
#include <cmath>
#include <stdexcept>
#include <string>

class Undone : public std::runtime_error {
public:
    Undone(const std::string &what, double *place, double before)
        : std::runtime_error(what), place_(place), before_(before) {}
    Undone(const Undone &other)
        : std::runtime_error(other), place_(other.place_), before_(other.before_) {}
    ~Undone() override { *place_ = before_; }

private:
    double *place_;
    double before_;
};

static void correct(double *place, double step, double most)
{
    double before = *place;
    *place += step * std::sin(before);
    if (!(std::fabs(*place) < most))
        throw Undone("the correction is too large", place, before);
}

extern "C" double settle(const double *x, double *y, int n, double most)
{
    double sum = 0;
    for (int i = 0; i < n; ++i) {
        y[i] = x[i] * x[i];
        try {
            for (int k = 1; k < 4; ++k)
                correct(&y[i], 0.5 / k, most);
        } catch (const Undone &) {
            y[i] *= 0.5;
        }
        sum += y[i] * x[i];
    }
    return sum / most;
}
