// A quadtree with centres of mass (Barnes-Hut): recursion, unique_ptr, an opening rule.
// rz: double f(const double body[3*n] in 0.05..0.95, int n=7)
// also: n=1
// also: n=0
#include <cmath>
#include <memory>

struct Cell {
    double x0, y0, size, mass = 0.0, cx = 0.0, cy = 0.0;
    int count = 0;
    std::unique_ptr<Cell> child[4];
    Cell(double x, double y, double s) : x0(x), y0(y), size(s) {}

    void insert(double x, double y, double m, int depth)
    {
        if (count > 0 && depth > 0) {
            if (count == 1)
                below(cx, cy).insert(cx, cy, mass, depth - 1);
            below(x, y).insert(x, y, m, depth - 1);
        }
        double total = mass + m;
        cx = (cx * mass + x * m) / total;
        cy = (cy * mass + y * m) / total;
        mass = total;
        count++;
    }
    Cell &below(double x, double y)
    {
        double half = size / 2;
        int i = (x >= x0 + half) + 2 * (y >= y0 + half);
        if (!child[i])
            child[i] = std::make_unique<Cell>(x0 + half * (i & 1), y0 + half * (i >> 1), half);
        return *child[i];
    }
    double potential(double x, double y) const
    {
        double dx = cx - x, dy = cy - y, r = std::sqrt(dx * dx + dy * dy + 0.01);
        if (count == 1 || size < 0.6 * r)
            return mass / r;
        double p = 0.0;
        for (const auto &c : child)
            if (c)
                p += c->potential(x, y);
        return p;
    }
};

extern "C" double f(const double *body, int n)
{
    Cell root(0.0, 0.0, 1.0);
    for (int i = 0; i < n; i++)
        root.insert(body[3 * i], body[3 * i + 1], body[3 * i + 2], 6);
    double e = 0.0;
    for (int i = 0; i < n; i++)
        e += body[3 * i + 2] * root.potential(body[3 * i], body[3 * i + 1]);
    return e;
}
