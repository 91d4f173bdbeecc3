/* Worksharing with schedules that are known when a loop begins (included by openmp.c). */

enum { ORDERED = 32 }; /* what an ordered clause adds to a kind */
enum { STATIC_CHUNKED = 33, STATIC = 34, DYNAMIC = 35, GUIDED = 36, RUNTIME = 37, AUTO = 38 };

static int team_size(void) { return self.team == NULL ? 1 : self.team->size; }

static uint64_t trips_of(int64_t lower, int64_t upper, int64_t step, int is_unsigned) {
    if (is_unsigned) {
        uint64_t l = (uint64_t)lower, u = (uint64_t)upper;
        if (step > 0) return l > u ? 0 : (u - l) / (uint64_t)step + 1;
        return l < u ? 0 : (l - u) / -(uint64_t)step + 1;
    }
    if (step > 0) return lower > upper ? 0 : ((uint64_t)upper - (uint64_t)lower) / (uint64_t)step + 1;
    return lower < upper ? 0 : ((uint64_t)lower - (uint64_t)upper) / -(uint64_t)step + 1;
}

typedef struct {
    int64_t lower, upper, stride;
    int last;
} part_t;

static part_t part(int kind, int64_t lower, int64_t upper, int64_t step, int64_t chunk,
                   int is_unsigned) {
    uint64_t n = (uint64_t)team_size(), t = (uint64_t)self.number;
    uint64_t trips = trips_of(lower, upper, step, is_unsigned), one = (uint64_t)step;
    uint64_t low = (uint64_t)lower;
    part_t found = {lower, upper, step, 0};
    if (trips == 0) return found;
    if ((kind & 0xffff) == STATIC_CHUNKED) {
        uint64_t c = chunk > 0 ? (uint64_t)chunk : 1, span = c * one;
        found.lower = (int64_t)(low + span * t);
        found.upper = (int64_t)(low + span * t + span - one);
        found.stride = (int64_t)(span * n);
        found.last = t == (trips - 1) / c % n;
        return found;
    }
    found.stride = (int64_t)(trips * one);
    uint64_t each = trips / n, more = trips % n;
    uint64_t begin = t * each + (t < more ? t : more), count = each + (t < more);
    found.last = count > 0 && begin + count == trips;
    found.lower = (int64_t)(low + begin * one);
    found.upper = (int64_t)(low + (begin + count) * one - one);
    if (count == 0) { /* bounds between which there is nothing, that do not wrap */
        found.lower = (int64_t)(low + one);
        found.upper = lower;
    }
    return found;
}

#define STATIC_INIT(suffix, type, step_type, is_unsigned)                                        \
    void __kmpc_for_static_init_##suffix(void *where, int thread, int kind, int *last,           \
                                         type *lower, type *upper, step_type *stride,            \
                                         step_type step, step_type chunk) {                      \
        (void)where, (void)thread;                                                               \
        part_t p = part(kind, (int64_t)*lower, (int64_t)*upper, step, chunk, is_unsigned);       \
        *lower = (type)p.lower;                                                                  \
        *upper = (type)p.upper;                                                                  \
        *stride = (step_type)p.stride;                                                           \
        if (last != NULL) *last = p.last;                                                        \
    }

STATIC_INIT(4, int32_t, int32_t, 0)
STATIC_INIT(4u, uint32_t, int32_t, 1)
STATIC_INIT(8, int64_t, int64_t, 0)
STATIC_INIT(8u, uint64_t, int64_t, 1)
