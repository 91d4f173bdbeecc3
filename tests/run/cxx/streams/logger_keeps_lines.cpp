// A logger object that keeps lines; every step formats with snprintf and stringstream.
// rz: double f(const double x[n] in, int n=3)
#include <cstdio>
#include <sstream>
#include <string>
#include <vector>

class Logger {
    std::vector<std::string> lines_;

  public:
    template <class... T> void log(const T &...parts)
    {
        std::ostringstream s;
        (s << ... << parts);
        lines_.push_back(s.str());
    }
    void number(const char *name, double v)
    {
        char text[64];
        std::snprintf(text, sizeof text, "%s = %.6f", name, v);
        lines_.emplace_back(text);
    }
    std::size_t count() const { return lines_.size(); }
    const std::string &last() const { return lines_.back(); }
};

extern "C" double f(const double *x, int n)
{
    Logger log;
    double s = 0.0;
    for (int i = 0; i < n; i++) {
        s = s * x[i] + x[i] * x[i];
        log.log("step ", i, " s=", s);
        log.number("x", x[i]);
    }
    return s * log.count();
}
