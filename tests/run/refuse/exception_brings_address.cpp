// A handler computes with numbers to which the exception brought the way.
// rz: double f(double x)
struct Broken {
    const double *where;
};

[[gnu::noinline]] static double checked(const double *p)
{
    if (*p > 0.25)
        throw Broken{p};
    return *p;
}

extern "C" double f(double x)
{
    double square[2] = {x, x * x};
    try {
        return checked(square);
    } catch (const Broken &found) {  // error: NoDerivative|RunError RZ209|RZ604
        return found.where[1] * x;
    }
}
