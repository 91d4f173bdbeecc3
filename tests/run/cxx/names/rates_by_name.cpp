// Rates in a std::map by name; a model asks for them by name, changes some and erases one.
// rz: double rates(const double k[n] in 0.2..1.2, double dt, int n=4)
// also: n=3
#include <map>
#include <string>

namespace {

using Rates = std::map<std::string, double>;

Rates reactions(const double *k, int n)
{
    const char *names[] = {"decay", "formation of the activated complex", "loss", "recombination, three bodies"};
    Rates rates;
    for (int i = 0; i < n; i++)
        rates[names[i]] = k[i];
    return rates;
}

double step(const Rates &rates, double c, double dt)
{
    double dc = 0;
    for (const auto &[name, rate] : rates)
        dc += name.size() > 6 ? rate * c * c : -rate * c;
    return c + dt * dc;
}

} // namespace

extern "C" double rates(const double *k, double dt, int n)
{
    Rates rates = reactions(k, n);
    rates["loss"] *= 0.5 * k[0];
    double c = 1;
    for (int i = 0; i < 5; i++)
        c = step(rates, c, 0.05 * dt);
    rates.erase("decay");
    rates["decay" + std::string(rates.size(), '*')] += c * k[1];
    auto found = rates.find("loss");
    double total = found != rates.end() ? found->second * dt : 0;
    for (auto &[name, rate] : rates)
        total += rate * rate * name.size();
    return total + c;
}
