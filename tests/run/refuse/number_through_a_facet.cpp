// A number is put into a stream by a facet of its locale, and read from its text.
// rz: double f(double x in 0.5..1.5)
#include <iterator>
#include <locale>
#include <sstream>

extern "C" double f(double x)
{
    std::ostringstream out;
    std::use_facet<std::num_put<char>>(out.getloc())
        .put(std::ostreambuf_iterator<char>(out), out, ' ', x * x);
    std::istringstream in(out.str());
    double y = 0;
    in >> y;  // error: ActivityError RZ405
    return y * x;
}
