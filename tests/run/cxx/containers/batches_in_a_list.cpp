// A list of records with two names and rows of numbers, spliced, sorted and turned around.
// rz: double batched(const double x[n] in 0.5..1.5, int n=6)
// also: n=1
// needs: types
#include <list>
#include <string>
#include <vector>

struct Batch {
    std::string name;
    std::vector<double> row;
    std::string unit;
    double weight;
};

extern "C" double batched(const double *x, int n)
{
    std::list<Batch> all, odd;
    for (int i = 0; i < n; i++) {
        Batch made{"batch " + std::to_string(i), {}, i % 2 ? "kilograms per second" : "kg", x[i] * x[i]};
        for (int k = 0; k <= i; k++)
            made.row.push_back(x[k] + 0.1 * i);
        (i % 2 ? odd : all).push_back(std::move(made));
    }
    all.splice(all.begin(), odd);
    all.sort([](const Batch &a, const Batch &b) { return a.weight < b.weight; });
    all.reverse();
    double sum = 0, place = 1;
    for (Batch &one : all) {
        one.weight *= static_cast<double>(one.unit.size());
        for (double number : one.row)
            sum += place * number * number * one.weight;
        place += 0.5;
    }
    return sum + all.front().weight * static_cast<double>(all.back().name.size());
}
