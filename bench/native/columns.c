// The work of the kernels on the highlights' columns, as a native program: what the kernels are measured against.
//   columns <file> matrix|one|filter <rounds> [quirk]
// Prints {"ms":[…],"check":n}; one round before does not count. The file is written by kernels/theColumns.ts: int32 rows, width, groups, then
// offsets[groups + 1], starts[rows], ends[rows], quirks[rows], authors[rows] (int32), times[rows] (double), and for `filter` the bytes
// answers[groups], quirks[width], authors[256] and the two ends of a time (double).
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static int32_t rows, width, groups;
static int32_t *offsets, *starts, *ends, *quirks, *authors;
static double *times, earliest, latest;
static uint8_t *answer_in, *quirk_in, *author_in;

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e3 + t.tv_nsec / 1e6;
}

static void *part(FILE *file, size_t size, size_t count) {
  void *memory = aligned_alloc(64, (size * count + 127) / 64 * 64);
  if (!memory || fread(memory, size, count, file) != count) exit(3);
  return memory;
}

/** The same as in kernels/checksum.ts: FNV-1a over 32-bit words. */
static uint32_t checksum(const uint32_t *words, size_t count) {
  uint32_t hash = 2166136261u;
  for (size_t i = 0; i < count; i++) hash = (hash ^ words[i]) * 16777619u;
  return hash;
}

/** Counts all pairs and writes those that there are as triples (one, other, count), ascending; returns how many. */
static size_t matrix(uint32_t *cells, uint32_t *triples) {
  memset(cells, 0, (size_t)width * width * 4);
  for (int32_t group = 0; group < groups; group++) {
    const int32_t last = offsets[group + 1];
    for (int32_t i = offsets[group]; i < last; i++) {
      const int32_t end = ends[i];
      uint32_t *row = cells + (size_t)quirks[i] * width;
      for (int32_t j = i + 1; j < last && starts[j] < end; j++) row[quirks[j]]++;
    }
  }
  for (int32_t top = 0; top < width; top += 32)
    for (int32_t left = top; left < width; left += 32)
      for (int32_t a = top; a < top + 32 && a < width; a++)
        for (int32_t b = left > a ? left : a + 1; b < left + 32 && b < width; b++)
          cells[(size_t)a * width + b] += cells[(size_t)b * width + a];
  uint32_t *to = triples;
  for (int32_t a = 0; a < width; a++)
    for (int32_t b = a + 1; b < width; b++) {
      const uint32_t count = cells[(size_t)a * width + b];
      if (count == 0) continue;
      to[0] = a, to[1] = b, to[2] = count;
      to += 3;
    }
  return (to - triples) / 3;
}

static int32_t *longest;

static void one(int32_t quirk, uint32_t *found) {
  memset(found, 0, (size_t)width * 4);
  for (int32_t group = 0; group < groups; group++) {
    const int32_t first = offsets[group], last = offsets[group + 1], reach = longest[group];
    for (int32_t i = first; i < last; i++) {
      if (quirks[i] != quirk) continue;
      const int32_t start = starts[i], end = ends[i];
      for (int32_t j = i + 1; j < last && starts[j] < end; j++) found[quirks[j]]++;
      for (int32_t j = i - 1; j >= first && starts[j] > start - reach; j--)
        if (ends[j] > start && quirks[j] != quirk) found[quirks[j]]++;
    }
  }
}

static void filter(uint8_t *kept, uint32_t *of_quirk, uint32_t *of_answer) {
  memset(of_quirk, 0, (size_t)width * 4);
  for (int32_t group = 0; group < groups; group++) {
    const int32_t last = offsets[group + 1];
    const uint8_t in = answer_in[group];
    uint32_t all = 0;
    for (int32_t i = offsets[group]; i < last; i++) {
      const uint8_t keep = in & quirk_in[quirks[i]] & author_in[authors[i]] & (times[i] >= earliest) & (times[i] < latest);
      kept[i] = keep;
      of_quirk[quirks[i]] += keep;
      all += keep;
    }
    of_answer[group] = all;
  }
}

int main(int count, char **arguments) {
  if (count < 4) return 2;
  FILE *file = fopen(arguments[1], "rb");
  if (!file) return 3;
  int32_t head[3];
  if (fread(head, 4, 3, file) != 3) return 3;
  rows = head[0], width = head[1], groups = head[2];
  offsets = part(file, 4, groups + 1);
  starts = part(file, 4, rows);
  ends = part(file, 4, rows);
  quirks = part(file, 4, rows);
  authors = part(file, 4, rows);
  times = part(file, 8, rows);
  answer_in = part(file, 1, groups);
  quirk_in = part(file, 1, width);
  author_in = part(file, 1, 256);
  double *between = part(file, 8, 2);
  earliest = between[0], latest = between[1];
  longest = calloc(groups, 4);
  for (int32_t group = 0; group < groups; group++)
    for (int32_t i = offsets[group]; i < offsets[group + 1]; i++)
      if (ends[i] - starts[i] > longest[group]) longest[group] = ends[i] - starts[i];

  const char what = arguments[2][0];
  uint32_t *cells = what == 'm' ? malloc((size_t)width * width * 4) : NULL;
  uint32_t *triples = what == 'm' ? malloc((size_t)width * (width + 1) / 2 * 12) : NULL;
  uint32_t *of_quirk = calloc(width, 4), *of_answer = calloc(groups, 4);
  uint8_t *kept = calloc(rows, 1);
  size_t found = 0;
  const int rounds = atoi(arguments[3]);
  printf("{\"ms\":[");
  for (int round = 0; round <= rounds; round++) {
    const double began = now();
    if (what == 'm') found = matrix(cells, triples);
    else if (what == 'o') one(atoi(arguments[4]), of_quirk);
    else filter(kept, of_quirk, of_answer);
    if (round > 0) printf("%s%.4f", round > 1 ? "," : "", now() - began);
  }
  printf("],\"check\":%u}\n", what == 'm' ? checksum(triples, found * 3) : checksum(of_quirk, width));
  return 0;
}
