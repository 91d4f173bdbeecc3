// A number is put into an empty string of libc++, and the library copies the string.
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
    int id;
};

extern "C" double f(const double *x, int n)
{
    Labelled one{x[0], "", 1}, two{x[1], "abc", 2};
    ((Inside *)&one.name)->number = x[0] * x[1];
    two.name = one.name;  // error: ActivityError RZ405
    return ((Inside *)&two.name)->number * x[2] + two.weight;
}
