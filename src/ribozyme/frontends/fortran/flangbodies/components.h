/* What is done with a component of an object of a derived type. `rank, type, length` are constants
   of the program: the component's description, whatever its descriptor in memory says. */

PRIVATE void unknown(void) {
    _FortranAReportFatalUserError(
        "an object is copied or destroyed whose type has an assignment of its own, a length "
        "parameter, or a component that may hold any type, class(*): there is no derivative of that",
        "", 0);
}

PRIVATE void unknown_final(void) {
    _FortranAReportFatalUserError(
        "a final procedure is called for an array of any rank, of a parent type, or inside of an "
        "object: there is no derivative of that",
        "", 0);
}

PRIVATE void unknown_bytes(byte *at) { unknown(); }
PRIVATE void unknown_finalize(byte *at, int rank) { unknown(); }
PRIVATE void unknown_array(const descriptor *d) { unknown(); }
PRIVATE void unknown_copy(byte *to, const byte *from) { unknown(); }
PRIVATE void copied(byte *to, const byte *from, size n) { __builtin_memmove(to, from, n); }

/* ---- what owns no memory ----------------------------------------------------------------------- */

PRIVATE void word_assigned(byte *to, const byte *from) { *(void **)to = *(void *const *)from; }

PRIVATE void bytes_assigned(byte *to, const byte *from, size n) { copied(to, from, n); }

PRIVATE void plain_assigned(byte *to, const byte *from, index n, int type, size length) {
    for (index k = 0; k < n; k++) move(type, length, to + k * length, from + k * length);
}

PRIVATE addendum *type_added(const descriptor *d, int rank) {
    return (addendum *)((byte *)d + HEAD + rank * sizeof(dimension));
}

PRIVATE void pointer_assigned(byte *at, const byte *source, int rank, int typed) {
    descriptor *to = (descriptor *)at;
    const descriptor *from = (const descriptor *)source;
    to->base = from->base;
    to->length = from->length;
    to->version = from->version;
    to->rank = from->rank;
    to->type = from->type;
    to->attribute = from->attribute;
    to->extra = from->extra;
    for (int k = 0; k < rank; k++) to->dim[k] = from->dim[k];
    if (typed) *type_added(to, rank) = *type_added(from, rank);
}

/* ---- an object in place, or an array of them --------------------------------------------------- */

PRIVATE void part_destroyed(byte *at, index n, size length, void (*initialize)(byte *),
                            void (*destroy)(byte *), void (*assign)(byte *, const byte *)) {
    for (index k = 0; k < n; k++) destroy(at + k * length);
}

PRIVATE void part_initialized(byte *at, index n, size length, void (*initialize)(byte *),
                              void (*destroy)(byte *), void (*assign)(byte *, const byte *)) {
    for (index k = 0; k < n; k++) initialize(at + k * length);
}

PRIVATE void part_assigned(byte *to, const byte *from, index n, size length,
                           void (*initialize)(byte *), void (*destroy)(byte *),
                           void (*assign)(byte *, const byte *)) {
    for (index k = 0; k < n; k++) assign(to + k * length, from + k * length);
}

/* ---- allocatable components -------------------------------------------------------------------- */

PRIVATE index count_of(const descriptor *d, int rank) {
    index n = 1;
    for (int k = 0; k < rank; k++) n *= d->dim[k].extent;
    return n;
}

PRIVATE void established(descriptor *d, int rank, int type, size length, int attribute) {
    d->base = 0;
    d->length = length;
    d->version = VERSION;
    d->rank = rank;
    d->type = type;
    d->attribute = attribute;
    d->extra = 0;
}

PRIVATE void typed(byte *at, int rank, const void *type) {
    descriptor *d = (descriptor *)at;
    d->extra = 1;
    type_added(d, rank)->type = type;
    type_added(d, rank)->parameter = 0;
}

PRIVATE void pointer_initialized(byte *at, int rank, int type, size length) {
    established((descriptor *)at, rank, type, length, POINTER);
}

PRIVATE void component_initialized(byte *at, int rank, int type, size length,
                                   void (*initialize)(byte *), void (*destroy)(byte *),
                                   void (*assign)(byte *, const byte *)) {
    established((descriptor *)at, rank, type, length, ALLOCATABLE);
}

PRIVATE void component_destroyed(byte *at, int rank, int type, size length,
                                 void (*initialize)(byte *), void (*destroy)(byte *),
                                 void (*assign)(byte *, const byte *)) {
    descriptor *d = (descriptor *)at;
    byte *old = d->base;
    if (!old) return;
    if (type == STRUCT) {
        index n = count_of(d, rank);
        for (index k = 0; k < n; k++) destroy(old + k * length);
    }
    free(old);
    d->base = 0;
}

