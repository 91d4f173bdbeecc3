// A user-defined range with an iterator class in a range-for.
// rz: double f(double start, double ratio 0.5..0.8, int n=7)
// also: n=0
class Geometric {
    double first, ratio;
    int n;

public:
    Geometric(double f, double r, int n) : first(f), ratio(r), n(n) {}
    struct iterator {
        double value, ratio;
        int left;
        double operator*() const { return value; }
        iterator &operator++() { return value *= ratio, --left, *this; }
        bool operator!=(const iterator &o) const { return left != o.left; }
    };
    iterator begin() const { return {first, ratio, n}; }
    iterator end() const { return {0, 0, 0}; }
};

extern "C" double f(double start, double ratio, int n)
{
    double s = 0.0;
    for (double v : Geometric(start, ratio, n))
        s += v * v + s * v;
    return s;
}
