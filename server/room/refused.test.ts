// Every check of the room by a push that it refuses: nothing of such a step is done, and the one after it is taken.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { longestTitle } from '../../src/model/limits.ts'
import type { Operation } from '../../src/model/operations.ts'
import type { ProblemKind } from '../../src/model/problems.ts'
import { tables } from '../../src/model/schema.ts'
import { wrapKey } from '../../src/model/sealing/wraps.ts'
import { openNode } from '../../wasm/database/boot/node.ts'
import type { Db } from '../../wasm/database/db.ts'
import { setMeta } from '../../wasm/database/meta.ts'
import { serverSql } from '../../wasm/database/migrations/tables.ts'
import { sizeInUse } from './quota.ts'
import { openRoom, type Room } from './room.ts'
import type { Sender } from './sender.ts'

const op = (name: string, args: Operation['args']): Operation => ({ name, args })
const signed = (author: string) => ({ author, timestamp: 1, create: true })
const hers = signed('Ana')

const source = (id: number) => op('sourceCreateOrUpdate', { id, title: 'Anna', icon: '', ...hers })
const answer = (id: number, sourceId: number) =>
  op('answerCreateOrUpdate', { id, sourceId, questionId: 1, answer: '<p>I trusted him.</p>', ...hers })
const quirk = (id: number, parentQuirkId = -1, by = hers) =>
  op('quirkCreateOrUpdate', { id, title: 'Trust', description: '', color: '#d90a1a', x: 1, y: 1, parentQuirkId, ...by })
const place = { sourceId: 1, questionId: 1 }
const highlight = (id: number, start: number, by = hers) =>
  op('highlightCreateOrUpdate', { id, ...place, quirkId: 3, start, length: 3, ...by })
const message = (id: number, by = hers) => op('chatMessageCreateOrUpdate', { id, message: 'Hello', ...by })
const group = (id: number, description: string) => op('groupCreateOrUpdate', { id, description, create: true })
const property = (id: number, key: string) =>
  op('sourceMetadataKeyCreateOrUpdate', { id, key, multipleChoice: 0, sortValuesAlphabetically: 0, create: true })
const value = (id: number, text: string) =>
  op('sourceMetadataValueCreateOrUpdate', { id, keyId: 30, value: text, create: true })
const edit = (step: unknown, at = place) => op('answerCreateOrUpdate', { id: 2, ...at, edit: [step] })
const nothing = { marks: [], kinds: [], images: [] }
const given = (gives: unknown) => edit({ type: 'text', changes: [14], format: nothing, gives })
/** A row that the log has not seen go. */
const forged = { id: 60, ...place, start: 0, length: 2, content: 'Forged', author: 'Olga', timestamp: 1 }

const study = [
  source(1),
  answer(2, 1),
  quirk(3),
  quirk(4, 3),
  quirk(5, 4),
  highlight(6, 2),
  message(7),
  message(8, signed('Olga')),
  group(20, 'Elders'),
  property(30, 'Age'),
  value(31, 'Old'),
]

/** The key of a protected project, by a password. */
const { hash: wraps } = wrapKey(new Uint8Array(32), 'p', 2 ** 15)
const rewrap = op('preferenceCreateOrUpdate', { key: '___db_hash', value: wraps, create: true })

