// Inline assembly computes on an active register.
// rz: double f(double x)
double f(double x)
{
    double y = x * 2.0;
    __asm__("sqrtsd %0, %0" : "+x"(y));  // error: NoDerivative RZ202
    return y * x;
}
