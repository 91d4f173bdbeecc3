// Characters are taken from a stream's buffer and made capitals in place: virtual functions of the library.
// rz: double f(const double x[4] in, int n=4)
// also: n=0
#include <locale>
#include <sstream>
extern "C" double f(const double *x, int n)
{
    std::istringstream in("abcdefghijklmnopqrstuvw");
    const auto &kinds = std::use_facet<std::ctype<char>>(std::locale::classic());
    char buffer[4], name[8] = "abcdefg";
    double s = 1;
    for (int i = 0; i < n; i++) {
        in.rdbuf()->sgetn(buffer, 3);
        s *= (buffer[0] - 'a' + 1) * x[i] * x[i] + buffer[2] * 0.1;
        s *= (name[i] - 'A' + 1) * x[i] * 0.1;
        kinds.toupper(name, name + 4);
        s += name[3] * x[0];
    }
    return s;
}
