/**
 * Records every write of a program that makes, changes, imports, saves and migrates projects, then cuts the power after each of them: rebuilds
 * what the disk may hold, opens it as the server does, and looks whether all that was acknowledged by then is there, and the file whole.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { seeded } from '../../fixtures/testing/randomWork.ts'
import { openProject } from '../../server/storage/projectFile.ts'
import { isProblem } from '../../src/model/problems.ts'
import { metaNumber } from '../../wasm/database/meta.ts'
import { type Ack, digestOf } from './digest.ts'
import { type DiskState, hashOf, openDisk, readRecord } from './disk.ts'

export interface PowerCutFigures {
  /** Writes that were recorded. */
  writes: number
  acknowledged: number
  /** States of the disk that were tried, each but once. */
  states: number
  /** Of these, in which a log was recovered. */
  recovered: number
}

/** Without a C compiler nothing can be recorded. */
export const hasCompiler = (): boolean => spawnSync('cc', ['--version']).status === 0

/** A folder in memory where there is one: states are written by the thousand. */
const fast = (): string => mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'thicket-cuts-'))

export function compileRecorder(folder: string): string {
  const library = join(folder, 'recorder.so')
  execFileSync('cc', ['-shared', '-fPIC', '-O1', '-o', library, join(import.meta.dirname, 'recorder.c'), '-ldl'])
  return library
}

export interface Recorded {
  folder: string
  acks: Ack[]
  status: number | null
  stderr: string
}

/** Runs `work.ts` in `folder` under the recorder. */
export function runWork(
  library: string,
  folder: string,
  seed: number,
  rounds: number,
  env: Record<string, string>,
): Recorded {
  mkdirSync(folder)
  const run = spawnSync(
    process.execPath,
    [join(import.meta.dirname, 'work.ts'), folder, String(seed), String(rounds)],
    {
      env: { ...process.env, LD_PRELOAD: library, RECORD_FOLDER: folder, ...env },
      encoding: 'utf8',
    },
  )
  const path = join(folder, 'acks')
  const lines = existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : []
  return {
    folder,
    acks: lines.filter(Boolean).map((line) => JSON.parse(line) as Ack),
    status: run.status,
    stderr: run.stderr,
  }
}

export interface CutOptions {
  seed: number
  /** How much is done. */
  rounds: number
  /** How many random states beside those with nothing and with all of what was not flushed. */
  some: number
  /** About so many states, at moments spread over all; left out: all. */
  most?: number
}

