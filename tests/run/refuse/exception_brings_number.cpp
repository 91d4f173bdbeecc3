// A handler computes with a number that the exception brought.
// rz: double f(double x)
struct TooLarge {
    double square;
};

[[gnu::noinline]] static double root(double v)
{
    if (v > 0.25)
        throw TooLarge{v * v};
    return v * 0.5;
}

extern "C" double f(double x)
{
    try {
        return root(x) * x;
    } catch (const TooLarge &found) {  // error: NoDerivative|RunError RZ209|RZ604
        return found.square * x;
    }
}
