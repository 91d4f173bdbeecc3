// Virtual functions, several and virtual bases, run-time types, thunks, covariant results.
#include <typeinfo>
struct Shape { virtual double area() const = 0; virtual Shape *twin() const = 0; virtual ~Shape() = default; double scale = 1; };
struct Named { const char *name = "?"; virtual const char *who() const { return name; } virtual ~Named() {} };
struct Square final : Shape, Named { double a; explicit Square(double x) : a(x) {} double area() const override { return a * a * scale; } Square *twin() const override { return new Square(*this); } const char *who() const override { return "square"; } };
struct Circle : Shape { double r; explicit Circle(double x) : r(x) {} double area() const override { return 3.14159265358979 * r * r; } Shape *twin() const override { return new Circle(r); } };
struct Top { int t = 1; virtual int value() { return t; } virtual ~Top() = default; }; struct Left : virtual Top { int l = 2; int value() override { return l; } }; struct Right : virtual Top { int r = 3; }; struct Bottom : Left, Right { int b = 4; int value() override { return Left::value() + b + t; } };
double total(Shape **s, int n) { double a = 0; for (int i = 0; i < n; i++) a += s[i]->area(); return a; }
const char *name(Shape *s) { if (auto *n = dynamic_cast<Named *>(s)) return n->who(); return typeid(*s).name(); }
int diamond() { Bottom b; Top *t = &b; Right &r = b; return t->value() + r.r + static_cast<Bottom &>(static_cast<Left &>(b)).b; }
double all(double x) { Square s(x); Circle c(x); Shape *both[] = {&s, &c}; Shape *t = s.twin(); double r = total(both, 2) + t->area(); delete t; return r; }
double (Shape::*member)() const = &Shape::area; int Bottom::*data = &Bottom::b; double via(Shape &s, Bottom &b) { return (s.*member)() + b.*data; }
