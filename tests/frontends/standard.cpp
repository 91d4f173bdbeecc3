// What C++ programs use of their standard library; test_cxx.py knows what each function gives.
#include <algorithm>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <numeric>
#include <sstream>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <vector>

static std::vector<double> table{1, 2, 3};

struct Shape {
  virtual double area() const = 0;
  virtual ~Shape() = default;
};

struct Square : Shape {
  double a;
  explicit Square(double x) : a(x) {}
  double area() const override { return a * a; }
};

struct Late {
  double v;
  Late() : v(table.size()) {}
  ~Late() { v = 0; }
};

double &once() {
  static Late late;
  return late.v;
}

extern "C" {

double vectors(double x) {
  std::vector<double> v;
  for (int i = 0; i < 100; i++)
    v.push_back(x * i);
  return std::accumulate(v.begin(), v.end(), 0.0);
}

double maps(double x) {
  std::map<std::string, double> m;
  m["a"] = x;
  m["b"] = 2 * x;
  std::unordered_map<int, double> u;
  for (int i = 0; i < 50; i++)
    u[i * i] += x;
  double s = 0;
  for (auto &[k, v] : m)
    s += v;
  for (auto &[k, v] : u)
    s += v;
  return s;
}

double thrown(double x) {
  try {
    if (x < 0)
      throw std::domain_error("negative");
    return x;
  } catch (const std::domain_error &e) {
    return std::string(e.what()).size();
  }
}

double streamed(double x) {
  std::ostringstream o;
  o << "x = " << x;
  std::cout << o.str() << std::endl;
  return o.str().size();
}

double virtuals(double x) {
  std::unique_ptr<Shape> s = std::make_unique<Square>(x);
  auto *q = dynamic_cast<Square *>(s.get());
  return s->area() + q->a;
}

double statics(double x) { return x + std::accumulate(table.begin(), table.end(), 0.0) + once(); }

double sorted(double x) {
  std::vector<double> v{3, x, 1};
  std::sort(v.begin(), v.end(), std::greater<>());
  return 100 * v[0] + 10 * v[1] + v[2];
}

double called(double x) {
  std::function<double(double)> f = [x](double y) { return x * y; };
  return f(f(1));
}
}
