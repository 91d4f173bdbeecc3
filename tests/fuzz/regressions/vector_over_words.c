// {"seed": 420015, "lang": "c", "active": ["a", "x"], "setting": {"way": {"level": "O2", "order": "before", "poison": false, "debug": true, "after": 3, "shake": 0}, "mode": "reverse", "width": 1}}
// was: gradient[15]: 0.6359076630224537, duals say 2.850989042292227
ENTRY real p420015(real *x, real32 *z, struct S *s, real a, real32 b, const int *ix, int n)
{
real d0 = a * x[1], d1 = rcos(d0), h[6];
for (int i = 0; i < 6; ++i) h[i] = a;
{ struct spot c[3], e[4];
for (int i = 0; i < 3; ++i) switch ((i + 1) % 3) {
case 1: c[i] = spot_place_(h + 2); break;
default: c[i] = spot_number(rtanh(d0)); break; }
for (int i = 0; i < 4; ++i) switch ((i + 1) % 3) {
case 1: e[i] = spot_at(c + i % 3); break;
default: e[i] = spot_place(&d1); break; }
e[1] = spot_followed_(e[0]);
for (int i = 3; i >= 0; --i) d0 += spot_value_(e[i]); }
return d0;
}
