// {"seed": 710073, "lang": "c", "active": ["a", "s", "z"], "setting": {"way": {"level": null, "order": "scalar", "poison": true, "debug": false, "after": 1, "shake": 190305}, "mode": "reverse", "width": 1}}
// the process died with status -11
ENTRY real p710073(real *RESTRICT x, real32 *RESTRICT z, struct S *RESTRICT s, real a, real32 b, const int *ix, int n)
{
int k0 = ix[1];
int k1 = ix[4];
real l[5] = { a, x[1] };
real d0 = rexp(-(a * a));
real d1 = rfmin(s->u, a);
real d2 = ((real)-0.564 * (real)0.5 + l[(k1 * 2 + 2) % 5] * (real)0.25);
real32 e0 = ffmin(b, s->v);
{
{ int k24 = ((k0 + 1)) % 7;
while (k24-- > 0) {
{ struct spot cell27[3], cell26[4];
for (int i25 = 0; i25 < 3; ++i25) switch ((i25 + ix[2]) % 3) {
case 0: cell27[i25] = spot_count_(i25 + 1); break;
case 1: cell27[i25] = spot_place(l + 4); break;
default: cell27[i25] = spot_number_((real)0.75); break; }
for (int i25 = 0; i25 < 4; ++i25) switch ((i25 + (k1 * 2 + 1) % 5) % 3) {
case 0: cell26[i25] = spot_number(a); break;
case 1: cell26[i25] = spot_at(cell27 + (0) % 3); break;
default: cell26[i25] = spot_place_(l + 2); break; }
cell26[0] = cell26[3];
{

}
memcpy(cell26 + 1, cell26 + 3, sizeof *cell26);
for (int i25 = 0; i25 < 4; ++i25) spot_change(cell26 + i25, ratan((a + (real)0.25 * rfloor((real)0.995))));
for (int i25 = 3; i25 >= 0; --i25) switch (cell26[i25].tag) {
case 0: d1 = d1 * (real)0.5 + spot_value_(cell26[i25]); break;
case 2: d1 -= (real)0.25 * rsin(ratan2(x[(k24 % 6)], (real)1.5 + rcos(d2))); break;
default: d1 += rtanh(spot_value_(cell26[i25])); break; } }
} }
}
return rpow((real)1.25 + rsin((real)e0), rcos((x[k0] * rsin(s->u)))) + d0;
}
