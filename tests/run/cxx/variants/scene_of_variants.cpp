// Scenes of shapes in a variant, optional materials, visited by overloaded lambdas.
// rz: double render(const double p[9] in, int n=5)
// flags: -std=c++20
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <variant>
#include <vector>
template <class... T> struct overloaded : T... { using T::operator()...; };
template <class... T> overloaded(T...) -> overloaded<T...>;
struct V { double x, y, z; V operator+(V o) const { return {x + o.x, y + o.y, z + o.z}; } V operator*(double s) const { return {x * s, y * s, z * s}; } };
static double dot(V a, V b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
struct Sphere { V c; double r; };
struct Plane { V n; double d; };
struct Cloud { std::vector<V> points; double w; };
using Shape = std::variant<Sphere, Plane, Cloud>;
struct Object { std::string name; Shape shape; std::optional<double> glow; };
static double distance(const Shape& s, V p) {
    return std::visit(overloaded{
        [&](const Sphere& s) { V d = p + s.c * -1.0; return std::sqrt(dot(d, d)) - s.r; },
        [&](const Plane& q) { return dot(q.n, p) - q.d; },
        [&](const Cloud& c) { double t = 0; for (V q : c.points) { V d = p + q * -1.0; t += std::exp(-dot(d, d)); } return c.w - t; }}, s);
}
extern "C" double render(const double* p, int n) {
    std::vector<Object> scene;
    scene.push_back({"ball", Sphere{{p[0], p[1], p[2]}, p[3]}, std::nullopt});
    scene.push_back({"a floor with a rather long name", Plane{{0, 1, 0.1}, p[4]}, p[5]});
    Cloud cloud{{}, p[6]};
    for (int i = 0; i < n; ++i) cloud.points.push_back({p[7] * i, p[8], 0.5});
    scene.push_back({"fog", std::move(cloud), p[5] * 2});
    std::stable_sort(scene.begin(), scene.end(), [](const Object& a, const Object& b) { return a.name < b.name; });
    double total = 0;
    for (int i = 0; i < n; ++i) {
        V at{0.1 * i, 0.3 * i, -1.0};
        double near = 1e9;
        for (auto& [name, shape, glow] : scene) { double d = distance(shape, at); near = std::min(near, d); total += glow.value_or(0.0) * std::exp(-d * d) * name.size(); }
        total += near;
    }
    return total;
}
