// {"seed": 132183, "lang": "c", "active": ["a", "b", "s", "x", "z"], "setting": {"way": {"level": "O1", "order": "before", "poison": true, "debug": false, "after": 1, "shake": 0}, "mode": "reverse", "width": 1}}
// mismatch lane 0: gradient[2]: np.float64(-0.6757853289519802), duals say np.float64(0.0)
ENTRY real p132183(real *RESTRICT x, real32 *RESTRICT z, struct S *RESTRICT s, real a, real32 b, const int *ix, int n)
{
real l[6] = { a, x[1] };
real d0 = rfmin(l[1], s->w[0]);
memcpy(x, l, 3 * sizeof(real));
return rtanh(s->w[1]) + d0;
}
