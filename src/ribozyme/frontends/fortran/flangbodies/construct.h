/* Array constructors whose length is not known before they are evaluated. The vector is ours: flang
   gives room for it, and hands it to these functions only. */

typedef struct {
    descriptor *to;
    index next, room;
    index takes_length; /* whether the length of text is that of the first value */
} vector;

INLINED void _FortranAInitArrayConstructorVector(vector *v, descriptor *to, _Bool takes_length,
                                                 const char *file, int line) {
    v->to = to;
    v->next = 0;
    v->room = to->base ? to->dim[0].extent : 0;
    v->takes_length = takes_length;
}

/* Room for so many elements more, and the count of them all in the extent. */
PRIVATE void extended(vector *v, index n) {
    descriptor *to = v->to;
    index wanted = v->next + n, had = v->next;
    if (!to->base || wanted > v->room) {
        index room = 2 * v->room > wanted ? 2 * v->room : wanted;
        if (!to->base && to->dim[0].extent > room) room = to->dim[0].extent;
        byte *old = to->base, *made = malloc(room > 0 ? room * to->length : 1);
        for (index k = 0; k < had; k++) move(to->type, to->length, made + k * to->length, element(to, k));
        if (old) free(old);
        to->base = made;
        v->room = room;
    }
    if (wanted > to->dim[0].extent) extent(to, 0, wanted);
    v->next = wanted;
}

INLINED void _FortranAPushArrayConstructorValue(vector *v, const descriptor *from) {
    descriptor *to = v->to;
    index n = count(from), start = v->next;
    if (v->takes_length && !to->base) to->length = from->length;
    extended(v, n);
    elements e = elements_of(to, from);
    for (index k = 0; k < n; k++) {
        element_initialized(e, element(to, start + k));
        element_assigned(e, element(to, start + k), element(from, k));
    }
}

INLINED void _FortranAPushArrayConstructorSimpleScalar(vector *v, const void *from) {
    index start = v->next;
    extended(v, 1);
    move(v->to->type, v->to->length, element(v->to, start), from);
}
