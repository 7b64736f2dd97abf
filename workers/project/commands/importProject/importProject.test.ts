import { afterEach, describe, expect, test } from 'vitest'
import { type Person, type Simulation, simulate, stateOf } from '../../../../fixtures/testing/simulation.ts'
import type { Call, Returned } from '../../../../src/model/commands.ts'
import { isProblem } from '../../../../src/model/problems.ts'
import type { ProjectRows } from '../../../../src/model/projectRows.ts'
import { none } from '../../../../src/model/schema.ts'

let simulation: Simulation
afterEach(() => simulation.close())

const begin = (partSize?: number): Person => {
  simulation = simulate(() => 0.5, undefined, partSize)
  return simulation.join('Anna')
}

function importInto(
  { copy }: Person,
  rows: ProjectRows,
  more: { questionId?: number; knownOnly?: boolean } = {},
): Returned<'importProject'> {
  const args = { rows: new TextEncoder().encode(JSON.stringify(rows)), title: 'Study', ...more }
  const done = copy.run('t', '', [{ command: 'importProject', args }], 'undo.importProject')
  if (isProblem(done)) throw new Error(JSON.stringify(done.problem))
  return done.ok[0] as Returned<'importProject'>
}

const by = { author: 'Ben', timestamp: 1_600_000_000_000 }
const text = 'I trusted him until the letter came.'
const memo = { id: 1, sourceId: 1, questionId: 1, start: 24, length: 6, content: 'Which?', ...by }
const study: ProjectRows = {
  sources: [{ id: 1, title: 'Anna', icon: 'md_generic', ...by }],
  question_answers: [{ id: 1, sourceId: 1, questionId: 1, answer: `<p>${text}</p>`, ...by }],
  quirks: [
    { id: 2, title: 'Doubt', description: 'not sure', color: '#d90a1a', x: 9, y: 8, parentQuirkId: 1, ...by },
    { id: 1, title: 'Trust', description: '', color: '#0a58d9', x: 1, y: 2, parentQuirkId: none, ...by },
  ],
  highlights: [
    { id: 1, sourceId: 1, questionId: 1, quirkId: 1, start: 2, length: 11, ...by },
    { id: 2, sourceId: 1, questionId: 1, quirkId: 1, start: 5, length: 20, ...by },
    { id: 3, sourceId: 1, questionId: 1, quirkId: 2, start: 24, length: 6, ...by },
  ],
  memos: [memo],
  groups: [{ id: 1, description: 'Feelings' }],
  group_quirks: [{ id: 1, groupId: 1, quirkId: 2 }],
  source_metadata_keys: [{ id: 1, key: 'Age', multipleChoice: 0, sortValuesAlphabetically: 0 }],
  source_metadata_values: [{ id: 1, keyId: 1, value: 'young' }],
  source_metadatas: [{ id: 1, keyId: 1, valueId: 1, sourceId: 1, ...by }],
}

const shown = ({ copy: { db } }: Person) => ({
  quirks: db.all('SELECT q.title, p.title AS parent FROM quirks q LEFT JOIN quirks p ON p.id = q.parentQuirkId'),
  highlights: db.all(
    `SELECT q.title, substr(t.text, h.start + 1, h.length) AS words, h.author FROM highlights h JOIN quirks q ON q.id = h.quirkId
JOIN question_answers a ON a.sourceId = h.sourceId AND a.questionId = h.questionId JOIN answer_texts t ON t.answerId = a.id ORDER BY h.id`,
  ),
  properties: db.all(
    `SELECT s.title, k.key, v.value FROM source_metadatas m JOIN sources s ON s.id = m.sourceId
JOIN source_metadata_keys k ON k.id = m.keyId JOIN source_metadata_values v ON v.id = m.valueId ORDER BY m.id`,
  ),
})

const whole = {
  quirks: [
    { title: 'Trust', parent: null },
    { title: 'Doubt', parent: 'Trust' },
  ],
  highlights: [
    { title: 'Trust', words: 'trusted him', author: 'Ben' },
    { title: 'Trust', words: 'sted him until the l', author: 'Ben' },
    { title: 'Doubt', words: 'letter', author: 'Ben' },
  ],
  properties: [{ title: 'Anna', key: 'Age', value: 'young' }],
}

