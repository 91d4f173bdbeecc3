// A number is printed to a file, rewound, and read back by its lines.
// rz: double f(double x in 0.5..1.5)
#include <stdio.h>

double f(double x)
{
    FILE *file = tmpfile();
    double y = x * x, z = 0;
    fprintf(file, "y = %.17g\n", y);
    rewind(file);
    if (fscanf(file, "y = %lf", &z) != 1)  // error: ActivityError RZ405
        z = 0;
    fclose(file);
    return z * x;
}
