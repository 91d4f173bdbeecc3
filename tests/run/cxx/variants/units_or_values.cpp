// A unit or a value for each channel: variants are moved into a map, replaced and moved out again.
// rz: double reading(const double x[4] in, int n=5)
#include <map>
#include <string>
#include <variant>
#include <vector>

using Entry = std::variant<std::string, double>;

static void put(std::map<int, Entry> &all, int channel, Entry entry) { all[channel] = std::move(entry); }

extern "C" double reading(const double *x, int n)
{
    std::map<int, Entry> all;
    for (int i = 0; i < n; i++) {
        put(all, i, x[i % 4] * x[0]);
        if (i % 3 == 1) put(all, i, std::string(i, 'm') + " per second");
    }
    put(all, 1, x[1]);
    std::vector<Entry> taken;
    for (auto &[channel, entry] : all) taken.push_back(std::move(entry));
    double sum = 0;
    for (const auto &entry : taken)
        if (auto value = std::get_if<double>(&entry)) sum += *value * *value;
        else sum *= std::get<std::string>(entry).size();
    return sum;
}
