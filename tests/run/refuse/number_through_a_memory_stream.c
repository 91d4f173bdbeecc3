// A number is written to a stream whose bytes are found in memory.
// rz: double f(double x in 0.5..1.5)
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

double f(double x)
{
    char *bytes;
    size_t size;
    FILE *stream = open_memstream(&bytes, &size);
    double y = x * x, z;
    fwrite(&y, sizeof y, 1, stream);
    fclose(stream);
    memcpy(&z, bytes, sizeof z);  // error: ActivityError RZ405
    free(bytes);
    return z * x;
}
