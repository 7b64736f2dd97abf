import { copyFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Result } from '../../src/model/problems.ts'
import type { Noted } from '../files/identity.ts'
import type { TakenMessage } from '../room/threadMessages.ts'
import { testFolder } from '../testing/serve.ts'
import { quirk } from '../testing/socketClient.ts'
import { openStorage, type Storage, type StoredProject } from './storage.ts'

let folder = ''
let noted: Noted[] = []
let broken: unknown[] = []
let storage: Storage
beforeEach(() => {
  folder = testFolder()
  noted = []
  broken = []
  storage = openWith(3)
})
const openWith = (threads: number) =>
  openStorage({
    threads,
    noted: (note) => noted.push(note),
    broken: (error) => broken.push(error),
    thread: new URL('../testing/mortalThread.ts', import.meta.url),
  })
afterEach(async () => {
  await storage.close()
  rmSync(folder, { recursive: true, force: true })
})

const good = <T>(result: Result<T>): T => {
  if ('problem' in result) throw new Error(JSON.stringify(result))
  return result.ok
}
const create = async (name: string) => good(await storage.create(join(folder, name), false))
const heard = (project: StoredProject) => {
  const messages: TakenMessage[] = []
  project.listen({ taken: (message) => messages.push(message), lost: () => broken.push('lost') })
  return messages
}
const submission = (id: number) => ({
  sender: { client: 0, access: 'own' as const, author: null },
  push: null,
  steps: [{ operations: [quirk(id)], versions: {} }],
  hash: '',
})

it('a project that goes behind the others’ and comes back takes every step, in order, under its epoch', async () => {
  const project = await create('p')
  const messages = heard(project)
  project.reserve(['Ann'])
  const answers: Promise<Result<unknown>>[] = []
  for (let i = 1; i <= 60; i += 1) {
    project.askedBy(i > 20)
    answers.push(project.submit(submission(i)).answer)
  }
  for (const answer of await Promise.all(answers)) good(answer)
  expect(messages.flatMap(({ items }) => items.flatMap(({ events }) => events.map(({ seq }) => seq)))).toEqual(
    Array.from({ length: 60 }, (_, i) => i + 1),
  )
  const named = { ...submission(100), sender: { client: 0, access: 'own' as const, author: 'Bob' } }
  expect(good(await project.submit(named).answer).steps).toMatchObject([{ problem: { kind: 'foreignAuthor' } }])
  // Whoever opens it while it is still being let go, in another thread, waits.
  const operations = Array.from({ length: 3000 }, (_, i) => quirk(1000 + i))
  void project.submit({ ...submission(1), steps: [{ operations, versions: {} }] })
  void project.close()
  const again = good(await storage.open(project.path, noted))
  expect([again.epoch, again.head]).toEqual([project.epoch, 61])
  expect(broken).toEqual([])
})

describe('submissions', () => {
  it('of nine projects in three threads are all taken, each project’s in its order', async () => {
    const projects = await Promise.all(Array.from({ length: 9 }, (_, i) => create(`p${i}`)))
    const messages = projects.map(heard)
    const answers = await Promise.all(
      projects.flatMap((project) => Array.from({ length: 50 }, (_, i) => project.submit(submission(i + 1)).answer)),
    )
    expect(answers.every((answer) => 'seq' in (good(answer).steps[0] ?? {}))).toBe(true)
    for (const taken of messages) {
      const seqs = taken.flatMap(({ items }) => items.flatMap(({ events }) => events.map(({ seq }) => seq)))
      expect(seqs).toEqual(Array.from({ length: 50 }, (_, i) => i + 1))
      expect(taken.at(-1)?.head).toBe(50)
    }
  })

  it('that wait together are taken in one transaction', async () => {
    const project = await create('p')
    const messages = heard(project)
    await Promise.all(Array.from({ length: 500 }, (_, i) => project.submit(submission(i + 1)).answer))
    expect(messages.length).toBeLessThan(100)
    expect(messages.flatMap(({ items }) => items)).toHaveLength(500)
  })

  it('one that breaks the room does not keep the others from it', async () => {
    const project = await create('p')
    heard(project)
    const poison = { ...submission(1), steps: [{ operations: [{ name: 'noSuchOperation', args: {} }], versions: {} }] }
    const answers = await Promise.all([submission(1), poison, submission(2)].map((each) => project.submit(each).answer))
    expect(answers.map((answer) => ('ok' in answer ? answer.ok.steps[0] : answer.problem.kind))).toEqual([
      { seq: 1 },
      'storageFailed',
      { seq: 2 },
    ])
  })

  it('of a project whose listener throws are answered, and so are the others’', async () => {
    const [project, other] = await Promise.all([create('p'), create('q')])
    const messages = heard(other)
    const failure = new Error('a listener has failed')
    project.listen({
      taken: () => {
        throw failure
      },
      lost: () => {},
    })
    const answers = await Promise.all([project, other].map((each) => each.submit(submission(1)).answer))
    expect(answers.map((answer) => good(answer).steps[0])).toMatchObject([{ seq: 1 }, { seq: 1 }])
    expect(messages).toHaveLength(1)
    expect(broken).toEqual([failure])
  })

  it('that come while the project is closed are told so', async () => {
    const project = await create('p')
    heard(project)
    await project.close()
    expect(await project.submit(submission(1)).answer).toHaveProperty('problem.kind', 'projectNotFound')
  })
})

