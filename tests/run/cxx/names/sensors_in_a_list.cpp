// Sensors with names in a linked list of their own, weighed by name, smoothed until they are close.
// rz: double smoothed(const double x[n] in 0.5..1.5, int n=6)
// also: n=2
#include <cmath>
#include <map>
#include <memory>
#include <string>

struct Sensor {
    std::string name;
    double reading;
    std::unique_ptr<Sensor> next;
};

extern "C" double smoothed(const double *x, int n)
{
    std::unique_ptr<Sensor> first;
    for (int i = 0; i < n; i++) {
        auto made = std::make_unique<Sensor>();
        made->name = std::string(3 + 7 * (i % 3), 'a' + i % 26);
        made->reading = x[i] * x[i];
        made->next = std::move(first);
        first = std::move(made);
    }
    std::map<std::string, double> weight;
    for (const Sensor *s = first.get(); s; s = s->next.get())
        weight[s->name] += std::sin(s->reading);
    double spread = 1;
    while (spread > 0.3) {
        double last = x[0], most = 0;
        for (Sensor *s = first.get(); s; s = s->next.get()) {
            double moved = 0.6 * s->reading + 0.4 * last * std::cos(0.1 * s->reading);
            last = s->reading;
            most += (moved - s->reading) * (moved - s->reading);
            s->reading = moved;
        }
        spread = 0.7 * spread + 1e-6 * most;
    }
    double sum = 0;
    for (const Sensor *s = first.get(); s; s = s->next.get())
        sum += s->reading * weight[s->name] * static_cast<double>(s->name.size());
    return sum;
}
