// RAII: destructors restore and accumulate state at scope exit.
// rz: double f(double x, double y, int n=4)
// also: n=0
#include <cmath>

class Scale {
    double &target;
    double saved;

public:
    Scale(double &t, double k) : target(t), saved(t) { target = t * k; }
    ~Scale() { target = saved + 0.1 * target; }
    Scale(const Scale &) = delete;
    Scale &operator=(const Scale &) = delete;
};

extern "C" double f(double x, double y, int n)
{
    double level = x, s = 0.0;
    for (int i = 0; i < n; i++) {
        Scale outer(level, y);
        if (i % 2) {
            Scale inner(level, x);
            s += std::sin(level);
        }
        s += level * level;
    }
    return s + level;
}
