// A class whose method has a region over its members.
// rz: double f(const double x[n] in, double k, int n=12)
#include <vector>
struct Grid {
    std::vector<double> cells;
    double rate;
    Grid(const double *x, int n, double rate) : cells(x, x + n), rate(rate) {}
    void step()
    {
        std::vector<double> next(cells.size());
        long n = (long)cells.size();
#pragma omp parallel for
        for (long i = 0; i < n; i++)
            next[i] = cells[i] + rate * (cells[(i + 1) % n] - cells[i]) * cells[i];
        cells = next;
    }
    double total() const
    {
        double s = 0;
#pragma omp parallel for reduction(+ : s)
        for (long i = 0; i < (long)cells.size(); i++)
            s += cells[i] * cells[i];
        return s;
    }
};
extern "C" double f(const double *x, double k, int n)
{
    Grid grid(x, n, 0.1 * k);
    for (int s = 0; s < 3; s++)
        grid.step();
    return grid.total();
}
