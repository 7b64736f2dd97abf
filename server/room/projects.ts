/**
 * The projects of one storage thread: each file with its room, and the submissions that wait for it. All that wait for a
 * project are taken in one transaction, hence one flush to the disk; the projects take turns.
 */
import { randomUUID } from 'node:crypto'
import { copyFileSync, rmSync } from 'node:fs'
import { basename } from 'node:path'
import { deserialize } from 'node:v8'
import { attempt, isProblem, ok, type Problem, type Result, refuse } from '../../src/model/problems.ts'
import type { Event } from '../../src/model/protocol.ts'
import { openNode } from '../../wasm/database/boot/node.ts'
import { loadKernels } from '../../wasm/database/boot/nodeKernels.ts'
import { type Kernel, openKernel } from '../../wasm/kernels/kernel.ts'
import { calledBy } from '../base/calledBy.ts'
import { storageFailed } from '../base/failures.ts'
import { processorTime } from '../base/turns/processorTime.ts'
import type { Noted } from '../files/identity.ts'
import { inspectFile } from '../files/inspectFile.ts'
import { keepMedia, writeMedia } from '../files/media.ts'
import {
  copyBeside,
  copyTo,
  createProject,
  hashOfEntry,
  keepProtection,
  openProject,
  type ProjectFile,
  withSuffix,
} from '../files/projectFile.ts'
import { writeJson } from '../files/writeJson.ts'
import { writeWhole } from '../files/writeWhole.ts'
import type { ReadPush } from '../reading/readPush.ts'
import { asksKernel, listJson } from './lists.ts'
import { beginningWith } from './readProjectJson.ts'
import { openRoom, type Room, type Submission } from './room.ts'
import type {
  Delivered,
  FromThread,
  Gate,
  Held,
  PackedSubmission,
  ThreadCallName,
  ThreadCalls,
  ToThread,
} from './threadMessages.ts'
import {
  addVersion,
  findVersion,
  hasRoom,
  keepPart,
  keptWhole,
  listVersions,
  partOf,
  removeVersion,
} from './versions.ts'

