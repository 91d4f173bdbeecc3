// Two base classes: pointer adjustment in virtual calls through the second base.
// rz: double f(double x, double y)
struct Mass {
    double m;
    virtual double weight() const { return m * 9.81; }
    virtual ~Mass() = default;
};
struct Charge {
    double q;
    virtual double pull(double r) const { return q / (r * r); }
    virtual ~Charge() = default;
};
struct Ion : Mass, Charge {
    double spin;
    Ion(double m, double q, double s) : spin(s) { this->m = m, this->q = q; }
    double weight() const override { return m * spin; }
    double pull(double r) const override { return q * spin * m / (1.0 + r); }
};

__attribute__((noinline)) static double force(const Charge &c, double r)
{
    return c.pull(r);
}

extern "C" double f(double x, double y)
{
    Ion ion(x, y, x * y);
    Charge plain;
    plain.q = y;
    return force(ion, x) * ion.weight() + force(plain, x);
}
