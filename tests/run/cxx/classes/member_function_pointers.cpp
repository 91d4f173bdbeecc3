// Pointers to member functions and to data members.
// rz: double f(double x, double y)
struct Stepper {
    double a, b;
    double up(double v) { return b += v, a * b * v; }
    double down(double v) { return a -= 0.1 * v, a - b * v; }
};

extern "C" double f(double x, double y)
{
    Stepper s{x, y};
    double (Stepper::*method[2])(double) = {&Stepper::up, &Stepper::down};
    double Stepper::*field = &Stepper::b;
    double v = 0.5;
    for (int i = 0; i < 5; i++)
        v = (s.*method[i % 2])(v) * 0.5 + s.*field;
    return v * s.a;
}
