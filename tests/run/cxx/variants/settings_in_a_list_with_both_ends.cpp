// A list whose elements are numbers, places of numbers or counts; both ends are asked for, read and
// exchanged, beside a map of the same.
// rz: double folded(const double x[4] in 0.3..1.2, int n=4)
// also: n=1
#include <cmath>
#include <list>
#include <map>
#include <utility>
#include <variant>

using Setting = std::variant<double, double *, long>;

static double used(Setting &setting, double by)
{
    return std::visit([&](auto each) -> double {
        if constexpr (std::is_same_v<decltype(each), double *>) {
            *each = *each * 0.5 + by;
            return std::sin(*each);
        } else
            return 0.25 * (double)each;
    }, setting);
}

extern "C" double folded(const double *x, int n)
{
    double places[2] = { x[0] * x[1], x[1] };
    std::list<Setting> settings;
    std::map<int, Setting> numbered;
    for (int i = 0; i < n; ++i) {
        Setting one = (long)i;
        if (i % 3 == 0)
            one = std::tanh(x[i % 4]);
        else if (i % 3 == 1)
            one = places + 1;
        settings.push_back(one);
        numbered[i * 7 % 5] = one;
    }
    settings.push_back(places);
    Setting first = settings.front();
    settings.front() = settings.back();
    std::swap(first, settings.back());
    numbered.begin()->second = x[3];
    double s = 0.5 * (double)settings.size() + (double)numbered.size();
    for (Setting &each : settings)
        s += used(each, x[2]);
    for (auto &[name, each] : numbered)
        s += used(each, s) * (name + 1);
    return s;
}
