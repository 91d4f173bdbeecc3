// {"seed": 880005, "lang": "c", "active": ["a", "b", "s", "x", "z"], "setting": {"way": {"level": "O0", "order": "before", "poison": true, "debug": true, "after": 1, "shake": 0}, "mode": "reverse", "width": 1}}
// mismatch lane 0: gradient[8]: np.float64(nan), duals say np.float64(0.033240339897623074)
// lane 0: gradient[11]: np.float64(nan), duals say np.float64(2.8313429964141577)
static real g880005[5];
static NOINLINE struct spot h880005_1(struct spot c, real u)
{

{

}
return c;
}
ENTRY real p880005(real *RESTRICT x, real32 *RESTRICT z, struct S *RESTRICT s, real a, real32 b, const int *ix, int n)
{
int k0 = ix[1];
int k1 = ix[4];
for (int i = 0; i < 5; ++i) g880005[i] = x[i] * (real)0.5;
real d0 = (a * (real)0.5 + s->w[1] * (real)0.25);
real d1 = (a - s->w[0]);
real32 e0 = fsin(s->v);
real32 e1 = (real32)g880005[(ix[2] * 3 + 3) % 5];
{
{ struct sum cell12[3], cell11[4];
for (int i10 = 0; i10 < 3; ++i10) switch ((i10 + 0) % 3) {
case 0: cell12[i10] = sum_count_(i10 + 1); break;
case 1: cell12[i10] = sum_place_(g880005 + 2); break;
default: cell12[i10] = sum_number((real)0.75); break; }
for (int i10 = 0; i10 < 4; ++i10) switch ((i10 + 0) % 3) {
case 0: cell11[i10] = sum_number((real)0.75); break;
case 1: cell11[i10] = sum_at(cell12 + (0) % 3); break;
default: cell11[i10] = cell12[i10 % 3]; break; }
cell11[0] = cell11[3];
{
{ real **q17 = (real **)malloc(4 * sizeof(real *));
for (int i18 = 0; i18 < 4; ++i18) {
q17[i18] = (real *)calloc(2, sizeof(real));
for (int i19 = 0; i19 < 2; ++i19) q17[i18][i19] = e0; }
{
{
{
{ struct spot cell45 = spot_number_((rlt((real)0.07, q17[3][0]) ? rsqrt(q17[3][0]) : (real)0.75)), cell44 = spot_at_(&cell45);
if ((k1 % 3 != 1)) cell44 = spot_place_(q17[3] + 0);
for (int i46 = 0; i46 < 3; ++i46) { cell44 = h880005_1(cell44, (g880005[i46] / ((real)1.5 + rcos(s->w[0]))));
if (rlt((real)1.838, (real)-0.364)) spot_change(&cell44, sum_value(cell11[1])); }
cell45 = h880005_1(cell45, d1); d1 += (real)0.5 * spot_value_(cell44) + spot_value(cell45); }
}
}
}
for (int i18 = 1; i18 < 4; ++i18) for (int i19 = 0; i19 < 2; ++i19)
q17[i18][i19] += q17[i18 - 1][2 - 1 - i19] * (real)0.5;
d1 += rtanh(q17[4 - 1][((k1 + 1)) % 2]);
for (int i18 = 0; i18 < 4; ++i18) free(q17[i18]);
free(q17); }
}
cell11[0] = cell11[3];
for (int i10 = 0; i10 < 4; ++i10) sum_change_(cell11 + i10, (real)s->v);
for (int i10 = 3; i10 >= 0; --i10) switch (cell11[i10].tag) {
case 0: d0 = d0 * (real)0.5 + sum_value(cell11[i10]); break;
case 2: d0 -= (real)0.25 * rtanh(d1); break;
default: d0 += rtanh(sum_value(cell11[i10])); break; } }
}
return rerf(rtanh(a)) + d0;
}