/** What is refused, and as what; by Ana, who may write, unless it is said otherwise. */
const refusals: readonly [what: string, as: ProblemKind, operations: Operation[], by?: Partial<Sender>][] = [
  ['a reader’s change', 'readOnly', [quirk(40)], { access: 'read' }],
  ['a change by who has not paid', 'paymentRequired', [quirk(40)], { access: 'read', mustPay: true }],
  ['a reader’s edit', 'readOnly', [edit({ type: 'text', changes: [14], format: nothing })], { access: 'read' }],
  ['a change of what was said', 'readOnly', [op('chatMessageCreateOrUpdate', { id: 7, message: 'Not so' })]],
  ['another’s message taken away', 'readOnly', [op('chatMessageRemove', { id: 8 })]],
  ['no row named', 'badRequest', [op('quirkCreateOrUpdate', { title: 'x' })]],
  ['an id that names no row', 'badRequest', [quirk(-1)]],
  ['an id that is there', 'idExists', [quirk(3)]],
  ['the system’s own', 'badRequest', [op('preferenceCreateOrUpdate', { key: '___db_version', value: '6' })]],
  ['the system’s own taken away', 'badRequest', [op('preferenceRemove', { key: '___db_version' })]],
  ['a row in another’s name', 'foreignAuthor', [quirk(40, -1, signed('Olga'))]],
  ['another’s words', 'foreignAuthor', [message(40, signed('Olga'))]],
  ['a message of somebody who is not here', 'foreignAuthor', [message(40, signed('Nobody'))]],
  ['an author changed', 'foreignAuthor', [op('quirkCreateOrUpdate', { id: 3, author: 'Ana' })]],
  ['no whole number', 'badRequest', [op('quirkCreateOrUpdate', { id: 3, x: 0.5 })]],
  ['no text', 'badRequest', [op('quirkCreateOrUpdate', { id: 3, title: 7 })]],
  ['a column that there is not', 'badRequest', [op('quirkCreateOrUpdate', { id: 3, seq: 'x' })]],
  ['a row without all its columns', 'badRequest', [op('groupCreateOrUpdate', { id: 40, create: true })]],
  ['a colour that is none', 'badRequest', [op('quirkCreateOrUpdate', { id: 3, color: 'red' })]],
  ['a title too long', 'tooLong', [op('quirkCreateOrUpdate', { id: 3, title: 'x'.repeat(longestTitle + 1) })]],
  ['a text with control characters', 'notCanonical', [op('quirkCreateOrUpdate', { id: 3, title: 'a\u0000b' })]],
  [
    'markup that is none of ours',
    'notCanonical',
    [op('answerCreateOrUpdate', { id: 40, ...place, answer: '<script>', ...hers })],
  ],
  ['a highlight beyond its text', 'outsideText', [highlight(40, 12)]],
  ['a highlight made longer than its text', 'outsideText', [op('highlightCreateOrUpdate', { id: 6, length: 99 })]],
  ['an edit of another text', 'badEdit', [edit({ type: 'text', changes: [99], format: nothing })]],
  ['an edit that puts markup in', 'badEdit', [edit({ type: 'mark', tag: 'script', from: 0, to: 1, on: true })]],
  [
    'an edit of an answer elsewhere',
    'badEdit',
    [edit({ type: 'text', changes: [14], format: nothing }, { sourceId: 9, questionId: 1 })],
  ],
  ['an edit without a list', 'badEdit', [edit({ type: 'text', changes: [14], format: { ...nothing, marks: [null] } })]],
  ['an edit that gives back no list', 'badEdit', [given(5)]],
  ['an edit that gives back nothing', 'badEdit', [given([null])]],
  [
    'an edit that gives back what lies on no text',
    'badEdit',
    [
      given([
        {
          table: 'chat_messages',
          id: 60,
          from: 0,
          to: 1,
          row: { id: 60, message: 'Forged', author: 'Olga', timestamp: 1 },
        },
      ]),
    ],
  ],
  [
    'an edit that gives back by a name of its own',
    'badEdit',
    [given([{ table: 'memos WHERE 0 --', id: 60, from: 0, to: 1 }])],
  ],
  [
    'an edit that gives back under another id',
    'badEdit',
    [given([{ table: 'memos', id: 61, from: 0, to: 1, row: forged }])],
  ],
  [
    'an edit that gives back elsewhere',
    'badEdit',
    [given([{ table: 'memos', id: 60, from: 0, to: 1, row: { ...forged, sourceId: 9, author: 'Ana' } }])],
  ],
  [
    'an edit that gives back in another’s name',
    'foreignAuthor',
    [given([{ table: 'memos', id: 60, from: 0, to: 1, row: forged }])],
  ],
  [
    'an edit that gives another’s name to what is there',
    'foreignAuthor',
    [
      op('highlightRemove', { id: 6 }),
      given([
        {
          table: 'highlights',
          id: 6,
          from: 0,
          to: 1,
          row: { id: 6, ...place, quirkId: 3, start: 0, length: 1, author: 'Olga', timestamp: 1 },
        },
      ]),
    ],
  ],
  [
    'an edit that gives back what is no row',
    'notCanonical',
    [given([{ table: 'memos', id: 60, from: 0, to: 1, row: { ...forged, author: 'Ana', content: 'a\u0000b' } }])],
  ],
  ['an answer taken elsewhere', 'badRequest', [source(41), op('answerCreateOrUpdate', { id: 2, sourceId: 41 })]],
  ['a second answer to a question', 'answerExists', [answer(40, 1)]],
  ['a quirk merged into itself', 'mergeIntoItself', [op('quirkRemove', { id: 3, into: 3 })]],
  ['a quirk merged into none', 'badRequest', [op('quirkRemove', { id: 3, into: -1 })]],
  ['a quirk merged into one that is not there', 'parentRemoved', [op('quirkRemove', { id: 3, into: 99 })]],
  ['the last question taken away', 'lastQuestion', [op('questionRemove', { id: 1 })]],
  [
    'a highlight of a quirk that there is not',
    'parentRemoved',
    [op('highlightCreateOrUpdate', { ...highlight(40, 2).args, quirkId: 99 })],
  ],
  ['a quirk under what there is not', 'parentRemoved', [quirk(40, 99)]],
  ['a quirk under its own child', 'noParentToChildQuirk', [op('quirkCreateOrUpdate', { id: 3, parentQuirkId: 5 })]],
  ['a quirk on a fourth level', 'quirkNestingIssue', [quirk(40, 5)]],
  ['a group without a name', 'groupNameRequired', [group(40, '')]],
  ['a group’s name twice', 'groupExists', [group(40, 'Elders')]],
  ['a property twice', 'keyExists', [property(40, 'AGE')]],
  ['a value twice', 'valueExists', [value(40, 'OLD')]],
  ['what there is no room for', 'projectFull', [message(40)]],
  ['another password by who knows not the one of now', 'protectionChanged', [rewrap], { access: 'own', rewraps: 'x' }],
  ['another password by who is not the owner', 'readOnly', [rewrap], { rewraps: 'x' }],
]