test('comes whole, with authors and times, overlapping codings apart, in copy and room', () => {
  const anna = begin()
  expect(importInto(anna, study)).toMatchObject({
    joined: 0,
    added: { sources: 1, questions: 0, quirks: 2, groups: 1, properties: 1, highlights: 3, memos: 1 },
  })
  expect(shown(anna)).toEqual(whole)
  simulation.settle()
  expect(stateOf(anna.copy.db)).toEqual(stateOf(simulation.roomDb))
  expect(shown(anna)).toEqual(whole)
})

test('many rows: the same in copy and room, undone and done again', () => {
  const anna = begin(4000)
  const before = stateOf(anna.copy.db)
  const count = 120
  const ids = Array.from({ length: count }, (_, n) => n + 1)
  const many: ProjectRows = {
    ...study,
    sources: ids.map((id) => ({ id, title: id % 50 === 0 ? '' : `Row ${id} ü`, icon: 'md_generic', ...by })),
    question_answers: ids.map((id) => ({ id, sourceId: id, questionId: 1, answer: `<p>${text} ${id}</p>`, ...by })),
    highlights: ids.map((id) => ({ id, sourceId: id, questionId: 1, quirkId: 1, start: 2, length: id % 2, ...by })),
    source_metadatas: ids.map((id) => ({ id, keyId: 1, valueId: 1, sourceId: id, ...by })),
  }
  expect(importInto(anna, many).added).toMatchObject({ sources: count, highlights: count / 2 })
  const after = stateOf(anna.copy.db)
  simulation.settle()
  expect(stateOf(simulation.roomDb)).toEqual(after)
  anna.copy.undo('t')
  expect(stateOf(anna.copy.db)).toEqual(before)
  simulation.settle()
  anna.copy.redo('t')
  simulation.settle()
  expect(stateOf(anna.copy.db).highlights).toHaveLength(count / 2)
  expect(stateOf(anna.copy.db)).toEqual(stateOf(simulation.roomDb))
})

test('again: the source and the quirks are the same, and nothing is there twice', () => {
  const anna = begin()
  importInto(anna, study)
  const none = { sources: 0, questions: 0, quirks: 0, groups: 0, properties: 0, highlights: 0, memos: 0 }
  expect(importInto(anna, study)).toEqual({ sourceIds: [], joined: 1, added: none, under: null })
  const more = { id: 4, sourceId: 1, questionId: 1, quirkId: 2, start: 0, length: 1, ...by, author: 'Cleo' }
  expect(importInto(anna, { ...study, highlights: [...(study.highlights ?? []), more] }).added).toEqual({
    ...none,
    highlights: 1,
  })
})

test('the same words with other marks, as in a file that has none, are the same source, and its marks stay', () => {
  const anna = begin()
  const bold = (study.question_answers ?? []).map((answer) => ({ ...answer, answer: `<p><b>${text}</b></p>` }))
  importInto(anna, { ...study, question_answers: bold })
  const marked = shown(anna)
  expect(importInto(anna, study)).toMatchObject({ joined: 1, sourceIds: [], added: { highlights: 0, memos: 0 } })
  expect(shown(anna)).toEqual(marked)
  expect(anna.copy.db.one('SELECT answer FROM question_answers')).toEqual({ answer: `<p><b>${text}</b></p>` })
})

test('another text under the same title is another source', () => {
  const anna = begin()
  importInto(anna, study)
  const answers =
    study.question_answers?.map((answer) => ({ ...answer, answer: '<p>Other words than before it.</p>' })) ?? []
  const { sourceIds } = importInto(anna, { ...study, question_answers: answers, highlights: [], memos: [] })
  expect(anna.copy.db.one('SELECT title FROM sources WHERE id = ?', [sourceIds[0] ?? 0])).toEqual({ title: 'Anna (2)' })
})

