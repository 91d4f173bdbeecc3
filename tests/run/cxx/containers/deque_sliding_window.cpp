// std::deque as a sliding window.
// rz: double f(const double x[n] in, int n=12)
// also: n=0
#include <deque>

extern "C" double f(const double *x, int n)
{
    std::deque<double> window;
    double sum = 0.0, s = 0.0;
    for (int i = 0; i < n; i++) {
        window.push_back(x[i] * x[i]);
        sum += window.back();
        if (window.size() > 3) {
            sum -= window.front();
            window.pop_front();
        }
        s += sum * sum * window.front();
    }
    return s;
}
