// {"seed": 2000257, "lang": "c", "active": ["b", "s", "x", "z"], "setting": {"way": {"level": "O0", "order": "before", "poison": true, "debug": false, "after": 1, "shake": 0}, "mode": "reverse", "width": 1}}
// mismatch: the shadow of what an integer of no known type is stored over was kept
ENTRY real p2000257(real *RESTRICT x, real32 *RESTRICT z, struct S *RESTRICT s, real a, real32 b, const int *ix, int n)
{
real32 y[5] = { b, z[1] };
real d0 = 0;
{ struct S r13[3];
for (int i14 = 0; i14 < 3; ++i14) {
r13[i14].u = (real)0.75; r13[i14].k = i14 % 3; r13[i14].v = y[i14]; }
d0 = r13[n%3].v;
}
memcpy(z, y, 4 * sizeof(real32));
return (real)0.75 + d0;
}
