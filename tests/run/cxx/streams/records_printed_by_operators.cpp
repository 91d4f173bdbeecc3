// Classes with their own operator<<, which print active members in the middle of active code.
// rz: double f(const double x[n] in, int n=5)
// also: n=1
#include <cmath>
#include <iomanip>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

struct Point {
    double x, y;
    double norm() const { return std::sqrt(x * x + y * y); }
};
static std::ostream &operator<<(std::ostream &out, const Point &p)
{
    char had = out.fill(' ');
    out << '(' << std::setw(9) << p.x << ", " << std::setw(9) << p.y << ')' << std::endl;
    out.fill(had);
    return out;
}
struct Path {
    std::vector<Point> points;
    double length() const
    {
        double s = 0;
        for (std::size_t i = 1; i < points.size(); i++)
            s += Point{points[i].x - points[i - 1].x, points[i].y - points[i - 1].y}.norm();
        return s;
    }
};
static std::ostream &operator<<(std::ostream &out, const Path &path)
{
    for (const Point &p : path.points)
        out << p << std::setfill('.') << std::setw(4) << "" << std::endl;
    return out << path.length() << std::endl;
}

extern "C" double f(const double *x, int n)
{
    Path path;
    std::ostringstream log;
    for (int i = 0; i < n; i++) {
        path.points.push_back({x[i] * x[i], x[i] * (i + 1)});
        log << path;
    }
    return path.length() * path.points.back().norm() + (log.str().size() < 2 ? 1.0 : 0.0);
}
