// A number is put among characters that are zero, in a string of libc++, and comes back through
// another string.
// rz: double f(const double x[n] in 0.5..1.5, int n=4)
// flags: -stdlib=libc++
#include <string>

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
    Labelled one{x[0], std::string(22, '\0')}, three{x[1], "abc"};
    ((Inside *)&one.name)->number = x[0] * x[1];
    std::string two = one.name;
    three.name = two;  // error: ActivityError RZ405
    return ((Inside *)&three.name)->number * x[2] + three.weight;
}
