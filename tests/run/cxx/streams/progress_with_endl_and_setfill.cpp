// A solver that prints its progress with all kinds of manipulators, std::endl and fill characters.
// rz: double f(const double x[n] in, double s in, int n=4)
// also: n=0
#include <cmath>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <sstream>

extern "C" double f(const double *x, double s, int n)
{
    std::ofstream log("/dev/null");
    std::ostringstream table;
    table << std::setfill('-') << std::setw(20) << '-' << std::endl;
    double sum = 0.5;
    for (int i = 0; i < n; i++) {
        sum += std::sin(x[i] * s) * sum;
        log << std::setw(12) << std::setfill('*') << std::fixed << std::setprecision(6) << sum << '|' << std::left
            << std::setw(4) << i << std::endl;
        table << std::right << std::setw(6) << i << std::setfill('0') << std::scientific << std::showpos << sum
              << std::hex << std::showbase << i << std::ends << std::endl;
    }
    log << table.str() << std::boolalpha << (sum > 0) << std::noshowpos << std::defaultfloat << sum << std::flush;
    table.width(8);
    table.fill('#');
    table << sum;
    table.put(table.widen('!'));
    return sum * s + (table.str().size() < 9 ? 1.0 : 0.0);
}
