// A child sends a number to its parent, which goes on with it.
// rz: double f(double x in 0.5..1.5)
#include <sys/wait.h>
#include <unistd.h>

double f(double x)
{
    int ends[2];
    double y = x * x, z = 0;
    if (pipe(ends))
        return 0;
    pid_t child = fork();
    if (!child)
        _exit(write(ends[1], &y, sizeof y) != sizeof y);
    long got = read(ends[0], &z, sizeof z);  // error: ActivityError RZ405
    waitpid(child, 0, 0);
    close(ends[0]);
    close(ends[1]);
    return got == sizeof z ? z * x : 0;
}
