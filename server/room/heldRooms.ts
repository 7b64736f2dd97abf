/**
 * The projects that one storage thread holds: each file with its room, and the submissions that wait for it. All that wait for a project are taken in one
 * transaction, hence one flush to the disk; the projects take turns.
 */
import { randomUUID } from 'node:crypto'
import { basename } from 'node:path'
import { deserialize } from 'node:v8'
import { type Problem, type Result, refuse } from '../../src/model/problems.ts'
import type { Event } from '../../src/model/protocol.ts'
import { storageFailed } from '../base/failures.ts'
import { processorTime } from '../base/turns/processorTime.ts'
import type { Noted } from '../files/identity.ts'
import { hashOfEntry, type ProjectFile } from '../files/projectFile.ts'
import type { ReadPush } from '../reading/readPush.ts'
import { openRoom, type Room, type Submission } from './room.ts'
import type { Delivered, FromThread, Gate, Held, PackedSubmission, ThreadCalls } from './threadMessages.ts'

export interface HeldRoom {
  key: number
  file: ProjectFile
  room: Room
  submissions: { id: number; submission: Submission | PackedSubmission }[]
  idle: NodeJS.Timeout | undefined
  /** What changes in it is kept elsewhere too. */
  isRecorded: boolean
  /** When what SQLite keeps of its pages was given back last. */
  shrunkAt: number
}

/** What is told of a project where what changes in it is kept elsewhere too. */
type Told = Extract<FromThread, { gate?: Gate }>

export interface HeldRooms {
  /** Holds a file that was opened, under a number. */
  hold(opened: Result<ProjectFile>, isRecorded?: boolean): Held
  /** Refuses: projectNotFound. */
  find(key: number): HeldRoom
  submit(id: number, args: ThreadCalls['submit']['args']): Problem | undefined
  /** Says something of a project by its number, which may be none that is open; `whole`: a file that has all of it. */
  say(project: number | undefined, message: Told, whole?: string): void
  /** Takes what waits, and lets the file go whatever throws. */
  close(open: HeldRoom): Noted
  /** Another node has the project: what waits is refused. */
  drop(open: HeldRoom): void
  /** Closes all; what throws on behalf of one is told. */
  end(): void
}

/** After this long without a step the log is brought into the file, so that a copy of the file is whole. */
const idleAfter = 2000
/**
 * ms after which the pages that SQLite keeps of a project are given back while it is worked on: its file's are in the system's memory too, and a
 * thousand projects whose steps all stay in ours would grow by each of them.
 */
const shrinkEvery = 60_000

/** ms that a clock of the processor tells apart. */
const leastTime = 0.001

