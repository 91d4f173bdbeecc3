// A number is put into a string beside numbers by its offset, and the strings are exchanged.
// rz: double f(const double x[n] in 0.5..1.5, int n=4)
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
    Labelled one{x[0], "abcdefghijk", 1}, two{x[1], "", 3};
    ((Inside *)&one.name)->number = x[0] * x[1];  // error: ActivityError RZ405
    two.name.swap(one.name);
    return ((Inside *)&two.name)->number * x[2] + two.weight;
}
