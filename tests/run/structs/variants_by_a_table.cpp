// Variants of constants and places, taken from a pool by byte offsets and put in another order.
// rz: double f(double x[6] inout, double y, int where[4] const {32, 0, 48, 16}, int order[4] const {2, 0, 3, 1}, int n=4)
// needs: no tape
#include <cstring>
#include <variant>
#include <vector>
using Kind = std::variant<double, double *, long>;
extern "C" double f(double *x, double y, const int *where, const int *order, int n)
{
    Kind pool[4] = {0.75, x + 1, x + 4, 2L};
    std::vector<Kind> all(4), some(4);
    double s = 0;
    long k = 1;
    for (int i = 0; i < n; i++) std::memcpy(&all[i], reinterpret_cast<char *>(pool) + where[i], sizeof(Kind));
    for (int i = 0; i < n; i++) k += all[i].index();
    for (int i = n - 1; i >= 0; i--) some[i] = all[order[i]];
    for (auto &each : some)
        if (auto *at = std::get_if<double *>(&each)) **at = **at * y + 0.25 * k;
        else if (auto *number = std::get_if<double>(&each)) *number = 1.5;
    for (auto &each : some) s += each.index() == 1 ? *std::get<1>(each) * y : 0.5;
    return s;
}
