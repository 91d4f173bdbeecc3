// Characters, fields of them, and what `getline` of a stream takes lie in a struct beside a number.
// rz: double f(const double x[4] in, int n=4)
// flags: -std=c++20
#include <cstring>
#include <sstream>
struct Record {
    double value;
    char word[8], field[16];
    unsigned char unit;
    char after;
};
extern "C" double f(const double *x, int n)
{
    std::istringstream in("aba de alpha\nbc ff b,cd gh gam\nde hk delta,");
    Record r;
    double s = 1;
    for (int i = 0; i < n; i++) {
        r.value = x[i];
        in >> r.word >> r.unit;
        in.get(r.after);
        in.getline(r.field, 16);
        s *= r.value * x[i] * (r.unit - 'a' + 1) * strlen(r.field) * 0.1;
        s += (r.word[0] == 'b' ? x[0] : 1) * (r.after == 'f' ? 3 : r.value);
    }
    return s;
}
