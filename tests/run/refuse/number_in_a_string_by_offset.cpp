// A number is put into a string by its offset, and strings that are moved and exchanged carry it.
// rz: double f(const double x[n] in 0.5..1.5, int n=4)
#include <string>
#include <utility>

struct Inside {
    char *text;
    long size;
    double number;
};

extern "C" double f(const double *x, int n)
{
    std::string one = "abcdefghijk", other = "lmnopqrstuv";
    ((Inside *)&one)->number = x[0] * x[1];
    std::string moved = std::move(one);
    std::swap(moved, other);
    return ((Inside *)&other)->number * x[2];  // error: ActivityError RZ405
}
