// A number is written to a file and read back.
// rz: double f(double x in 0.5..1.5)
#include <stdio.h>

double f(double x)
{
    FILE *file = tmpfile();
    double y = x * x, z = 0;
    fwrite(&y, sizeof y, 1, file);
    rewind(file);
    if (fread(&z, sizeof z, 1, file) != 1)  // error: ActivityError RZ405
        z = 0;
    fclose(file);
    return z * x;
}
