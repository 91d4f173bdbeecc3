// Settings come from lines of text, cut at a sign and kept by name; results go into messages and a log.
// rz: double f(double x in 0.5..1.5, int n=3)
// needs: types
// also: n=0
// flags: -std=c++20
#include <iostream>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>

class Settings {
    std::map<std::string, std::string> values;

public:
    explicit Settings(const char *text)
    {
        std::istringstream lines(text);
        std::string line;
        while (std::getline(lines, line)) {
            auto sign = line.find('=');
            values[line.substr(0, sign)] = line.substr(sign + 1);
        }
    }
    double number(const std::string &name) const
    {
        auto found = values.find(name);
        if (found == values.end())
            throw std::out_of_range("there is no " + name);
        return std::stod(found->second);
    }
};

extern "C" double f(double x, int n)
{
    Settings settings("rate=0.5\nscale=3\n");
    double y = 0;
    for (int i = 0; i < n; i++) {
        y += settings.number("rate") * x * x * settings.number("scale") + y * x;
        std::ostringstream step;
        step << "step " << i << ": " << y;
        if (y > 1e9)
            std::cout << step.str() << std::endl;
        std::string message = "y is " + std::to_string(y);
        if (message.size() > 1000)
            throw std::runtime_error(message);
    }
    return y;
}
