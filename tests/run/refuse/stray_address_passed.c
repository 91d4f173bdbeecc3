// An address that is made of a number reaches the store through a call and a result.
// rz: double f(double x, long key=64)
__attribute__((noinline)) static double *place(long key)
{
    return (double *)(key & ~7L);
}

__attribute__((noinline)) static void put(double *to, double value)
{
    *to = value;  // error: ActivityError RZ405
}

double f(double x, long key)
{
    put(place(key), x * x);
    return *place(key);
}
