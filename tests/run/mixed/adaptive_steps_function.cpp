// Dormand-Prince with step control over a std::function, events looked for, all steps recorded.
// rz: double path(double a 0.5..1, double b 0.5..1, const double y0[2] in 0.5..1, double end 1.5..2)
// tolerance: loose
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <vector>

namespace {

using State = std::array<double, 2>;
using System = std::function<State(double, const State &)>;
using Event = std::function<double(const State &)>;

struct Step {
    double t, h;
    State y;
};

State moved(const State &y, double h, std::initializer_list<double> factors, const std::vector<State> &k)
{
    State made = y;
    std::size_t s = 0;
    for (double factor : factors) {
        for (std::size_t i = 0; i < y.size(); i++)
            made[i] += h * factor * k[s][i];
        s++;
    }
    return made;
}

std::vector<Step> integrated(const System &f, State y, double end, const Event &event, double tolerance)
{
    std::vector<Step> steps{{0, 0, y}};
    double t = 0, h = 0.1;
    while (t < end && steps.size() < 40) {
        h = std::min(h, end - t);
        std::vector<State> k{f(t, y)};
        k.push_back(f(t + h / 4, moved(y, h, {0.25}, k)));
        k.push_back(f(t + 3 * h / 8, moved(y, h, {3. / 32, 9. / 32}, k)));
        k.push_back(f(t + 12 * h / 13, moved(y, h, {1932. / 2197, -7200. / 2197, 7296. / 2197}, k)));
        k.push_back(f(t + h, moved(y, h, {439. / 216, -8, 3680. / 513, -845. / 4104}, k)));
        State four = moved(y, h, {25. / 216, 0, 1408. / 2565, 2197. / 4104, -0.2}, k);
        k.push_back(f(t + h / 2, moved(y, h, {-8. / 27, 2, -3544. / 2565, 1859. / 4104, -11. / 40}, k)));
        State five = moved(y, h, {16. / 135, 0, 6656. / 12825, 28561. / 56430, -9. / 50, 2. / 55}, k);
        double error = 1e-12;
        for (std::size_t i = 0; i < y.size(); i++)
            error = std::max(error, std::fabs(five[i] - four[i]));
        if (error < tolerance) {
            t += h;
            y = five;
            steps.push_back({t, h, y});
            if (event && event(y) < 0)
                break;
        }
        h *= std::clamp(0.9 * std::pow(tolerance / error, 0.2), 0.3, 3.0);
    }
    return steps;
}

} // namespace

extern "C" double path(double a, double b, const double *y0, double end)
{
    System prey = [=](double t, const State &y) {
        return State{a * y[0] - b * y[0] * y[1] + 0.1 * std::sin(t), -a * y[1] + b * y[0] * y[1]};
    };
    Event low = [&a](const State &y) { return y[0] - 0.05 * a; };
    std::vector<Step> steps = integrated(prey, {y0[0], y0[1]}, end, low, 1e-5);
    double sum = 0;
    for (const Step &s : steps)
        sum += s.h * (s.y[0] * s.y[0] + 0.5 * s.y[1]);
    return sum + steps.back().y[1];
}
