// Streams parse a table while others build messages of the results: helpers serve both.
// rz: double f(const double x[2] in 0.5..1.5)
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

namespace {

double number(std::istream &in)
{
    double found = 0;
    in >> found;
    return found;
}

void show(std::ostream &out, const char *name, double value)
{
    out << name << " = " << value << '\n';
}

struct Report {
    std::ostringstream text;
    int lines = 0;
    void add(const char *name, double value)
    {
        show(text, name, value);
        lines++;
    }
};

} // namespace

extern "C" double f(const double *x)
{
    std::istringstream table("slope 1.5 2\noffset -0.25 3.5\nthe last of all the rows: 4 0.125\n");
    std::ofstream log("/dev/null");
    std::vector<std::string> messages;
    Report report;
    std::string line;
    double sum = 0;
    while (std::getline(table, line)) {
        std::istringstream fields(line.substr(line.find_last_of("abcdefghijklmnopqrstuvwxyz:") + 1));
        double a = number(fields), b = number(fields);
        double residual = a * x[0] * x[1] + b * x[1] - 1;
        sum += residual * residual * std::stod(std::string("1.5"));
        report.add("residual", residual);
        messages.push_back("sum " + std::to_string(sum));
        show(log, messages.back().c_str(), sum);
        if (sum > 1e9)
            std::cout << report.text.str() << sum << std::endl;
    }
    return sum + report.lines + static_cast<double>(messages.size());
}
