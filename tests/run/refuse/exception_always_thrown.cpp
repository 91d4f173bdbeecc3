// A function that never returns but by its handler, below what is differentiated.
// rz: double f(double x)
struct Result {
    double value;
};

[[gnu::noinline]] static void finish(double v)
{
    throw Result{v * v};
}

[[gnu::noinline]] static double caught(double v)
{
    try {
        finish(v);
    } catch (const Result &found) {  // error: NoDerivative|RunError RZ209|RZ604
        return found.value;
    }
    return 0;
}

extern "C" double f(double x)
{
    return caught(x) * x;
}
