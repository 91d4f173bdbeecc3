// {"seed": 720251, "lang": "c", "active": ["a", "x"], "setting": {"way": {"level": "O2", "order": "before", "poison": true, "debug": true, "after": 1, "shake": 0}, "mode": "reverse", "width": 1}}
// was: gradient[15]: 6.808685436236653, duals say 8.109877350116756
static real g720251[5];
ENTRY real p720251(real *RESTRICT x, real32 *RESTRICT z, struct S *RESTRICT s, real a, real32 b, const int *ix, int n)
{
int k0 = ix[1];
int k1 = ix[4];
for (int i = 0; i < 5; ++i) g720251[i] = x[i] * (real)0.5;
real d0 = 0;
int i42 = k1; {
 struct spot cell53[3], cell52[4];
for (int i51 = 0; i51 < 3; ++i51) switch ((i51 + (k0 * 2 + 1) % 5) % 3) {
case 1: cell53[i51] = spot_place(g720251 + 4); break;
default: cell53[i51] = spot_number_((real)0.75); break; }
for (int i51 = 0; i51 < 4; ++i51) switch ((i51 + (i42 + 1)) % 3) {
case 0: cell52[i51] = spot_number(a); break;
case 1: cell52[i51] = spot_at_(cell53 + ix[2] % 3); break;
default: cell52[i51] = cell53[i51 % 3]; break; }
for (int i51 = 3; i51 >= 0; --i51) switch (cell52[i51].tag) {
default: d0 += spot_value(cell52[i51]); break; }
}
return d0;
}
