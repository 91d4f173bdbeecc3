// A logger hands its list on, by way of a method and a function, to the library.
// rz: double f(const double x[n] in, int n=6, double scale=0.7)
// also: n=0
#include <cstdarg>
#include <cstdio>
#include <string>
#include <vector>

struct Sink
{
    std::vector<std::string> lines;
    double last = 0;
    void write(const char *format, va_list list)
    {
        char line[120];
        vsnprintf(line, sizeof line, format, list);
        lines.emplace_back(line);
    }
};

struct Logger
{
    Sink &sink;
    int level;
    __attribute__((noinline)) void operator()(int at, const char *format, ...)
    {
        if (at > level)
            return;
        va_list list;
        va_start(list, format);
        sink.write(format, list);
        va_end(list);
    }
};

extern "C" double f(const double *x, int n, double scale)
{
    Sink sink;
    Logger log{sink, 1};
    for (int i = 0; i < n; i++)
    {
        sink.last = sink.last * scale + x[i];
        log(i % 3, "%d: %f of %f (%s)", i, sink.last, x[i], "ok");
    }
    return sink.last * sink.lines.size();
}
