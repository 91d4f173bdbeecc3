// {"seed": 300030, "lang": "c++", "active": ["a", "b", "s", "x", "z"], "setting": {"way": {"level": "O0", "order": "scalar", "poison": false, "debug": true, "after": 1, "shake": 737840}, "mode": "reverse", "width": 1}}
// was: a crash: a function that moves an address as an integer took no part
static real g300030[5];
ENTRY real p300030(real *x, real32 *z, struct S *s, real a, real32 b, const int *ix, int n)
{
int k0 = ix[1];
int k1 = ix[4];
real l[2] = { a, x[1] };
for (int i = 0; i < 5; ++i) g300030[i] = x[i] * (real)0.5;
struct T st0; st0.tag = 1; st0.p = a; st0.q = b;
struct T st1 = st0;
real d0 = g300030[(k1 * 2 + 0) % 5];
real d1 = (real)s->v;
real32 e0 = ffabs(b);
{
{ struct B15 { real c; explicit B15(real c) : c(c) {} virtual ~B15() {}
virtual real of(real t) const { return t * c; } };
struct B15x : B15 { real d; B15x(real c, real d) : B15(c), d(d) {}
real of(real t) const override { return rsin(t * d) + B15::of(c); } };
std::vector<std::unique_ptr<B15>> v16;
v16.push_back(std::make_unique<B15>((real)0.75));
v16.emplace_back(new B15x(rtanh(d1), d0));
if (flt((real32)-0.552, (real32)-1.613)) v16.push_back(std::make_unique<B15x>((real)0.5, (real)0.75));
for (const auto &each : v16) d0 = rtanh(each->of(d0)) + (real)0.25 * each->c; }
}
return rcos(rasinh((real)-0.596)) + d0;
}
