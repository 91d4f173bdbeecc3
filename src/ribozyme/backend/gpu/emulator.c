// Runs a launch on the host: block by block, thread by thread, in one order.
//
// Where threads wait for each other, each is a coroutine: `begin` runs it up to its first barrier and
// returns a handle; the handle's first word is the function that resumes it, the second the one that
// frees it. A thread says why it has stopped: at a barrier of its block, of its warp, or at its end.
//
//   begin all threads
//   repeat   resume warps until all their threads are at a barrier of the block, or at their end
//            all at their end: the block is done;  else resume those at the barrier
//
// With checks each access is looked up: which memory it lies in, who wrote and read it last, and when.
// The clock of a block ticks at its barriers; accesses of two threads between the same two ticks, of
// which one writes and not both are atomic, are a race. Threads of a warp have a clock of their own,
// which ticks at barriers of the warp, too.

typedef unsigned char u8;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef long long i64;

void *malloc(u64);
void free(void *);
void *memset(void *, int, u64);

enum { RUNNING, AT_BLOCK, AT_WARP, ENDED };
enum { NONE, DIVERGENT, OUT_OF_BOUNDS, RACE, UNINITIALISED };
enum { READ = 1, WRITE = 2, ATOMIC = 4 };
enum { WARP = 32, NOBODY = 0xffffffffu };

typedef struct {
  u32 why, site;
} status;

// Who accessed a byte last: a thread's number in the launch, and the times of its block and warp.
typedef struct {
  u32 thread, block_time, warp_time, site;
} visit;

typedef struct {
  visit writer, reader, other;  // two readers, so that one of them is not who writes
  u8 atomic, written;           // the last write was atomic; there was one
  u8 of_reader, of_other;       // their reads were atomic
} cell;

typedef struct {
  u8 *memory;
  u64 bytes;
  u32 space;  // 0 of the caller, 1 of the block: not written yet, 2 of the block: all zero
  u32 number; // of the parameter
  cell *cells;
} region;

typedef struct {
  u32 kind, site, other_site, thread[2], block[2], region;
  i64 offset;
} fault;

typedef struct {
  void **args;
  u32 grid[3], block[3], ctaid[3]; // what the entry reads, at 8, 20 and 32
  u32 regions, checks;
  region *region;
  fault fault;
  u64 tape; // the bytes of tape that a thread needs at most
  u32 alike; // all threads need the same
  u32 thread, block_time, *warp_time;
  u64 counted[4]; // by code that counts: instructions, bytes of global and of shared memory, atomics
  u32 first, end; // the blocks that are run here, by number
  u8 sink[64];
} launch;

typedef u64 (*count_fn)(launch *, u32, u32, u32);
typedef void *(*begin_fn)(launch *, u32, u32, u32, status *);
typedef void (*plain_fn)(launch *, u32, u32, u32);
typedef void (*handle_fn)(void *);

static u64 counted[4];

void rz_gpu_counted(u64 instructions, u64 of_global, u64 of_shared, u64 atomics) {
  counted[0] += instructions, counted[1] += of_global, counted[2] += of_shared, counted[3] += atomics;
}

static void found(launch *l, u32 kind, u32 site, u32 other_site, u32 one, u32 other) {
  fault *f = &l->fault;
  u32 per_block = l->block[0] * l->block[1] * l->block[2];
  if (f->kind) return;
  f->kind = kind, f->site = site, f->other_site = other_site;
  f->thread[0] = one % per_block, f->block[0] = one / per_block;
  f->thread[1] = other == NOBODY ? NOBODY : other % per_block;
  f->block[1] = other == NOBODY ? NOBODY : other / per_block;
}

// ---- looking at an access --------------------------------------------------------------------

static int at_once(launch *l, visit *v) {
  u32 per_block = l->block[0] * l->block[1] * l->block[2];
  u32 own = l->thread % per_block, other = v->thread % per_block;
  if (v->thread == NOBODY || v->thread == l->thread) return 0;
  if (v->thread / per_block != l->thread / per_block) return 1;
  if (v->block_time != l->block_time) return 0;
  return own / WARP != other / WARP || v->warp_time == l->warp_time[own / WARP];
}

