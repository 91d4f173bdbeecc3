/* Assignment, copies for contiguous arguments, allocation, pointers. What is done with elements of
   derived types is written for each program (frontends/fortran/derivedtypes.py). */

PRIVATE int managed(const void *type);
PRIVATE void assign_of(const void *type, byte *to, const byte *from);
PRIVATE void initialize_of(const void *type, byte *at);
PRIVATE void destroy_of(const void *type, byte *at);
PRIVATE void finalize_of(const void *type, byte *at, int rank);
PRIVATE void finalize_array_of(const void *type, const descriptor *d);

PRIVATE int is_managed(const descriptor *d) {
    return d->type == STRUCT && (d->extra & 1) && managed(added(d)->type);
}

/* What is known of the elements of two arrays, one of which is assigned to the other. It is read
   before elements are written, which might be thought to change it. */
typedef struct {
    int type;
    size length, given; /* bytes of an element, and of one that is assigned: texts may differ */
    const void *own;    /* the type of objects that more is done with than copying */
} elements;

PRIVATE elements elements_of(const descriptor *to, const descriptor *from) {
    elements e = {type_in(to, from), to->length, from->length, 0};
    if (e.type != CHARACTER) e.length = e.given = length_in(to, from);
    if (e.type == STRUCT && (to->extra & 1) && managed(added(to)->type)) e.own = added(to)->type;
    return e;
}

PRIVATE void element_initialized(elements e, byte *at) {
    if (e.own) initialize_of(e.own, at);
}

PRIVATE void element_destroyed(elements e, byte *at) {
    if (e.own) destroy_of(e.own, at);
}

PRIVATE void element_copied(elements e, byte *to, const byte *from) {
    if (e.own) assign_of(e.own, to, from);
    else move(e.type, e.length, to, from);
}

PRIVATE void element_assigned(elements e, byte *to, const byte *from) {
    if (e.type == CHARACTER) put_text(to, e.length, from, e.given);
    else element_copied(e, to, from);
}

PRIVATE void elements_destroyed(const descriptor *d) {
    if (!d->base || !is_managed(d)) return;
    index n = count(d);
    for (index k = 0; k < n; k++) destroy_of(added(d)->type, element(d, k));
}

/* Calls the final procedures of objects, each of which is destroyed or assigned to afterwards. */
PRIVATE void elements_finalized(const descriptor *d) {
    if (!d->base || !is_managed(d)) return;
    const void *type = added(d)->type;
    int rank = d->rank;
    if (rank > 0) finalize_array_of(type, d);
    index n = count(d);
    for (index k = 0; k < n; k++) finalize_of(type, element(d, k), rank);
}

PRIVATE void elements_initialized(const descriptor *d) {
    if (!is_managed(d)) return;
    index n = count(d);
    for (index k = 0; k < n; k++) initialize_of(added(d)->type, element(d, k));
}

PRIVATE const byte *first(const descriptor *d, int rank) {
    const byte *at = d->base;
    for (int k = 0; k < rank; k++)
        if (d->dim[k].stride < 0) at += (d->dim[k].extent - 1) * d->dim[k].stride;
    return at;
}

PRIVATE const byte *last(const descriptor *d, int rank) {
    const byte *at = (const byte *)d->base + d->length;
    for (int k = 0; k < rank; k++)
        if (d->dim[k].stride > 0) at += (d->dim[k].extent - 1) * d->dim[k].stride;
    return at;
}

/* An intrinsic assignment; an allocatable left-hand side takes the shape of the right one, and the
   length of its text unless it has one of its own. What was there is finalised, unless that is
   memory of a temporary object. */
PRIVATE void assigned(descriptor *to, const descriptor *from, int keeps_length, int temporary) {
    elements e = elements_of(to, from);
    int finalizes = e.own && !temporary;
    if (from->rank == 0 && to->rank != 0) {
        if (finalizes) elements_finalized(to);
        index n = count(to);
        for (index k = 0; k < n; k++) element_assigned(e, element(to, k), from->base);
        return;
    }
    int rank = rank_in(to, from);
    index n = count(from);
    int fits = e.type != CHARACTER || keeps_length || e.length == e.given;
    /* what is not allocated has no shape: its extents are not to be read */
    if (to->attribute == ALLOCATABLE && (!to->base || !fits || !same_shape(to, from))) {
        if (!keeps_length) e.length = e.given;
        byte *made = malloc(n > 0 ? n * e.length : 1), *old = to->base;
        for (index k = 0; k < n; k++) {
            element_initialized(e, made + k * e.length);
            element_assigned(e, made + k * e.length, element_in(from, rank, k));
        }
        if (finalizes) elements_finalized(to);
        if (e.own) elements_destroyed(to);
        to->length = e.length;
        for (int k = 0; k < rank; k++) extent(to, k, from->dim[k].extent);
        to->base = made;
        if (old) free(old);
        return;
    }
    if (n <= 0) return;
    if (rank == 0 || first(to, rank) >= last(from, rank) || first(from, rank) >= last(to, rank)) {
        if (finalizes) elements_finalized(to);
        for (index k = 0; k < n; k++)
            element_assigned(e, element_in(to, rank, k), element_in(from, rank, k));
        return;
    }
    byte *copy = malloc(n * e.length);
    for (index k = 0; k < n; k++) {
        element_initialized(e, copy + k * e.length);
        element_assigned(e, copy + k * e.length, element_in(from, rank, k));
    }
    if (finalizes) elements_finalized(to);
    for (index k = 0; k < n; k++) {
        element_copied(e, element_in(to, rank, k), copy + k * e.length);
        element_destroyed(e, copy + k * e.length);
    }
    free(copy);
}

