import { describe, expect, it } from 'vitest'
import { seeded } from '../../fixtures/testing/randomWork.ts'
import { simulate, stateOf } from '../../fixtures/testing/simulation.ts'
import { changesOf } from '../../src/model/operations.ts'
import type { RowKeys } from '../../src/model/protocol.ts'
import { plainStep } from '../../src/model/text/edit.ts'
import { parseHtml } from '../../src/model/text/richText.ts'
import { openNode } from '../../wasm/database/boot/node.ts'
import type { Db } from '../../wasm/database/db.ts'
import { getMeta, setMeta } from '../../wasm/database/meta.ts'
import { serverSql } from '../../wasm/database/migrations/tables.ts'
import { openRoom, type Submission } from './room.ts'

function project(): Db {
  const db = openNode(':memory:')
  db.exec(serverSql)
  setMeta(db, 'uuid', 'u')
  setMeta(db, 'epoch', 'e')
  db.run("INSERT INTO questions VALUES (1, '', 1)")
  return db
}

const group = (id: number, description: string) => ({
  name: 'groupCreateOrUpdate',
  args: { id, description, create: true },
})
const submission = (
  n: number,
  steps: Submission['steps'],
  hash = `h${n}`,
  author: string | null = null,
): Submission => ({
  sender: { client: 1, access: 'own', author },
  push: { client: 1, n, base: 0 },
  steps,
  hash,
})
const step = (...operations: Submission['steps'][0]['operations']) => ({ operations, versions: {} })

it('numbers steps without a gap, and leaves the rest of a push alone after the first that it does not take', () => {
  const room = openRoom(project())
  room.open(0, '', 0)
  const [taken] = room.submit([submission(1, [step(group(1, 'a')), step(group(2, 'a')), step(group(3, 'c'))])])
  expect(taken?.answer.steps).toEqual([{ seq: 1 }, { problem: { kind: 'groupExists', name: 'a' } }, { stale: true }])
  expect(room.submit([submission(2, [step(group(3, 'c'))])])[0]?.answer.steps).toEqual([{ seq: 2 }])
  expect(room.events(0, 1e6).map(({ seq }) => seq)).toEqual([1, 2])
})

it('takes a push once: its repeat gets the same answer, another body under its number is refused', () => {
  const room = openRoom(project())
  room.open(0, '', 0)
  const push = submission(1, [step(group(1, 'a'))])
  const [first] = room.submit([push])
  expect(room.submit([push])[0]).toEqual({ answer: first?.answer, events: [], ms: expect.any(Number) })
  expect(room.submit([submission(1, [step(group(2, 'b'))], 'other')])[0]?.answer.steps[0]).toMatchObject({
    problem: { kind: 'badRequest' },
  })
  expect(room.head).toBe(1)
})

it('takes a step with positions only against the text that they were made on', () => {
  const db = project()
  const room = openRoom(db)
  room.open(0, '', 0)
  const source = {
    name: 'sourceCreateOrUpdate',
    args: { id: 1, title: 's', icon: 'i', author: 'A', timestamp: 1, create: true },
  }
  const answer = {
    name: 'answerCreateOrUpdate',
    args: {
      id: 2,
      sourceId: 1,
      questionId: 1,
      answer: '<p>I trusted him.</p>',
      author: 'A',
      timestamp: 1,
      create: true,
    },
  }
  const edit = {
    name: 'answerCreateOrUpdate',
    args: {
      id: 2,
      sourceId: 1,
      questionId: 1,
      edit: [{ type: 'text', changes: [[0, 'Yes, '], 14], format: { marks: [], kinds: [], images: [] } }],
    },
  }
  room.submit([submission(1, [step(source, answer), { operations: [edit], versions: { 2: 1 } }])])
  const memo = (id: number, version: number) => ({
    operations: [
      {
        name: 'memoCreateOrUpdate',
        args: {
          id,
          sourceId: 1,
          questionId: 1,
          start: 5,
          length: 1,
          content: 'x',
          author: 'A',
          timestamp: 1,
          create: true,
        },
      },
    ],
    versions: { 2: version },
  })
  expect(room.submit([submission(2, [memo(3, 1)])])[0]?.answer.steps).toEqual([{ stale: true }])
  expect(room.submit([submission(3, [memo(3, 2)])])[0]?.answer.steps).toEqual([{ seq: 3 }])
  expect(db.one('SELECT text FROM answer_texts')).toEqual({ text: 'Yes, I trusted him.' })
})

