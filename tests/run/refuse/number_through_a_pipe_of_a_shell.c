// A number is handed to a command, which writes it to a file that is read.
// rz: double f(double x in 0.5..1.5)
#include <stdio.h>

double f(double x)
{
    double y = 0;
    FILE *out = popen("cat > two.txt", "w"), *in;
    fprintf(out, "%.17g\n", x * x);
    pclose(out);
    in = fopen("two.txt", "r");
    if (fscanf(in, "%lf", &y) != 1)  // error: ActivityError RZ405
        y = 0;
    fclose(in);
    return y * x;
}