interface HeldRoom {
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
export function openThreadProjects(post: (message: FromThread) => void, later: (run: () => void) => void) {
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

  /** The same by the number of a project, which may be none that is open. */
  const say = (project: number | undefined, message: Told, whole?: string) => {
    const open = project === undefined ? undefined : projects.get(project)
    if (open) post(gated(open, message, whole))
    else post(message)
  }

  /** In the background: SQLite copies some pages at a time. A project that is closed meanwhile has no copy made of it. */
  const copy = (id: number, { project, path }: ThreadCalls['copy']['args']) => {
    const { file } = find(project)
    file.db
      .copyTo?.(path)
      .then(() => post({ id, result: ok(undefined) }))
      .catch((error: unknown) => post({ id, result: { problem: storageFailed(error) } }))
  }

  /** One for all projects, and empty in between. */
  let kernel: Promise<Kernel> | undefined
  const withKernel = () => {
    kernel ??= loadKernels().then((module) => openKernel(module))
    return kernel
  }

  const list = (
    { project, query, args, columns }: ThreadCalls['list']['args'],
    kernel?: Kernel,
  ): ThreadCalls['list']['result'] => {
    const before = processorTime()
    const json = listJson(find(project).room.list(query, args, kernel), columns)
    return { json, ms: processorTime() - before }
  }

  const answerList = (id: number, args: ThreadCalls['list']['args']) => {
    const answer = (kernel?: Kernel) => say(args.project, { id, result: attempt(() => list(args, kernel)) })
    if (asksKernel(args.query))
      withKernel()
        .then(answer)
        .catch((error: unknown) => post({ id, broken: wordsOf(error) }))
    else answer()
  }

  const answers: {
    [N in Exclude<ThreadCallName, 'submit' | 'copy' | 'list'>]: (
      args: ThreadCalls[N]['args'],
    ) => ThreadCalls[N]['result']
  } = {
    open: ({ path, known, ...options }) =>
      hold(openProject(path, known, { ...options, takesProtected: true }), options.isCache),
    create: ({ path, overwrite, rows, protection }) =>
      hold(createProject(path, overwrite, beginningWith(rows, { name: basename(path) }), protection)),
    close: ({ project }) => close(find(project)),
    openClient: ({ project, client, epoch, since, holder }) => find(project).room.open(client, epoch, since, holder),
    events: ({ project, since, mostBytes }) => find(project).room.events(since, mostBytes).map(deliver),
    reserve: ({ project, authors }) => {
      find(project).room.reserve(authors)
      return undefined
    },
    write: ({ project, path, form }) => {
      const { room, file } = find(project)
      if (form === 'joiner' || form === 'download') return room.snapshot(path, form)
      if (form === 'whole') file.db.run('VACUUM INTO ?', [path])
      else writeJson(file.db, path)
      return { head: room.head, epoch: room.epoch }
    },
    saveAs: ({ project, path, overwrite }) => {
      const { room } = find(project)
      const written = writeWhole(withSuffix(path), overwrite, (temporary) => {
        rmSync(temporary, { force: true })
        room.snapshot(temporary, 'download')
      })
      return 'problem' in written ? refuse(written.problem) : written.ok
    },
    backup: ({ project, to }) => {
      const { file } = find(project)
      return to ? copyTo(file.db, withSuffix(to.path), to.overwrite) : copyBeside(file.db, file.path)
    },
    history: ({ project, filter }) => find(project).room.history(filter),
    step: ({ project, seq }) => find(project).room.step(seq),
    versions: ({ project }) => listVersions(find(project).file.db),
    addVersion: ({ project, name, author, at }) => {
      const { file, room } = find(project)
      return addVersion(file.db, { name, author, at, seq: room.head })
    },
    removeVersion: ({ project, version }) => {
      removeVersion(find(project).file.db, version)
      return undefined
    },
    keepPart: ({ project, version, n, bytes, size }) => {
      const { db } = find(project).file
      findVersion(db, version)
      if (size !== undefined && !hasRoom(db, size)) return refuse({ kind: 'stateTooLarge' })
      db.transaction(() => {
        keepPart(db, version, n, bytes)
        if (size !== undefined) keptWhole(db, version, size)
      })
      return undefined
    },
    versionPart: ({ project, version, n }) => partOf(find(project).file.db, version, n),
    keepMedia: ({ project, hash, path }) => {
      keepMedia(find(project).file.db, hash, path)
      return undefined
    },
    media: ({ project, hash, path }) => {
      writeMedia(find(project).file.db, hash, path)
      return undefined
    },
    replace: ({ from, path }) => {
      const written = writeWhole(path, true, (temporary) => {
        copyFileSync(from, temporary)
        const inspected = inspectFile(temporary, { takesProtected: true })
        if ('problem' in inspected) refuse(calledBy(path, inspected.problem))
        keepProtection(path, temporary)
      })
      return 'problem' in written ? refuse(written.problem) : undefined
    },
    createFrom: ({ from, path, overwrite }) => {
      const written = writeWhole(withSuffix(path), overwrite, (temporary) => copyFileSync(from, temporary))
      return hold('problem' in written ? written : openProject(written.ok, [], { takesProtected: true }))
    },
    replay: ({ path, sets }) => {
      replay(path, sets)
      return undefined
    },
    raise: ({ path }) => {
      const opened = openProject(path, [], { isCache: true, takesProtected: true })
      if ('problem' in opened) return refuse(opened.problem)
      opened.ok.db.close()
      return undefined
    },
    base: ({ project, path }) => {
      find(project).file.db.run('VACUUM INTO ?', [path])
      return undefined
    },
    drop: ({ project }) => {
      const open = find(project)
      projects.delete(project)
      clearTimeout(open.idle)
      for (const { id } of open.submissions.splice(0)) post({ id, result: { problem: elsewhere } })
      open.room.close()
      return undefined
    },
    ping: () => undefined,
    end: () => {
      for (const open of [...projects.values()]) guard(open, () => close(open))
      return undefined
    },
  }

  return (message: ToThread): void => {
    const { id } = message
    try {
      if (message.call === 'submit') {
        const refused = submit(id, message.args)
        if (refused) post({ id, result: { problem: refused } })
        return
      }
      if (message.call === 'copy') {
        const { args } = message
        const begun = attempt(() => copy(id, args))
        if ('problem' in begun) post({ id, result: begun })
        return
      }
      if (message.call === 'list') {
        answerList(id, message.args)
        return
      }
      const answer = answers[message.call] as (args: unknown) => unknown
      const result = attempt(() => answer(message.args))
      const whole = message.call === 'base' && !isProblem(result) ? message.args.path : undefined
      say(projectOf(message, result), { id, result }, whole)
    } catch (error) {
      post({ id, broken: wordsOf(error) })
    }
  }
}

type Told = Extract<FromThread, { gate?: Gate }>

/** Of which project a call and its answer are, where it is open now. */
function projectOf({ args }: ToThread, result: Result<unknown>): number | undefined {
  if ('project' in args) return args.project
  const opened = isProblem(result) ? undefined : (result.ok as Partial<Held> | undefined)
  return opened?.project
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

/** Nobody else has the file, and what is in it is kept elsewhere: it need not wait for the disk. */
function replay(path: string, sets: readonly Uint8Array[]): void {
  const db = openNode(path)
  try {
    db.exec('PRAGMA trusted_schema = OFF; PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF')
    db.transaction(() => {
      for (const set of sets) db.take?.(set)
    })
  } finally {
    db.close()
  }
}

const elsewhere: Problem = { kind: 'storageFailed', detail: 'another node has the project' }

const wordsOf = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error))

const note = ({ file, room }: HeldRoom, clean: boolean): Noted => ({
  uuid: file.uuid,
  path: file.path,
  epoch: file.epoch,
  head: room.head,
  hash: hashOfEntry(file.db, room.head),
  clean,
  ...(file.isProtected && { protected: true }),
})

const deliver = (event: Event): Delivered => ({
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