it('takes a row under another name only where it comes back', () => {
  const room = openRoom(project())
  room.open(0, '', 0)
  const message = (id: number, author: string) => ({
    name: 'chatMessageCreateOrUpdate',
    args: { id, message: 'm', author, timestamp: 1, create: true },
  })
  expect(room.submit([submission(1, [step(message(1, 'Ben'))], 'a', 'Anna')])[0]?.answer.steps).toEqual([
    { problem: { kind: 'foreignAuthor' } },
  ])
  room.submit([
    submission(2, [step(message(1, 'Ben')), step({ name: 'chatMessageRemove', args: { id: 1 } })], 'b', 'Ben'),
  ])
  const other = { ...message(1, 'Ben'), args: { ...message(1, 'Ben').args, message: 'I never said that' } }
  expect(room.submit([submission(3, [step(other)], 'c', 'Anna')])[0]?.answer.steps).toEqual([
    { problem: { kind: 'foreignAuthor' } },
  ])
  expect(room.submit([submission(4, [step(message(1, 'Ben'))], 'd', 'Anna')])[0]?.answer.steps).toEqual([{ seq: 3 }])
})

it('takes codings of people from elsewhere from whoever may write, and none in the name of the project’s people', () => {
  const room = openRoom(project())
  room.reserve(['Anna', 'Cara'])
  room.open(0, '', 0)
  const source = (id: number, author: string) =>
    step({
      name: 'sourceCreateOrUpdate',
      args: { id, title: 's', icon: '', author, timestamp: 1, create: true },
    })
  const sent = (n: number, access: 'own' | 'write', author = 'Ben') => ({
    ...submission(n, [source(n, author)], String(n)),
    sender: { client: 1, access, author: 'Anna' },
  })
  expect(room.submit([sent(1, 'write')])[0]?.answer.steps).toEqual([{ seq: 1 }])
  expect(room.submit([sent(2, 'own')])[0]?.answer.steps).toEqual([{ seq: 2 }])
  const foreign = [{ problem: { kind: 'foreignAuthor' } }]
  expect(room.submit([sent(3, 'write', 'Cara')])[0]?.answer.steps).toEqual(foreign)
  expect(room.submit([sent(4, 'own', 'Cara')])[0]?.answer.steps).toEqual(foreign)
})

it('a merge of projects brings rows and chat of the project’s people, from whoever may write; who brought chat may take it back', () => {
  const room = openRoom(project())
  room.reserve(['Anna', 'Ben', 'Cara'])
  room.open(0, '', 0)
  const by = { author: 'Ben', timestamp: 1, create: true }
  const source = { name: 'sourceCreateOrUpdate', args: { id: 5, title: 's', icon: '', ...by } }
  const message = { name: 'chatMessageCreateOrUpdate', args: { id: 6, message: 'm', ...by } }
  const remove = { name: 'chatMessageRemove', args: { id: 6 } }
  let n = 0
  const send = (author: string, access: 'write' | 'read', sent: Submission['steps'][0]) => {
    n += 1
    const sender = { client: 1, access, author }
    return room.submit([{ ...submission(n, [sent]), sender }])[0]?.answer.steps[0]
  }
  const merging = { ...step(source, message), merges: true as const, act: { key: 'undo.other', count: 2 } }
  expect(send('Anna', 'read', { ...step(message), merges: true })).toEqual({ problem: { kind: 'readOnly' } })
  expect(send('Anna', 'write', step(source))).toEqual({ problem: { kind: 'foreignAuthor' } })
  expect(send('Anna', 'write', merging)).toEqual({ seq: 1 })
  expect(room.history({}).entries).toMatchObject([{ author: 'Anna', act: { key: 'undo.mergeProjects', count: 2 } }])
  expect(send('Cara', 'write', step(remove))).toEqual({ problem: { kind: 'readOnly' } })
  expect(send('Anna', 'write', step(remove))).toEqual({ seq: 2 })
  expect(send('Anna', 'write', step(message))).toEqual({ seq: 3 })
})

