import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { seeded } from '../../fixtures/testing/randomWork.ts'
import { type Person, type Simulation, simulate, stateOf } from '../../fixtures/testing/simulation.ts'
import type { Args, CommandName } from '../../src/model/commands.ts'
import { isProblem } from '../../src/model/problems.ts'
import { openNode } from '../../wasm/database/boot/node.ts'
import { compare, goBack } from '../tasks/pastState.ts'
import { listSteps, stepDetail } from './history.ts'
import { addVersion } from './versions.ts'

let room: Simulation
let anna: Person

beforeEach(() => {
  room = simulate(seeded(3))
  anna = room.join('Anna')
})
afterEach(() => room.close())

let calls = 0
function run<N extends CommandName>(command: N, args: Args<N>): unknown {
  calls += 1
  const done = anna.copy.run(anna.name, `call ${calls}`, [{ command, args } as never], `undo.${command}`)
  if (isProblem(done)) throw new Error(done.problem.kind)
  room.settle()
  return done.ok[0]
}
const entries = () => listSteps(room.roomDb, room.room.head, {}).entries

test('the others are told who went back to when, live and from the log; who did it is not', () => {
  run('createQuirk', { title: 'Trust' })
  const id = run('createQuirk', { title: 'Doubt' })
  const [last, then] = entries()
  if (!last || !then) throw new Error('two steps')
  const { seq } = then
  const ben = room.join('Ben')
  room.settle()
  run('restoreState', { state: JSON.stringify({ seq, head: last.seq, rows: {}, gone: { quirks: [id] } }), seq })
  const back = { author: 'Anna', restores: { seq, at: then.at } }
  expect(ben.wentBack).toEqual([back])
  anna.copy.undo(anna.name)
  room.settle()
  expect(ben.wentBack).toEqual([back, { author: 'Anna', restores: {} }])
  expect(anna.wentBack).toEqual([])
  expect(room.room.events(0, 1e9).flatMap(({ restores }) => (restores ? [restores] : []))).toEqual([back.restores, {}])
})

test('going back is listed with the time of the state, its undo as such, and going back again as the first time', () => {
  run('createQuirk', { title: 'Trust' })
  const id = run('createQuirk', { title: 'Doubt' })
  const [last, then] = entries()
  if (!last || !then) throw new Error('two steps')
  const { seq } = then
  run('restoreState', { state: JSON.stringify({ seq, head: last.seq, rows: {}, gone: { quirks: [id] } }), seq })
  for (const way of ['undo', 'redo'] as const) {
    expect(anna.copy[way](anna.name)).toEqual({ ok: { leftAlone: false } })
    room.settle()
  }
  const back = { seq, at: then.at }
  expect(entries().map(({ restores }) => restores)).toEqual([back, {}, back, undefined, undefined])
  expect(entries()[2]?.parts).toMatchObject([{ op: 'remove', table: 'quirks', titles: ['Doubt'] }])
  expect(stepDetail(room.roomDb, last.seq + 1)).toMatchObject({ restores: back, texts: [] })
})

test('going back to a named version is recorded with its name', () => {
  run('createQuirk', { title: 'Trust' })
  const [then] = entries()
  if (!then) throw new Error('a step')
  const { seq } = then
  addVersion(room.roomDb, { name: 'First round', author: 'Anna', at: then.at + 1, seq })
  // Of before a backup was put in place: what is called that is no longer the state after this step.
  addVersion(room.roomDb, { name: 'Earlier', author: 'Anna', at: then.at - 1, seq })
  const id = run('createQuirk', { title: 'Doubt' })
  run('restoreState', { state: JSON.stringify({ seq, head: seq + 1, rows: {}, gone: { quirks: [id] } }), seq })
  expect(entries()[0]?.restores).toEqual({ seq, at: then.at, name: 'First round' })
})

/** What the server tells of the state after step `seq`. */
let copies = 0
const pastOf = (seq: number): string => {
  const [now, then] = [0, 1].map(() => {
    copies += 1
    const path = join(room.folder, `past ${copies}.qrk`)
    room.roomDb.run('VACUUM INTO ?', [path])
    return openNode(path)
  })
  if (!now || !then) throw new Error('two copies')
  const { state } = compare(now, then, goBack(then, seq), seq)
  now.close()
  then.close()
  return JSON.stringify(state)
}

