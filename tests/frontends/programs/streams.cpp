// Streams and formatting.
#include <iomanip>
#include <iostream>
#include <sstream>
std::string shown(double x) { std::ostringstream o; o << std::setprecision(3) << std::fixed << x << ' ' << std::hex << 255 << std::endl; return o.str(); }
double parsed(const std::string &s) { std::istringstream i(s); double a = 0, b = 0; i >> a >> b; return i ? a * b : -1; }
void greeted(const char *who) { std::cout << "hello " << who << '\n'; std::cerr << "done" << std::endl; }
struct Point { double x, y; friend std::ostream &operator<<(std::ostream &o, const Point &p) { return o << '(' << p.x << ", " << p.y << ')'; } }; std::string pointed(Point p) { std::ostringstream o; o << p; return o.str(); }
