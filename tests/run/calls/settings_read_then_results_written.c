// Settings come from a file and results go to it as bytes; how many there are is read back.
// rz: double f(double x in 0.5..1.5, int n=4)
// also: n=0
#include <stdio.h>

struct settings {
    double gravity, damping;
};
struct head {
    int version, rows;
};

double f(double x, int n)
{
    FILE *file = tmpfile();
    const struct settings given = {9.81, 0.5};
    struct settings used = {0, 0};
    fwrite(&given, sizeof given, 1, file);
    rewind(file);
    if (fread(&used, sizeof used, 1, file) != 1)
        return 0;
    double position = 1, speed = 0;
    for (int i = 0; i < n; i++) {
        speed -= 0.1 * (used.gravity * x * position + used.damping * speed);
        position += 0.1 * speed;
        fwrite(&position, sizeof position, 1, file);
    }
    struct head head = {2, n}, found = {0, 0};
    long here = ftell(file);
    fwrite(&head, sizeof head, 1, file);
    fseek(file, here, SEEK_SET);
    if (fread(&found, sizeof found, 1, file) != 1)
        return 0;
    fclose(file);
    return position * found.rows + found.version;
}