it('a reader sends chat messages and removes own ones, nothing else', () => {
  const room = openRoom(project())
  room.open(0, '', 0)
  const reader = { client: 1, access: 'read', author: 'Rita' } as const
  const send = (n: number, operation: { name: string; args: Record<string, unknown> }) =>
    room.submit([{ ...submission(n, [step(operation)]), sender: reader }])[0]?.answer.steps[0]
  expect(send(1, group(1, 'a'))).toEqual({ problem: { kind: 'readOnly' } })
  expect(
    send(2, {
      name: 'chatMessageCreateOrUpdate',
      args: { id: 1, message: 'm', author: 'Rita', timestamp: 1, create: true },
    }),
  ).toEqual({ seq: 1 })
  room.submit([
    submission(3, [
      step({
        name: 'chatMessageCreateOrUpdate',
        args: { id: 2, message: 'm', author: 'Olga', timestamp: 1, create: true },
      }),
    ]),
  ])
  expect(send(4, { name: 'chatMessageRemove', args: { id: 2 } })).toEqual({ problem: { kind: 'readOnly' } })
  expect(send(5, { name: 'chatMessageRemove', args: { id: 1 } })).toEqual({ seq: 3 })
})

it('completes what an API client leaves out, and takes whole new HTML as an edit', () => {
  const db = project()
  const room = openRoom(db)
  const api = (operation: { name: string; args: Record<string, unknown> }) =>
    room.submit([
      { sender: { client: 0, access: 'own', author: 'Api' }, push: null, steps: [step(operation)], hash: '' },
    ])[0]
  expect(api({ name: 'groupCreateOrUpdate', args: { description: 'elders' } })?.answer.steps[0]).toMatchObject({
    seq: 1,
  })
  expect(db.one('SELECT description FROM groups')).toEqual({ description: 'elders' })
  api({ name: 'sourceCreateOrUpdate', args: { id: 8, title: 's' } })
  api({ name: 'answerCreateOrUpdate', args: { id: 9, sourceId: 8, questionId: 1, answer: '<p>I trusted him.</p>' } })
  api({ name: 'quirkCreateOrUpdate', args: { id: 10, title: 'Trust', color: '#d90a1a' } })
  api({
    name: 'highlightCreateOrUpdate',
    args: { id: 11, sourceId: 8, questionId: 1, quirkId: 10, start: 2, length: 7 },
  })
  const edited = api({ name: 'answerCreateOrUpdate', args: { id: 9, answer: '<p>Yes, I trusted him.</p>' } })
  expect(changesOf(edited?.events[0]?.operations ?? [])[0]?.op).toBe('edit')
  expect(db.one('SELECT start, length FROM highlights')).toEqual({ start: 7, length: 7 })
  expect(room.list('highlightQueryList', {})[0]).toMatchObject({ id: 11, color: '#d90a1a' })
})

it('says which columns a new row lacks', () => {
  const room = openRoom(project())
  const detailOf = (name: string, args: Record<string, unknown>) => {
    const sender = { client: 0, access: 'own' as const, author: 'Api' }
    return room.submit([{ sender, push: null, steps: [step({ name, args })], hash: '' }])[0]?.answer.steps[0]
  }
  const lacks = (detail: string) => ({ problem: { kind: 'badRequest', detail } })
  expect(detailOf('quirkCreateOrUpdate', { x: 1 })).toEqual(lacks('quirkCreateOrUpdate: a new row needs title, color'))
  expect(detailOf('preferenceCreateOrUpdate', { key: 'k' })).toEqual(
    lacks('preferenceCreateOrUpdate: a new row needs value'),
  )
  expect(detailOf('groupCreateOrUpdate', { id: 7, create: true })).toEqual(
    lacks('groupCreateOrUpdate: a new row needs description'),
  )
})

