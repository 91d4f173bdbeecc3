// Numbers are put into empty strings of an object with hundreds of members, and it is copied.
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

struct Many {
    double a[100];
    Labelled each[50];
    double b[100];
};

static void copy(Labelled &to, const Labelled &from)
{
    to.weight = from.weight;
    to.name = from.name;  // error: ActivityError RZ405
}

extern "C" double f(const double *x, int n)
{
    Many *one = new Many(), *two = new Many();
    for (int i = 0; i < 50; i++) {
        one->a[i] = x[i % n];
        ((Inside *)&one->each[i].name)->number = x[i % n] * x[0];
        one->b[i] = one->a[i] * 2;
    }
    for (int i = 0; i < 50; i++)
        copy(two->each[i], one->each[i]);
    double sum = 0;
    for (int i = 0; i < 50; i++)
        sum += ((Inside *)&two->each[i].name)->number * one->b[i];
    delete one;
    delete two;
    return sum;
}
