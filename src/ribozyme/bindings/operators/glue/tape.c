/* Tapes that wait in native memory between a forward and a backward call.
 *
 *     keep(call, …)    primals → values, and a ticket per item         forward half, tape put away
 *     back(call, …)    primals, ticket, cotangents → adjoints          tape found, reverse half
 *
 * A ticket is two numbers, so a framework may copy it, stack it, drop it or use it twice. What is
 * behind it may be gone: at most `limit` bytes wait, and of those that were used once hardly any. Then
 * `back` runs the forward half again, on the same primals, so the result is the same, to the bit.
 *
 * A record holds what the two halves share: the block of arguments, the memory that it leads to (of
 * inputs a copy: those of the way back may lie elsewhere), the shadows, and the tape.
 */
typedef void body(void *block);
typedef int guard(body *, void *block, char *report);
extern void *aligned_alloc(size_t, size_t);
extern void free(void *);
extern void *memcpy(void *, const void *, size_t);
extern void *memset(void *, int, size_t);
typedef union {
    int64_t room[8];
} mutex;
extern int pthread_mutex_lock(mutex *);
extern int pthread_mutex_unlock(mutex *);
extern void lent_leave(int64_t *record) __asm__("rz.lent.leave");
extern void lent_call(int64_t *record, int64_t *call, int64_t tensors, void *scratch,
                      int64_t bytes) __asm__("rz.lent.enter.call");

enum { NUMBER, WORD, BLOCK, CONSTANT, OUT, MEMORY, SHADOW, CELL, PHASE };
enum { ZEROED = -1 };
enum { FORWARD, REVERSE, DROP }; /* the phases of a split routine */
enum { UNIT = 64, BUCKETS = 1024 };
#define LIMIT_OF_USED ((int64_t)1 << 20)

typedef struct {
    int64_t what;
    int64_t tensor; /* an input, or an output for OUT; a word; a constant */
    int64_t from;   /* memory begins as a copy of that input, or ZEROED */
    int64_t like, word, factor; /* bytes: of an input, or a word times this, or this */
} slot;
typedef struct {
    int64_t slot, size; /* a number of that size, or (0) memory */
} place;
typedef struct {
    int64_t inputs, outputs, cotangents, adjoints, slots;
    body *run;
    guard *guarded;
    const slot *slot;
    const place *cotangent, *adjoint;
} table;

typedef struct record {
    struct record *next, *newer, *older; /* of a bucket; of all, and back */
    const table *of;
    void *tape;
    int64_t number, bytes, own; /* own: without the tape */
    int32_t busy, used;
    int64_t block[];
} record;

static mutex lock;
static record *buckets[BUCKETS], *newest, *oldest;
static int64_t waiting, spent /* of these, used once */, limit = (int64_t)1 << 30;
static uint32_t process, counter;

void rz_tape_setup(uint32_t number) { process = number; }

void rz_tape_limit(int64_t bytes) { limit = bytes; }

int64_t rz_tape_waiting(void) { return waiting; }

static int64_t rounded(int64_t bytes) { return (bytes + UNIT - 1) / UNIT * UNIT; }

/* ---- a call ----------------------------------------------------------------------------------- */

typedef struct {
    const table *of;
    int64_t *call;
    int64_t tensors; /* how many a call has, inputs and outputs */
    int64_t item;
} turn;

static void *item(const turn *t, int64_t tensor)
{
    const int64_t *entry = t->call + HEAD + PER_TENSOR * tensor;
    return (char *)entry[0] + entry[1] * t->item;
}

static int64_t extent(const turn *t, int64_t tensor)
{
    return t->call[HEAD + PER_TENSOR * tensor + 2];
}

static int64_t *words(const turn *t) { return t->call + HEAD + PER_TENSOR * t->tensors; }

static int64_t bytes(const turn *t, const slot *s, int has_outputs)
{
    if (s->what == OUT && has_outputs)
        return extent(t, t->of->inputs + s->tensor);
    if (s->like >= 0)
        return extent(t, s->like);
    return s->word >= 0 ? words(t)[s->word] * s->factor : s->factor;
}

