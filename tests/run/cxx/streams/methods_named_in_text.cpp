// A method chosen by name, its parameters parsed from text.
// rz: double f(double x, int which=0)
// also: which=1
// also: which=2
#include <cmath>
#include <sstream>
#include <string>
#include <vector>

static double applied(const std::string &name, double v)
{
    if (name == "square") return v * v;
    if (name == "sine") return std::sin(v);
    if (name.rfind("pow", 0) == 0) return std::pow(v, std::stod(name.substr(3)));
    return v;
}

extern "C" double f(double x, int which)
{
    const char *programs[] = {"square sine", "sine pow2.5 square", "pow3"};
    std::istringstream in(programs[which]);
    std::string word;
    double v = x;
    while (in >> word)
        v = applied(word, v) + 0.25;
    return v;
}
