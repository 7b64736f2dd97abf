/** What a power cut or a broken disk has left of projects, held against what had been promised by then. */
import { existsSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { openProject } from '../../server/files/projectFile.ts'
import { isProblem } from '../../src/model/problems.ts'
import { metaNumber } from '../../wasm/database/meta.ts'
import { type Ack, digestOf } from './digest.ts'
import { type LookAt, writeState } from './disk.ts'

interface Promises {
  /** So many have been given. */
  given(count: number): void
  /** What the file at a path must at least hold: nothing yet where it is undefined. */
  last(path: string): { digest: string; head?: number } | undefined
  /** What it may hold: digests that were or will be promised, by the number of the last step where they have one. */
  digestAt(path: string, head: number): string | undefined
  digests(path: string): ReadonlySet<string>
  paths: readonly string[]
}

function openPromises(acks: readonly Ack[]): Promises {
  const given = acks.filter((ack) => 'path' in ack)
  let now = 0
  return {
    given: (count) => {
      now = count
    },
    last: (path) => given.slice(0, now).findLast((ack) => ack.path === path),
    digestAt: (path, head) => given.find((ack) => ack.path === path && ack.head === head)?.digest,
    digests: (path) => new Set(given.filter((ack) => ack.path === path).map(({ digest }) => digest)),
    paths: [...new Set(given.map(({ path }) => path))],
  }
}

/** Of the program `work.ts`. */
export function lookAtProjects(folder: string, place: string, acks: readonly Ack[]): LookAt {
  const promises = openPromises(acks)
  return (state, count) => {
    promises.given(count)
    writeState(state, folder, place)
    for (const path of promises.paths) checkProject(path, join(place, basename(path)), promises)
    // Whatever else a project's name leads to has to be one: a backup that a migration has made.
    for (const name of readdirSync(place)) {
      if (!name.endsWith('.qrk') || promises.paths.includes(join(folder, name)) || name.startsWith('.')) continue
      const opened = openProject(join(place, name), [])
      if (isProblem(opened)) throw new Error(`${name} is left in pieces: ${JSON.stringify(opened.problem)}`)
      opened.ok.db.close()
    }
  }
}

function checkProject(path: string, there: string, promises: Pick<Promises, 'last' | 'digestAt' | 'digests'>): void {
  const promised = promises.last(path)
  if (!existsSync(there)) {
    if (promised) throw new Error(`${basename(path)} was acknowledged and is gone`)
    return
  }
  const opened = openProject(there, [])
  if (isProblem(opened)) throw new Error(`${basename(path)} does not open: ${JSON.stringify(opened.problem)}`)
  const { db } = opened.ok
  try {
    const check = db.one<{ integrity_check: string }>('PRAGMA integrity_check')?.integrity_check
    if (check !== 'ok') throw new Error(`${basename(path)}: ${check}`)
    const head = metaNumber(db, 'head')
    const logged = db.one<{ n: number; last: number }>('SELECT COUNT(*) AS n, IFNULL(MAX(seq), 0) AS last FROM _log')
    const digest = digestOf(db)
    if (promised?.head !== undefined || promises.digestAt(path, 0) !== undefined) {
      if (head < (promised?.head ?? 0)) throw new Error(`step ${promised?.head} was acknowledged, the head is ${head}`)
      if (logged?.n !== head || logged.last !== head)
        throw new Error(`head ${head}, ${logged?.n} entries up to ${logged?.last}`)
      const known = promises.digestAt(path, head)
      if (known !== undefined && known !== digest) throw new Error(`after step ${head} the project is another`)
    } else if (!promises.digests(path).has(digest))
      throw new Error(`${basename(path)} is another than was ever promised`)
  } finally {
    db.close()
  }
}

/** All that was promised is there, where it was worked. */
export function checkAll(acks: readonly Ack[]): void {
  const promises = openPromises(acks)
  promises.given(acks.length)
  for (const path of promises.paths) checkProject(path, path, promises)
}
