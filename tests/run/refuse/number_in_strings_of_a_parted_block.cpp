// A block is parted by the program, and a number is put into an empty string in it, which is copied.
// rz: double f(const double x[n] in 0.5..1.5, int n=4)
// flags: -stdlib=libc++
#include <cstdlib>
#include <new>
#include <string>

struct Inside {
    char *text;
    long size;
    double number;
};

struct Room {
    char *at;
    void *take(int bytes)
    {
        void *taken = at;
        at += bytes;
        return taken;
    }
};

extern "C" double f(const double *x, int n)
{
    char *block = (char *)std::calloc(4096, 1);
    Room room{block};
    double *a = (double *)room.take(8 * n);
    std::string *one = new (room.take(24)) std::string, *two = new (room.take(24)) std::string("ab");
    for (int i = 0; i < n; i++)
        a[i] = x[i] * x[0];
    ((Inside *)one)->number = a[1] * x[1];
    *two = *one;  // error: ActivityError RZ405
    double found = ((Inside *)two)->number * a[2];
    std::free(block);
    return found;
}
