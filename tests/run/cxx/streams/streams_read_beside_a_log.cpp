// A stream of names and numbers is read while a file of results is written, through text of its own.
// rz: double f(double x in 0.5..1.5, int n=3)
// also: n=0
#include <fstream>
#include <iomanip>
#include <iostream>
#include <sstream>
#include <stdexcept>
#include <string>

struct Config { double a = 1, b = 2; };

static Config read(std::istream &in)
{
    Config found;
    std::string key;
    while (in >> key) {
        if (key == "a")
            in >> found.a;
        else if (key == "b")
            in >> found.b;
        else
            throw std::runtime_error("unknown key " + key);
    }
    return found;
}

static std::string shown(double v)
{
    std::ostringstream out;
    out << std::setprecision(3) << std::fixed << v;
    return out.str();
}

extern "C" double f(double x, int n)
{
    double s = 0;
    std::ofstream log("/dev/null");
    for (int i = 0; i < n; i++) {
        std::istringstream text("a 2.5 b " + std::to_string(i));
        Config c = read(text);
        s += c.a * x * x + c.b * x * s;
        log << "i = " << std::setw(4) << i << " s = " << shown(s) << std::endl;
        if (s < -1e9) {
            std::cerr << shown(s) << "\n";
            throw std::runtime_error("s is " + shown(s));
        }
        std::ifstream none("/nonexistent/table.txt");
        double w = 0;
        if (none >> w)
            s += w * x;
    }
    return s;
}