const typed = (who: Person, sourceId: number, insert: string) => {
  calls += 1
  const edit = { command: 'editAnswer', args: { sourceId, questionId: 1, changes: [{ from: 0, to: 0, insert }] } }
  const done = who.copy.run(who.name, `call ${calls}`, [edit as never], 'undo.editAnswer')
  if (isProblem(done)) throw new Error(done.problem.kind)
}

test('going back over edits of texts is one step, whatever colleagues type into them meanwhile', () => {
  const random = seeded(11)
  for (let round = 0; round < 20; round += 1) {
    const sourceIds = [1, 2].map(
      () => run('createSource', { title: `Source ${round}`, html: '<p>I trusted him. He laughed.</p>' }) as number,
    )
    const [first = 0, second = 0] = sourceIds
    const quirkId = run('createQuirk', { title: `Trust ${round}` }) as number
    const place = { sourceId: first, questionId: 1 }
    const highlight = run('createHighlight', { ...place, quirkId, start: 2, length: 7 })
    const seq = room.room.head
    run('editAnswer', { ...place, changes: [{ from: 2, to: 9, insert: 'doubted' }] })
    run('editAnswer', { sourceId: second, questionId: 1, changes: [{ from: 14, to: 26, insert: '' }] })
    run('createQuirk', { title: `Later ${round}` })
    const state = pastOf(seq)
    const before = room.room.head
    const ben = room.people.find(({ name }) => name === 'Ben') ?? room.join('Ben')
    room.settle()
    // They type before it, at the same time, and after it, in the texts that it edits; what is sent when is by chance.
    let letters = 0
    const lettersOf = (db: Simulation['roomDb']) =>
      sourceIds
        .flatMap((id) => db.all<{ answer: string }>('SELECT answer FROM question_answers WHERE sourceId = ?', [id]))
        .map(({ answer }) => answer)
        .join('')
        .replaceAll(/[^z]/g, '').length
    const type = () => {
      letters += 1
      typed(ben, sourceIds[letters % 2] ?? 0, 'z')
    }
    const anything = () => {
      const [one] = [anna, ben].toSorted(() => random() - 0.5)
      const acts = [room.send, room.serve, room.arrive]
      if (one) acts[Math.floor(random() * acts.length)]?.(one)
    }
    type()
    for (let i = 0; i < 5; i += 1) anything()
    // What she sees of theirs by then is not what was; nothing else of theirs goes.
    const seen = lettersOf(anna.copy.db)
    calls += 1
    const done = anna.copy.run(
      'Anna',
      `call ${calls}`,
      [{ command: 'restoreState', args: { state, seq } } as never],
      'undo',
    )
    expect(done).toHaveProperty('ok')
    for (let i = 0; i < 12; i += 1) {
      if (i % 4 === 0) type()
      anything()
    }
    room.settle()
    const back = room.room.events(before, 1e9).filter(({ restores }) => restores)
    expect(back).toHaveLength(1)
    expect(back[0]?.operations.filter(({ args }) => args.edit)).toHaveLength(2)
    expect([anna.problems, ben.problems]).toEqual([[], []])
    const [one, two, truth] = [anna.copy.db, ben.copy.db, room.roomDb].map(stateOf)
    expect(one).toEqual(truth)
    expect(two).toEqual(truth)
    const texts = sourceIds.map(
      (id) =>
        room.roomDb.one<{ answer: string }>('SELECT answer FROM question_answers WHERE sourceId = ?', [id])?.answer,
    )
    expect(texts.map((text) => text?.replaceAll('z', ''))).toEqual(
      [0, 1].map(() => '<p>I trusted him. He laughed.</p>'),
    )
    expect(lettersOf(room.roomDb)).toBe(letters - seen)
    const at = room.roomDb.one<{ start: number; length: number }>('SELECT start, length FROM highlights WHERE id = ?', [
      highlight as number,
    ])
    expect(texts[0]?.slice('<p>'.length).slice(at?.start, (at?.start ?? 0) + (at?.length ?? 0))).toBe('trusted')
  }
})

