// What surrounds a kernel in real programs: clocks, environment, assertions, errno, a log file, locks, random numbers.
// rz: double served(const double x[n] in, int n=6)
// also: n=0
#include <assert.h>
#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static double total;

static void add(double v)
{
    pthread_mutex_lock(&lock);
    total += v;
    pthread_mutex_unlock(&lock);
}

double served(const double *x, int n)
{
    struct timespec begin, end;
    clock_gettime(CLOCK_MONOTONIC, &begin);
    const char *level = getenv("SERVED_LEVEL");
    FILE *log = fopen("/dev/null", "w");
    srand(7);
    total = 0;
    for (int i = 0; i < n; i++) {
        errno = 0;
        double y = log1p(x[i]);
        if (errno)
            fprintf(stderr, "bad: %s\n", strerror(errno));
        assert(y > -10);
        add(y * y * (1 + rand() % 3));
        if (log)
            fprintf(log, "%d %g\n", i, total);
    }
    if (log) {
        fflush(log);
        fclose(log);
    }
    clock_gettime(CLOCK_MONOTONIC, &end);
    double seconds = (double)(end.tv_sec - begin.tv_sec) + 1e-9 * (double)(end.tv_nsec - begin.tv_nsec);
    if (level && atoi(level) > 2)
        printf("took %f s\n", seconds);
    return total * exp(-total);
}
