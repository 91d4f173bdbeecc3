// new, new[], placement new and nothrow new with their deletes.
// rz: double f(double x, double y)
#include <new>

struct Cell {
    double v, w;
    Cell(double a, double b) : v(a * b), w(a + b) {}
};

extern "C" double f(double x, double y)
{
    double *one = new double(x * x);
    double *many = new double[5]{x, y, x * y, 1.0, y * y};
    alignas(Cell) unsigned char room[sizeof(Cell)];
    Cell *cell = new (room) Cell(x, y);
    double *maybe = new (std::nothrow) double[2]();
    double s = *one * cell->v + cell->w;
    for (int i = 0; i < 5; i++)
        s += many[i] * many[4 - i];
    if (maybe)
        maybe[1] = s, s += maybe[1] * maybe[1] * 0.1;
    cell->~Cell();
    delete one;
    delete[] many;
    delete[] maybe;
    return s;
}
