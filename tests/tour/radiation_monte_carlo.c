// Radiative transfer by Monte Carlo: packets on a grid of layers, tallies, a peel-off image, a log.
// rz: double transfer(const double opacity[layers*bands] in 0.5..1.5, const double albedo[layers] in 0.3..0.8, const double surface[bands] in 0.1..0.4, int layers=4, int bands=2, double asymmetry=0.35, double sun=0.7, double fluxes[3*bands] out, int packets=24, int mode=0)
// also: mode=1
// also: layers=7, mode=2, packets=12
// also: layers=1, bands=1, mode=3, packets=9
// needs: types
/*
 * Packets enter at the top, travel a random optical depth, and scatter or are absorbed; what they
 * carry is a weight for each band. Random numbers are drawn for a reference medium, and weights
 * correct for the true one, so that the estimate is a smooth function of the medium.
 */
#include <assert.h>
#include <ctype.h>
#include <float.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_BANDS 8
#define MAX_ORDER 12
#define NAME 24
#define SQUARE(x) ((x) * (x))
#define COUNT(a) (sizeof(a) / sizeof *(a))

/* ---------------------------------------------------------------- random numbers */

typedef struct {
    uint64_t state, draws;
} rng_t;

static void rng_seed(rng_t *r, uint64_t seed) {
    r->state = seed * 2862933555777941757ULL + 3037000493ULL;
    r->draws = 0;
}

static uint64_t rng_next(rng_t *r) {
    uint64_t z = (r->state += 0x9E3779B97F4A7C15ULL);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    r->draws++;
    return z ^ (z >> 31);
}

static double rng_uniform(rng_t *r) {
    return ((double)(rng_next(r) >> 11) + 0.5) / 9007199254740992.0;
}

/* ---------------------------------------------------------------- vectors */

typedef struct {
    double x, y, z;
} vec_t;

static vec_t vec(double x, double y, double z) {
    vec_t v = {x, y, z};
    return v;
}

