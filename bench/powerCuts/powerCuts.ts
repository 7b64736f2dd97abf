/**
 * Records every write of a program (`work.ts`: one project, all that is done with its file; `cloudWork.ts`: a server of many people), then cuts the
 * power after each of them: rebuilds what the disk may hold, opens it as the server does, and looks whether all that was acknowledged by then is
 * there, and the files whole.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { seeded } from '../../fixtures/testing/randomWork.ts'
import type { CloudAck } from './cloudFacts.ts'
import { lookAtServer } from './cloudState.ts'
import type { Ack } from './digest.ts'
import { type DiskState, hashOf, type LookAt, openDisk, readRecord } from './disk.ts'
import { checkAll, lookAtProjects } from './projectState.ts'

export interface PowerCutFigures {
  /** Writes that were recorded. */
  writes: number
  acknowledged: number
  /** States of the disk that were tried, each but once. */
  states: number
  /** Of these, in which a log lay beside a file. */
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

export interface Recorded<T> {
  folder: string
  /** What it has promised. */
  acks: T[]
  status: number | null
  stderr: string
}

/** Runs a program of this folder in `folder` under the recorder. */
function runWork<T>(
  program: string,
  library: string,
  folder: string,
  seed: number,
  rounds: number,
  env: Record<string, string>,
): Recorded<T> {
  mkdirSync(folder)
  const run = spawnSync(process.execPath, [join(import.meta.dirname, program), folder, String(seed), String(rounds)], {
    env: {
      // Most of a run would be the start.
      NODE_COMPILE_CACHE: join(dirname(folder), 'compiled'),
      ...process.env,
      LD_PRELOAD: library,
      RECORD_FOLDER: folder,
      // The program changes these; other threads may not meet one that only just came.
      LOOKING: '0',
      DOING: '',
      ...env,
    },
    encoding: 'utf8',
    // One that hangs is killed, and has failed.
    timeout: 300_000,
  })
  const path = join(folder, 'acks')
  const lines = existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : []
  return {
    folder,
    acks: lines.filter(Boolean).map((line) => JSON.parse(line) as T),
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

/** Of one project. */
export const cutPower = (options: CutOptions): PowerCutFigures => cut<Ack>('work.ts', lookAtProjects, options)

/** Of a server of many people. */
export const cutServerPower = (options: CutOptions): PowerCutFigures =>
  cut<CloudAck>('cloudWork.ts', lookAtServer, options)

function cut<T extends object>(
  program: string,
  openLook: (folder: string, place: string, acks: readonly T[]) => LookAt,
  options: CutOptions,
): PowerCutFigures {
  const root = fast()
  try {
    const library = compileRecorder(root)
    const record = join(root, 'record')
    const to = { RECORD_TO: record }
    const { folder, acks, status, stderr } = runWork<T>(
      program,
      library,
      join(root, 'work'),
      options.seed,
      options.rounds,
      to,
    )
    if (status !== 0) throw new Error(`the program ended with ${status}: ${stderr}`)
    const failed = acks.find((ack) => 'failed' in ack)
    if (failed) throw new Error(`something was refused: ${JSON.stringify(failed)}`)
    return judge(folder, record, openLook(folder, join(root, 'state'), acks), options)
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

function judge(
  folder: string,
  record: string,
  look: LookAt,
  { seed, some, most = Number.POSITIVE_INFINITY }: CutOptions,
): PowerCutFigures {
  const random = seeded(seed)
  const entries = readRecord(record)
  const disk = openDisk()
  const seen = new Set<string>()
  const figures: PowerCutFigures = { writes: entries.length, acknowledged: 0, states: 0, recovered: 0 }
  // Where only some are to be tried: at places spread over all.
  const step = Math.max(1, Math.floor((entries.length * (some + 2)) / most))
  entries.forEach((entry, i) => {
    if (entry.path === join(folder, 'acks')) {
      if (entry.what !== 'write') return
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
      look(state, figures.acknowledged)
      if ([...state].some(([path, content]) => path.endsWith('-wal') && content.length > 0)) figures.recovered += 1
    }
  })
  compareRecord(folder, disk.cut('all', random))
  return figures
}

/** At the end the record has led to just what is there: nothing has gone past the recorder. What lies in memory alone is not in it. */
function compareRecord(folder: string, recorded: DiskState): void {
  const isKept = (path: string) => !path.endsWith('-shm') && path !== join(folder, 'acks')
  const there = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => isKept(path) && statSync(path).isFile())
  const unlike = there.find((path) => !recorded.get(path)?.equals(readFileSync(path)))
  const gone = [...recorded.keys()].find((path) => isKept(path) && !there.includes(path))
  if (unlike ?? gone) throw new Error(`${unlike ?? gone} was changed past the recorder`)
}

export interface FaultFigures {
  /** Calls that may fail, and their kinds (`recorder.c`), of a run without a fault. */
  calls: number
  kinds: number
  /** Runs, each with its fault at another call. */
  runs: number
  /** Kinds of which the call that was to fail was not made this time. */
  missed: string[]
  /** Things that the disk refused and the program said so. */
  refused: number
  acknowledged: number
  /** Runs in which nothing was refused: the fault made no difference to what was asked. */
  tolerated: number
}

const faults = { ENOSPC: 28, EIO: 5 } as const

export interface FaultOptions {
  /** One project, or a server of many people. */
  of: 'project' | 'server'
  /** Calls that read fail, or open a file that is there, instead of those that write. */
  reads?: boolean
  seed: number
  rounds: number
  /** From one run to the next the fault comes so many calls later; left out: once at each kind of call, at any of that kind. */
  every?: number
  /** Only at kinds of calls in whose names this is. */
  kind?: string
  /** No more runs than these; left out: over all calls, or kinds. */
  most?: number
  /** Hears of each run in which something was lost, done by half or did not end; may throw. */
  found: (what: string) => void
  /** Hears of all runs up to now after each of them. */
  ran?: (figures: Readonly<FaultFigures>) => void
}

type FaultAck = Ack | CloudAck

/** What is looked at after a run. */
const works = {
  project: { program: 'work.ts', check: (acks: readonly FaultAck[]) => checkAll(acks as Ack[]) },
  server: { program: 'cloudWork.ts', check: checkServer },
}

/** How often calls of each kind were made. */
type Kinds = ReadonlyMap<string, number>
/** The n-th call of a kind. */
interface Call {
  kind: string
  nth: number
}

/** A disk that is full, or broken, from one call on for some calls, over all or all kinds that the program makes: nothing acknowledged is lost, what is refused is not half done, and what is left opens. */
export function failDisk(options: FaultOptions): FaultFigures {
  const { of, reads = false, seed, rounds, every, kind = '', most, found, ran = () => {} } = options
  const root = fast()
  const folder = join(root, 'work')
  const kindsTo = join(root, 'kinds')
  const { program, check } = works[of]
  try {
    const library = compileRecorder(root)
    const run = (fault: Record<string, string>) => {
      for (const path of [folder, kindsTo]) rmSync(path, { recursive: true, force: true })
      const reading = reads && { FAIL_READS: '1' }
      const env = { RECORD_TO: '/dev/null', KINDS_TO: kindsTo, ...reading, ...fault }
      return { ...runWork<FaultAck>(program, library, folder, seed, rounds, env), kinds: readKinds(kindsTo) }
    }
    const kinds = mostOf(Array.from({ length: every ? 1 : 3 }, () => run({}).kinds ?? new Map()))
    const wanted = new Map([...kinds].filter(([name]) => name.includes(kind)))
    const figures: FaultFigures = {
      calls: [...wanted.values()].reduce((sum, times) => sum + times, 0),
      kinds: wanted.size,
      runs: 0,
      missed: [],
      refused: 0,
      acknowledged: 0,
      tolerated: 0,
    }
    const calls = every ? callsOf(wanted, every, seed) : callsOfKinds(wanted, seed)
    for (const call of calls.slice(0, most)) {
      const random = seededBy(seed, call)
      const [name, errno] =
        !reads && random() < 0.5 ? (['ENOSPC', faults.ENOSPC] as const) : (['EIO', faults.EIO] as const)
      const count = random() < 0.3 ? 1 : 1 + Math.floor(random() * 40)
      const failAt = (nth: number) => ({
        ...run({ FAIL_KIND: call.kind, FAIL_NTH: `${nth}`, FAIL_COUNT: `${count}`, FAIL_WITH: `${errno}` }),
        nth,
      })
      // One that was killed has not said.
      const isMade = ({ kinds, nth }: ReturnType<typeof failAt>) => !kinds || (kinds.get(call.kind) ?? 0) >= nth
      let done = failAt(call.nth)
      // Threads do not always make as many calls of a kind: then it is the first of them.
      if (!isMade(done) && call.nth > 1) done = failAt(1)
      const { acks, status, stderr, nth } = done
      figures.runs += 1
      if (!isMade(done)) figures.missed.push(call.kind)
      try {
        if (status !== 0) throw new Error(`the program ended with ${status}: ${stderr}`)
        check(acks, folder, join(root, 'state'))
      } catch (error) {
        const told = error instanceof Error ? error.message : error
        found(`${name} at call ${nth} of the kind "${call.kind}", ${count} times: ${told}`)
      }
      const refused = acks.filter((ack) => 'failed' in ack).length
      figures.refused += refused
      figures.acknowledged += acks.length - refused
      if (refused === 0 && isMade(done)) figures.tolerated += 1
      ran(figures)
    }
    return figures
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

/** Lines of `recorder.c`. */
const readKinds = (path: string): Kinds | undefined =>
  existsSync(path)
    ? new Map(
        readFileSync(path, 'utf8')
          .trim()
          .split('\n')
          .map((line) => [line.slice(line.indexOf(' ') + 1), Number.parseInt(line, 10)]),
      )
    : undefined

/** All that was made in some run, as often as in the one that made most. */
function mostOf(runs: readonly Kinds[]): Kinds {
  const all = new Map<string, number>()
  for (const kinds of runs) for (const [kind, times] of kinds) all.set(kind, Math.max(times, all.get(kind) ?? 0))
  return all
}

/** Of what does not change with the order of calls, so that a seed leads to the same again. */
const numberOf = (seed: number, text: string) => createHash('sha1').update(`${seed} ${text}`).digest().readUInt32LE()
const seededBy = (seed: number, { kind, nth }: Call) => seeded(numberOf(seed, `${kind} ${nth}`))

/** Every so many of all calls. */
function callsOf(kinds: Kinds, every: number, seed: number): Call[] {
  const all = [...kinds].flatMap(([kind, times]) => Array.from({ length: times }, (_, i) => ({ kind, nth: i + 1 })))
  const first = Math.floor(seeded(seed)() * every)
  return all.filter((_, i) => i % every === first)
}

/** One call of each kind, kinds in any order. */
const callsOfKinds = (kinds: Kinds, seed: number): Call[] =>
  [...kinds]
    .map(([kind, times]) => ({ kind, nth: 1 + (numberOf(seed, kind) % times) }))
    .toSorted((a, b) => numberOf(seed, `${a.kind} in order`) - numberOf(seed, `${b.kind} in order`))

function checkServer(acks: readonly FaultAck[], folder: string, place: string): void {
  const given = acks as readonly CloudAck[]
  const half = given.find((ack) => 'failed' in ack && ack.changed.length > 0)
  if (half) throw new Error(`refused, and half done: ${JSON.stringify(half)}`)
  lookAtServer(folder, place, given)(readState(folder), given.length)
}

/** What is there now, but for what lies in memory alone. */
const readState = (folder: string): DiskState =>
  new Map(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((name) => join(folder, name))
      .filter((path) => !path.endsWith('-shm') && statSync(path).isFile())
      .map((path) => [path, readFileSync(path)]),
  )
