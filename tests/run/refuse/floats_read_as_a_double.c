// Two floats side by side are read as one double through a union.
// rz: double f(float x, int n=3)
double f(float x, int n)
{
    union { float half[2]; double whole; } u;
    u.half[0] = x;
    u.half[1] = x * x;
    return u.whole * n;  // error: TypeUnknown RZ303
}