test('new quirks stand beside those of the project, as they stood to each other, and as in the file where none are', () => {
  const anna = begin()
  const places = () =>
    anna.copy.db.all<{ title: string; x: number; y: number }>('SELECT title, x, y FROM quirks WHERE parentQuirkId = -1')
  const rows = {
    quirks: (study.quirks ?? []).map((quirk) => ({ ...quirk, x: quirk.x * 10, parentQuirkId: none })),
  }
  importInto(anna, rows)
  expect(places()).toMatchObject([
    { title: 'Doubt', x: 90, y: 8 },
    { title: 'Trust', x: 10, y: 2 },
  ])
  importInto(anna, { quirks: rows.quirks.map((quirk) => ({ ...quirk, title: `Other ${quirk.title}` })) })
  const [, trust, otherDoubt, otherTrust] = places()
  const away = Math.hypot((otherTrust?.x ?? 0) - (trust?.x ?? 0), (otherTrust?.y ?? 0) - (trust?.y ?? 0))
  expect(away).toBeGreaterThan(60)
  expect([(otherDoubt?.x ?? 0) - (otherTrust?.x ?? 0), (otherDoubt?.y ?? 0) - (otherTrust?.y ?? 0)]).toEqual([80, 6])
})

describe('a table of properties, without texts', () => {
  const table = (title: string, value: string): ProjectRows => ({
    sources: [{ id: 7, title, icon: 'md_generic', ...by }],
    source_metadata_keys: [{ id: 1, key: 'AGE', multipleChoice: 0, sortValuesAlphabetically: 0 }],
    source_metadata_values: [{ id: 1, keyId: 1, value }],
    source_metadatas: [{ id: 1, keyId: 1, valueId: 1, sourceId: 7, ...by }],
  })

  test('is of the source of that title, and its value takes the place of the one before', () => {
    const anna = begin()
    importInto(anna, study)
    expect(importInto(anna, table('anna.docx', 'Old'))).toMatchObject({ joined: 1, sourceIds: [] })
    expect(shown(anna).properties).toEqual([{ title: 'Anna', key: 'Age', value: 'Old' }])
  })

  test('values that took the place of others are told: how many, the first of them, and no others', () => {
    const anna = begin()
    expect(importInto(anna, study).replaced).toBeUndefined()
    const told = (value: string) => importInto(anna, table('Anna', value)).replaced
    expect(told('24')).toEqual({ count: 1, values: 'Anna: Age young → 24' })
    expect(told('24')).toBeUndefined()
    const twice = {
      ...table('Anna', '56'),
      source_metadatas: [1, 2].map((id) => ({ ...by, id, keyId: 1, valueId: id, sourceId: 7 })),
    }
    const two = [1, 2].map((id) => ({ id, keyId: 1, value: id === 1 ? '56' : '24' }))
    expect(importInto(anna, { ...twice, source_metadata_values: two }).replaced).toBeUndefined()
    expect(shown(anna).properties).toEqual([{ title: 'Anna', key: 'Age', value: '24' }])
    const people = [1, 2, 3, 4, 5, 6, 7]
    const many = (from: number): ProjectRows => ({
      sources: people.map((id) => ({ id, title: `P${id}`, icon: 'md_generic', ...by })),
      source_metadata_keys: [{ id: 1, key: 'Age', multipleChoice: 0, sortValuesAlphabetically: 0 }],
      source_metadata_values: people.map((id) => ({ id, keyId: 1, value: `${from + id}` })),
      source_metadatas: people.map((id) => ({ id, keyId: 1, valueId: id, sourceId: id, ...by })),
    })
    importInto(anna, many(20))
    expect(importInto(anna, many(30)).replaced).toEqual({
      count: 7,
      values: `${[1, 2, 3, 4, 5].map((id) => `P${id}: Age ${20 + id} → ${30 + id}`).join('; ')}; …`,
    })
  })

  test('a title that is not there is a source without words', () => {
    const anna = begin()
    importInto(anna, study)
    expect(importInto(anna, table('Ben', 'young'))).toMatchObject({ joined: 0, added: { sources: 1 } })
    expect(anna.copy.db.one('SELECT COUNT(*) AS n FROM question_answers')).toEqual({ n: 2 })
  })
})

