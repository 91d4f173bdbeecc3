// {"seed": 7, "lang": "c", "active": ["x", "z"], "setting": {"way": {"level": "O2", "order": "scalar", "poison": true}, "mode": "reverse", "width": 1}}
// crash
ENTRY real p7(real *x, real32 *z, struct S *s, real a, real32 b, const int *ix, int n)
{
int k0 = ix[1];
real d0 = rhypot(a, (real)1.0 + x[k0] * x[k0]);
{
{
{ struct node *t13 = 0, *c12;
for (int i14 = 0; i14 < 3; ++i14) {
c12 = (struct node *)malloc(sizeof(struct node));
c12->value = x[0]; c12->next = t13; t13 = c12; }
for (c12 = t13; c12; c12 = c12->next) d0 = c12->value;
while (t13) { c12 = t13->next; free(t13); t13 = c12; } }
}
}
return (real)0.75 + d0;
}