/** `post` sends to the event loop; `later` runs a function when the messages that are here have been handled. */
export function openHeldRooms(post: (message: FromThread) => void, later: (run: () => void) => void): HeldRooms {
  const projects = new Map<number, HeldRoom>()
  let lastKey = 0
  /** Projects with something waiting, in turn. */
  const turns: HeldRoom[] = []
  let running = false

  const hold = (opened: Result<ProjectFile>, isRecorded = false): Held => {
    if ('problem' in opened) return refuse(opened.problem)
    const file = opened.ok
    try {
      const room = openRoom(file.db, file.isProtected ? { sealed: basename(file.path) } : {})
      const open: HeldRoom = {
        ...{ key: lastKey + 1, file, room, submissions: [], idle: undefined, isRecorded, shrunkAt: Date.now() },
      }
      post({ noted: note(open, false) })
      lastKey = open.key
      projects.set(open.key, open)
      return { project: open.key, path: file.path, uuid: file.uuid, epoch: file.epoch, head: room.head }
    } catch (error) {
      // Or nobody could open it again.
      file.db.close()
      throw error
    }
  }

  const find = (key: number): HeldRoom => projects.get(key) ?? refuse({ kind: 'projectNotFound', name: String(key) })

  /** Says something of a project, with what has changed in it where that is kept elsewhere too. */
  const tell = (open: HeldRoom, message: Told) => post(gated(open, message))

  /** What throws on behalf of one project outside its calls is told, and the others of the thread go on. */
  const guard = (open: HeldRoom, body: () => void) => {
    try {
      body()
    } catch (error) {
      post({ broken: `${open.file.path}: ${wordsOf(error)}` })
    }
  }

  const settle = (open: HeldRoom) => {
    open.file.db.run('PRAGMA wal_checkpoint(TRUNCATE)')
    shrink(open)
    post({ noted: note(open, false) })
  }

  const shrink = (open: HeldRoom) => {
    open.file.db.exec('PRAGMA shrink_memory')
    open.shrunkAt = Date.now()
  }

  /** Its file is let go whatever throws before. */
  const close = (open: HeldRoom): Noted => {
    projects.delete(open.key)
    clearTimeout(open.idle)
    let noted: Noted
    try {
      takeWaiting(open)
      noted = note(open, true)
      if (changesOf(open) !== undefined) throw new Error('a project was changed and nobody was told')
    } finally {
      open.room.close()
    }
    post({ noted })
    return noted
  }

  const run = () => {
    const open = turns.shift()
    running = open !== undefined
    if (!open) return
    guard(open, () => takeTurn(open))
    later(run)
  }

  /** One that has been closed meanwhile has nothing that waits. */
  const takeTurn = (open: HeldRoom) => {
    if (open.submissions.length === 0) return
    clearTimeout(open.idle)
    open.idle = setTimeout(() => guard(open, () => settle(open)), idleAfter)
    takeWaiting(open)
    if (Date.now() - open.shrunkAt > shrinkEvery) shrink(open)
  }

  const takeWaiting = (open: HeldRoom) => {
    const group = open.submissions.splice(0)
    if (group.length > 0) take(open, group)
  }

  const take = (open: HeldRoom, group: HeldRoom['submissions']) => {
    try {
      const before = processorTime()
      const taken = open.room.submit(group.map(({ submission }) => unpacked(submission)))
      const events = taken.map((each) => each.events.map(deliver))
      // To unpack, to commit and to write out is shared by what each step took.
      const times =
        (processorTime() - before) /
        Math.max(
          taken.reduce((sum, { ms }) => sum + ms, 0),
          leastTime,
        )
      const items = group.map(({ id, submission }, i) => ({
        id,
        client: submission.sender.client,
        answer: taken[i]!.answer,
        events: events[i]!,
        ms: taken[i]!.ms * times,
      }))
      tell(open, { taken: { project: open.key, head: open.room.head, items } })
    } catch (error) {
      // One that cannot be taken must not keep the others from it.
      if (group.length > 1) for (const one of group) take(open, [one])
      else for (const { id } of group) tell(open, { id, result: { problem: storageFailed(error) } })
    }
  }

  const submit = (id: number, { project, submission }: ThreadCalls['submit']['args']): Problem | undefined => {
    const open = projects.get(project)
    if (!open) return { kind: 'projectNotFound', name: String(project) }
    open.submissions.push({ id, submission })
    if (!turns.includes(open)) turns.push(open)
    if (!running) {
      running = true
      later(run)
    }
    return undefined
  }

  const say = (project: number | undefined, message: Told, whole?: string) => {
    const open = project === undefined ? undefined : projects.get(project)
    if (open) post(gated(open, message, whole))
    else post(message)
  }

  const drop = (open: HeldRoom) => {
    projects.delete(open.key)
    clearTimeout(open.idle)
    for (const { id } of open.submissions.splice(0)) post({ id, result: { problem: elsewhere } })
    open.room.close()
  }

  const end = () => {
    for (const open of [...projects.values()]) guard(open, () => close(open))
  }

  return { hold, find, submit, say, close, drop, end }
}

/** undefined: nothing has changed since this was asked last. Too much for a changeset is written beside the project, as a whole. */
function changesOf({ file }: HeldRoom): Gate['set'] {
  const changes = file.db.changes?.() ?? undefined
  if (changes !== 'all') return changes
  const path = `${file.path}.${randomUUID()}.base`
  file.db.run('VACUUM INTO ?', [path])
  return path
}

function gated(open: HeldRoom, message: Told, whole?: string): Told {
  if (!open.isRecorded) return message
  const set = changesOf(open)
  const { uuid } = open.file
  return { ...message, gate: { uuid, ...(set !== undefined && { set }), ...(whole !== undefined && { whole }) } }
}

const elsewhere: Problem = { kind: 'storageFailed', detail: 'another node has the project' }

/** Of an error: where it came from too, where it says so. */
export const wordsOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error)

const note = ({ file, room }: HeldRoom, clean: boolean): Noted => ({
  uuid: file.uuid,
  path: file.path,
  epoch: file.epoch,
  head: room.head,
  hash: hashOfEntry(file.db, room.head),
  clean,
  ...(file.isProtected && { protected: true }),
})

/** An event as it goes to the event loop: its JSON is written once for all who hear of it. */
export const deliver = (event: Event): Delivered => ({
  seq: event.seq,
  client: event.client,
  n: event.n,
  json: JSON.stringify(event),
})

function unpacked(submission: Submission | PackedSubmission): Submission {
  if (!('packed' in submission)) return submission
  const { packed, ...of } = submission
  return { ...of, ...(deserialize(packed) as ReadPush) }
}