test('a table about people of whom some are there: the others, and their values, are left out where that is wanted', () => {
  const anna = begin()
  importInto(anna, study)
  const table: ProjectRows = {
    sources: ['anna', 'Dora', 'Emil'].map((title, at) => ({ id: at + 1, title, icon: 'md_generic', ...by })),
    source_metadata_keys: [{ id: 1, key: 'Town', multipleChoice: 0, sortValuesAlphabetically: 0 }],
    source_metadata_values: ['Bonn', 'Ulm'].map((value, at) => ({ id: at + 1, keyId: 1, value })),
    source_metadatas: [1, 2, 2].map((valueId, at) => ({ id: at + 1, keyId: 1, valueId, sourceId: at + 1, ...by })),
  }
  const done = importInto(anna, table, { knownOnly: true })
  expect(done).toMatchObject({ joined: 1, absent: 2, added: { sources: 0, properties: 1 } })
  expect(anna.copy.db.all('SELECT value FROM source_metadata_values')).toEqual([{ value: 'young' }, { value: 'Bonn' }])
  expect(importInto(anna, table)).toMatchObject({ joined: 1, added: { sources: 2 } })
})

test('a table of properties, then one of answers of the same people: they are the same sources, in either order', () => {
  const people = ['Anna', 'Dora']
  const sources = people.map((title, at) => ({ id: at + 1, title, icon: 'md_generic', ...by }))
  const towns: ProjectRows = {
    sources,
    source_metadata_keys: [{ id: 1, key: 'Town', multipleChoice: 0, sortValuesAlphabetically: 0 }],
    source_metadata_values: [{ id: 1, keyId: 1, value: 'Bonn' }],
    source_metadatas: people.map((_, at) => ({ id: at + 1, keyId: 1, valueId: 1, sourceId: at + 1, ...by })),
  }
  const words: ProjectRows = {
    sources,
    questions: [{ id: 5, question: 'Why?', questionOrder: 1 }],
    question_answers: people.map((title, at) => ({
      ...{ id: at + 1, sourceId: at + 1, questionId: 5, answer: `<p>I, <b>${title}</b>.</p>`, ...by },
    })),
    memos: [{ id: 1, sourceId: 2, questionId: 5, start: 3, length: 4, content: 'Who?', ...by }],
  }
  const answers = `SELECT s.title, a.answer FROM sources s JOIN question_answers a ON a.sourceId = s.id JOIN questions q ON q.id = a.questionId WHERE q.question = 'Why?' ORDER BY s.id`
  const asked = people.map((title) => ({ title, answer: `<p>I, <b>${title}</b>.</p>` }))
  for (const files of [
    [towns, words],
    [words, towns],
  ]) {
    const anna = begin()
    for (const rows of files) importInto(anna, rows)
    expect(anna.copy.db.all(answers)).toEqual(asked)
    expect(anna.copy.db.one<{ n: number }>('SELECT COUNT(*) AS n FROM sources')?.n).toBe(2)
    expect(anna.copy.db.all('SELECT start, length FROM memos')).toEqual([{ start: 3, length: 4 }])
    // What is answered otherwise is another source.
    const other = words.question_answers?.map((row) => ({ ...row, answer: '<p>No.</p>' })) ?? []
    expect(importInto(anna, { ...words, question_answers: other, memos: [] })).toMatchObject({ added: { sources: 2 } })
  }
})

