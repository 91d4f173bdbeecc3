// A context object of before is told where the active input lies, and is asked for it later.
// rz: double f(const double x[n] in, int n=4)
struct Context {
    const double *data = nullptr;
    int size = 0;
    static Context &current();
    double norm() const;
};

Context *made = new Context;

Context &Context::current() { return *made; }

__attribute__((noinline)) double Context::norm() const
{
    double s = 0.0;
    for (int i = 0; i < size; i++)
        s += data[i] * data[i];
    return s;
}

extern "C" double f(const double *x, int n)
{
    Context::current().size = n;
    Context::current().data = x; // error: ActivityError RZ406
    return Context::current().norm();
}
