// flags: -flto -fvisibility=hidden -fwhole-program-vtables -fsplit-lto-unit
// Type metadata and checked loads of virtual tables, as link-time optimisation wants them.
struct Model { virtual double f(double) = 0; virtual ~Model() = default; }; struct Linear : Model { double a = 2; double f(double x) override { return a * x; } }; struct Square : Model { double f(double x) override { return x * x; } };
double called(Model &m, double x) { return m.f(x); } double both(double x) { Linear l; Square s; return called(l, x) + called(s, x); }
