// A number is put where a long string keeps its capacity, and the strings are exchanged.
// rz: double f(const double x[n] in 0.5..1.5, int n=4)
// needs: libstdc++
#include <string>

struct Inside {
    char *text;
    long size;
    double number;
};

struct Labelled {
    double weight;
    std::string name;
    int id;
};

extern "C" double f(const double *x, int n)
{
    Labelled one{x[0], "one of twenty characters", 1}, two{x[1], "other", 2};
    ((Inside *)&one.name)->number = x[0] * x[1];  // error: ActivityError RZ405
    one.name.swap(two.name);
    double found = ((Inside *)&two.name)->number * x[2] + two.weight;
    ((Inside *)&two.name)->number = 0;
    return found;
}