PRIVATE void component_assigned(byte *at, const byte *source, int rank, int type, size length,
                                void (*initialize)(byte *), void (*destroy)(byte *),
                                void (*assign)(byte *, const byte *)) {
    descriptor *to = (descriptor *)at;
    const descriptor *from = (const descriptor *)source;
    if (to == from) return;
    if (!from->base) {
        component_destroyed(at, rank, type, length, initialize, destroy, assign);
        return;
    }
    index n = count_of(from, rank);
    size each = length ? length : from->length;
    int fits = to->base != 0 && to->length == from->length;
    for (int k = 0; fits && k < rank; k++) fits = to->dim[k].extent == from->dim[k].extent;
    if (!fits) {
        component_destroyed(at, rank, type, length, initialize, destroy, assign);
        byte *made = malloc(n > 0 ? n * each : 1);
        if (type == STRUCT)
            for (index k = 0; k < n; k++) initialize(made + k * each);
        to->length = from->length;
        for (int k = 0; k < rank; k++) to->dim[k] = from->dim[k];
        to->base = made;
    }
    byte *into = to->base;
    const byte *out = from->base;
    for (index k = 0; k < n; k++) {
        if (type == STRUCT) assign(into + k * each, out + k * each);
        else move(type, each, into + k * each, out + k * each);
    }
}

/* ---- polymorphic components: their descriptors say what they are ------------------------------- */

PRIVATE void dynamic_initialized(byte *at, int rank, const void *type) {
    descriptor *d = (descriptor *)at;
    established(d, rank, STRUCT, size_of(type), ALLOCATABLE);
    typed(at, rank, type);
}

PRIVATE void dynamic_destroyed(byte *at, int rank, const void *type) {
    descriptor *d = (descriptor *)at;
    byte *old = d->base;
    if (!old) return;
    index n = count_of(d, rank);
    for (index k = 0; k < n; k++) destroy_of(type_added(d, rank)->type, old + k * d->length);
    free(old);
    d->base = 0;
}

PRIVATE void dynamic_assigned(byte *at, const byte *source, int rank, const void *type) {
    descriptor *to = (descriptor *)at, *from = (descriptor *)source;
    if (to == from) return;
    dynamic_destroyed(at, rank, type);
    if (!from->base) return;
    const void *real = type_added(from, rank)->type;
    index n = count_of(from, rank);
    byte *made = malloc(n > 0 ? n * from->length : 1);
    for (index k = 0; k < n; k++) {
        initialize_of(real, made + k * from->length);
        assign_of(real, made + k * from->length, (byte *)from->base + k * from->length);
    }
    to->length = from->length;
    for (int k = 0; k < rank; k++) to->dim[k] = from->dim[k];
    type_added(to, rank)->type = real;
    to->base = made;
}

/* ---- final procedures: of an element's parts, in the order of flang's run time ------------------ */

/* The address of an array whose procedure takes no descriptor. */
PRIVATE byte *contiguous(const descriptor *d) {
    index stride = d->length;
    for (int k = 0; k < d->rank; k++) {
        if (d->dim[k].extent != 1 && d->dim[k].stride != stride) unknown_final();
        stride *= d->dim[k].extent;
    }
    return d->base;
}

PRIVATE void part_finalized(byte *at, index n, size length, int rank,
                            void (*finalize)(byte *, int),
                            void (*finalize_array)(const descriptor *)) {
    if (rank > 0) {
        struct { descriptor head; addendum room; } part;
        established(&part.head, rank, STRUCT, length, 0);
        part.head.base = at;
        part.head.dim[0].lower = 1;
        part.head.dim[0].extent = n;
        part.head.dim[0].stride = length;
        if (rank == 1) finalize_array(&part.head);
    }
    for (index k = 0; k < n; k++) finalize(at + k * length, rank);
}

PRIVATE void component_finalized(byte *at, int rank, size length, void (*finalize)(byte *, int),
                                 void (*finalize_array)(const descriptor *)) {
    const descriptor *d = (const descriptor *)at;
    byte *held = d->base;
    if (!held) return;
    if (rank > 0) finalize_array(d);
    index n = count_of(d, rank);
    for (index k = 0; k < n; k++) finalize(held + k * length, rank);
}

PRIVATE void dynamic_finalized(byte *at, int rank) {
    const descriptor *d = (const descriptor *)at;
    byte *held = d->base;
    if (!held) return;
    const void *type = type_added(d, rank)->type;
    if (rank > 0) finalize_array_of(type, d);
    index n = count_of(d, rank);
    for (index k = 0; k < n; k++) finalize_of(type, held + k * d->length, rank);
}