INLINED void _FortranAAssign(descriptor *to, const descriptor *from, const char *file, int line) {
    assigned(to, from, 0, 0);
}

INLINED void _FortranAAssignExplicitLengthCharacter(descriptor *to, const descriptor *from,
                                                    const char *file, int line) {
    assigned(to, from, 1, 0);
}

INLINED void _FortranAAssignTemporary(descriptor *to, const descriptor *from, const char *file,
                                      int line) {
    elements_initialized(to);
    assigned(to, from, 0, 1);
}

INLINED void _FortranAAssignPolymorphic(descriptor *to, const descriptor *from, const char *file,
                                        int line) {
    if (to->base) {
        elements_finalized(to);
        elements_destroyed(to);
        free(to->base);
    }
    int attribute = to->attribute;
    describe(to, from, from->rank);
    to->attribute = attribute;
    for (int k = 0; k < from->rank; k++) extent(to, k, from->dim[k].extent);
    elements e = elements_of(from, from);
    byte *made = allocated(to);
    index n = count(from);
    for (index k = 0; k < n; k++) {
        element_initialized(e, made + k * e.length);
        element_copied(e, made + k * e.length, element(from, k));
    }
}

INLINED _Bool _FortranAIsContiguousUpTo(const descriptor *d, int dims) {
    index stride = d->length, n = count(d);
    if (n <= 1) return 1;
    for (int k = 0; k < dims; k++) {
        if (d->dim[k].extent != 1 && d->dim[k].stride != stride) return 0;
        stride *= d->dim[k].extent;
    }
    return 1;
}

INLINED _Bool _FortranAIsContiguous(const descriptor *d) {
    return _FortranAIsContiguousUpTo(d, d->rank);
}

/* A contiguous copy of an argument, and back: `var` is null where nothing was written. */
INLINED void _FortranACopyInAssign(descriptor *temp, const descriptor *var, const char *file,
                                   int line) {
    describe(temp, var, var->rank);
    for (int k = 0; k < var->rank; k++) extent(temp, k, var->dim[k].extent);
    elements e = elements_of(var, var);
    byte *made = allocated(temp);
    index n = count(var);
    for (index k = 0; k < n; k++) {
        element_initialized(e, made + k * e.length);
        element_copied(e, made + k * e.length, element(var, k));
    }
}

INLINED void _FortranACopyOutAssign(descriptor *var, descriptor *temp, const char *file, int line) {
    byte *made = temp->base;
    if (var) {
        elements e = elements_of(var, var);
        index n = count(var);
        for (index k = 0; k < n; k++) element_copied(e, element(var, k), made + k * e.length);
    }
    elements_destroyed(temp);
    free(made);
}

INLINED void _FortranAShallowCopyDirect(const descriptor *to, const descriptor *from,
                                        const char *file, int line) {
    index n = count(from);
    elements e = elements_of(to, from);
    e.own = 0;
    for (index k = 0; k < n; k++) element_assigned(e, element(to, k), element(from, k));
}

INLINED void _FortranAShallowCopy(descriptor *to, const descriptor *from, const char *file,
                                  int line) {
    describe(to, from, from->rank);
    for (int k = 0; k < from->rank; k++) extent(to, k, from->dim[k].extent);
    allocated(to);
    _FortranAShallowCopyDirect(to, from, file, line);
}

INLINED void _FortranAInitialize(const descriptor *d, const char *file, int line) {
    elements_initialized(d);
}

INLINED void _FortranAFinalize(const descriptor *d, const char *file, int line) {
    elements_finalized(d);
}

INLINED void _FortranADestroy(const descriptor *d) {
    elements_finalized(d);
    elements_destroyed(d);
}

INLINED void _FortranADestroyWithoutFinalization(const descriptor *d) { elements_destroyed(d); }
