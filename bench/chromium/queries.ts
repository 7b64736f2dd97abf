/**
 * The twenty queries of the suite: what a project's screens and reports would ask if there were SQL alone, from one row to the whole
 * table. Numbers are taken from the project. Joins whose order the planner cannot know are written in
 * it (CROSS JOIN), and where a scan is cheaper than an index of it, the index is kept out (+).
 */
import type { Db } from '../../wasm/database/db.ts'

export interface Query {
  name: string
  sql: string
}

export function suite(db: Db): Query[] {
  const one = (sql: string, ...params: (number | string)[]): number =>
    db.one<{ value: number }>(`SELECT (${sql}) AS value`, params)?.value ?? 0
  const middleSource = one(nth('sources'), one('SELECT COUNT(*) / 2 FROM sources'))
  const quirks = db
    .all<{ id: number }>('SELECT quirkId AS id FROM highlights GROUP BY quirkId ORDER BY COUNT(*) DESC')
    .map(({ id }) => id)
  const [top, middle, rare] = [0, quirks.length >> 1, quirks.length - 1].map((place) => quirks[place] ?? 0)
  const answer = one('SELECT id FROM question_answers WHERE sourceId = ?', middleSource)
  const author = text(db, 'SELECT author AS value FROM highlights GROUP BY author ORDER BY COUNT(*) LIMIT 1 OFFSET 1')
  const [from, to] = between(db, 'highlights')
  const [quirksFrom, quirksTo] = between(db, 'quirks')
  const group = one('SELECT id FROM groups ORDER BY id LIMIT 1')
  const [value, otherValue] = db
    .all<{ id: number }>(
      'SELECT valueId AS id FROM source_metadatas GROUP BY valueId ORDER BY COUNT(*) DESC LIMIT 2 OFFSET 2',
    )
    .map(({ id }) => id)
  const known = (id: number | undefined) => id ?? 0
  const having = `SELECT sourceId FROM source_metadatas WHERE valueId = ${known(value)}`
  const havingOther = `SELECT sourceId FROM source_metadatas WHERE valueId = ${known(otherValue)}`
  const inGroup = `SELECT quirkId FROM group_quirks WHERE groupId = ${group}`
  return [
    {
      name: 'a highlight by its id',
      sql: `SELECT * FROM highlights WHERE id = ${one(nth('highlights'), one('SELECT COUNT(*) / 2 FROM highlights'))}`,
    },
    {
      name: 'the highlights of a source',
      sql: `SELECT * FROM highlights WHERE sourceId = ${middleSource} ORDER BY questionId, start`,
    },
    {
      name: 'the same from the index alone',
      sql: `SELECT questionId, start, length, quirkId FROM highlights WHERE sourceId = ${middleSource} ORDER BY questionId, start`,
    },
    { name: 'the highlights of a quirk', sql: `SELECT * FROM highlights WHERE quirkId = ${middle}` },
    {
      name: 'the highlights of the most used quirk',
      sql: `SELECT id, sourceId, questionId, start, length FROM highlights WHERE quirkId = ${top}`,
    },
    { name: 'the text of an answer', sql: `SELECT answer FROM question_answers WHERE id = ${answer}` },
    { name: 'highlights per quirk', sql: 'SELECT quirkId, COUNT(*) AS n FROM highlights GROUP BY quirkId' },
    {
      name: 'highlights per quirk and source',
      sql: 'SELECT quirkId, sourceId, COUNT(*) AS n FROM highlights GROUP BY quirkId, sourceId',
    },
    { name: 'a scan of all', sql: 'SELECT COUNT(*) AS n, SUM(length) AS sum, MAX(timestamp) AS last FROM highlights' },
    { name: 'of one author', sql: `SELECT COUNT(*) AS n FROM highlights WHERE author = '${author}'` },
    {
      name: 'of some days',
      sql: `SELECT COUNT(*) AS n FROM highlights WHERE timestamp >= ${from} AND timestamp < ${to}`,
    },
    { name: 'of a group', sql: `SELECT COUNT(*) AS n FROM highlights WHERE quirkId IN (${inGroup})` },
    {
      name: 'of an author’s quirks of some days',
      sql: `SELECT COUNT(*) AS n FROM highlights WHERE quirkId IN (SELECT id FROM quirks WHERE author = '${author}' AND timestamp >= ${quirksFrom} AND timestamp < ${quirksTo})`,
    },
    { name: 'of a property', sql: `SELECT COUNT(*) AS n FROM highlights WHERE sourceId IN (${having})` },
    {
      name: 'of one property and not of another, per quirk',
      sql: `SELECT quirkId, COUNT(*) AS n FROM highlights WHERE sourceId IN (${having}) AND sourceId NOT IN (${havingOther}) GROUP BY quirkId`,
    },
    {
      name: 'seven conditions',
      sql: `SELECT id FROM highlights WHERE +sourceId IN (${having}) AND +sourceId NOT IN (${havingOther}) AND +quirkId IN (SELECT id FROM quirks WHERE author <> '${author}')
        AND author <> '${author}' AND timestamp >= ${from} AND length > 20 AND start > 100`,
    },
    {
      name: 'per quirk, those of a property',
      sql: `SELECT quirks.id, quirks.title, counted.n FROM quirks LEFT JOIN
        (SELECT quirkId, COUNT(*) AS n FROM highlights WHERE sourceId IN (${having}) GROUP BY quirkId) AS counted ON counted.quirkId = quirks.id`,
    },
    {
      name: 'overlaps of two quirks',
      sql: `SELECT COUNT(*) AS n ${overlapping(`a.quirkId = ${rare} AND b.quirkId = ${known(top)}`, 'b.quirkId')}`,
    },
    {
      name: 'overlaps of the most used quirk with each',
      sql: `SELECT b.quirkId, COUNT(*) AS n ${overlapping(`a.quirkId = ${top} AND b.quirkId <> a.quirkId`)} GROUP BY b.quirkId`,
    },
    {
      name: 'overlaps of a quirk with each',
      sql: `SELECT b.quirkId, COUNT(*) AS n ${overlapping(`a.quirkId = ${middle} AND b.quirkId <> a.quirkId`)} GROUP BY b.quirkId`,
    },
  ]
}

const nth = (table: string) => `SELECT id FROM ${table} ORDER BY id LIMIT 1 OFFSET ?`

/** `a` first: the rarer one. With `index` the rows of b are found by their quirk, else by their place. */
const overlapping = (which: string, index?: 'b.quirkId') =>
  `FROM highlights AS a CROSS JOIN highlights AS b INDEXED BY ${index ? 'highlights_quirk' : 'highlights_place'} WHERE ${which}
    AND b.sourceId = a.sourceId AND b.questionId = a.questionId AND b.start < a.start + a.length AND b.start + b.length > a.start`

const text = (db: Db, sql: string): string => db.one<{ value: string }>(sql)?.value ?? ''

/** A tenth of the time in which the table's rows were made. */
function between(db: Db, table: 'highlights' | 'quirks'): [number, number] {
  const { first, last } = db.one<{ first: number; last: number }>(
    `SELECT MIN(timestamp) AS first, MAX(timestamp) AS last FROM ${table}`,
  ) ?? { first: 0, last: 0 }
  const tenth = Math.floor((last - first) / 10)
  return [first + 4 * tenth, first + 5 * tenth]
}
