// Lists inside of objects on the heap: counters before and behind them, spliced, reversed, cut.
// rz: double queued(const double x[n] in, int n=7)
// also: n=0
#include <list>
#include <memory>
#include <vector>

namespace {
struct Queue {
    int taken = 0;
    std::list<double> waiting;
    long seen = 0;
    double weight = 1;
    void add(double v)
    {
        waiting.push_back(v);
        if (++seen % 4 == 0)
            waiting.splice(waiting.begin(), waiting, std::prev(waiting.end()));
    }
    double take()
    {
        double v = waiting.front() * weight;
        waiting.pop_front();
        taken++;
        return v;
    }
};
} // namespace

extern "C" double queued(const double *x, int n)
{
    std::vector<std::unique_ptr<Queue>> all;
    for (int k = 0; k < 3; k++) {
        all.push_back(std::make_unique<Queue>());
        all[k]->weight = 1 + 0.25 * k;
    }
    for (int i = 0; i < n; i++)
        all[i % 3]->add(x[i] * x[i]);
    all[1]->waiting.splice(all[1]->waiting.begin(), all[2]->waiting);
    all[1]->waiting.reverse();
    double s = 0;
    for (auto &q : all)
        while (q->waiting.size() > 1)
            s = 0.5 * s + q->take() * q->taken;
    for (auto &q : all) {
        for (double v : q->waiting)
            s += v * s * q->seen;
        s *= 1 + q->waiting.size();
    }
    return s;
}
