"""A C++ program of so many lines, as people write them: structs, containers, small functions.

Each of its sections is a model of its own, with a container of another type; one function of all is
differentiated, as in a program whose gradient is a small part of it.
"""

from typing import Final

_HEAD: Final = """\
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <deque>
#include <map>
#include <memory>
#include <numeric>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

double __enzyme_autodiff(void *, ...);
extern int enzyme_const, enzyme_dup;

"""

_SECTION: Final = """\
namespace section{i} {{

struct Item {{
    std::string name;
    std::vector<double> values;
    int count = 0;
    double weight = 1.0;
}};

class Table {{
public:
    void add(const std::string &name, double value) {{
        auto found = index_.find(name);
        if (found == index_.end()) {{
            index_[name] = items_.size();
            items_.push_back(Item{{name, {{value}}, 1, 1.0 + 0.{i}}});
            return;
        }}
        Item &item = items_[found->second];
        item.values.push_back(value);
        item.count++;
    }}

    double mean(const std::string &name) const {{
        const Item &item = items_.at(index_.at(name));
        double sum = std::accumulate(item.values.begin(), item.values.end(), 0.0);
        return sum / static_cast<double>(item.values.size());
    }}

    std::vector<std::string> names() const {{
        std::vector<std::string> found;
        for (const Item &item : items_) found.push_back(item.name);
        std::sort(found.begin(), found.end());
        return found;
    }}

    std::size_t size() const {{ return items_.size(); }}

private:
    std::{map}<std::string, std::size_t> index_;
    std::vector<Item> items_;
}};

double smooth(const std::vector<double> &from, double width) {{
    double sum = 0;
    for (std::size_t i = 0; i + 1 < from.size(); i++) {{
        double step = from[i + 1] - from[i];
        sum += std::sqrt(step * step + width * width);
    }}
    return sum;
}}

double energy(const double *x, int n) {{
    std::vector<double> values(x, x + n);
    std::vector<double> scaled;
    for (double value : values) scaled.push_back(value * {i}.5 + std::sin(value));
    std::array<double, 4> part{{}};
    for (std::size_t i = 0; i < scaled.size(); i++) part[i % 4] += scaled[i] * values[i];
    double sum = smooth(scaled, 0.1);
    for (double one : part) sum += one / (1.0 + one * one);
    return sum;
}}

int report(int rounds) {{
    Table table;
    std::deque<int> queue;
    std::set<std::string> seen;
    for (int round = 0; round < rounds; round++) {{
        std::string name = "item" + std::to_string(round % 7);
        table.add(name, round * 0.5);
        queue.push_back(round);
        if (queue.size() > 5) queue.pop_front();
        seen.insert(name);
    }}
    auto names = table.names();
    double sum = 0;
    for (const std::string &name : names) sum += table.mean(name);
    return static_cast<int>(sum) + static_cast<int>(seen.size() + queue.size() + table.size());
}}

}}  // namespace section{i}

"""

_MAIN: Final = """\
double loss(const double *x, int n) {{
    double sum = 0;
{calls}
    return sum;
}}

int main() {{
    double x[] = {{1, 2, 3, 4, 5}}, dx[5] = {{}};
    int count = 0;
{reports}
    __enzyme_autodiff((void *)loss, enzyme_dup, x, dx, enzyme_const, 5);
    std::printf("%d %.12g\\n", count, dx[0]);
}}
"""

_DIFFERENTIATED: Final = 8
"""How many sections the derivative goes through."""


def program(lines: int) -> str:
    """The program, of at least so many lines."""
    each = _SECTION.count("\n")
    count = -(-(lines - _HEAD.count("\n")) // each)
    maps = ("map", "unordered_map")
    sections = (_SECTION.format(i=i + 1, map=maps[i % 2]) for i in range(count))
    calls = "\n".join(
        f"    sum += section{i + 1}::energy(x, n);" for i in range(min(count, _DIFFERENTIATED))
    )
    reports = "\n".join(f"    count += section{i + 1}::report(20);" for i in range(count))
    return _HEAD + "".join(sections) + _MAIN.format(calls=calls, reports=reports)
