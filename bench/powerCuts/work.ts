// The program whose writes are recorded: one project made, worked on by two people, imported into, saved elsewhere, backed up and brought from an
// older layout. What it would have answered somebody it writes to the file `acks`. Arguments: folder, seed, rounds.
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { seeded, workOnce } from '../../fixtures/testing/randomWork.ts'
import { openClients } from '../../server/cli/clients.ts'
import { createProject, openProject, type ProjectFile } from '../../server/files/projectFile.ts'
import { openThreadProjects } from '../../server/room/projects.ts'
import { beginningWith } from '../../server/room/readProjectJson.ts'
import type { FromThread, ToThread } from '../../server/room/threadMessages.ts'
import { isProblem, type Result } from '../../src/model/problems.ts'
import { openNode } from '../../wasm/database/boot/node.ts'
import { metaNumber } from '../../wasm/database/meta.ts'
import { type Ack, digestOf } from './digest.ts'
import { looking } from './looking.ts'

const [folder = '', seedText = '1', roundsText = '20'] = process.argv.slice(2)
const random = seeded(Number(seedText))
const path = join(folder, 'project.qrk')

const acknowledge = (ack: Ack) => appendFileSync(join(folder, 'acks'), `${JSON.stringify(ack)}\n`)
const say = (problem: unknown) =>
  acknowledge({ failed: problem instanceof Error ? problem.message : JSON.stringify(problem) })

/** What the disk refuses is tried again, as a client does. */
function trying<T>(body: () => Result<T>): T | undefined {
  for (let turn = 0; turn < 3; turn += 1) {
    try {
      const done = body()
      if (!isProblem(done)) return done.ok
      say(done.problem)
    } catch (error) {
      say(error)
    }
  }
  return undefined
}

/** The same for what answers nothing; whether it was done. */
function tryingTo(body: () => void): boolean {
  const done = trying(() => {
    body()
    return { ok: true }
  })
  return done ?? false
}

/** What the project holds now is promised. */
const acknowledgeHead = ({ db, path }: ProjectFile) => {
  const there = trying(() => ({ ok: { head: metaNumber(db, 'head'), digest: digestOf(db) } }))
  if (there) acknowledge({ path, ...there })
}

function worked(project: ProjectFile, rounds: number): void {
  // Pages come into the file often.
  tryingTo(() => project.db.exec('PRAGMA wal_autocheckpoint = 8'))
  const clients = trying(() => ({ ok: openClients(project) }))
  if (!clients) return
  const deliver = () => {
    if (tryingTo(() => clients.deliver())) acknowledgeHead(project)
  }
  try {
    const rows = largeRows()
    for (let round = 0; round < rounds; round += 1) {
      const copy = trying(() => ({ ok: clients.use(1 + (round % 2), `person ${round % 2}`) }))
      if (!copy) continue
      // A project of some size, and now and then as much again.
      if (round % 20 === 0)
        copy.run(
          'one',
          `import ${round}`,
          [{ command: 'importProject', args: { rows: JSON.stringify(rows) } }],
          'undo.test',
        )
      else for (let more = 0; more < 3; more += 1) workOnce(random, copy, `call ${round} ${more}`)
      deliver()
      if (random() < 0.1) tryingTo(() => project.db.exec('PRAGMA wal_checkpoint(TRUNCATE)'))
    }
  } finally {
    clients.close()
  }
}

/** A project JSON of some sources with many highlights: several pages of each table. */
function largeRows() {
  const sources = Array.from({ length: 4 }, (_, i) => ({
    id: i + 1,
    title: `Imported ${i}`,
    author: 'Ann',
    icon: 'md_generic',
    timestamp: 1,
  }))
  const text = 'I trusted him until the letter came. '.repeat(60)
  return {
    sources,
    questions: [{ id: 1, question: '', questionOrder: 0 }],
    question_answers: sources.map(({ id }) => ({
      id,
      sourceId: id,
      questionId: 1,
      answer: `<p>${text.trim()}</p>`,
      author: 'Ann',
      timestamp: 1,
    })),
    quirks: [
      {
        id: 1,
        title: 'Imported',
        description: '',
        author: 'Ann',
        color: '#d90a1a',
        x: 1,
        y: 1,
        parentQuirkId: -1,
        timestamp: 1,
      },
    ],
    highlights: Array.from({ length: 200 }, (_, i) => ({
      id: i + 1,
      sourceId: 1 + (i % 4),
      questionId: 1,
      quirkId: 1,
      start: i * 7,
      length: 5,
      author: 'Ann',
      timestamp: 1,
    })),
  }
}

/** The calls of a storage thread, answered at once. */
function thread() {
  const answers = new Map<number, FromThread>()
  const handle = openThreadProjects(
    (message) => 'id' in message && answers.set(message.id, message),
    (run) => run(),
  )
  let last = 0
  return (call: ToThread['call'], args: unknown): Result<unknown> => {
    last += 1
    handle({ id: last, call, args } as ToThread)
    const answer = answers.get(last)
    return answer && 'result' in answer
      ? answer.result
      : { problem: { kind: 'storageFailed', detail: JSON.stringify(answer) } }
  }
}

function digestAt(file: string): string {
  return looking(() => {
    const db = openNode(file, { readOnly: true })
    try {
      return digestOf(db)
    } finally {
      db.close()
    }
  })
}

function filed(): void {
  const call = thread()
  const held = trying(() => call('open', { path, known: [] })) as { project: number } | undefined
  if (!held) return
  for (const [name, overwrite] of [
    ['Elsewhere', false],
    ['Elsewhere', true],
  ] as const) {
    const written = trying(() => call('saveAs', { project: held.project, path: join(folder, name), overwrite })) as
      | string
      | undefined
    if (written) acknowledge({ path: written, digest: digestAt(written) })
  }
  const backup = trying(() => call('backup', { project: held.project })) as string | undefined
  if (backup) acknowledge({ path: backup, digest: digestAt(backup) })
  trying(() => call('close', { project: held.project }))
  const made = trying(() => call('create', { path: join(folder, 'Imported'), overwrite: false, rows: largeRows() })) as
    | { project: number; path: string }
    | undefined
  if (!made) return
  trying(() => call('close', { project: made.project }))
  acknowledge({ path: made.path, digest: digestAt(made.path) })
}

/** The same file as an earlier version of the program has left it. */
function migrated(): void {
  const older = join(folder, 'Elsewhere.qrk')
  const opened = trying(() => openProject(older, []))
  if (!opened) return
  const isOlder = tryingTo(() => opened.db.exec('PRAGMA user_version = 0'))
  tryingTo(() => opened.db.close())
  if (!isOlder) return
  acknowledge({ path: older, digest: digestAt(older) })
  const again = trying(() => openProject(older, []))
  if (!again) return
  const digest = trying(() => ({ ok: digestOf(again.db) }))
  if (digest !== undefined) acknowledge({ path: older, digest })
  tryingTo(() => again.db.close())
}

const project = trying(() =>
  createProject(path, false, beginningWith({ questions: [{ id: 1, question: '', questionOrder: 0 }] })),
)
if (project) {
  acknowledgeHead(project)
  worked(project, Number(roundsText))
  tryingTo(() => project.db.close())
  filed()
  migrated()
}
