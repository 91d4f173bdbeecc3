// A registered gradient with two functions instead of three.
// via: cc
double __enzyme_autodiff(void *, ...);

__attribute__((noinline)) static double f(double x)
{
    return x * x;
}

static double augment(double x)
{
    return x * x;
}

void *__enzyme_register_gradient_f[2] = {(void *)f, (void *)augment};  // error: SignatureError RZ508

int main(void)
{
    return (int)__enzyme_autodiff((void *)f, 1.0);
}
