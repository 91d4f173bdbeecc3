// {"seed": 420107, "lang": "c", "active": ["a", "s", "x", "z"], "setting": {"way": {"level": "O2"}, "mode": "reverse"}}
// was: gradient[0] off by 0.75, the constant whose bits are chosen beside an address
static real h420107_2(real *p, int m, real u)
{
real d0 = rlog1p((real)-1.735 * (real)-1.735);
{
{ struct word cell13 = word_number((real)0.75); struct word_link *t11 = 0, *n12;
for (int i10 = 0; i10 < 5; ++i10) {
n12 = (struct word_link *)malloc(sizeof *n12); n12->next = t11; t11 = n12;
if (rlt((real)0.75, p[(i10 * 2 + 5) % 2])) n12->cell = word_number((real)0.75); else if (i10 % 2) n12->cell = word_place(&d0);
else n12->cell = word_at_(&cell13); }
for (n12 = t11; n12; n12 = n12->next) { if (n12->cell.tag == 0) word_change_(&n12->cell, p[0]);
if (n12->next) n12->cell = n12->next->cell; }
while (t11) { n12 = t11->next; free(t11); t11 = n12; } }
}
return (real)0.75 + d0;
}
ENTRY real p420107(real * x, real32 * z, struct S * s, real a, real32 b, const int *ix, int n)
{
int k1 = ix[4];
{ struct wide cell29 = wide_number_((real)0.75), cell28 = wide_at(&cell29); wide_change(&cell28, b); }
return h420107_2(x, n, (real)1.243);
}
