// Inline assembly with access to active memory.
// rz: double f(double x[2] inout)
double f(double *x)
{
    __asm__ volatile("fldl (%0)\n\tfstpl 8(%0)" : : "r"(x) : "memory");  // error: NoDerivative RZ202
    return x[1] * x[1];
}
