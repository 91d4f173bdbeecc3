// Strings, memory functions, input and output.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ctype.h>
char *joined(const char *a, const char *b) { size_t n = strlen(a), m = strlen(b); char *r = malloc(n + m + 1); if (!r) return NULL; memcpy(r, a, n); strcpy(r + n, b); return r; }
int words(const char *s) { int n = 0; while (*s) { while (isspace((unsigned char)*s)) s++; if (*s) n++; while (*s && !isspace((unsigned char)*s)) s++; } return n; }
void clear(double *p, size_t n) { memset(p, 0, n * sizeof *p); memset(p, 0xff, 8); memmove(p + 1, p, (n - 1) * sizeof *p); }
int report(FILE *to, double x) { fprintf(to, "%s: %10.3f %d%%\n", "value", x, 5); puts("done"); return printf("x"); }
static int order(const void *a, const void *b) { double d = *(const double *)a - *(const double *)b; return (d > 0) - (d < 0); }
void sorted(double *p, size_t n) { qsort(p, n, sizeof *p, order); }
double parsed(const char *s) { char *end; return strtod(s, &end) + atoi(end) + strtol(s, NULL, 16); }
double *grown(double *p, size_t n) { double *q = realloc(p, n * 8); if (!q) free(p); return q ? q : calloc(n, 8); }
int same(const char *a, const char *b) { return !strcmp(a, b) && !strncmp(a, b, 4) && !memcmp(a, b, 8) && strchr(a, 'x') && strstr(a, "abc"); }
