// An address that is made of a number lies in a struct that another function has filled.
// rz: double f(double x, long key=64)
struct holder {
    double *at;
};

__attribute__((noinline)) static void fill(struct holder *holder, long key)
{
    holder->at = (double *)(key & ~7L);
}

double f(double x, long key)
{
    struct holder one, two;
    fill(&one, key), fill(&two, key);
    *one.at = x * x;  // error: ActivityError RZ405
    return *two.at;
}
