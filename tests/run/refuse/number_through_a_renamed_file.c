// A number is written to a file that gets another name, and read by that.
// rz: double f(double x in 0.5..1.5)
#include <stdio.h>

double f(double x)
{
    double y = 0;
    FILE *out = fopen("state.new", "w"), *in;
    fprintf(out, "%.17g\n", x * x);
    fclose(out);
    if (rename("state.new", "state.txt"))
        return 0;
    in = fopen("state.txt", "r");
    if (fscanf(in, "%lf", &y) != 1)  // error: ActivityError RZ405
        y = 0;
    fclose(in);
    return y * x;
}