test('a source that had several values of a property has them again, by undo and by going back, though since then it takes one', () => {
  const sourceId = run('createSource', { html: '<p>I trusted him.</p>' }) as number
  const property = { key: 'Job', values: ['Baker', 'Nurse'], multipleChoice: true, sortValuesAlphabetically: false }
  const keyId = run('createSourceProperty', property) as number
  const valueIds = room.roomDb
    .all<{ id: number }>('SELECT id FROM source_metadata_values ORDER BY id')
    .map(({ id }) => id)
  run('setSourceProperty', { sourceId, keyId, valueIds })
  run('updateSourceProperty', { keyId, multipleChoice: false })
  const seq = room.room.head
  const given = () => room.roomDb.all('SELECT * FROM source_metadatas ORDER BY id')
  const then = given()
  expect(then).toHaveLength(2)
  const giveOne = () => run('setSourceProperty', { sourceId, keyId, valueIds: valueIds.slice(0, 1) })
  giveOne()
  anna.copy.undo(anna.name)
  room.settle()
  expect(given()).toEqual(then)
  giveOne()
  run('restoreState', { state: pastOf(seq), seq })
  expect(given()).toEqual(then)
  anna.copy.undo(anna.name)
  room.settle()
  expect(given()).toEqual(then.slice(0, 1))
})

test('a state that is gone back to comes as one step, however large', () => {
  const small = simulate(seeded(4), undefined, 2000)
  const rita = small.join('Rita')
  small.settle()
  const ids = Array.from({ length: 30 }, (_, i) => {
    const made = rita.copy.run(
      'Rita',
      `make ${i}`,
      [{ command: 'createSource', args: { html: `<p>${'x'.repeat(300)}</p>` } }],
      't',
    )
    small.settle()
    return isProblem(made) ? 0 : (made.ok[0] as number)
  })
  const rows = (db: Simulation['roomDb'], table: string) => db.all<Record<string, unknown>>(`SELECT * FROM "${table}"`)
  const columnar = (all: Record<string, unknown>[]) =>
    Object.fromEntries(Object.keys(all[0] ?? {}).map((column) => [column, all.map((row) => row[column])]))
  const then = { sources: rows(small.roomDb, 'sources'), question_answers: rows(small.roomDb, 'question_answers') }
  const seq = small.room.head
  rita.copy.run('Rita', 'remove', [{ command: 'removeSources', args: { sourceIds: ids } }], 't')
  small.settle()
  expect(rows(small.roomDb, 'sources')).toEqual([])
  const before = small.room.head
  const state = {
    seq,
    head: before,
    rows: Object.fromEntries(Object.entries(then).map(([t, all]) => [t, columnar(all)])),
    gone: {},
  }
  rita.copy.run(
    'Rita',
    'back',
    [{ command: 'restoreState', args: { state: JSON.stringify(state), seq } } as never],
    't',
  )
  small.settle()
  expect(small.room.head).toBe(before + 1)
  expect(rows(small.roomDb, 'sources')).toEqual(then.sources)
  small.close()
})

test('a saved query and a saved statement are told as such, by their titles; a setting as a setting', () => {
  run('saveQuery', { title: 'Elders', textSearch: '', filters: [], selectedQuirkId: -1 })
  run('saveStatement', { title: 'Per day', sql: 'SELECT 1' })
  run('setStopList', { words: [{ value: 'and', selected: true }] })
  const kept = { op: 'insert', table: 'preferences', count: 1 }
  expect(entries().map(({ parts }) => parts)).toEqual([
    [{ ...kept, titles: [] }],
    [{ ...kept, of: 'statement', titles: ['Per day'] }],
    [{ ...kept, of: 'query', titles: ['Elders'] }],
  ])
})

test('what a step did to several rows is called after all of them where they share few names, after the first few where there are more', () => {
  const sourceId = run('createSource', { title: 'David', html: '<p>I trusted him until the letter came.</p>' })
  const [trust, doubt] = ['Trust', 'Doubt'].map((title) => run('createQuirk', { title }))
  const mark = (quirkId: unknown, start: number) =>
    run('createHighlight', { sourceId, questionId: 1, quirkId, start, length: 3 } as Args<'createHighlight'>) as number
  const [first, second, third] = [mark(trust, 2), mark(trust, 7), mark(doubt, 12)]
  run('removeHighlights', { highlightIds: [first, second] })
  const removed = { op: 'remove', table: 'highlights', count: 2 }
  expect(entries()[0]?.parts).toEqual([{ ...removed, titles: ['Trust'], all: true }])
  run('removeHighlights', { highlightIds: [third] })
  expect(entries()[0]?.parts).toEqual([{ ...removed, count: 1, titles: ['Doubt'] }])
  const quirks = ['A', 'B', 'C', 'D', 'E', 'F'].map((title) => run('createQuirk', { title }))
  run('removeHighlights', { highlightIds: quirks.map((quirkId, n) => mark(quirkId, n)) })
  expect(entries()[0]?.parts).toEqual([{ ...removed, count: 6, titles: ['A', 'B', 'C', 'D', 'E'] }])
})
