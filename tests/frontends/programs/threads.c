// Thread-local storage in each model.
_Thread_local int counter = 1;
static __thread double scratch[8];
extern __thread int outside;
__thread int early __attribute__((tls_model("initial-exec"))) = 2;
static __thread int nearby __attribute__((tls_model("local-dynamic")));
__thread int fast __attribute__((tls_model("local-exec"), visibility("hidden")));
int *address(void) { return &counter; }
double next(double x) { counter++; scratch[counter & 7] += x; return scratch[3] * outside + early + nearby++ + fast; }
