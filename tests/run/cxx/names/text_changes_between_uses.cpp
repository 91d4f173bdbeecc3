// What is computed depends on characters that change in place, inside of their strings and outside.
// rz: double f(const double x[n] in, int n=5)
// also: n=1
#include <cmath>
#include <string>
#include <vector>

namespace {

struct Machine {
    std::string program;
    double state, scale;
};

__attribute__((noinline)) double run(const Machine &m, double v)
{
    for (char c : m.program)
        v = c == '+' ? v + m.state : c == '*' ? v * m.scale : c == 's' ? std::sin(v) : v * v * 0.5;
    return v;
}

__attribute__((noinline)) void change(std::string &text, std::size_t at, char to) { text[at % text.size()] = to; }

} // namespace

extern "C" double f(const double *x, int n)
{
    Machine m{"+*s", x[0], 1.1}, longer{"+*s.+*s.+*s.+*s.+*s", x[n - 1], 0.9};
    double v = 0.3, sum = 0;
    for (int i = 0; i < n; i++) {
        m.state = x[i] * x[0];
        v = run(m, v) + run(longer, 0.1 * v);
        sum += v * x[i];
        m.program[i % 3] = "*.+s"[i % 4];
        change(longer.program, 2 * i, i % 2 ? '+' : 's');
        char *text = &m.program[0];
        text[(i + 1) % 3] = i % 2 ? 's' : '+';
        if (i == 2)
            m.program.swap(longer.program);
        if (i == 3)
            m.program.insert(1, "*").erase(0, 1);
    }
    std::vector<Machine> all(2, m);
    all.push_back(longer);
    all[0].program.resize(2, '*');
    for (const Machine &one : all)
        sum += run(one, v) * one.program.size();
    return sum;
}
