#include <algorithm>
#include <iomanip>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

double __enzyme_autodiff(void *, double);

double square(double x) { return x * x; }

std::map<std::string, double> settings(std::istream &in) {
    std::map<std::string, double> found;
    std::string line;
    while (std::getline(in, line)) {
        std::istringstream words(line);
        std::string name;
        double value;
        if (words >> name >> value) found[name] = value;
    }
    return found;
}

int main() {
    std::istringstream text("x 3\ny 4\n");
    for (const auto &[name, value] : settings(text))
        std::cout << name << ' ' << std::setprecision(12)
                  << __enzyme_autodiff((void *)square, value) << '\n';
}
