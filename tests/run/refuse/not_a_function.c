// The first argument is data.
// via: cc
double __enzyme_autodiff(void *, ...);
static double cell = 1.0;

int main(void)
{
    return (int)__enzyme_autodiff((void *)&cell, 1.0);  // error: SignatureError RZ510
}
