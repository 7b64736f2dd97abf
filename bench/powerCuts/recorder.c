/*
 * Loaded into a program before the C library (LD_PRELOAD): writes down, in their order, all that the program does to the files below
 * RECORD_FOLDER, into the file RECORD_TO. Each entry: u8 what, u32 length of the path, the path, i64 offset or size, u32 length of the
 * data, the data (of a rename or link: the new path). Little-endian. `disk.ts` reads it.
 *
 * Calls are told apart by their kind: what is being done just then (DOING), the call, and the file below the folder, `#` for its numbers,
 * hashes and uuids. With FAIL_KIND, FAIL_NTH=n and FAIL_WITH=errno, the n-th call of that kind and the FAIL_COUNT - 1 after it, of whatever
 * kind, fail instead, as on a full or broken disk; with FAIL_READS it is calls that read, or open a file or a folder that is there. Those on
 * the file `acks`, and all while LOOKING=1, never do and are not counted. At the end KINDS_TO has a line for each kind: how often, and it.
 */
#define _GNU_SOURCE
#include <ctype.h>
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum { CREATE = 1, TRUNCATE = 2, WRITE = 3, SYNC = 4, UNLINK = 5, RENAME = 6, LINK = 7 };
#define MOST 4096

static char *paths[MOST];
/* A descriptor may be closed and given anew without our seeing it: it is ours while it leads to the same file. */
static ino_t inodes[MOST];
static const char *folder;
static size_t folderLength;
static int out = -1;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

