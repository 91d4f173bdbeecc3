// A class with a hidden implementation pointer and static data members.
// rz: double f(double x, double y)
#include <memory>

class Model {
    struct Impl;
    std::unique_ptr<Impl> impl;
    static int built;
    static constexpr double table[3] = {0.5, 1.5, 2.5};

public:
    Model(double a, double b);
    ~Model();
    double predict(double t) const;
};
struct Model::Impl {
    double a, b, cache[3];
};
int Model::built = 0;
Model::Model(double a, double b) : impl(new Impl{a, b, {}})
{
    built++;
    for (int i = 0; i < 3; i++)
        impl->cache[i] = table[i] * a + b * b;
}
Model::~Model() = default;
double Model::predict(double t) const
{
    double p = 0.0;
    for (double c : impl->cache)
        p = p * t + c;
    return p + impl->a * impl->b;
}

extern "C" double f(double x, double y)
{
    Model m(x, y), n(y, x);
    return m.predict(y) * n.predict(x);
}
