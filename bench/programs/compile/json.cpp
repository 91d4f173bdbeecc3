#include <cstdio>
#include <string>
#include <vector>
#include <nlohmann/json.hpp>

double __enzyme_autodiff(void *, double);

double square(double x) { return x * x; }

int main() {
    auto read = nlohmann::json::parse(R"({"x": 3.0, "name": "a", "more": [1, 2, 3]})");
    double x = read["x"].get<double>();
    read["gradient"] = __enzyme_autodiff((void *)square, x);
    std::printf("%s\n", read.dump().c_str());
}
