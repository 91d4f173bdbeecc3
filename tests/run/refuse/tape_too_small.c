// The user's tape buffer has fewer bytes than are needed.
// via: cc
extern int enzyme_dup, enzyme_tape, enzyme_allocated;
void __enzyme_augmentfwd(void *, ...);
void __enzyme_reverse(void *, ...);

static void f(double *x)
{
    for (int i = 0; i < 3; i++)
        x[i] *= x[i];
}

int main(void)
{
    double x[3] = {1, 2, 3}, dx[3] = {1, 1, 1};
    char tape[1];
    __enzyme_augmentfwd((void *)f, enzyme_allocated, 1, enzyme_tape, tape, enzyme_dup, x, dx);  // error: SignatureError RZ506
    __enzyme_reverse((void *)f, enzyme_allocated, 1, enzyme_tape, tape, enzyme_dup, x, dx);
    return 0;
}
