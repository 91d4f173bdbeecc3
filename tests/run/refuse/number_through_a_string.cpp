// Settings are kept as strings: numbers are spelled when they are set, and read when asked for.
// rz: double f(double x in 0.5..1.5)
#include <string>
#include <vector>

namespace {
struct Setting {
    int key;
    std::string text;
};
} // namespace

extern "C" double f(double x)
{
    std::vector<Setting> settings;
    for (int i = 0; i < 3; i++)
        settings.push_back({i, "+" + std::to_string(x * x + i)});
    double s = 0;
    for (const Setting &each : settings)
        if (each.key != 1)
            s += std::stod(each.text) * x;  // error: ActivityError RZ405
    return s;
}