it('tells a program by operation which rows it made, changed or removed, and null for what is not there', () => {
  const room = openRoom(project())
  const asked = (client: number, ...operations: Submission['steps'][0]['operations']) => {
    const push = client === 0 ? null : { client, n: 1, base: 0 }
    const sender = { client, access: 'own' as const, author: 'Api' }
    const fields = push ? {} : { fields: operations.map((_, i) => `a${i}`) }
    return room.submit([{ sender, push, steps: [step(...operations)], hash: '', ...fields }])[0]?.answer.steps[0]
  }
  const keysOf = (...operations: Submission['steps'][0]['operations']) => {
    const answer = asked(0, ...operations)
    const data = answer && 'data' in answer ? (JSON.parse(answer.data ?? '{}') as Record<string, RowKeys>) : null
    expect(Object.keys(data ?? {})).toEqual(data ? operations.map((_, i) => `a${i}`) : [])
    return data ? Object.values(data) : answer
  }
  const op = (name: string, args: Record<string, unknown>) => ({ name, args })
  const quirk = (args: Record<string, unknown>) => op('quirkCreateOrUpdate', { color: '#112233', ...args })
  const keys = keysOf(
    quirk({ title: 'Hope' }),
    quirk({ title: 'Fear' }),
    op('sourceCreateOrUpdate', { title: 'Ana' }),
    op('groupCreateOrUpdate', { description: 'Feelings' }),
  ) as number[]
  expect(new Set(keys).size).toBe(4)
  const [hope = 0, fear = 0, source = 0, group = 0] = keys
  expect(room.list('quirkQueryList', {}).map(({ id }) => id)).toEqual([hope, fear])
  expect(room.list('sourceQueryList', {}).map(({ id }) => id)).toEqual([source])

  const text = { sourceId: source, questionId: 1, answer: '<p>I hope.</p>' }
  const [answer] = keysOf(op('answerCreateOrUpdate', text)) as number[]
  expect(room.list('questionAnswerQueryList', {}).map(({ id }) => id)).toEqual([answer])
  // The same text again changes nothing; another one is an edit.
  expect(keysOf(op('answerCreateOrUpdate', text))).toEqual([answer])
  expect(keysOf(op('answerCreateOrUpdate', { ...text, answer: '<p>We hope, all of us.</p>' }))).toEqual([answer])

  // Two become one: under the key of the new one.
  const mark = (start: number, length: number) =>
    op('highlightCreateOrUpdate', { sourceId: source, questionId: 1, quirkId: hope, start, length })
  const [first] = keysOf(mark(0, 5)) as number[]
  const [second] = keysOf(mark(3, 6)) as number[]
  expect(second).not.toBe(first)
  expect(room.list('highlightQueryList', {})).toMatchObject([{ id: second, start: 0, length: 9 }])

  const apart = keysOf(mark(1, 3), mark(2, 3), op('highlightRemove', { id: second })) as number[]
  expect(apart).toEqual([expect.any(Number), expect.any(Number), second])
  expect(room.list('highlightQueryList', {}).map(({ id }) => id)).toEqual(apart.slice(0, 2))

  // What is not there.
  expect(keysOf(op('quirkCreateOrUpdate', { id: 1234, title: 'ghost' }), quirk({ id: hope, x: 7 }))).toEqual([
    null,
    hope,
  ])
  expect(keysOf(op('quirkRemove', { id: 99999 }), op('quirkBatchRemove', { ids: [fear, 99998] }))).toEqual([
    null,
    [fear, null],
  ])
  expect(keysOf(op('quirkBatchCreateOrUpdate', { columns: { id: [hope, 1234], title: ['a', 'b'] } }))).toEqual([
    [hope, null],
  ])
  expect(keysOf(mark(0, 0))).toEqual([null])
  const [link] = keysOf(op('groupQuirkCreateOrUpdate', { groupId: group, quirkId: hope })) as number[]
  expect(keysOf(op('groupQuirkRemove', { groupId: group }))).toEqual([[link]])
  expect(keysOf(op('preferenceCreateOrUpdate', { key: 'width', value: '1' }))).toEqual(['width'])

  // A new row on purpose is filled in like any, and is new.
  const [made] = keysOf(quirk({ title: 'Joy', create: true })) as number[]
  expect(keysOf(quirk({ id: 4321, title: 'Joy', create: true }))).toEqual([4321])
  expect(made).toBeGreaterThan(0)
  expect(keysOf(quirk({ id: 4321, title: 'Joy', create: true }))).toEqual({ problem: { kind: 'idExists' } })
  expect(keysOf(op('quirkCreateOrUpdate', { id: 4322, create: true }))).toHaveProperty('problem.kind', 'badRequest')

  // A copy knows them.
  room.open(0, '', 0)
  expect(asked(1, op('groupRemove', { id: group }))).not.toHaveProperty('data')
})

