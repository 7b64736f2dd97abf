/**
 * The SQL of a project: public tables from the schema, the derived texts, and the private tables of a server's file and of
 * a browser's copy. `user_version` counts the layout of all tables; `___db_version` in the preferences the public one.
 *
 * Promises: private tables begin with an underscore; `answer_texts` is derived from the answers and can be made anew.
 */
import { columnsOf, keyOf, spec, type Table, tables } from '../../../src/model/schema.ts'

/** Version of all tables, public and private (README.md). 1: 2026-11. 2: recordings, transcripts and `_media`, 2026-11. */
export const layoutVersion = 2

const sqlType = { int: 'INTEGER', text: 'TEXT' } as const

function publicTable(table: Table, into: string): string {
  const columns = columnsOf(table).map((column) => {
    const type = spec(table).columns[column] ?? 'int'
    return `"${column}" ${sqlType[type]}${column === keyOf(table) ? ' PRIMARY KEY' : ''} NOT NULL`
  })
  return `CREATE TABLE IF NOT EXISTS ${into}"${table}" (${columns.join(', ')});`
}

/** Each index answers the question behind it; see `bench` for what it costs. */
export const publicIndexes = (into = '') => `
-- the highlights of one answer in the order of its text; is a stretch already highlighted with this quirk?
CREATE INDEX IF NOT EXISTS ${into}highlights_place ON highlights(sourceId, questionId, start, length, quirkId);
-- the highlights of one quirk, and their number
CREATE INDEX IF NOT EXISTS ${into}highlights_quirk ON highlights(quirkId, sourceId, questionId, start, length);
CREATE INDEX IF NOT EXISTS ${into}memos_place ON memos(sourceId, questionId, start, length);
CREATE INDEX IF NOT EXISTS ${into}answers_place ON question_answers(sourceId, questionId);
CREATE INDEX IF NOT EXISTS ${into}answers_question ON question_answers(questionId);
CREATE INDEX IF NOT EXISTS ${into}quirks_parent ON quirks(parentQuirkId);
CREATE INDEX IF NOT EXISTS ${into}group_quirks_group ON group_quirks(groupId, quirkId);
CREATE INDEX IF NOT EXISTS ${into}group_quirks_quirk ON group_quirks(quirkId, groupId);
CREATE INDEX IF NOT EXISTS ${into}property_values_key ON source_metadata_values(keyId);
CREATE INDEX IF NOT EXISTS ${into}source_properties_key ON source_metadatas(keyId, valueId, sourceId);
CREATE INDEX IF NOT EXISTS ${into}source_properties_source ON source_metadatas(sourceId, keyId, valueId);
CREATE INDEX IF NOT EXISTS ${into}source_properties_value ON source_metadatas(valueId);
-- of what was an answer written down, and when was it said?
CREATE INDEX IF NOT EXISTS ${into}recordings_place ON recordings(sourceId, questionId);
CREATE INDEX IF NOT EXISTS ${into}transcripts_recording ON transcripts(recordingId);
`

/**
 * The plain text of each answer and the number of its edits. The row outlives its answer, with text NULL: a version is
 * never used twice, so that a position cannot be taken against another text.
 */
const texts = (into: string) =>
  `CREATE TABLE IF NOT EXISTS ${into}answer_texts (answerId INTEGER PRIMARY KEY, version INTEGER NOT NULL, text TEXT);`

const meta = (into: string) => `CREATE TABLE IF NOT EXISTS ${into}_meta (key TEXT PRIMARY KEY, value) WITHOUT ROWID;`

/**
 * What a person may read of the log, and go back by. `undo`: the operations that take the step back, as JSON, deflated where that is a byte
 * string; NULL for a step that only added rows, which go by its own operations. A version's `state` is its project as a file, compressed, in
 * parts; one without needs the log.
 */
const historyTables = `
CREATE TABLE IF NOT EXISTS _steps (seq INTEGER PRIMARY KEY, at INTEGER NOT NULL, author TEXT NOT NULL, parts TEXT NOT NULL, undo);
CREATE INDEX IF NOT EXISTS _steps_author ON _steps(author, seq);
CREATE TABLE IF NOT EXISTS _step_quirks (quirkId INTEGER NOT NULL, seq INTEGER NOT NULL, PRIMARY KEY (quirkId, seq)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS _versions (id INTEGER PRIMARY KEY, name TEXT NOT NULL, author TEXT NOT NULL, at INTEGER NOT NULL, seq INTEGER NOT NULL,
  size INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS _version_parts (version INTEGER NOT NULL, n INTEGER NOT NULL, bytes BLOB NOT NULL, PRIMARY KEY (version, n)) WITHOUT ROWID;
`
/**
 * The sound of recordings by its hash, in parts of 1 MiB (`src/model/sound/media.ts`); in a protected project it is sealed. It never changes. A copy of a browser has none:
 * it asks for what it plays.
 */
