// Members with defaults from inputs are read from a stream that ends early, inside objects with destructors.
// rz: double fitted(const double x[5] in, double y[3] out, double base=0.9, int deck=0)
// also: deck=1
// also: deck=2
// needs: types, libstdc++
#include <cmath>
#include <sstream>
#include <string>
#include <vector>

struct Rate {
  double factor, exponent, energy;
  double weight;
  int order;
  double operator()(double t) const { return weight * factor * std::pow(t, exponent) * std::exp(-energy / (t + order)); }
};

class Reader {
 public:
  explicit Reader(const std::string &text) : in_(text) {}
  Rate rate(const Rate &otherwise) {
    Rate r = otherwise;
    std::string word;
    in_ >> word >> r.factor >> r.exponent >> r.energy >> r.weight;
    r.factor *= otherwise.exponent;
    used_.push_back(word);
    return r;
  }
  double trailing(double otherwise) {
    double value = otherwise;
    if (in_ >> value) value *= otherwise;
    return value;
  }
  int used() const { return static_cast<int>(used_.size()); }

 private:
  std::istringstream in_;
  std::vector<std::string> used_;
};

extern "C" double fitted(const double x[5], double y[3], double base, int deck) {
  const char *const decks[] = {"a 1.5 0.5 0.25 0.5\nb 2.5", "a\n", "one 1 2 3 0.75 two 0.5 1.5 2.5 1.25 0.125"};
  Reader reader(decks[deck % 3]);
  double sum = 0;
  for (int k = 0; k < 2; ++k) {
    const Rate r = reader.rate({x[0], x[1] + k, x[2], x[3], 1});
    y[k] = r(base) * reader.used();
    sum += y[k] * x[k];
  }
  y[2] = reader.trailing(x[4]);
  return sum + y[2] * y[2];
}