static void visited(launch *l, region *r, u64 at, u32 how, u32 site) {
  cell *c = &r->cells[at];
  visit now = {l->thread, l->block_time, l->warp_time[l->thread % (l->block[0] * l->block[1] * l->block[2]) / WARP], site};
  if (how & READ && r->space == 1 && !c->written) found(l, UNINITIALISED, site, 0, l->thread, NOBODY);
  if (!(how & ATOMIC && c->atomic) && at_once(l, &c->writer))
    found(l, RACE, site, c->writer.site, l->thread, c->writer.thread);
  if (how & WRITE) {
    if (!(how & ATOMIC && c->of_reader) && at_once(l, &c->reader))
      found(l, RACE, site, c->reader.site, l->thread, c->reader.thread);
    if (!(how & ATOMIC && c->of_other) && at_once(l, &c->other))
      found(l, RACE, site, c->other.site, l->thread, c->other.thread);
    c->writer = now, c->atomic = (how & ATOMIC) != 0, c->written = 1;
  } else {
    // A plain read races with more than an atomic one, and with what other blocks do it always may.
    u8 atomic = (how & ATOMIC) != 0, old = c->reader.thread != NOBODY && !c->of_reader;
    u8 own = c->other.thread == l->thread && !c->of_other;
    int first = !at_once(l, &c->reader) && !(atomic && old);
    int second = !first && !at_once(l, &c->other) && !(atomic && own);
    if (first || (!second && !atomic && c->of_reader))
      c->reader = now, c->of_reader = atomic;
    else if (second || !atomic || c->of_other)
      c->other = now, c->of_other = atomic;
  }
}

// The address if the access is right, else one of memory that nobody needs.
void *rz_gpu_access(launch *l, u8 *address, u64 bytes, u32 how, u32 site, u32 root) {
  for (u32 n = 0; n < l->regions; n++) {
    region *r = &l->region[n];
    u64 at = (u64)address - (u64)r->memory;
    if (at >= r->bytes || bytes > r->bytes - at) continue;
    for (u64 k = 0; k < bytes; k++) visited(l, r, at + k, how, site);
    return address;
  }
  if (root == NOBODY) return address; // perhaps the thread's own memory
  found(l, OUT_OF_BOUNDS, site, 0, l->thread, NOBODY);
  if (l->fault.kind == OUT_OF_BOUNDS && l->fault.site == site) {
    l->fault.region = root;
    for (u32 n = 0; n < l->regions; n++)
      if (l->region[n].number == root) l->fault.offset = (i64)((u64)address - (u64)l->region[n].memory);
  }
  return l->sink;
}

static void forget(region *r) {
  static const visit nobody = {NOBODY, 0, 0, 0};
  for (u64 k = 0; k < r->bytes; k++) {
    r->cells[k].writer = r->cells[k].reader = r->cells[k].other = nobody;
    r->cells[k].atomic = r->cells[k].written = 0;
  }
}

// ---- running a block -------------------------------------------------------------------------

static void enter(launch *l) {
  for (u32 n = 0; n < l->regions; n++) {
    region *r = &l->region[n];
    if (!r->space) continue;
    memset(r->memory, r->space == 1 ? 0xff : 0, r->bytes);
    if (l->checks) forget(r);
  }
}

static void resume(launch *l, void *handle, u32 thread, u32 first) {
  l->thread = first + thread;
  (*(handle_fn *)handle)(handle);
}

static void check_barrier(launch *l, status *s, u32 threads, u32 first) {
  u32 waits = NOBODY, ended = NOBODY;
  for (u32 t = 0; t < threads; t++) {
    if (s[t].why == ENDED && ended == NOBODY) ended = t;
    if (s[t].why != AT_BLOCK) continue;
    if (waits == NOBODY) waits = t;
    if (s[t].site != s[waits].site) found(l, DIVERGENT, s[waits].site, s[t].site, first + waits, first + t);
  }
  if (waits != NOBODY && ended != NOBODY)
    found(l, DIVERGENT, s[waits].site, 0, first + waits, first + ended);
}