static int has_memory(const slot *s, int has_outputs)
{
    return s->what == MEMORY || s->what == SHADOW || (s->what == OUT && !has_outputs);
}

/* ---- records ---------------------------------------------------------------------------------- */

static void released(record *r)
{
    if (r->tape) {
        char report[REPORT];
        for (int64_t s = 0; s < r->of->slots; s++)
            if (r->of->slot[s].what == PHASE)
                r->block[s] = DROP;
        r->of->guarded(r->of->run, r->block, report);
    }
    free(r);
}

/* A half, which may free nothing of the record's, and no tensor of the call. */
static int ran(const turn *t, record *r, int64_t *block, char *report)
{
    int64_t lent[4 + 2 * t->tensors];
    lent_call(lent, t->call, t->tensors, r, r->own);
    int status = t->of->guarded(t->of->run, block, report);
    lent_leave(lent);
    return status;
}

/* A record with its block filled and the forward half run; null and a status if it failed. */
static record *recorded(const turn *t, int has_outputs, int *status, char *report)
{
    const table *of = t->of;
    int64_t head = rounded(sizeof(record) + 8 * (of->slots + 1)), whole = head;
    for (int64_t s = 0; s < of->slots; s++)
        if (has_memory(of->slot + s, has_outputs))
            whole += rounded(bytes(t, of->slot + s, has_outputs));
    record *r = aligned_alloc(UNIT, whole);
    if (!r) {
        say(report, REPORT, "no memory for a tape");
        *status = 1;
        return 0;
    }
    memset(r, 0, head);
    r->of = of;
    r->own = whole;
    char *free_memory = (char *)r + head;
    for (int64_t k = 0; k < of->slots; k++) {
        const slot *s = of->slot + k;
        int64_t *here = r->block + k;
        void *memory = 0;
        switch (s->what) {
        case NUMBER:
            memcpy(here, item(t, s->tensor), s->factor);
            break;
        case WORD:
            *here = words(t)[s->tensor];
            break;
        case BLOCK:
            *here = (int64_t)(words(t) + s->tensor);
            break;
        case CONSTANT:
            *here = s->tensor;
            break;
        case CELL:
            *here = (int64_t)&r->tape;
            break;
        case PHASE:
            *here = FORWARD;
            break;
        }
        if (has_memory(s, has_outputs)) {
            memory = free_memory;
            free_memory += rounded(bytes(t, s, has_outputs));
        } else if (s->what == OUT)
            memory = item(t, of->inputs + s->tensor);
        if (!memory)
            continue;
        *here = (int64_t)memory;
        if (s->from == ZEROED)
            memset(memory, 0, bytes(t, s, has_outputs));
        else
            memcpy(memory, item(t, s->from), bytes(t, s, has_outputs));
    }
    *status = ran(t, r, r->block, report);
    r->bytes = whole;
    if (r->tape) /* an arena, which lists its chunks: the one before, and the bytes of this one */
        for (int64_t *chunk = ((int64_t **)r->tape)[2]; chunk; chunk = (int64_t *)chunk[0])
            r->bytes += chunk[1];
    if (!*status)
        return r;
    released(r);
    return 0;
}

/* ---- what waits ------------------------------------------------------------------------------- */

static void taken_out(record *r)
{
    record **at = buckets + r->number % BUCKETS;
    while (*at != r)
        at = &(*at)->next;
    *at = r->next;
    *(r->newer ? &r->newer->older : &newest) = r->older;
    *(r->older ? &r->older->newer : &oldest) = r->newer;
    waiting -= r->bytes;
    spent -= r->used ? r->bytes : 0;
}

