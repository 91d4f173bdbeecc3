// {"seed": 700241, "lang": "c++", "active": ["a", "b", "s", "x", "z"], "setting": {"way": {"level": "O1", "order": "before", "poison": false, "debug": false, "after": 0, "shake": 0}, "mode": "reverse", "width": 1}}
// was: gradient[3]: 1.8161384518347956, duals say 2.375346115495124
static real h1(real u, real v, int k) { return rsin(v); }
static real h2(real u, real v, int k) { return rcos(v); }
static real pick(real u, real v, int k) { return (k > 1 ? h1 : h2)(v, u, k); }
ENTRY real p700241(real *RESTRICT x, real32 *RESTRICT z, struct S *RESTRICT s, real a, real32 b, const int *ix, int n)
{
int k0 = ix[1];
int k1 = ix[4];
real l[6] = { a, x[1] };
real d0 = a;
real d2 = a;
{
{ std::vector<real> v24;
for (int i25 = 0; i25 < 3; ++i25) v24.push_back(x[i25]);
{
for (int i28 = 0; i28 < s->k; ++i28) {
z[0]*= pick(2.0,1.0, ix[2]);
}
}
v24.resize(3 + 3, (real)0.5);
}
{  struct word_link *t30 = 0, *n31;
for (int i29 = 0; i29 < 2; ++i29) {
n31 = (struct word_link *)malloc(sizeof *n31); n31->next = t30; t30 = n31;
if (rlt((real)1.189, x[5])) n31->cell = word_number_(x[3]);
else n31->cell = word_place_(x + 1); }
for (n31 = t30; n31; n31 = n31->next) { if (n31->cell.tag == 0) word_change_(&n31->cell, a);
else d0 += (real)0.5 * rsin(word_value(n31->cell));
if (n31->next) n31->cell = n31->next->cell; }
for (n31 = t30; n31; n31 = n31->next) d0+=word_value(n31->cell);
 }
}
return d0;
}
