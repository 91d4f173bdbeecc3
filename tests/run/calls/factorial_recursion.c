// Plain recursion with one active value and an integer depth.
// rz: double power_product(double x, int n=8)
// also: n=0
// also: n=1
double power_product(double x, int n)
{
    if (n == 0)
        return 1.0;
    return (x + 0.1 * n) * power_product(x * 0.95, n - 1);
}
