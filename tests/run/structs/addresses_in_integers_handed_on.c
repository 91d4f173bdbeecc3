// Addresses as integers: arguments, results and members of what is returned by value.
// rz: double f(double x, double y)
#include <stdint.h>
struct handle { long generation; uintptr_t place; };
__attribute__((noinline)) static struct handle handle(double *p, long n)
{
    struct handle h = {n, (uintptr_t)p};
    return h;
}
__attribute__((noinline)) static uintptr_t next(struct handle h) { return h.place + 8 * (uintptr_t)h.generation; }
__attribute__((noinline)) static double read(uintptr_t at) { return *(double *)at; }
double f(double x, double y)
{
    double own[4] = {x, x * y, y * y, y};
    struct handle table[4];
    for (int i = 0; i < 4; i++) table[i] = handle(own, (i * 3) % 4);
    double s = 0;
    for (int i = 0; i < 4; i++) {
        s += read(next(table[i])) * (i + 1);
        *(double *)next(table[3 - i]) += s * x;
    }
    return s + own[2];
}
