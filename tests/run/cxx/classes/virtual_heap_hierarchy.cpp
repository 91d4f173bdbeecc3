// Heap objects behind base pointers; a method changes state that another reads.
// rz: double f(const double x[n] in, int n=7)
// also: n=0
#include <cmath>

class Layer {
public:
    virtual double forward(double v) = 0;
    virtual ~Layer() {}
};
class Affine : public Layer {
    double a, b, last = 0.0;

public:
    Affine(double a, double b) : a(a), b(b) {}
    double forward(double v) override
    {
        last = 0.5 * last + v;
        return a * last + b;
    }
};
class Squash : public Layer {
public:
    double forward(double v) override { return std::tanh(v); }
};

extern "C" double f(const double *x, int n)
{
    Layer *layers[3] = {new Affine(0.7, 0.1), new Squash, new Affine(1.3, -0.2)};
    double s = 0.1;
    for (int i = 0; i < n; i++) {
        double v = x[i] + 0.2 * s;
        for (Layer *l : layers)
            v = l->forward(v);
        s += v * v;
    }
    for (Layer *l : layers)
        delete l;
    return s;
}
