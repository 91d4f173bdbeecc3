// Duff's device in a template, its steps calls of a functor with state that may throw.
// rz: double f(const double x[n] in, double w, int n=10)
// also: n=5
// also: n=1
#include <cmath>
#include <stdexcept>

struct Fold {
    double state;
    __attribute__((noinline)) void operator()(double v)
    {
        if (v < 0.0)
            throw std::runtime_error("negative");
        state = std::sqrt(v) * state + v;
    }
};

struct Guard {
    double *sum;
    ~Guard() { *sum += 1.0; }
};

template <typename Step> void unrolled(const double *x, int n, Step &step, double *sum)
{
    Guard guard{sum};
    int rounds = (n + 3) / 4;
    switch (n % 4) {
    case 0:
        do {
            step(*x++);
            [[fallthrough]];
        case 3:
            step(*x++);
            [[fallthrough]];
        case 2:
            step(*x++);
            [[fallthrough]];
        case 1:
            step(*x++);
            *sum += step.state;
        } while (--rounds > 0);
    }
}

extern "C" double f(const double *x, double w, int n)
{
    Fold fold{w};
    double sum = 0.0;
    unrolled(x, n, fold, &sum);
    return sum * fold.state;
}
