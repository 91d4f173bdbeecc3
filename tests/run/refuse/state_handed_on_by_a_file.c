// Each step reads the state that the step before has written, in functions of their own.
// rz: double f(double x in 0.5..1.5, int n=4)
#include <stdio.h>

struct state {
    int step;
    double position, speed;
};

__attribute__((noinline)) static void save(FILE *file, const struct state *s)
{
    rewind(file);
    fwrite(s, sizeof *s, 1, file);
}

__attribute__((noinline)) static int load(FILE *file, struct state *s)
{
    rewind(file);
    return fread(s, sizeof *s, 1, file) == 1;  // error: ActivityError RZ405
}

double f(double x, int n)
{
    FILE *file = tmpfile();
    struct state now = {0, 1, 0};
    for (int i = 0; i < n; i++) {
        if (i && !load(file, &now))
            break;
        now.speed -= x * now.position;
        now.position += 0.1 * now.speed;
        now.step++;
        save(file, &now);
    }
    fclose(file);
    return now.position;
}
