// flags: -ffreestanding
// Pointers of other address spaces.
typedef int __attribute__((address_space(256))) gs_int; typedef double __attribute__((address_space(1))) far;
int through(gs_int *p) { return p[3]; }
double sum(far *p, int n) { double s = 0; for (int i = 0; i < n; i++) s += p[i]; return s; }
double generic(far *p) { return *(double *)p; }
far *other(double *p) { return (far *)p; }
extern far outside; double read(void) { return outside; }
far placed = 2.5;
