// An exception class with members of its own, thrown past a log that is a stream, and asked for them.
// rz: double solve(double a, const double x[n] in, int n=3, int limit=9)
#include <sstream>
#include <string>
#include <vector>
#include <map>

class Failure {
public:
    Failure(std::string what, int code) : what_(std::move(what)), code_(code) {}
    virtual ~Failure() = default;
    virtual int code() const { return code_; }
    const std::string &what() const { return what_; }

private:
    std::string what_;
    int code_;
};
class TooMany : public Failure {
public:
    explicit TooMany(int n) : Failure("too many: " + std::to_string(n), 10 + n) {}
    int code() const override { return 2 * Failure::code(); }
};

static double newton(double a, double x, int limit, std::ostream &log) {
    for (int k = 0; k < 2; k++) {
        if (k >= limit) throw TooMany(k);
        x -= (x * x * x - a) / (3 * x * x);
        log << k << ' ';
    }
    if (log.fail()) throw Failure("the log is full", 1);
    return x;
}

extern "C" double solve(double a, const double *x, int n, int limit) {
    std::ostringstream log;
    std::map<std::string, std::vector<double>> roots;
    double sum = 0;
    for (int i = 0; i < n; i++) {
        try {
            roots["all"].push_back(newton(a * (i + 1), x[i], limit, log));
        } catch (const Failure &f) {
            roots[f.what()].push_back(x[i] * f.code());
        }
    }
    for (const auto &[name, list] : roots)
        for (double r : list) sum += r * static_cast<double>(name.size());
    return sum + 0.0 * static_cast<double>(log.str().size());
}