static void block(launch *l, begin_fn begin, u32 number, void **handle, status *s) {
  u32 threads = l->block[0] * l->block[1] * l->block[2], first = number * threads, t = 0;
  for (u32 z = 0; z < l->block[2]; z++)
    for (u32 y = 0; y < l->block[1]; y++)
      for (u32 x = 0; x < l->block[0]; x++, t++) {
        l->thread = first + t;
        s[t].why = RUNNING;
        handle[t] = begin(l, x, y, z, &s[t]);
      }
  while (!l->fault.kind) {
    u32 waiting = 0;
    for (u32 w = 0; w < threads; w += WARP) {
      u32 end = w + WARP < threads ? w + WARP : threads, more = 1;
      while (more && !l->fault.kind) {
        more = 0;
        for (t = w; t < end; t++) more |= s[t].why == AT_WARP;
        if (!more) break;
        l->warp_time[w / WARP]++;
        u32 resumed[WARP], count = 0;
        for (t = w; t < end; t++)
          if (s[t].why == AT_WARP) resumed[count++] = t;
        for (u32 k = 0; k < count; k++) resume(l, handle[resumed[k]], resumed[k], first);
      }
    }
    for (t = 0; t < threads; t++) waiting += s[t].why == AT_BLOCK;
    if (!waiting || l->fault.kind) break;
    if (l->checks) check_barrier(l, s, threads, first);
    l->block_time++;
    for (t = 0; t < threads && !l->fault.kind; t++)
      if (s[t].why == AT_BLOCK) resume(l, handle[t], t, first);
  }
  for (t = 0; t < threads; t++) ((handle_fn *)handle[t])[1](handle[t]);
}

static void alone(launch *l, plain_fn plain, u32 number) {
  u32 threads = l->block[0] * l->block[1] * l->block[2], t = number * threads;
  for (u32 z = 0; z < l->block[2]; z++)
    for (u32 y = 0; y < l->block[1]; y++)
      for (u32 x = 0; x < l->block[0]; x++, t++) {
        if (l->fault.kind) return;
        l->thread = t;
        plain(l, x, y, z);
      }
}

void rz_gpu_run(launch *l, begin_fn begin, plain_fn plain) {
  u32 threads = l->block[0] * l->block[1] * l->block[2], number = 0;
  void **handle = malloc(threads * sizeof *handle);
  status *s = malloc(threads * sizeof *s);
  l->warp_time = malloc((threads / WARP + 1) * sizeof *l->warp_time);
  memset(l->warp_time, 0, (threads / WARP + 1) * sizeof *l->warp_time);
  for (u32 n = 0; n < 4; n++) counted[n] = 0;
  if (l->checks)
    for (u32 n = 0; n < l->regions; n++) {
      l->region[n].cells = malloc(l->region[n].bytes * sizeof(cell) + 1);
      forget(&l->region[n]);
    }
  for (l->ctaid[2] = 0; l->ctaid[2] < l->grid[2]; l->ctaid[2]++)
    for (l->ctaid[1] = 0; l->ctaid[1] < l->grid[1]; l->ctaid[1]++)
      for (l->ctaid[0] = 0; l->ctaid[0] < l->grid[0]; l->ctaid[0]++, number++) {
        if (l->fault.kind) break;
        if (number < l->first || number >= l->end) continue;
        l->block_time++;
        enter(l);
        if (begin)
          block(l, begin, number, handle, s);
        else
          alone(l, plain, number);
      }
  if (l->checks)
    for (u32 n = 0; n < l->regions; n++) free(l->region[n].cells);
  for (u32 n = 0; n < 4; n++) l->counted[n] = counted[n];
  free(l->warp_time), free(s), free(handle);
}

void rz_gpu_measure(launch *l, count_fn count) {
  l->tape = 0;
  for (l->ctaid[2] = 0; l->ctaid[2] < l->grid[2]; l->ctaid[2]++)
    for (l->ctaid[1] = 0; l->ctaid[1] < l->grid[1]; l->ctaid[1]++)
      for (l->ctaid[0] = 0; l->ctaid[0] < l->grid[0]; l->ctaid[0]++)
        for (u32 z = 0; z < l->block[2]; z++)
          for (u32 y = 0; y < l->block[1]; y++)
            for (u32 x = 0; x < l->block[0]; x++) {
              u64 needed = count(l, x, y, z);
              if (needed > l->tape) l->tape = needed;
              if (l->alike) return;
            }
}