static double dot(vec_t a, vec_t b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static vec_t normalised(vec_t a) {
    double r = sqrt(dot(a, a));
    return vec(a.x / r, a.y / r, a.z / r);
}

/* turn `d` by an angle with cosine `mu` and azimuth `phi` */
static vec_t turned(vec_t d, double mu, double phi) {
    double s = sqrt(1 - mu * mu), c = cos(phi), n = sin(phi);
    double w = sqrt(1 - d.z * d.z);
    if (w < 1e-6) return vec(s * c, s * n, d.z > 0 ? mu : -mu);
    return normalised(vec(d.x * mu + s * (d.x * d.z * c - d.y * n) / w,
                          d.y * mu + s * (d.y * d.z * c + d.x * n) / w, d.z * mu - s * w * c));
}

/* ---------------------------------------------------------------- the medium */

typedef struct medium medium_t;
typedef double (*phase_fn)(const medium_t *m, double mu);

typedef struct {
    double bottom, top;
    double extinction[MAX_BANDS];
    double albedo;
} layer_t;

struct medium {
    int layers, bands;
    char name[NAME];
    layer_t *layer;
    double surface[MAX_BANDS];
    double asymmetry;
    double reference; /* extinction that path lengths are drawn for */
    double reference_g;
    phase_fn phase;
};

static double henyey_greenstein(double g, double mu) {
    double d = 1 + g * g - 2 * g * mu;
    return 0.5 * (1 - g * g) / (d * sqrt(d));
}

static double phase_hg(const medium_t *m, double mu) {
    return henyey_greenstein(m->asymmetry, mu);
}

static double phase_rayleigh(const medium_t *m, double mu) {
    (void)m;
    return 0.375 * (1 + mu * mu);
}

static double phase_mixed(const medium_t *m, double mu) {
    double f = 0.6 + 0.3 * m->asymmetry;
    return f * phase_hg(m, mu) + (1 - f) * henyey_greenstein(-0.4 * m->asymmetry, mu);
}

static const struct {
    const char *name;
    phase_fn function;
} phases[] = {{"hg", phase_hg}, {"rayleigh", phase_rayleigh}, {"mixed", phase_mixed}};

static medium_t *medium_create(int layers, int bands, const char *name) {
    medium_t *m = malloc(sizeof *m);
    if (!m || bands > MAX_BANDS) {
        free(m);
        return NULL;
    }
    memset(m, 0, sizeof *m);
    m->layers = layers;
    m->bands = bands;
    m->layer = calloc((size_t)layers, sizeof *m->layer);
    m->reference = 1.0;
    m->reference_g = 0.3;
    m->phase = phase_hg;
    snprintf(m->name, sizeof m->name, "%s", name);
    return m;
}

static void medium_destroy(medium_t *m) {
    if (!m) return;
    free(m->layer);
    free(m);
}

static void medium_fill(medium_t *m, const double *opacity, const double *albedo,
                        const double *surface) {
    double height = 1.0 / m->layers;
    for (int k = 0; k < m->layers; k++) {
        layer_t *l = m->layer + k;
        l->bottom = k * height;
        l->top = (k + 1) * height;
        l->albedo = albedo[k];
        for (int b = 0; b < m->bands; b++) l->extinction[b] = opacity[k * m->bands + b];
    }
    memcpy(m->surface, surface, (size_t)m->bands * sizeof *surface);
}

static int layer_at(const medium_t *m, double z) {
    int k = (int)floor(z * m->layers);
    return k < 0 ? 0 : k >= m->layers ? m->layers - 1 : k;
}

/* optical depth, for each band, between two heights along a direction with cosine `mu` */
static void depth_between(const medium_t *m, double from, double to, double mu, double *tau) {
    double low = fmin(from, to), high = fmax(from, to);
    for (int b = 0; b < m->bands; b++) tau[b] = 0;
    for (int k = layer_at(m, low); k < m->layers && m->layer[k].bottom < high; k++) {
        const layer_t *l = &m->layer[k];
        double inside = fmin(high, l->top) - fmax(low, l->bottom);
        if (inside <= 0) continue;
        for (int b = 0; b < m->bands; b++) tau[b] += l->extinction[b] * inside / fabs(mu);
    }
}

/* ---------------------------------------------------------------- options from text */

typedef struct {
    int orders, image;
    double roulette;
    bool peel;
} options_t;

static char *trimmed(char *text) {
    while (isspace((unsigned char)*text)) text++;
    size_t n = strlen(text);
    while (n && isspace((unsigned char)text[n - 1])) text[--n] = '\0';
    return text;
}

static int options_read(options_t *o, medium_t *m, const char *given) {
    char *copy = malloc(strlen(given) + 1), *rest = copy;
    int unknown = 0;
    strcpy(copy, given);
    while (rest && *rest) {
        char *next = strchr(rest, ';');
        if (next) *next++ = '\0';
        char *equals = strchr(rest, '=');
        if (equals) {
            *equals = '\0';
            const char *key = trimmed(rest), *value = trimmed(equals + 1);
            if (!strcmp(key, "phase")) {
                for (size_t k = 0; k < COUNT(phases); k++)
                    if (!strcmp(value, phases[k].name)) m->phase = phases[k].function;
            } else if (!strcmp(key, "orders")) {
                o->orders = atoi(value);
            } else if (!strcmp(key, "peel")) {
                o->peel = value[0] == 'y';
            } else if (!strcmp(key, "image")) {
                o->image = (int)strtol(value, NULL, 10);
            } else if (!strcmp(key, "reference")) {
                m->reference = strtod(value, NULL);
            } else {
                unknown++;
            }
        }
        rest = next;
    }
    free(copy);
    return unknown;
}

/* ---------------------------------------------------------------- tallies */

typedef struct {
    double up, down, absorbed;
} tally_t;

typedef struct {
    int packet, order, layer;
    double height, weight;
} event_t;

typedef struct {
    event_t *events;
    int used, room;
} events_t;

static void events_add(events_t *list, event_t one) {
    if (list->used == list->room) {
        list->room = list->room ? list->room * 3 / 2 + 1 : 4;
        list->events = realloc(list->events, sizeof *list->events * (size_t)list->room);
        if (!list->events) abort();
    }
    list->events[list->used++] = one;
}

typedef struct {
    char text[256];
    int used, lost;
} log_t;

static void log_line(log_t *log, const char *format, ...) {
    va_list args;
    va_start(args, format);
    int room = (int)sizeof log->text - log->used;
    int wrote = vsnprintf(log->text + log->used, (size_t)room, format, args);
    va_end(args);
    if (wrote < 0 || wrote >= room)
        log->lost++;
    else
        log->used += wrote;
}

typedef struct {
    tally_t band[MAX_BANDS];
    double *image;
    int pixels;
    double **layers; /* absorbed, by layer and band */
    events_t events;
    log_t log;
} tallies_t;

static tallies_t *tallies_create(const medium_t *m, int pixels) {
    tallies_t *t = calloc(1, sizeof *t);
    t->pixels = pixels;
    t->image = calloc((size_t)pixels * m->bands, sizeof *t->image);
    t->layers = malloc((size_t)m->layers * sizeof *t->layers);
    for (int k = 0; k < m->layers; k++) t->layers[k] = calloc((size_t)m->bands, sizeof(double));
    return t;
}

static void tallies_destroy(tallies_t *t, const medium_t *m) {
    for (int k = 0; k < m->layers; k++) free(t->layers[k]);
    free(t->layers);
    free(t->image);
    free(t->events.events);
    free(t);
}

/* ---------------------------------------------------------------- packets */

typedef struct {
    vec_t position, direction;
    double weight[MAX_BANDS];
    int order, id;
    bool alive;
} packet_t;

static packet_t packet_start(const medium_t *m, double sun, int id) {
    packet_t p = {.position = {0, 0, 1}, .id = id, .alive = true};
    p.direction = normalised(vec(sqrt(1 - 0.49), 0, -0.7));
    for (int b = 0; b < m->bands; b++) p.weight[b] = sun;
    return p;
}

static double mean_weight(const medium_t *m, const packet_t *p) {
    double sum = 0;
    for (int b = 0; b < m->bands; b++) sum += p->weight[b];
    return sum / m->bands;
}

/* what reaches a detector at the top straight from here */
static void peel_off(const medium_t *m, const packet_t *p, const options_t *o, tallies_t *t) {
    static const double cosine[] = {0.9, 0.6, 0.35};
    double tau[MAX_BANDS];
    for (int a = 0; a < (int)COUNT(cosine) && a < o->image; a++) {
        vec_t to = vec(sqrt(1 - SQUARE(cosine[a])), 0, cosine[a]);
        double phase = m->phase(m, dot(p->direction, to));
        depth_between(m, p->position.z, 1.0, cosine[a], tau);
        double *pixel = t->image + a * m->bands;
        for (int b = 0; b < m->bands; b++) pixel[b] += p->weight[b] * phase * exp(-tau[b]);
    }
}

static void leave(const medium_t *m, packet_t *p, const double *factor, tallies_t *t) {
    for (int b = 0; b < m->bands; b++) t->band[b].up += p->weight[b] * factor[b];
    p->alive = false;
}

static void ground(const medium_t *m, packet_t *p, const double *factor, rng_t *r, tallies_t *t) {
    for (int b = 0; b < m->bands; b++) {
        double arrives = p->weight[b] * factor[b];
        t->band[b].down += arrives;
        t->band[b].absorbed += (1 - m->surface[b]) * arrives;
        p->weight[b] = m->surface[b] * arrives;
    }
    double mu = sqrt(rng_uniform(r)), phi = 2 * M_PI * rng_uniform(r);
    double s = sqrt(1 - mu * mu);
    p->direction = vec(s * cos(phi), s * sin(phi), mu);
    p->position.z = 0;
}

static void scatter(const medium_t *m, packet_t *p, rng_t *r) {
    double g = m->reference_g, xi = 2 * rng_uniform(r) - 1;
    double f = (1 - g * g) / (1 + g * xi);
    double mu = (1 + g * g - f * f) / (2 * g);
    double ratio = m->phase(m, mu) / henyey_greenstein(g, mu);
    for (int b = 0; b < m->bands; b++) p->weight[b] *= ratio;
    p->direction = turned(p->direction, mu, 2 * M_PI * rng_uniform(r));
}

/* one flight: to the next event in the reference medium, weights corrected for the true one */
static void fly(const medium_t *m, packet_t *p, const options_t *o, rng_t *r, tallies_t *t) {
    double path = -log(rng_uniform(r)) / m->reference;
    double mu = p->direction.z, end = p->position.z + path * mu;
    double tau[MAX_BANDS], factor[MAX_BANDS];
    bool out = end >= 1, hits = end <= 0;
    double stop = out ? 1.0 : hits ? 0.0 : end;
    double length = (stop - p->position.z) / mu;
    depth_between(m, p->position.z, stop, mu, tau);
    for (int b = 0; b < m->bands; b++) factor[b] = exp(m->reference * length - tau[b]);
    p->position.x += length * p->direction.x;
    p->position.y += length * p->direction.y;
    p->position.z = stop;
    if (out) {
        leave(m, p, factor, t);
        return;
    }
    if (hits) {
        ground(m, p, factor, r, t);
        return;
    }
    int k = layer_at(m, stop);
    const layer_t *l = &m->layer[k];
    for (int b = 0; b < m->bands; b++) {
        double arrives = p->weight[b] * factor[b] * l->extinction[b] / m->reference;
        t->layers[k][b] += (1 - l->albedo) * arrives;
        p->weight[b] = l->albedo * arrives;
    }
    p->order++;
    events_add(&t->events, (event_t){p->id, p->order, k, stop, mean_weight(m, p)});
    if (o->peel) peel_off(m, p, o, t);
    scatter(m, p, r);
}

static void trace(const medium_t *m, packet_t *p, const options_t *o, rng_t *r, tallies_t *t) {
    int flights = 0;
    while (p->alive && p->order < o->orders && flights++ < 4 * MAX_ORDER) {
        fly(m, p, o, r, t);
        if (p->order && p->order % 4 == 0 && rng_uniform(r) < o->roulette) {
            p->alive = false;
        } else if (p->order && p->order % 4 == 0) {
            for (int b = 0; b < m->bands; b++) p->weight[b] /= 1 - o->roulette;
        }
    }
    if (p->alive) log_line(&t->log, "packet %d ends at order %d\n", p->id, p->order);
}

/* ---------------------------------------------------------------- results */

static int by_weight(const void *a, const void *b) {
    const event_t *x = a, *y = b;
    if (x->weight != y->weight) return x->weight < y->weight ? 1 : -1;
    return x->packet - y->packet;
}

/* the mean height of the heaviest events, weighted */
static double heaviest(const events_t *list, int most) {
    if (!list->used) return 0;
    event_t *sorted = malloc(sizeof *sorted * (size_t)list->used);
    memcpy(sorted, list->events, sizeof *sorted * (size_t)list->used);
    qsort(sorted, (size_t)list->used, sizeof *sorted, by_weight);
    double sum = 0, weights = 0;
    for (int k = 0; k < list->used && k < most; k++) {
        sum += sorted[k].height * sorted[k].weight;
        weights += sorted[k].weight;
    }
    free(sorted);
    return sum / weights;
}

static double per_layer(const tallies_t *t, const medium_t *m, int packets) {
    double sum = 0;
    for (int k = 0; k < m->layers; k++) {
        const double *row = t->layers[k];
        for (int b = 0; b < m->bands; b++) sum += (k + 1) * SQUARE(row[b] / packets);
    }
    return sum;
}

static const char *modes[] = {
    "phase = hg; orders = 6; peel = yes; image = 2",
    "phase=rayleigh; orders=4; peel=no; reference=1.2",
    " phase = mixed ; orders = 8 ; peel = y ; image = 3 ; reference = 0.9",
    "phase = hg; orders = 3; colour = blue",
};

double transfer(const double *opacity, const double *albedo, const double *surface, int layers,
                int bands, double asymmetry, double sun, double *fluxes, int packets, int mode) {
    medium_t *m = medium_create(layers, bands, "atmosphere");
    if (!m) return -1;
    options_t options = {.orders = 5, .image = 0, .roulette = 0.25};
    m->asymmetry = asymmetry;
    medium_fill(m, opacity, albedo, surface);
    int unknown = options_read(&options, m, modes[mode]);
    tallies_t *t = tallies_create(m, options.image + 1);
    rng_t random;
    rng_seed(&random, 17 + (uint64_t)mode);
    log_line(&t->log, "%s: %d layers, %d unknown\n", m->name, m->layers, unknown);
    for (int k = 0; k < packets; k++) {
        packet_t p = packet_start(m, sun, k);
        trace(m, &p, &options, &random, t);
    }
    for (int b = 0; b < bands; b++) {
        fluxes[3 * b] = t->band[b].up / packets;
        fluxes[3 * b + 1] = t->band[b].down / packets;
        fluxes[3 * b + 2] = t->band[b].absorbed / packets;
    }
    double image = 0;
    for (int k = 0; k < t->pixels * bands; k++) image += t->image[k] / packets;
    double result = image + heaviest(&t->events, 5) + 10 * per_layer(t, m, packets);
    if (t->log.lost) result += 0.0 * t->log.used;
    tallies_destroy(t, m);
    medium_destroy(m);
    return result;
}
