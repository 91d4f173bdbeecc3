// {"seed": 600020, "lang": "c++", "active": ["a", "b", "s", "x"], "setting": {"way": {"level": "O0", "poison": true, "shake": 252228}, "mode": "reverse"}}
// was: died, since an address was copied whose last byte lay behind its cell
ENTRY real p600020(real *x, real32 *z, struct S *s, real a, real32 b, const int *ix, int n)
{
real d0 = (a - a);
{
{ using kind = std::variant<real, real *, long>; real q28[2] = { (real)0.75, d0 };
auto some = [&](int k) -> kind { if (k % 3 == 0) return (real)0.75; if (k % 3 == 1) return x + 4;
return (long)k; };
std::vector<kind> v26;
for (int i27 = 0; i27 < 3; ++i27) v26.push_back(some(i27 + 0));
v26.push_back(kind(q28 + 1)); { kind so = v26.front(); v26.front() = v26.back(); std::swap(so, v26.back()); }
for (auto &each : v26) { d0 += std::visit([&](auto so) -> real {
if constexpr (std::is_same_v<decltype(so), real *>) {
*so = *so * (real)0.5 + (real)0.75; return rsin(*so); }
else return (real)0.25 * (real)so; }, each); } }
}
return (real)0.75;
}