describe('a file', () => {
  it('is whole in one piece when nothing was written for two seconds, and noted; one of its thread that is closed right after a step takes nobody along', async () => {
    storage = openWith(1)
    const neighbour = await create('q')
    void neighbour.submit(submission(1)).answer
    void neighbour.close()
    const project = await create('p')
    heard(project)
    await project.submit(submission(1)).answer
    expect(statSync(join(folder, 'p.qrk-wal')).size).toBeGreaterThan(0)
    await expect.poll(() => noted.at(-1)).toMatchObject({ uuid: project.uuid, head: 1, clean: false })
    await expect.poll(() => statSync(join(folder, 'p.qrk-wal')).size).toBe(0)
    copyFileSync(join(folder, 'p.qrk'), join(folder, 'copy.qrk'))
    const database = new DatabaseSync(join(folder, 'copy.qrk'), { readOnly: true })
    expect(database.prepare('SELECT COUNT(*) AS n FROM quirks').get()).toEqual({ n: 1 })
    database.close()
    expect(good(await project.events(0, 1e6))).toHaveLength(1)
    expect(broken).toEqual([])
  })

  it('is closed with what waits done, and noted as closed', async () => {
    const project = await create('p')
    heard(project)
    const answers = Array.from({ length: 20 }, (_, i) => project.submit(submission(i + 1)).answer)
    await project.close()
    expect((await Promise.all(answers)).every((answer) => 'ok' in answer)).toBe(true)
    expect(noted.at(-1)).toMatchObject({ path: join(folder, 'p.qrk'), head: 20, clean: true })
    const again = good(await storage.open(join(folder, 'p.qrk'), noted.slice(-1)))
    expect([again.uuid, again.epoch, again.head]).toEqual([project.uuid, project.epoch, 20])
  })
})

it('a thread that dies tells its projects, fails their calls, and is replaced; the files go on', async () => {
  const project = await create('p')
  let lost = 0
  project.listen({ taken: () => {}, lost: () => (lost += 1) })
  await project.submit(submission(1)).answer
  void project.list('die', {}, null)
  expect(await project.events(0, 1e6)).toHaveProperty('problem.kind', 'storageFailed')
  expect([lost, broken.length]).toEqual([1, 1])
  expect(await project.events(0, 1e6)).toHaveProperty('problem.kind', 'storageFailed')
  const again = good(await storage.open(project.path, noted))
  expect([again.epoch, again.head]).toEqual([project.epoch, 1])
})

it('leaves a project as it was where what is put in its place does not open', async () => {
  const project = await create('Harbour')
  await project.submit(submission(1)).answer
  await project.close()
  const other = join(folder, 'other')
  writeFileSync(other, 'no project at all')
  expect(await storage.replace(project.path, other)).toMatchObject({ problem: { kind: 'notAProject' } })
  expect(good(await storage.open(project.path, noted)).head).toBe(1)
  expect(readdirSync(folder).filter((name) => name.endsWith('.new'))).toEqual([])
})