describe('a program that makes a text and removes it in one mutation', () => {
  const op = (name: string, args: Record<string, unknown>) => ({ name, args })
  const source = op('sourceCreateOrUpdate', { id: 11, title: 'Kelly', create: true })
  const answer = (html: string) =>
    op('answerCreateOrUpdate', { id: 12, sourceId: 11, questionId: 1, answer: html, create: true })
  const removed = op('answerRemove', { id: 12 })
  const typed = (html: string, insert: string) => {
    const edit = [plainStep(parseHtml(html), [{ from: 0, to: 0, insert }])]
    return op('answerCreateOrUpdate', { id: 12, sourceId: 11, questionId: 1, edit })
  }

  function followed() {
    const simulation = simulate(seeded(1))
    const ana = simulation.join('Ana')
    simulation.settle()
    const ask = (...operations: ReturnType<typeof op>[]) => {
      const [taken] = simulation.room.submit([
        { sender: { client: 0, access: 'own', author: 'Bot' }, push: null, steps: [step(...operations)], hash: '' },
      ])
      ana.wire?.down.push({ events: taken?.events ?? [] })
      simulation.settle()
      return taken?.answer.steps[0]
    }
    return { simulation, ana, ask }
  }

  it('leaves no version behind: whoever follows may write in the text when it comes back', () => {
    const { simulation, ana, ask } = followed()
    expect(ask(source)).toHaveProperty('seq')
    expect(ask(answer('<p>One.</p>'), removed)).toHaveProperty('seq')
    expect(ask(answer('<p>One.</p>'))).toHaveProperty('seq')
    expect(stateOf(ana.copy.db)).toEqual(stateOf(simulation.roomDb))
    const changes = [{ from: 0, to: 0, insert: 'Yes. ' }]
    ana.copy.run('tab', 'a', [{ command: 'editAnswer', args: { sourceId: 11, questionId: 1, changes } }], '')
    simulation.settle()
    expect(stateOf(simulation.roomDb).texts).toEqual([{ answerId: 12, version: 2, text: 'Yes. One.' }])
    expect(stateOf(ana.copy.db)).toEqual(stateOf(simulation.roomDb))
    simulation.close()
  })

  it.each([
    ['before', [answer('<p>One.</p>'), removed, answer('<p>Two.</p>')]],
    [
      'before, with an edit in it',
      [answer('<p>One.</p>'), typed('<p>One.</p>', 'Yes. '), removed, answer('<p>Two.</p>')],
    ],
    ['by another mutation', [removed, answer('<p>Two.</p>')]],
  ])('is refused where it makes one again that was made %s', (when, operations) => {
    const { simulation, ana, ask } = followed()
    ask(source)
    if (when === 'by another mutation') ask(answer('<p>One.</p>'))
    const before = stateOf(simulation.roomDb)
    expect(ask(...operations)).toEqual({ problem: { kind: 'idExists' } })
    expect(stateOf(simulation.roomDb)).toEqual(before)
    expect(stateOf(ana.copy.db)).toEqual(before)
    simulation.close()
  })
})

it('keeps the log for 30 days, and never shorter than 100,000 steps', () => {
  const db = project()
  const day = 86_400_000
  for (const [seq, at] of [
    [1, 0],
    [50_000, 20 * day],
    [60_000, 55 * day],
    [150_000, 59 * day],
  ] as const)
    db.run("INSERT INTO _log VALUES (?, 1, 1, 0, '', ?, '[]')", [seq, at])
  setMeta(db, 'head', 150_000)
  const room = openRoom(db, { now: () => 60 * day })
  expect(db.all('SELECT seq FROM _log')).toEqual([{ seq: 60_000 }, { seq: 150_000 }])
  const { client, snapshot } = room.open(0, 'e', 10)
  expect(snapshot).toBe(true)
  expect(getMeta(db, 'clients')).toBe(1)
  // Whoever comes back too late for the log begins anew, with a number that has sent nothing.
  expect(room.open(client, 'e', 150_000)).toMatchObject({ client })
  expect(room.open(client, 'e', 10)).toMatchObject({ client: client + 1, snapshot: true })
})
