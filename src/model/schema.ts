/**
 * The tables of a project, once, as data: specification 1 §3 and 2 §3, database version 5. The names are those of the
 * project JSON; the SQL, the journal, the wire's operations and the row types are all made from here.
 *
 * Promises: every column is NOT NULL; integers are safe integers (ids below 2^53, times in ms since 1970, booleans 0 or 1);
 * texts are canonical (see text/richText). A highlight's colour is its quirk's and is not stored (see `listed`).
 */

export const databaseVersion = 5
export const cloudVersion = 1

/** No parent quirk; nothing chosen. */
export const none = -1
/** The question that every project has. */
export const firstQuestionId = 1

export type ColumnType = 'int' | 'text'

interface TableSpec {
  /** The entity's name in the wire's operations: quirk → quirkCreateOrUpdate. */
  readonly operation: string
  /** The key column. Tables keyed by `id` have client-made ids; the others are keyed by what they describe and are upserted. */
  readonly key: string
  readonly columns: Readonly<Record<string, ColumnType>>
  /** Columns that name a row of another table: when that row goes, this one goes with it. */
  readonly parents?: Readonly<Record<string, string>>
  /** Rows that lie on the text of an answer: `start` and `length` are positions of its plain text. */
  readonly onText?: true
  /**
   * Columns that are sealed where the project is protected by a password (`sealing/`): what people say, and who they are. The other texts stay
   * readable, since a server has to compare them; `schema.test.ts` has them by name.
   */
  readonly sealed?: readonly string[]
}

const time = { author: 'text', timestamp: 'int' } as const
const place = { sourceId: 'int', questionId: 'int' } as const

export const schema = {
  sources: {
    operation: 'source',
    key: 'id',
    columns: { id: 'int', title: 'text', icon: 'text', ...time },
    sealed: ['title'],
  },
  questions: { operation: 'question', key: 'id', columns: { id: 'int', question: 'text', questionOrder: 'int' } },
  question_answers: {
    operation: 'answer',
    key: 'id',
    columns: { id: 'int', ...place, answer: 'text', ...time },
    parents: { sourceId: 'sources', questionId: 'questions' },
    sealed: ['answer'],
  },
  quirks: {
    operation: 'quirk',
    key: 'id',
    columns: {
      id: 'int',
      title: 'text',
      description: 'text',
      color: 'text',
      x: 'int',
      y: 'int',
      parentQuirkId: 'int',
      ...time,
    },
    parents: { parentQuirkId: 'quirks' },
    sealed: ['description'],
  },
  highlights: {
    operation: 'highlight',
    key: 'id',
    columns: { id: 'int', ...place, quirkId: 'int', start: 'int', length: 'int', ...time },
    parents: { sourceId: 'sources', questionId: 'questions', quirkId: 'quirks' },
    onText: true,
  },
  memos: {
    operation: 'memo',
    key: 'id',
    columns: { id: 'int', ...place, start: 'int', length: 'int', content: 'text', ...time },
    parents: { sourceId: 'sources', questionId: 'questions' },
    onText: true,
    sealed: ['content'],
  },
  groups: { operation: 'group', key: 'id', columns: { id: 'int', description: 'text' } },
  group_quirks: {
    operation: 'groupQuirk',
    key: 'id',
    columns: { id: 'int', groupId: 'int', quirkId: 'int' },
    parents: { groupId: 'groups', quirkId: 'quirks' },
  },
  quirk_shortcut_keys: {
    operation: 'quirkShortcutKey',
    key: 'quirkId',
    columns: { quirkId: 'int', shortcutKey: 'text' },
    parents: { quirkId: 'quirks' },
  },
  source_metadata_keys: {
    operation: 'sourceMetadataKey',
    key: 'id',
    columns: { id: 'int', key: 'text', multipleChoice: 'int', sortValuesAlphabetically: 'int' },
  },
  source_metadata_values: {
    operation: 'sourceMetadataValue',
    key: 'id',
    columns: { id: 'int', keyId: 'int', value: 'text' },
    parents: { keyId: 'source_metadata_keys' },
  },
  source_metadatas: {
    operation: 'sourceMetadata',
    key: 'id',
    columns: { id: 'int', keyId: 'int', valueId: 'int', sourceId: 'int', ...time },
    parents: { keyId: 'source_metadata_keys', valueId: 'source_metadata_values', sourceId: 'sources' },
  },
  chat_messages: {
    operation: 'chatMessage',
    key: 'id',
    columns: { id: 'int', message: 'text', ...time },
    sealed: ['message'],
  },
  /**
   * Of what the answer's text was written down. `hash`: of the bytes of its sound, as the project's file keeps them (`sound/media.ts`); empty where
   * there are only times. `type` is a media type, or empty with the hash; `milliseconds` 0 where nobody knows how long it is.
   */
  recordings: {
    operation: 'recording',
    key: 'id',
    columns: { id: 'int', ...place, title: 'text', type: 'text', milliseconds: 'int', hash: 'text', ...time },
    parents: { sourceId: 'sources', questionId: 'questions' },
    sealed: ['title'],
  },
  /** The words as they were transcribed, with their times (`sound/timedWords.ts`). Never changed: what is shown is aligned to them. */
  transcripts: {
    operation: 'transcript',
    key: 'id',
    columns: { id: 'int', recordingId: 'int', words: 'text' },
    parents: { recordingId: 'recordings' },
    sealed: ['words'],
  },
  // Which of them: `sealing/sealedRows.ts`.
  preferences: { operation: 'preference', key: 'key', columns: { key: 'text', value: 'text' }, sealed: ['value'] },
} as const satisfies Record<string, TableSpec>

