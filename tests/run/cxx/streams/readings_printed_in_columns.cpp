// Names and numbers go to a stream in columns; std::setw, std::ends, strings as text.
// rz: double printed(const double x[n] in, int n=5)
#include <cmath>
#include <iomanip>
#include <map>
#include <sstream>
#include <string>

struct Reading { std::string place; double value; };

extern "C" double printed(const double *x, int n)
{
    std::map<int, Reading> readings;
    for (int i = 0; i < n; i++) {
        std::ostringstream name;
        name << std::setw(4) << i << std::string("-station") << std::ends;
        readings[n - i] = Reading{name.str(), x[i] * std::sin(x[i])};
    }
    double sum = 0;
    std::ostringstream table;
    for (auto &[at, reading] : readings) {
        table << reading.place << ' ' << std::setprecision(3) << reading.value << '\n';
        sum += reading.value * reading.value / at;
    }
    return sum * (1 + 1e-3 * (table.str().size() > 10));
}
