// A parser builds closures from text; the program is then run on active values.
// rz: double f(double x, double y)
#include <cmath>
#include <functional>
#include <string>
#include <vector>

using Env = std::vector<double>;
using Code = std::function<double(const Env &)>;

static Code parse(const std::string &s, std::size_t &at)
{
    char c = s[at++];
    if (c == 'x' || c == 'y') {
        std::size_t slot = c == 'x' ? 0 : 1;
        return [slot](const Env &e) { return e[slot]; };
    }
    if (c == 's') {
        Code a = parse(s, at);
        return [a](const Env &e) { return std::sin(a(e)); };
    }
    Code a = parse(s, at), b = parse(s, at);
    if (c == '+')
        return [a, b](const Env &e) { return a(e) + b(e); };
    return [a, b](const Env &e) { return a(e) * b(e); };
}

extern "C" double f(double x, double y)
{
    std::string text = "+*xs*xy*+xyy";
    std::size_t at = 0;
    Code code = parse(text, at);
    Env env{x, y};
    double first = code(env);
    env[1] = first;
    return code(env) + first;
}
