// Structs with a label before their numbers are made of literals, in a vector and one by one.
// rz: double labelled(const double x[n] in, int n=6)
#include <cmath>
#include <memory>
#include <string>
#include <vector>

struct Sample { std::string label; double mean; double weight; std::vector<double> all; };

static Sample made(const char *label, double mean)
{
    return {label, mean, 0.5 * mean, {mean, mean * mean}};
}

extern "C" double labelled(const double *x, int n)
{
    std::vector<Sample> samples;
    for (int i = 0; i < n; i++)
        samples.push_back(made(i % 2 ? "odd" : "an even sample with a long label", x[i]));
    auto last = std::make_unique<Sample>(samples.back());
    last->label = "last";
    samples.insert(samples.begin(), *last);
    double sum = 0;
    for (const Sample &sample : samples)
        for (double each : sample.all)
            sum += each * sample.weight * std::exp(-sample.mean) * sample.label.size();
    return sum;
}