export const mediaTable = (into = '') =>
  `CREATE TABLE IF NOT EXISTS ${into}_media (hash TEXT NOT NULL, n INTEGER NOT NULL, bytes BLOB NOT NULL, PRIMARY KEY (hash, n)) WITHOUT ROWID;`

/** A server's file: the log of steps, the last answer to each client, the rows that were removed with their authors. */
const serverTables = `
CREATE TABLE IF NOT EXISTS _log (seq INTEGER PRIMARY KEY, client INTEGER NOT NULL, n INTEGER NOT NULL, i INTEGER NOT NULL,
  author TEXT NOT NULL, at INTEGER NOT NULL, operations TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS _clients (client INTEGER PRIMARY KEY, n INTEGER NOT NULL, hash TEXT NOT NULL, answer TEXT NOT NULL, at INTEGER NOT NULL);
-- whose browser each client is, where people have accounts: nobody else sends under its number
CREATE TABLE IF NOT EXISTS _holders (client INTEGER PRIMARY KEY, person TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS _removed (id INTEGER NOT NULL, "table" TEXT NOT NULL, author TEXT NOT NULL, PRIMARY KEY (id, "table")) WITHOUT ROWID;
${historyTables}
${mediaTable()}`

/** What lies aside goes with the row that names it. */
const dropped = (table: string, column: string) => {
  const drop = `WHEN OLD.${column} LIKE '#%' BEGIN DELETE FROM _large WHERE id = CAST(substr(OLD.${column}, 2) AS INTEGER); END;`
  return `CREATE TRIGGER IF NOT EXISTS ${table}_${column}_d AFTER DELETE ON ${table} ${drop}
CREATE TRIGGER IF NOT EXISTS ${table}_${column}_u AFTER UPDATE OF ${column} ON ${table} ${drop}`
}

/** A browser's copy: steps the room has not confirmed, frozen pushes, the undo history of each tab, answered calls. */
const copyTables = `
CREATE TABLE IF NOT EXISTS _pending (id INTEGER PRIMARY KEY AUTOINCREMENT, intent TEXT NOT NULL, effect TEXT NOT NULL,
  versions TEXT NOT NULL, push INTEGER, i INTEGER, tab TEXT, entry INTEGER, way TEXT, restores INTEGER NOT NULL DEFAULT 0,
  merges INTEGER NOT NULL DEFAULT 0);
CREATE TABLE IF NOT EXISTS _outbox (n INTEGER PRIMARY KEY, body TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS _history (id INTEGER PRIMARY KEY AUTOINCREMENT, tab TEXT NOT NULL, undone INTEGER NOT NULL,
  title TEXT NOT NULL, changes TEXT NOT NULL, step INTEGER, session TEXT, onText INTEGER NOT NULL);
CREATE INDEX IF NOT EXISTS _history_tab ON _history(tab, undone, id);
CREATE TABLE IF NOT EXISTS _calls (id TEXT PRIMARY KEY, result TEXT NOT NULL);
-- long texts of steps and of the history, which name them by # and number
CREATE TABLE IF NOT EXISTS _large (id INTEGER PRIMARY KEY AUTOINCREMENT, text TEXT NOT NULL);
${[dropped('_pending', 'intent'), dropped('_pending', 'effect'), dropped('_history', 'changes')].join('\n')}
`

/** What copies of the first versions of the program lack: run where the query finds nothing. Nothing new comes here: `copyLayouts.ts`. */
export const laterColumns = [
  {
    missing: "SELECT 1 FROM pragma_table_info('_pending') WHERE name = 'way'",
    sql: 'ALTER TABLE _pending ADD COLUMN tab TEXT; ALTER TABLE _pending ADD COLUMN entry INTEGER; ALTER TABLE _pending ADD COLUMN way TEXT;',
  },
  {
    missing: "SELECT 1 FROM pragma_table_info('_pending') WHERE name = 'restores'",
    sql: 'ALTER TABLE _pending ADD COLUMN restores INTEGER NOT NULL DEFAULT 0;',
  },
  {
    missing: "SELECT 1 FROM pragma_table_info('_pending') WHERE name = 'merges'",
    sql: 'ALTER TABLE _pending ADD COLUMN merges INTEGER NOT NULL DEFAULT 0;',
  },
]

/** The public tables; `into`: the name of an attached database. */
export const publicTables = (into = '') => tables.map((table) => publicTable(table, into)).join('\n')
/** With their indexes: what a browser's copy of a project begins with. */
export const publicSql = (into = '') => [publicTables(into), publicIndexes(into)].join('\n')
/** And with the sound of recordings: what a download consists of. */
export const downloadSql = (into = '') => [publicSql(into), mediaTable(into)].join('\n')
/** What a copy needs beside them: the texts with their versions, and where the project stands. */
export const derivedSql = (into = '') => [texts(into), meta(into)].join('\n')

export const serverSql = [publicSql(), derivedSql(), serverTables].join('\n')
export const copySql = [publicSql(), derivedSql(), copyTables].join('\n')