let db: Db
let room: Room
let pushes: number
const push = (operations: Operation[], by: Partial<Sender> = {}, bytes?: number) => {
  pushes += 1
  const sender: Sender = { client: 1, access: 'write', author: 'Ana', ...by }
  const steps = [{ operations, versions: {} }]
  const bound = bytes === undefined ? {} : { bound: { bytes, of: 0 } }
  const [taken] = room.submit([
    { sender, push: { client: 1, n: pushes, base: 0 }, steps, hash: `h${pushes}`, ...bound },
  ])
  return taken?.answer.steps[0]
}
const rows = () => tables.map((table) => db.all(`SELECT * FROM "${table}"`))

beforeEach(() => {
  db = openNode(':memory:')
  db.exec(serverSql)
  setMeta(db, 'uuid', 'u')
  setMeta(db, 'epoch', 'e')
  db.run("INSERT INTO questions VALUES (1, '', 1)")
  db.run("INSERT INTO preferences VALUES ('___db_hash', ?)", [wraps])
  room = openRoom(db)
  room.open(0, '', 0)
  pushes = 0
  expect(push(study, { author: null })).toEqual({ seq: 1 })
  room.reserve(['Ana', 'Olga'])
})

describe('the room refuses', () => {
  it.each(refusals)('%s: %s', (_, kind, operations, by) => {
    const before = rows()
    expect(push(operations, by, kind === 'projectFull' ? 1 : undefined)).toMatchObject({ problem: { kind } })
    expect(rows()).toEqual(before)
    expect([room.head, push([quirk(50)])]).toEqual([1, { seq: 2 }])
  })

  it('the first part of what has no room as a whole', () => {
    const size = sizeInUse(db)
    const taken = (more: number) => {
      pushes += 1
      const steps = [{ operations: [quirk(50 + pushes)], versions: {}, ...(more > 0 && { more }) }]
      const sender: Sender = { client: 1, access: 'write', author: 'Ana' }
      const bound = { bytes: size + 100_000, of: 0 }
      return room.submit([{ sender, push: { client: 1, n: pushes, base: 0 }, steps, hash: `h${pushes}`, bound }])[0]
        ?.answer.steps[0]
    }
    expect(taken(90_000)).toMatchObject({ problem: { kind: 'projectFull' } })
    expect(taken(10_000)).toHaveProperty('seq')
    expect(taken(0)).toHaveProperty('seq')
  })

  it('by every check that it has', () => {
    const files = ['check.ts', 'quota.ts', '../../wasm/database/orphans.ts', '../../wasm/database/editAnswer.ts']
    const text = files.map((file) => readFileSync(join(import.meta.dirname, file), 'utf8')).join('\n')
    const kinds = [...text.matchAll(/refuse\(\{ kind: '(\w+)'|kind: '(keyExists)' \| '(valueExists)'/g)].flatMap(
      ([, ...named]) => named.filter(Boolean),
    )
    expect(new Set(refusals.map(([, kind]) => kind))).toEqual(new Set(kinds))
  })
})

it('an edit gives back what another’s edit took, in the name that it had', () => {
  const cut = { type: 'text', changes: [1, [8], 5], format: nothing }
  push([op('memoCreateOrUpdate', { ...forged, start: 2, length: 3, create: true })], { author: 'Olga' })
  const [before] = db.all('SELECT * FROM memos')
  expect(push([op('memoRemove', { id: 60 }), edit(cut)])).toHaveProperty('seq')
  const back = { type: 'text', changes: [1, [0, ' trusted'], 5], format: nothing }
  const gives = [{ table: 'memos', id: 60, from: 2, to: 5, row: before }]
  expect(push([edit({ ...back, gives })])).toHaveProperty('seq')
  expect(db.all('SELECT * FROM memos')).toEqual([before])
})

it('texts that an API client sends whole, several at once, are edits: what lies on them stays on its words, and the others are told', () => {
  expect(push([source(41), answer(42, 41)])).toHaveProperty('seq')
  const whole = op('answerBatchCreateOrUpdate', {
    columns: { id: [2, 42], answer: ['<p>Yes, I trusted him.</p>', '<p>No.</p>'] },
  })
  expect(push([whole], { client: 0 })).toHaveProperty('seq')
  expect(db.all('SELECT text FROM answer_texts ORDER BY answerId')).toEqual([
    { text: 'Yes, I trusted him.' },
    { text: 'No.' },
  ])
  expect(db.all('SELECT start, length FROM highlights')).toEqual([{ start: 7, length: 3 }])
  expect(room.events(2, 1e6)[0]?.operations.map(({ args }) => 'edit' in args)).toEqual([true, true])
})
