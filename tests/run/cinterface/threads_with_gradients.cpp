// Several threads each with derivative calls of their own: thread_local scratch, a function-local static table.
#include <thread>
#include <vector>
#include "near.h"
template <class R, class... A> R __enzyme_autodiff(void *, A...);
extern int enzyme_dup, enzyme_const, enzyme_out;

static double scaled(const double *x, int n)
{
    static const std::vector<double> table = [] {
        std::vector<double> t(16);
        for (int i = 0; i < 16; i++)
            t[i] = 1.0 / (1 + i);
        return t;
    }();
    thread_local std::vector<double> scratch;
    scratch.assign(n, 0.0);
    for (int i = 0; i < n; i++)
        scratch[i] = x[i] * x[(i + 1) % n] * table[i % 16];
    double s = 0;
    for (int i = 0; i < n; i++)
        s += scratch[i] * scratch[i];
    return s;
}

int main()
{
    const int n = 9;
    std::vector<std::vector<double>> x(6, std::vector<double>(n)), d = x;
    std::vector<std::thread> threads;
    for (int t = 0; t < 6; t++)
        for (int i = 0; i < n; i++)
            x[t][i] = 0.2 + 0.1 * t + 0.05 * i * i;
    for (int t = 0; t < 6; t++)
        threads.emplace_back([&x, &d, t] {
            for (int again = 0; again < 50; again++) {
                d[t].assign(n, 0.0);
                __enzyme_autodiff<void>((void *)scaled, enzyme_dup, x[t].data(), d[t].data(), enzyme_const, n);
            }
        });
    for (auto &t : threads)
        t.join();
    for (int t = 0; t < 6; t++)
        for (int i = 0; i < n; i++) {
            double a = x[t][i], next = x[t][(i + 1) % n], before = x[t][(i + n - 1) % n];
            int j = (i + n - 1) % n;
            near("thread", d[t][i], 2 * a * (next * next / ((1 + i) * (1 + i)) + before * before / ((1. + j) * (1 + j))));
        }
    return wrong;
}
