// Numbers read from text by streams and stod, tokens by string_view, then used with active weights.
// rz: double fitted(const double w[4] in, double scale)
#include <algorithm>
#include <charconv>
#include <cctype>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace {
const char *const table = "# x y kind\n"
                          "1.0 2.5 a\n"
                          "2.0 3.5 b\n"
                          "\n"
                          "4.0 1.25 a\n";

std::string_view trimmed(std::string_view s)
{
    while (!s.empty() && std::isspace(static_cast<unsigned char>(s.front())))
        s.remove_prefix(1);
    while (!s.empty() && std::isspace(static_cast<unsigned char>(s.back())))
        s.remove_suffix(1);
    return s;
}
struct Row {
    double x = 0, y = 0;
    std::string kind;
};
} // namespace

extern "C" double fitted(const double *w, double scale)
{
    std::vector<Row> rows;
    std::istringstream in(table);
    std::string line;
    while (std::getline(in, line)) {
        auto text = trimmed(line);
        if (text.empty() || text.front() == '#')
            continue;
        std::istringstream fields{std::string(text)};
        Row r;
        fields >> r.x >> r.y >> r.kind;
        rows.push_back(r);
    }
    std::string number = "0.75";
    double c = std::stod(number);
    int count = 0;
    std::from_chars(number.data() + 2, number.data() + 4, count);
    double s = 0;
    for (const Row &r : rows) {
        double f = w[0] + w[1] * r.x + w[2] * r.x * r.x * c;
        double d = (f - r.y * scale) * (r.kind == "a" ? 1.0 : w[3]);
        s += d * d;
    }
    return s / (count + static_cast<double>(rows.size()));
}