/* Put a record away; what has to go for it is chained by `next`. */
static record *put(record *r)
{
    record *gone = 0;
    pthread_mutex_lock(&lock);
    waiting += r->bytes;
    for (int all = 0; all < 2; all++)
        for (record *old = oldest, *newer; old; old = newer) {
            newer = old->newer;
            if (waiting <= (all || limit < LIMIT_OF_USED ? limit : LIMIT_OF_USED) ||
                (!all && !spent)) /* those that are still to be used are many, and wait */
                break;
            if (!old->busy && (all || old->used)) {
                taken_out(old);
                old->next = gone;
                gone = old;
            }
        }
    if (!++counter)
        process++;
    r->number = counter;
    r->next = buckets[counter % BUCKETS];
    buckets[counter % BUCKETS] = r;
    r->older = newest;
    *(newest ? &newest->newer : &oldest) = r;
    newest = r;
    pthread_mutex_unlock(&lock);
    return gone;
}

/* The record of a ticket, for one caller; null if it is gone, or busy. */
static record *found(const table *of, const uint32_t *ticket)
{
    record *r = 0;
    pthread_mutex_lock(&lock);
    if (ticket[1] == process)
        for (r = buckets[ticket[0] % BUCKETS]; r && r->number != ticket[0];)
            r = r->next;
    if (r && (r->busy || r->of != of))
        r = 0;
    if (r) {
        spent += r->used ? 0 : r->bytes;
        r->busy = r->used = 1;
    }
    pthread_mutex_unlock(&lock);
    return r;
}

static void put_back(record *r)
{
    pthread_mutex_lock(&lock);
    r->busy = 0;
    pthread_mutex_unlock(&lock);
}

/* ---- the two calls ---------------------------------------------------------------------------- */

/* Outputs: what the primal gives, then the two numbers of the ticket. */
int rz_tape_keep(int64_t *call, char *report, const table *of)
{
    turn t = {of, call, of->inputs + of->outputs + 2, 0};
    for (; t.item < call[0]; t.item++) {
        int status = 0;
        record *r = recorded(&t, 1, &status, report);
        if (!r)
            return status;
        for (record *gone = put(r), *next; gone; gone = next) {
            next = gone->next;
            released(gone);
        }
        *(uint32_t *)item(&t, of->inputs + of->outputs) = (uint32_t)r->number;
        *(uint32_t *)item(&t, of->inputs + of->outputs + 1) = process;
    }
    return 0;
}

static int reversed(const turn *t, record *r, char *report)
{
    const table *of = t->of;
    int64_t block[of->slots + 1], given = of->inputs + 2, made = given + of->cotangents;
    memcpy(block, r->block, sizeof block);
    for (int64_t s = 0; s < of->slots; s++) {
        if (of->slot[s].what == PHASE)
            block[s] = REVERSE;
        if (of->slot[s].what == SHADOW)
            memset((void *)block[s], 0, bytes(t, of->slot + s, 0));
    }
    for (int64_t k = 0; k < of->cotangents; k++) {
        const place *p = of->cotangent + k;
        if (p->size)
            memcpy(block + p->slot, item(t, given + k), p->size);
        else
            memcpy((void *)block[p->slot], item(t, given + k), extent(t, given + k));
    }
    int status = ran(t, r, block, report);
    for (int64_t k = 0; k < of->adjoints && !status; k++) {
        const place *p = of->adjoint + k;
        memcpy(item(t, made + k), (void *)block[p->slot],
               p->size ? p->size : extent(t, made + k));
    }
    return status;
}

int rz_tape_back(int64_t *call, char *report, const table *of)
{
    turn t = {of, call, of->inputs + 2 + of->cotangents + of->adjoints, 0};
    int status = 0;
    for (; t.item < call[0] && !status; t.item++) {
        uint32_t ticket[2] = {*(uint32_t *)item(&t, of->inputs),
                              *(uint32_t *)item(&t, of->inputs + 1)};
        record *r = found(of, ticket);
        if (r) {
            status = reversed(&t, r, report);
            put_back(r);
        } else if ((r = recorded(&t, 0, &status, report))) {
            status = reversed(&t, r, report);
            released(r);
        }
    }
    return status;
}
