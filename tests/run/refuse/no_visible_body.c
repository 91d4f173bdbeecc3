// What is differentiated is only declared.
// via: cc
double __enzyme_autodiff(void *, ...);
double elsewhere(double);

int main(void)
{
    return (int)__enzyme_autodiff((void *)elsewhere, 1.0);  // error: SignatureError RZ505
}