export type Table = keyof typeof schema
export const tables = Object.keys(schema) as Table[]

type Columns<T extends Table> = (typeof schema)[T]['columns']
type ValueOf<C> = C extends 'int' ? number : string
/** A row of a table, every column present. */
export type Row<T extends Table = Table> = { -readonly [C in keyof Columns<T>]: ValueOf<Columns<T>[C]> }

/** A row whose table is known only at run time: the journal, the wire and undo treat all tables alike. */
export type AnyRow = Record<string, number | string>
export type Key = number | string

export type Quirk = Row<'quirks'>
export type Source = Row<'sources'>
export type Question = Row<'questions'>
export type Answer = Row<'question_answers'>
export type Highlight = Row<'highlights'>
export type Memo = Row<'memos'>
export type Recording = Row<'recordings'>
export type Group = Row<'groups'>
export type Preference = Row<'preferences'>

const specs: Readonly<Record<Table, TableSpec>> = schema
export const spec = (table: Table): TableSpec => specs[table]
const columnNames = Object.fromEntries(
  tables.map((table) => [table, Object.keys(schema[table].columns)]),
) as unknown as Readonly<Record<Table, readonly string[]>>
export const columnsOf = (table: Table): readonly string[] => columnNames[table]

/** Whether it has the columns of the table in their order, and no other. */
export function isWhole(table: Table, row: object): boolean {
  const columns = columnsOf(table)
  let at = 0
  for (const column in row) {
    if (column !== columns[at]) return false
    at += 1
  }
  return at === columns.length
}
export const keyOf = (table: Table): string => specs[table].key
export const isTable = (name: string): name is Table => Object.hasOwn(schema, name)
export const hasAuthor = (table: Table): boolean => 'author' in specs[table].columns

/** Who goes when a row of `table` goes: the tables and columns that name it. */
export const children = (table: Table): { table: Table; column: string }[] =>
  tables.flatMap((child) =>
    Object.entries(specs[child].parents ?? {})
      .filter(([, parent]) => parent === table)
      .map(([column]) => ({ table: child, column })),
  )

const hungOn = new Set(tables.filter((table) => children(table).length > 0 || table === 'question_answers'))
/** Whether other rows can hang on its rows: those that name it, and what lies on a text. */
export const isHungOn = (table: Table): boolean => hungOn.has(table)

/** The preferences of the system: never a user's to write, but for the one that says whether there is one question. */
export const systemPreferences = ['___db_version', '___cloud_version', '___db_encrypted', '___db_hash'] as const
export const singleQuestionPreference = '___single_question'
