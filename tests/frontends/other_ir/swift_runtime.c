/* What Swift's code calls to count references, with bodies that can be differentiated: link it
   beside the IR. A class has the function that ends it 16 bytes before its metadata's address. */
#include <stdlib.h>

struct object { void **type; long count; };

void *swift_allocObject(void **type, size_t n, size_t alignment) {
    struct object *made = malloc(n);
    made->type = type;
    made->count = 1;
    return made;
}
void *swift_retain(struct object *o) {
    if (o) o->count++;
    return o;
}
void swift_release(struct object *o) {
    if (o && --o->count == 0) free(o);
}
void swift_deallocClassInstance(void *o, size_t n, size_t alignment) { free(o); }
