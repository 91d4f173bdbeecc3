// A number is written to a file that gets a second name, and read by that.
// rz: double f(double x in 0.5..1.5)
#include <stdio.h>
#include <unistd.h>

double f(double x)
{
    double y = 0;
    FILE *out = fopen("one.txt", "w"), *in;
    fprintf(out, "%.17g\n", x * x);
    fclose(out);
    if (link("one.txt", "two.txt"))
        return 0;
    in = fopen("two.txt", "r");
    if (fscanf(in, "%lf", &y) != 1)  // error: ActivityError RZ405
        y = 0;
    fclose(in);
    return y * x;
}
