// What SQLite itself costs in a native program: reading every highlight, and inserting them.
//   rows <project file> load|insert <rounds>
// `load`: every row's place, stretch, quirk and time by sqlite3_column_*, in the order of the texts, into columns. `insert`: the rows of the
// file through one prepared statement into a table in memory without an index, in one transaction. Prints {"ms":[…],"check":rows}.
#include <sqlite3.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e3 + t.tv_nsec / 1e6;
}

static void must(sqlite3 *db, int code, int wanted) {
  if (code == wanted) return;
  fprintf(stderr, "%s\n", sqlite3_errmsg(db));
  exit(3);
}

static sqlite3_stmt *prepare(sqlite3 *db, const char *sql) {
  sqlite3_stmt *statement;
  must(db, sqlite3_prepare_v2(db, sql, -1, &statement, NULL), SQLITE_OK);
  return statement;
}

typedef struct {
  int64_t id, source, question, quirk, start, length, time;
  char *author;
} highlight;

static size_t count_of(sqlite3 *db) {
  sqlite3_stmt *statement = prepare(db, "SELECT COUNT(*) FROM highlights");
  must(db, sqlite3_step(statement), SQLITE_ROW);
  const size_t count = sqlite3_column_int64(statement, 0);
  sqlite3_finalize(statement);
  return count;
}

static double load(sqlite3 *db, size_t count) {
  const double began = now();
  int64_t *ids = malloc(count * 8), *sources = malloc(count * 8), *questions = malloc(count * 8), *of = malloc(count * 8);
  int32_t *starts = malloc(count * 4), *lengths = malloc(count * 4);
  sqlite3_stmt *statement = prepare(
      db, "SELECT id, sourceId, questionId, quirkId, start, length FROM highlights ORDER BY sourceId, questionId, start");
  size_t i = 0;
  for (; sqlite3_step(statement) == SQLITE_ROW && i < count; i++) {
    ids[i] = sqlite3_column_int64(statement, 0);
    sources[i] = sqlite3_column_int64(statement, 1);
    questions[i] = sqlite3_column_int64(statement, 2);
    of[i] = sqlite3_column_int64(statement, 3);
    starts[i] = (int32_t)sqlite3_column_int64(statement, 4);
    lengths[i] = (int32_t)sqlite3_column_int64(statement, 5);
  }
  sqlite3_finalize(statement);
  const double spent = now() - began;
  free(ids), free(sources), free(questions), free(of), free(starts), free(lengths);
  return spent;
}

static highlight *read_all(sqlite3 *db, size_t count) {
  highlight *rows = malloc(count * sizeof(highlight));
  sqlite3_stmt *statement =
      prepare(db, "SELECT id, sourceId, questionId, quirkId, start, length, timestamp, author FROM highlights ORDER BY id");
  for (size_t i = 0; i < count && sqlite3_step(statement) == SQLITE_ROW; i++) {
    int64_t *fields = &rows[i].id;
    for (int n = 0; n < 7; n++) fields[n] = sqlite3_column_int64(statement, n);
    rows[i].author = strdup((const char *)sqlite3_column_text(statement, 7));
  }
  sqlite3_finalize(statement);
  return rows;
}

static double insert(const highlight *rows, size_t count) {
  sqlite3 *db;
  must(NULL, sqlite3_open(":memory:", &db), SQLITE_OK);
  must(db, sqlite3_exec(db,
                        "PRAGMA page_size = 16384; CREATE TABLE highlights (id INTEGER PRIMARY KEY NOT NULL, sourceId INTEGER NOT NULL, questionId "
                        "INTEGER NOT NULL, quirkId INTEGER NOT NULL, start INTEGER NOT NULL, length INTEGER NOT NULL, author TEXT NOT "
                        "NULL, timestamp INTEGER NOT NULL)",
                        NULL, NULL, NULL),
       SQLITE_OK);
  const double began = now();
  sqlite3_stmt *statement = prepare(
      db, "INSERT INTO highlights (id, sourceId, questionId, quirkId, start, length, timestamp, author) VALUES (?,?,?,?,?,?,?,?)");
  must(db, sqlite3_exec(db, "BEGIN", NULL, NULL, NULL), SQLITE_OK);
  for (size_t i = 0; i < count; i++) {
    const int64_t *fields = &rows[i].id;
    for (int n = 0; n < 7; n++) sqlite3_bind_int64(statement, n + 1, fields[n]);
    sqlite3_bind_text(statement, 8, rows[i].author, -1, SQLITE_STATIC);
    must(db, sqlite3_step(statement), SQLITE_DONE);
    sqlite3_reset(statement);
  }
  must(db, sqlite3_exec(db, "COMMIT", NULL, NULL, NULL), SQLITE_OK);
  const double spent = now() - began;
  sqlite3_finalize(statement);
  sqlite3_close(db);
  return spent;
}

int main(int count, char **arguments) {
  if (count < 4) return 2;
  sqlite3 *db;
  must(NULL, sqlite3_open_v2(arguments[1], &db, SQLITE_OPEN_READONLY, NULL), SQLITE_OK);
  must(db, sqlite3_exec(db, "PRAGMA cache_size = -65536", NULL, NULL, NULL), SQLITE_OK);
  const size_t all = count_of(db);
  const int loads = arguments[2][0] == 'l', rounds = atoi(arguments[3]);
  const highlight *rows = loads ? NULL : read_all(db, all);
  printf("{\"ms\":[");
  for (int round = 0; round <= rounds; round++) {
    const double spent = loads ? load(db, all) : insert(rows, all);
    if (round > 0) printf("%s%.4f", round > 1 ? "," : "", spent);
  }
  printf("],\"check\":%zu}\n", all);
  return 0;
}
