// A path with inline assembly is taken: the derivative stops there with the message.
// rz: double f(double x, int mode=7)
double f(double x, int mode)
{
    double y = x * x;
    if (mode == 7)
        __asm__("addsd %0, %0" : "+x"(y));  // error: NoDerivative|RunError RZ202|RZ604
    return y;
}
