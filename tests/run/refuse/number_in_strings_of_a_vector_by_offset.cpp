// Numbers are put by their offset into strings of structs in a vector, which grows.
// rz: double f(const double x[n] in 0.5..1.5, int n=4)
#include <string>
#include <vector>

struct Inside {
    char *text;
    long size;
    double number;
};

struct Labelled {
    double weight;
    std::string name;
};

extern "C" double f(const double *x, int n)
{
    std::vector<Labelled> all;
    for (int i = 0; i < n; i++) {
        all.push_back(Labelled{x[i], "abcdefghijk"});
        ((Inside *)&all.back().name)->number = x[i] * x[0];  // error: ActivityError RZ405
    }
    double sum = 0;
    for (auto &one : all)
        sum += ((Inside *)&one.name)->number * one.weight;
    return sum;
}