export function cutPower({ seed, rounds, some, most = Number.POSITIVE_INFINITY }: CutOptions): PowerCutFigures {
  const root = fast()
  try {
    const library = compileRecorder(root)
    const record = join(root, 'record')
    const { folder, acks, status, stderr } = runWork(library, join(root, 'work'), seed, rounds, { RECORD_TO: record })
    if (status !== 0) throw new Error(`the program ended with ${status}: ${stderr}`)
    const failed = acks.find((ack) => 'failed' in ack)
    if (failed) throw new Error(`the disk refused something: ${JSON.stringify(failed)}`)
    return judge(folder, record, acks, { seed, some, most, place: join(root, 'state') })
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

interface Judging {
  seed: number
  some: number
  most: number
  /** Where states are written. */
  place: string
}

function judge(folder: string, record: string, acks: Ack[], { seed, some, most, place }: Judging): PowerCutFigures {
  const random = seeded(seed)
  const entries = readRecord(record)
  const promises = openPromises(acks)
  const disk = openDisk()
  const seen = new Set<string>()
  const figures: PowerCutFigures = { writes: entries.length, acknowledged: 0, states: 0, recovered: 0 }
  // Where only some are to be tried: at places spread over all.
  const step = Math.max(1, Math.floor((entries.length * (some + 2)) / most))
  entries.forEach((entry, i) => {
    if (entry.path === join(folder, 'acks')) {
      if (entry.what !== 'write') return
      promises.next()
      figures.acknowledged += 1
    } else disk.apply(entry)
    if (i % step !== 0) return
    const kinds = disk.loose
      ? (['none', 'all', ...Array.from({ length: some }, () => 'some')] as const)
      : (['all'] as const)
    for (const kind of kinds) {
      const state = disk.cut(kind as 'some', random)
      const hash = `${figures.acknowledged} ${hashOf(state)}`
      if (seen.has(hash)) continue
      seen.add(hash)
      figures.states += 1
      if (checkState(folder, state, place, promises)) figures.recovered += 1
    }
  })
  return figures
}

interface Promises {
  /** One more has been given. */
  next(): void
  /** What the file at a path must at least hold: nothing yet where it is undefined. */
  last(path: string): { digest: string; head?: number } | undefined
  /** What it may hold: digests that were or will be promised, by the number of the last step where they have one. */
  digestAt(path: string, head: number): string | undefined
  digests(path: string): ReadonlySet<string>
  paths: readonly string[]
}

function openPromises(acks: Ack[]): Promises {
  const given = acks.filter((ack) => 'path' in ack)
  let count = 0
  return {
    next: () => {
      count += 1
    },
    last: (path) => given.slice(0, count).findLast((ack) => ack.path === path),
    digestAt: (path, head) => given.find((ack) => ack.path === path && ack.head === head)?.digest,
    digests: (path) => new Set(given.filter((ack) => ack.path === path).map(({ digest }) => digest)),
    paths: [...new Set(given.map(({ path }) => path))],
  }
}

/** Returns whether a log was recovered; throws where something is lost. */
function checkState(folder: string, state: DiskState, place: string, promises: Promises): boolean {
  rmSync(place, { recursive: true, force: true })
  mkdirSync(place)
  for (const [path, content] of state) writeFileSync(join(place, path.slice(folder.length)), content)
  let recovered = false
  for (const path of promises.paths) {
    const there = join(place, basename(path))
    recovered ||= (state.get(`${path}-wal`)?.length ?? 0) > 0
    checkProject(path, there, promises)
  }
  // Whatever else a project's name leads to has to be one: a backup that a migration has made.
  for (const name of readdirSync(place)) {
    if (!name.endsWith('.qrk') || promises.paths.includes(join(folder, name)) || name.startsWith('.')) continue
    const opened = openProject(join(place, name), [])
    if (isProblem(opened)) throw new Error(`${name} is left in pieces: ${JSON.stringify(opened.problem)}`)
    opened.ok.db.close()
  }
  return recovered
}

export function checkProject(
  path: string,
  there: string,
  promises: Pick<Promises, 'last' | 'digestAt' | 'digests'>,
): void {
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

export interface FaultFigures {
  /** Runs, each with its fault at another call. */
  runs: number
  /** Things that the disk refused and the program said so. */
  refused: number
  acknowledged: number
}

const faults = { ENOSPC: 28, EIO: 5 } as const

export interface FaultOptions {
  seed: number
  rounds: number
  /** From one run to the next the fault comes so many calls later. */
  every: number
  /** Runs. */
  most?: number
}

/** A disk that is full, or broken, from the n-th call on for `count` calls: nothing acknowledged is lost, and what is left opens. */
export function failDisk({ seed, rounds, every, most = Number.POSITIVE_INFINITY }: FaultOptions): FaultFigures {
  const root = fast()
  const figures: FaultFigures = { runs: 0, refused: 0, acknowledged: 0 }
  try {
    const library = compileRecorder(root)
    const random = seeded(seed)
    for (let from = 1 + Math.floor(random() * every); figures.runs < most; from += every) {
      const [name, errno] = random() < 0.5 ? (['ENOSPC', faults.ENOSPC] as const) : (['EIO', faults.EIO] as const)
      const count = random() < 0.3 ? 1 : 1 + Math.floor(random() * 40)
      const folder = join(root, 'work')
      rmSync(folder, { recursive: true, force: true })
      const env = {
        RECORD_TO: '/dev/null',
        FAIL_FROM: String(from),
        FAIL_COUNT: String(count),
        FAIL_WITH: String(errno),
      }
      const { acks, status, stderr } = runWork(library, folder, seed, rounds, env)
      const where = `${name} at call ${from}, ${count} times`
      if (status !== 0) throw new Error(`${where}: the program ended with ${status}: ${stderr}`)
      const promises = openPromises(acks)
      for (const ack of acks) if ('path' in ack) promises.next()
      for (const path of promises.paths)
        try {
          checkProject(path, path, promises)
        } catch (error) {
          throw new Error(`${where}: ${error instanceof Error ? error.message : error}`)
        }
      const refused = acks.filter((ack) => 'failed' in ack).length
      figures.runs += 1
      figures.refused += refused
      figures.acknowledged += acks.length - refused
      // Beyond the last call nothing fails any more.
      if (refused === 0 && figures.runs > 3 && from > 200) break
    }
    return figures
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}