describe('an import that goes to the room in several pushes', () => {
  const many: ProjectRows = {
    sources: [1, 2, 3, 4].map((id) => ({ id, title: `S${id}`, icon: 'md_generic', ...by })),
    question_answers: [1, 2, 3, 4].map((id) => ({
      ...{ id, sourceId: id, questionId: 1, answer: `<p>${'word '.repeat(24_000).trim()}</p>`, ...by },
    })),
  }
  const exchange = (anna: Person) => {
    simulation.send(anna)
    simulation.serve(anna)
    simulation.arrive(anna)
  }
  const count = (table: string) => simulation.roomDb.one<{ n: number }>(`SELECT COUNT(*) AS n FROM ${table}`)?.n

  test('is taken back whole, whatever came in between', () => {
    const anna = begin(130_000)
    const ben = simulation.join('Ben')
    const made = ben.copy.run('t', 'a', [{ command: 'createQuirk', args: { title: 'Trust' } }], 'x')
    simulation.settle()
    importInto(anna, many)
    exchange(anna)
    exchange(anna)
    expect(count('sources')).toBeGreaterThan(0)
    expect(anna.copy.waiting).toBeGreaterThan(0)
    const quirkId = isProblem(made) ? 0 : (made.ok[0] as number)
    ben.copy.run('t', 'b', [{ command: 'removeQuirk', args: { quirkId } }], 'x')
    simulation.settle()
    expect(count('sources')).toBe(4)
    anna.copy.undo('t')
    simulation.settle()
    expect([count('sources'), count('question_answers')]).toEqual([0, 0])
    anna.copy.redo('t')
    simulation.settle()
    expect([count('sources'), count('question_answers')]).toEqual([4, 4])
  })

  test('says with each part how much follows, so that the room refuses the first where there is no room for all', () => {
    const anna = begin(130_000)
    importInto(anna, many)
    const following: number[] = []
    for (let push = anna.copy.nextPush(); push; push = anna.copy.nextPush()) {
      const { steps } = JSON.parse(push.body) as { steps: { more?: number }[] }
      following.push(...steps.map(({ more = 0 }) => more))
      exchange(anna)
    }
    expect(following.length).toBeGreaterThan(3)
    expect(following[0]).toBeGreaterThan(360_000)
    expect(following).toEqual(following.toSorted((a, b) => b - a))
    expect(following.at(-1)).toBe(0)
  })

  test('is not there at all where a part of it is refused; what was done before and after stays', () => {
    const anna = begin(130_000)
    const quirk = (title: string) => anna.copy.run('t', title, [{ command: 'createQuirk', args: { title } }], 'x')
    quirk('Before')
    importInto(anna, many)
    quirk('After')
    exchange(anna)
    exchange(anna)
    expect(count('sources')).toBeGreaterThan(0)
    anna.copy.acknowledge({
      n: anna.copy.nextPush()?.n ?? 0,
      steps: [{ problem: { kind: 'projectFull', most: 1 } }],
    })
    expect(anna.copy.db.one('SELECT COUNT(*) AS n FROM sources')).toEqual({ n: 0 })
    expect(anna.problems).toEqual([{ kind: 'projectFull', most: 1 }])
    simulation.settle()
    expect([count('sources'), count('question_answers'), count('quirks')]).toEqual([0, 0, 2])
    expect(stateOf(anna.copy.db)).toEqual(stateOf(simulation.roomDb))
    expect(anna.copy.history('t')).toMatchObject({ undo: { about: ['After'] }, redo: null })
  })
})

describe('questions', () => {
  const asked: ProjectRows = {
    questions: [
      { id: 5, question: 'Who?', questionOrder: 1 },
      { id: 6, question: 'Why?', questionOrder: 2 },
    ],
    sources: [{ id: 1, title: 'Row 1', icon: 'md_generic', ...by }],
    question_answers: [
      { id: 1, sourceId: 1, questionId: 5, answer: '<p>me</p>', ...by },
      { id: 2, sourceId: 1, questionId: 6, answer: '<p>because</p>', ...by },
    ],
  }

  test('an empty project takes them for its own; the same words are the same question', () => {
    const anna = begin()
    expect(importInto(anna, asked).added.questions).toBe(2)
    expect(importInto(anna, asked)).toMatchObject({ joined: 1, added: { questions: 0 } })
    const questions = anna.copy.db.all<{ question: string }>('SELECT question FROM questions ORDER BY questionOrder')
    expect(questions.map(({ question }) => question)).toEqual(['Who?', 'Why?'])
  })

  const one = {
    ...asked,
    questions: asked.questions?.slice(0, 1) ?? [],
    question_answers: asked.question_answers?.slice(0, 1) ?? [],
  }
  const words = ({ copy }: Person) =>
    copy.db
      .all<{ question: string }>('SELECT question FROM questions ORDER BY questionOrder')
      .map((row) => row.question)

  test('one with words keeps them beside a question that has none', () => {
    const anna = begin()
    importInto(anna, study)
    const under = { asked: 'Who?', question: 'Who?', number: 2 }
    expect(importInto(anna, one)).toMatchObject({ added: { sources: 1, questions: 1 }, under })
    expect(words(anna)).toEqual(['', 'Who?'])
    expect(importInto(anna, one)).toMatchObject({ joined: 1, added: { sources: 0, questions: 0 }, under })
  })

  test('one with words adds no question where all of its sources are there', () => {
    const anna = begin()
    importInto(anna, { ...one, questions: [] })
    expect(importInto(anna, one)).toMatchObject({
      joined: 1,
      added: { sources: 0, questions: 0 },
      under: { asked: 'Who?', question: '', number: 1 },
    })
    expect(words(anna)).toEqual([''])
  })

  test('one alone goes under the only question, and which one is said', () => {
    const anna = begin()
    importInto(anna, { ...one, questions: [{ id: 5, question: 'Where?', questionOrder: 1 }] })
    expect(importInto(anna, { ...one, sources: [{ id: 1, title: 'Row 2', icon: 'md_generic', ...by }] })).toMatchObject(
      {
        added: { sources: 1, questions: 0 },
        under: { asked: 'Who?', question: 'Where?', number: 1 },
      },
    )
  })

  test('texts of a project with one question answer the one that is asked for', () => {
    const anna = begin()
    importInto(anna, asked)
    const [, second] = anna.copy.db.all<{ id: number }>('SELECT id FROM questions ORDER BY questionOrder')
    const { sourceIds } = importInto(anna, study, { questionId: second?.id ?? 0 })
    const answers = anna.copy.db.all<{ answer: string }>(
      'SELECT answer FROM question_answers a JOIN questions q ON q.id = a.questionId WHERE sourceId = ? ORDER BY questionOrder',
      [sourceIds[0] ?? 0],
    )
    expect(answers.map(({ answer }) => answer)).toEqual(['', `<p>${text}</p>`])
  })
})

