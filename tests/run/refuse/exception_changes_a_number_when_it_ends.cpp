// The destructor of an exception changes a number when the handler has ended.
// rz: double f(double x)
struct Halving {
    double *place;
    explicit Halving(double *given) : place(given) {}
    Halving(const Halving &other) : place(other.place) {}
    ~Halving() { *place *= 0.5; }
};

[[gnu::noinline]] static void check(double *value, int most)
{
    if (most > 1) {
        try {
            throw Halving(value);
        } catch (const Halving &) {  // error: NoDerivative|RunError RZ209|RZ604
        }
    }
}

extern "C" double f(double x)
{
    double y = x * x;
    check(&y, x > 0 ? 2 : 0);
    return 3 * y;
}
