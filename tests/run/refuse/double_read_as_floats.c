// The halves of a double are read as floats, one that is known when it runs only.
// rz: double f(double x, int n=3)
double f(double x, int n)
{
    union { float half[2]; double whole; } u;
    u.whole = x * x;
    return u.half[n & 1];  // error: TypeUnknown RZ303
}