test('a large one goes in parts, and is one step to undo and to do again, meanwhile and afterwards', () => {
  const anna = begin(300)
  const ben = simulation.join('Ben')
  const empty = stateOf(ben.copy.db)
  importInto(anna, study)
  expect(anna.copy.waiting).toBeGreaterThan(3)
  expect(anna.copy.history('t').undo).toMatchObject({ key: 'undo.importProject', about: ['Study'] })
  simulation.send(anna)
  simulation.serve(anna)
  anna.copy.undo('t')
  expect(shown(anna)).toEqual({ quirks: [], highlights: [], properties: [] })
  anna.copy.redo('t')
  simulation.settle()
  expect(shown(ben)).toEqual(whole)
  anna.copy.undo('t')
  simulation.settle()
  expect({ ...stateOf(ben.copy.db), preferences: [] }).toEqual({ ...empty, preferences: [] })
  anna.copy.redo('t')
  simulation.settle()
  expect(shown(ben)).toEqual(whole)
  expect(stateOf(anna.copy.db)).toEqual(stateOf(simulation.roomDb))
})

test('what is no project JSON is refused, and nothing is half done', () => {
  const anna = begin()
  const rows = new TextEncoder().encode('{"sources":[')
  const done = anna.copy.run('t', '', [{ command: 'importProject', args: { rows } }], 'undo.importProject')
  expect(done).toMatchObject({ problem: { kind: 'badRequest' } })
  expect(anna.copy.waiting).toBe(0)
})

test('one of several that is refused leaves nothing of itself, and keeps no other out of the step', () => {
  const anna = begin()
  const ben = simulation.join('Ben')
  const empty = stateOf(anna.copy.db)
  const many = Array.from({ length: 400 }, (_, n) => ({ ...memo, id: n + 1, content: `${n}` }))
  const bad = { ...study, quirks: [], groups: [{ id: 1, description: 'Lost' }], group_quirks: [], highlights: [] }
  const files = [{ ...bad, memos: [...many, { ...memo, id: 500, timestamp: 0.5 }] }, study]
  const calls = files.map(
    (rows): Call => ({
      command: 'importProject',
      args: { rows: JSON.stringify(rows), title: 'Study' },
      apart: true,
    }),
  )
  const done = anna.copy.run('t', '', calls, 'undo.importProject')
  expect(done).toMatchObject({ ok: [{ refused: { kind: 'badRequest' } }, { added: { sources: 1, groups: 1 } }] })
  expect(anna.copy.db.all('SELECT description FROM groups')).toEqual([{ description: 'Feelings' }])
  expect(anna.copy.db.one('SELECT COUNT(*) AS n FROM memos')).toEqual({ n: 1 })
  simulation.settle()
  expect(shown(ben)).toEqual(whole)
  expect(stateOf(anna.copy.db)).toEqual(stateOf(simulation.roomDb))
  anna.copy.undo('t')
  simulation.settle()
  expect({ ...stateOf(ben.copy.db), preferences: [] }).toEqual({ ...empty, preferences: [] })
})
