// Which texts contain a string of bytes: the native program that text search is measured against. Two rare bytes of the needle at their
// distance, 128 places at a time with AVX2 where the machine has it, else the C library's memmem.
//   scan <file> <rounds> <needle>…
// Prints {"ms":[[…] for each needle],"check":[texts that contain it]}. The file: int32 texts, lengths[texts] (int32), then the folded bytes.
#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#ifdef __AVX2__
#include <immintrin.h>
#endif

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e3 + t.tv_nsec / 1e6;
}

static size_t rare, other;

#ifdef __AVX2__
static int contains(const uint8_t *text, size_t length, const char *needle, size_t size) {
  if (length < size) return 0;
  const uint8_t *stop = text + (length - size + 1);
  const __m256i first = _mm256_set1_epi8(needle[rare]), second = _mm256_set1_epi8(needle[other]);
#define LOAD(p) _mm256_loadu_si256((const __m256i *)(p))
#define BOTH(k) \
  _mm256_and_si256(_mm256_cmpeq_epi8(LOAD(at + rare + k), first), _mm256_cmpeq_epi8(LOAD(at + other + k), second))
  for (const uint8_t *at = text; at < stop; at += 128) {
    const __m256i a = BOTH(0), b = BOTH(32), c = BOTH(64), d = BOTH(96);
    const __m256i any = _mm256_or_si256(_mm256_or_si256(a, b), _mm256_or_si256(c, d));
    if (_mm256_testz_si256(any, any)) continue;
    const uint64_t low = (uint32_t)_mm256_movemask_epi8(a) | (uint64_t)(uint32_t)_mm256_movemask_epi8(b) << 32;
    const uint64_t high = (uint32_t)_mm256_movemask_epi8(c) | (uint64_t)(uint32_t)_mm256_movemask_epi8(d) << 32;
    for (uint64_t mask = low; mask; mask &= mask - 1) {
      const uint8_t *place = at + __builtin_ctzll(mask);
      if (place < stop && memcmp(place, needle, size) == 0) return 1;
    }
    for (uint64_t mask = high; mask; mask &= mask - 1) {
      const uint8_t *place = at + 64 + __builtin_ctzll(mask);
      if (place < stop && memcmp(place, needle, size) == 0) return 1;
    }
  }
  return 0;
}
#else
static int contains(const uint8_t *text, size_t length, const char *needle, size_t size) {
  return memmem(text, length, needle, size) != NULL;
}
#endif

int main(int count, char **arguments) {
  if (count < 4) return 2;
  FILE *file = fopen(arguments[1], "rb");
  int32_t texts;
  if (!file || fread(&texts, 4, 1, file) != 1) return 3;
  int32_t *lengths = malloc((size_t)texts * 4);
  if (fread(lengths, 4, texts, file) != (size_t)texts) return 3;
  size_t total = 0;
  for (int32_t i = 0; i < texts; i++) total += lengths[i];
  // Whole registers are read past the end of the last text.
  uint8_t *bytes = calloc(total + 512, 1);
  if (fread(bytes, 1, total, file) != total) return 3;
  size_t often[256] = {0};
  for (size_t i = 0; i < total; i++) often[bytes[i]]++;

  const int rounds = atoi(arguments[2]);
  uint8_t *hits = calloc(texts, 1);
  printf("{\"ms\":[");
  char checks[4096] = "";
  for (int n = 3; n < count; n++) {
    const char *needle = arguments[n];
    const size_t size = strlen(needle);
    rare = other = 0;
    for (size_t i = 0; i < size; i++)
      if (often[(uint8_t)needle[i]] < often[(uint8_t)needle[rare]]) rare = i;
    other = rare == 0 ? size - 1 : 0;
    for (size_t i = 0; i < size; i++)
      if (i != rare && often[(uint8_t)needle[i]] < often[(uint8_t)needle[other]]) other = i;
    printf("%s[", n > 3 ? "," : "");
    int found = 0;
    for (int round = 0; round <= rounds; round++) {
      const double began = now();
      const uint8_t *at = bytes;
      found = 0;
      for (int32_t i = 0; i < texts; i++) {
        hits[i] = contains(at, lengths[i], needle, size);
        found += hits[i];
        at += lengths[i];
      }
      if (round > 0) printf("%s%.4f", round > 1 ? "," : "", now() - began);
    }
    printf("]");
    sprintf(checks + strlen(checks), "%s%d", n > 3 ? "," : "", found);
  }
  printf("],\"check\":[%s]}\n", checks);
  return 0;
}
