// A width that cannot be meant.
// via: cc
extern int enzyme_width, enzyme_dup;
double __enzyme_fwddiff(void *, ...);

static double f(double x)
{
    return x * x;
}

int main(void)
{
    return (int)__enzyme_fwddiff((void *)f, enzyme_width, 0, enzyme_dup, 1.0);  // error: SignatureError RZ509
}