#define REAL(name, ...) \
  static __typeof__(name) *real_##name; \
  if (!real_##name) real_##name = dlsym(RTLD_NEXT, #name)

static ssize_t put(const void *bytes, size_t length) {
  static ssize_t (*real_write)(int, const void *, size_t);
  if (!real_write) real_write = dlsym(RTLD_NEXT, "write");
  const char *at = bytes;
  while (length > 0) {
    ssize_t done = real_write(out, at, length);
    if (done <= 0) abort();
    at += done;
    length -= (size_t)done;
  }
  return 0;
}

static void begin(void) {
  if (out >= 0 || !getenv("RECORD_TO")) return;
  static int (*real_open)(const char *, int, ...);
  if (!real_open) real_open = dlsym(RTLD_NEXT, "open64");
  folder = getenv("RECORD_FOLDER");
  folderLength = strlen(folder);
  out = real_open(getenv("RECORD_TO"), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

static int ours(const char *path) {
  begin();
  return out >= 0 && path && strncmp(path, folder, folderLength) == 0;
}

static void record(uint8_t what, const char *path, int64_t at, const void *data, uint32_t length) {
  uint32_t pathLength = (uint32_t)strlen(path);
  int kept = errno;
  pthread_mutex_lock(&lock);
  put(&what, 1);
  put(&pathLength, 4);
  put(path, pathLength);
  put(&at, 8);
  put(&length, 4);
  put(data, length);
  pthread_mutex_unlock(&lock);
  errno = kept;
}

struct kind { char *name; long times; };
static struct kind kinds[MOST];
static int kindCount;
static long left;

/* A path with `#` for each word that is a number, a hash or a uuid. */
static void shorten(const char *path, char *to, size_t size) {
  size_t length = 0;
  while (*path && length + 1 < size) {
    size_t word = 0;
    while (isalnum((unsigned char)path[word])) word += 1;
    int isNumber = strcspn(path, "0123456789") < word || (word >= 4 && strspn(path, "abcdef") >= word);
    if (word == 0) to[length++] = *path++;
    else if (!isNumber) while (word > 0 && length + 1 < size) { to[length++] = *path++; word -= 1; }
    else {
      if (length >= 2 && to[length - 2] == '#' && to[length - 1] != '/') length -= 1;
      else to[length++] = '#';
      path += word;
    }
  }
  to[length] = 0;
}

static struct kind *kindOf(const char *call, const char *path) {
  char doing[PATH_MAX];
  char file[PATH_MAX];
  char name[3 * PATH_MAX];
  shorten(getenv("DOING"), doing, sizeof doing);
  shorten(path + folderLength, file, sizeof file);
  snprintf(name, sizeof name, "%s: %s %s", doing, call, file);
  for (int i = 0; i < kindCount; i += 1)
    if (strcmp(kinds[i].name, name) == 0) return &kinds[i];
  if (kindCount == MOST) abort();
  kinds[kindCount] = (struct kind){ strdup(name), 0 };
  kindCount += 1;
  return &kinds[kindCount - 1];
}

static int failing(const char *call, const char *path, int reads) {
  if (reads != (getenv("FAIL_READS") != NULL)) return 0;
  const char *looking = getenv("LOOKING");
  if (looking && *looking == '1') return 0;
  if (strcmp(path + folderLength, "/acks") == 0) return 0;
  int kept = errno;
  pthread_mutex_lock(&lock);
  struct kind *kind = kindOf(call, path);
  kind->times += 1;
  const char *wanted = getenv("FAIL_KIND");
  if (wanted && strcmp(kind->name, wanted) == 0 && kind->times == atol(getenv("FAIL_NTH"))) left = atol(getenv("FAIL_COUNT"));
  int fails = left > 0;
  left -= fails;
  pthread_mutex_unlock(&lock);
  errno = fails ? atoi(getenv("FAIL_WITH")) : kept;
  return fails;
}

__attribute__((destructor)) static void tellKinds(void) {
  FILE *to = getenv("KINDS_TO") ? fopen(getenv("KINDS_TO"), "w") : NULL;
  if (!to) return;
  for (int i = 0; i < kindCount; i += 1) fprintf(to, "%ld %s\n", kinds[i].times, kinds[i].name);
  fclose(to);
}

static const char *pathOf(int fd) {
  struct stat found;
  int kept = errno;
  const char *path = fd >= 0 && fd < MOST ? paths[fd] : NULL;
  if (path && (fstat(fd, &found) != 0 || found.st_ino != inodes[fd])) path = NULL;
  errno = kept;
  return path;
}

static int opened(int fd, const char *path, int flags, int existed) {
  if (fd < 0 || fd >= MOST || !ours(path)) return fd;
  struct stat found;
  free(paths[fd]);
  paths[fd] = fstat(fd, &found) == 0 ? strdup(path) : NULL;
  inodes[fd] = found.st_ino;
  if (!existed) record(CREATE, path, 0, "", 0);
  else if (flags & O_TRUNC) record(TRUNCATE, path, 0, "", 0);
  return fd;
}

static int exists(const char *path) {
  struct stat found;
  return stat(path, &found) == 0;
}

#define OPEN(name) \
  int name(const char *path, int flags, ...) { \
    REAL(name); \
    mode_t mode = 0; \
    if (flags & (O_CREAT | O_TMPFILE)) { va_list more; va_start(more, flags); mode = va_arg(more, mode_t); va_end(more); } \
    int existed = !ours(path) || exists(path); \
    if (!existed && (flags & O_CREAT) && failing(__func__, path, 0)) return -1; \
    if (existed && ours(path) && failing(__func__, path, 1)) return -1; \
    return opened(real_##name(path, flags, mode), path, flags, existed); \
  }
OPEN(open)
OPEN(open64)

#define WRITE_AT(name, offset_t) \
  ssize_t name(int fd, const void *data, size_t length, offset_t at) { \
    REAL(name); \
    if (pathOf(fd) && failing(__func__, pathOf(fd), 0)) return -1; \
    ssize_t done = real_##name(fd, data, length, at); \
    if (done > 0 && pathOf(fd)) record(WRITE, pathOf(fd), at, data, (uint32_t)done); \
    return done; \
  }
WRITE_AT(pwrite, off_t)
WRITE_AT(pwrite64, off64_t)

#define READ_AT(name, offset_t) \
  ssize_t name(int fd, void *data, size_t length, offset_t at) { \
    REAL(name); \
    if (pathOf(fd) && failing(__func__, pathOf(fd), 1)) return -1; \
    return real_##name(fd, data, length, at); \
  }
READ_AT(pread, off_t)
READ_AT(pread64, off64_t)

ssize_t read(int fd, void *data, size_t length) {
  REAL(read);
  if (pathOf(fd) && failing(__func__, pathOf(fd), 1)) return -1;
  return real_read(fd, data, length);
}

ssize_t write(int fd, const void *data, size_t length) {
  REAL(write);
  if (pathOf(fd) && failing(__func__, pathOf(fd), 0)) return -1;
  off64_t at = pathOf(fd) ? lseek64(fd, 0, SEEK_CUR) : 0;
  struct stat found;
  if (pathOf(fd) && (fcntl(fd, F_GETFL) & O_APPEND) && fstat(fd, &found) == 0) at = found.st_size;
  ssize_t done = real_write(fd, data, length);
  if (done > 0 && pathOf(fd)) record(WRITE, pathOf(fd), at, data, (uint32_t)done);
  return done;
}

/* What lies in a file from `at` on has come there past us: it is read back. */
static void recordBack(int fd, int64_t at, size_t length) {
  static ssize_t (*real_pread)(int, void *, size_t, off64_t);
  if (!real_pread) real_pread = dlsym(RTLD_NEXT, "pread64");
  static int (*real_open)(const char *, int, ...);
  if (!real_open) real_open = dlsym(RTLD_NEXT, "open64");
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  int back = real_open(link, O_RDONLY | O_CLOEXEC);
  char *data = malloc(length);
  if (back < 0 || real_pread(back, data, length, at) != (ssize_t)length) abort();
  record(WRITE, pathOf(fd), at, data, (uint32_t)length);
  free(data);
  close(back);
}

ssize_t writev(int fd, const struct iovec *pieces, int count) {
  REAL(writev);
  if (pathOf(fd) && failing(__func__, pathOf(fd), 0)) return -1;
  off64_t at = pathOf(fd) ? lseek64(fd, 0, SEEK_CUR) : 0;
  ssize_t done = real_writev(fd, pieces, count);
  if (done > 0 && pathOf(fd)) recordBack(fd, at, (size_t)done);
  return done;
}

#define SENDFILE(name, offset_t) \
  ssize_t name(int to, int from, offset_t *offset, size_t length) { \
    REAL(name); \
    if (pathOf(to) && failing(__func__, pathOf(to), 0)) return -1; \
    off64_t at = pathOf(to) ? lseek64(to, 0, SEEK_CUR) : 0; \
    ssize_t done = real_##name(to, from, offset, length); \
    if (done > 0 && pathOf(to)) recordBack(to, at, (size_t)done); \
    return done; \
  }
SENDFILE(sendfile, off_t)
SENDFILE(sendfile64, off64_t)

/* The one who copies falls back on sendfile. */
ssize_t copy_file_range(int from, off64_t *fromAt, int to, off64_t *toAt, size_t length, unsigned int flags) {
  REAL(copy_file_range);
  if (!pathOf(to)) return real_copy_file_range(from, fromAt, to, toAt, length, flags);
  errno = ENOSYS;
  return -1;
}

long syscall(long number, ...) {
  REAL(syscall);
  long given[6];
  va_list more;
  va_start(more, number);
  for (int i = 0; i < 6; i += 1) given[i] = va_arg(more, long);
  va_end(more);
  if (number == SYS_copy_file_range && pathOf((int)given[2])) {
    errno = ENOSYS;
    return -1;
  }
  return real_syscall(number, given[0], given[1], given[2], given[3], given[4], given[5]);
}

int mkdir(const char *path, mode_t mode) {
  REAL(mkdir);
  if (ours(path) && failing(__func__, path, 0)) return -1;
  return real_mkdir(path, mode);
}

#define LIST_CALL(name, entry) \
  int name(const char *path, struct entry ***found, int (*isWanted)(const struct entry *), int (*order)(const struct entry **, const struct entry **)) { \
    REAL(name); \
    if (ours(path) && failing(__func__, path, 1)) return -1; \
    return real_##name(path, found, isWanted, order); \
  }
LIST_CALL(scandir, dirent)
LIST_CALL(scandir64, dirent64)

#define SYNC_CALL(name) \
  int name(int fd) { \
    REAL(name); \
    if (pathOf(fd) && failing(__func__, pathOf(fd), 0)) return -1; \
    int done = real_##name(fd); \
    if (done == 0 && pathOf(fd)) record(SYNC, pathOf(fd), 0, "", 0); \
    return done; \
  }
SYNC_CALL(fsync)
SYNC_CALL(fdatasync)

#define TRUNCATE_CALL(name, offset_t) \
  int name(int fd, offset_t size) { \
    REAL(name); \
    if (pathOf(fd) && failing(__func__, pathOf(fd), 0)) return -1; \
    int done = real_##name(fd, size); \
    if (done == 0 && pathOf(fd)) record(TRUNCATE, pathOf(fd), size, "", 0); \
    return done; \
  }
TRUNCATE_CALL(ftruncate, off_t)
TRUNCATE_CALL(ftruncate64, off64_t)

int close(int fd) {
  REAL(close);
  if (fd >= 0 && fd < MOST) { free(paths[fd]); paths[fd] = NULL; }
  return real_close(fd);
}

int unlink(const char *path) {
  REAL(unlink);
  if (ours(path) && failing(__func__, path, 0)) return -1;
  int done = real_unlink(path);
  if (done == 0 && ours(path)) record(UNLINK, path, 0, "", 0);
  return done;
}

int remove(const char *path) {
  struct stat found;
  if (stat(path, &found) == 0 && S_ISDIR(found.st_mode)) return rmdir(path);
  return unlink(path);
}

#define TWO(name, WHAT) \
  int name(const char *from, const char *to) { \
    REAL(name); \
    if (ours(from) && failing(__func__, from, 0)) return -1; \
    int done = real_##name(from, to); \
    if (done == 0 && ours(from)) record(WHAT, from, 0, to, (uint32_t)strlen(to)); \
    return done; \
  }
TWO(rename, RENAME)
TWO(link, LINK)
