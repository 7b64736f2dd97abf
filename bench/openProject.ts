/** Rooms, copies and bare databases for the benches, each on a file of its own, set as in the product. */
import { copyFileSync } from 'node:fs'
import type { Size } from '../fixtures/generate.ts'
import { generateProject } from '../fixtures/testing/generateProject.ts'
import { openProject } from '../server/files/projectFile.ts'
import { openRoom, type Room } from '../server/room/room.ts'
import { firstQuestionId } from '../src/model/schema.ts'
import type { Sealing } from '../src/model/sealing/sealedOperations.ts'
import { openNode } from '../wasm/database/boot/node.ts'
import type { Db } from '../wasm/database/db.ts'
import { type Copy, openCopy } from '../workers/project/copy.ts'
import type { Bench } from './row.ts'

/** Makes the project at `path` with its identity. */
export function preparedProject(size: Size, path: string): string {
  generateProject(path, size)
  serverDb(path).close()
  return path
}

/** A project of the user's own, given its identity; `path` is a copy of it. */
export function givenProject(path: string): string {
  serverDb(path).close()
  return path
}

/** As the server opens it: WAL, FULL. */
function serverDb(path: string): Db {
  const opened = openProject(path, [])
  if ('problem' in opened) throw new Error(JSON.stringify(opened.problem))
  return opened.ok.db
}

export function newRoom(bench: Bench): { room: Room; db: Db } {
  const path = bench.newPath()
  copyFileSync(bench.projectFile(), path)
  const db = serverDb(path)
  return { room: openRoom(db), db }
}

/** The file that a new browser gets, made once; copy it, never write to it. */
export const snapshotFile = (bench: Bench): Promise<string> =>
  bench.shared('snapshot', async () => {
    const { room } = newRoom(bench)
    const path = bench.newPath()
    room.snapshot(path, 'joiner')
    room.close()
    return { made: path }
  })

/** A database on a file, set as the browser sets its copy. */
export function copyDb(path: string): Db {
  const db = openNode(path)
  db.exec(`PRAGMA locking_mode = exclusive; PRAGMA journal_mode = wal; PRAGMA synchronous = full;
PRAGMA cache_size = -65536; PRAGMA temp_store = memory; PRAGMA foreign_keys = off`)
  return db
}

/** The same file for somebody else. */
export function duplicate(bench: Bench, path: string): string {
  const copy = bench.newPath()
  copyFileSync(path, copy)
  return copy
}

/** `sealing`: of a protected project, whose words `db` has in memory. */
export function copyOn(db: Db, author: string, sealing?: Sealing): Copy {
  const fail = (what: unknown) => {
    throw what instanceof Error ? what : new Error(JSON.stringify(what))
  }
  const hooks = { onChange: () => {}, onProblem: fail, onBug: fail }
  return openCopy(db, { now: Date.now, random: Math.random, author, sealing, ...hooks })
}

/** The copy gets its number from the room. */
export function meet(copy: Copy, room: Room): void {
  const standing = room.open(copy.client, copy.epoch, copy.head)
  copy.meet(standing.client, standing.epoch)
}

/** Watches what the project screen shows with a source open, else the first. What is posted is cloned, as on its way to the page. */
export function showScreen(copy: Copy, sourceId?: number): { sourceId: number; questionId: number } {
  const post = (posted: unknown) => void structuredClone(posted)
  const source = copy.db.one<{ id: number }>('SELECT id FROM sources ORDER BY id LIMIT 1')
  const place = { sourceId: sourceId ?? source?.id ?? 0, questionId: firstQuestionId }
  copy.live.watch('quirks', {}, post)
  copy.live.watch('questions', {}, post)
  copy.live.watch('groups', {}, post)
  copy.live.watch('groupQuirks', {}, post)
  copy.live.watch('shortcutKeys', {}, post)
  copy.live.watch('preferences', {}, post)
  copy.live.watch('propertyKeys', {}, post)
  copy.live.watch('propertyOffers', { most: 100, chosen: [] }, post)
  copy.live.watch('sources', { offset: 0, limit: 500 }, post)
  copy.live.watch('totals', {}, post)
  copy.live.watch('answer', place, post)
  copy.live.watch('highlights', place, post)
  copy.live.watch('memos', place, post)
  return place
}

/** Reads the same rows by bare SQL. */
export function readScreen(db: Db): void {
  const source = db.one<{ id: number }>('SELECT id FROM sources ORDER BY id LIMIT 1')?.id ?? 0
  for (const table of [
    'quirks',
    'questions',
    'groups',
    'group_quirks',
    'quirk_shortcut_keys',
    'preferences',
    'source_metadata_keys',
    'source_metadata_values',
  ])
    structuredClone(db.all(`SELECT * FROM ${table}`))
  for (const table of ['sources', 'quirks', 'highlights', 'memos']) db.one(`SELECT COUNT(*) FROM ${table}`)
  structuredClone(db.all('SELECT * FROM sources ORDER BY id LIMIT 500'))
  for (const column of ['quirkId', 'sourceId']) db.all(`SELECT ${column}, COUNT(*) FROM highlights GROUP BY ${column}`)
  for (const table of ['question_answers', 'highlights', 'memos'])
    structuredClone(db.all(`SELECT * FROM ${table} WHERE sourceId = ? AND questionId = ?`, [source, firstQuestionId]))
}
