// A list of names and numbers: some leave it, the others are smoothed in place until they are close.
// rz: double smoothed(const double x[n] in 0.5..1.5, int n=6)
// also: n=2
#include <cmath>
#include <list>
#include <map>
#include <string>

struct Sensor {
    std::string name;
    double reading;
};

extern "C" double smoothed(const double *x, int n)
{
    std::list<Sensor> all;
    for (int i = 0; i < n; i++)
        all.push_back({std::string(3 + 7 * (i % 3), 'a' + i % 26), x[i] * x[i]});
    for (auto at = all.begin(); at != all.end();)
        at = at->name.size() == 10 && all.size() > 2 ? all.erase(at) : std::next(at);
    std::map<std::string, double> weight;
    for (const Sensor &s : all)
        weight[s.name] += std::sin(s.reading);
    double spread = 1;
    while (spread > 0.3) {
        double last = all.back().reading, most = 0;
        for (Sensor &s : all) {
            double moved = 0.6 * s.reading + 0.4 * last * std::cos(0.1 * s.reading);
            last = s.reading;
            most += std::fabs(moved - s.reading);
            s.reading = moved;
        }
        spread = 0.7 * spread + 1e-6 * most;
    }
    double sum = 0;
    for (const Sensor &s : all)
        sum += s.reading * weight[s.name] * static_cast<double>(s.name.size());
    return sum;
}
