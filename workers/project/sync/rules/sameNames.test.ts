import { expect, it } from 'vitest'
import { type Person, simulate, stateOf } from '../../../../fixtures/testing/simulation.ts'
import type { Call } from '../../../../src/model/commands.ts'
import { isProblem } from '../../../../src/model/problems.ts'
import type { Db } from '../../../../wasm/database/db.ts'
import { setAsideSteps } from '../../setAside/setAside.ts'

/** Two people on a project with a text and a quirk; what `ben` does waits until they meet. */
function two(partSize?: number) {
  const simulation = simulate(() => 0.5, undefined, partSize)
  const [anna, ben] = [simulation.join('Anna'), simulation.join('Ben')]
  const all = (person: Person, calls: Call[]): number => {
    const done = person.copy.run('tab', '', calls, 'undo.test')
    if (isProblem(done)) throw new Error(JSON.stringify(done.problem))
    return done.ok[0] as number
  }
  const run = (person: Person, call: Call) => all(person, [call])
  const sourceId = run(anna, { command: 'createSource', args: { title: 'Kelly', html: '<p>I trusted him.</p>' } })
  const quirkId = run(anna, { command: 'createQuirk', args: { title: 'Trust' } })
  simulation.settle()
  const agreed = () => {
    simulation.settle()
    for (const { copy } of [anna, ben]) expect(stateOf(copy.db)).toEqual(stateOf(simulation.roomDb))
    expect(setAsideSteps(ben.copy.db)).toEqual([])
    expect([anna.problems, ben.problems]).toEqual([[], []])
  }
  return { simulation, anna, ben, all, run, agreed, sourceId, quirkId }
}

const by = { author: '', timestamp: 0 }
/** A project JSON: sources with a text each and all the same value of Role. */
function tableOf(titles: string[], value: string): string {
  const ids = titles.map((_, at) => at + 1)
  return JSON.stringify({
    sources: ids.map((id) => ({ id, title: titles[id - 1], icon: '', ...by })),
    question_answers: ids.map((id) => ({ id, sourceId: id, questionId: 1, answer: '<p>By the sea.</p>', ...by })),
    source_metadata_keys: [{ id: 1, key: 'Role', multipleChoice: 0, sortValuesAlphabetically: 0 }],
    source_metadata_values: [{ id: 1, keyId: 1, value }],
    source_metadatas: ids.map((id) => ({ id, keyId: 1, valueId: 1, sourceId: id, ...by })),
  })
}

/** Which source has which value of which property. */
const cellsOf = (db: Db) =>
  db.all(`SELECT s.title, k.key, v.value FROM source_metadatas m JOIN sources s ON s.id = m.sourceId
JOIN source_metadata_keys k ON k.id = m.keyId JOIN source_metadata_values v ON v.id = m.valueId AND v.keyId = k.id ORDER BY s.title, k.key, v.value`)

it('a table with a property that another has made meanwhile comes whole, with all that was coded in it', () => {
  const { simulation, anna, ben, all, run, agreed, quirkId } = two()
  const table = (title: string, value: string): Call => ({
    command: 'importProject',
    args: { rows: tableOf([title], value) },
  })
  all(ben, [table('Dora', 'nurse')])
  const dora = ben.copy.db.one<{ id: number }>("SELECT id FROM sources WHERE title = 'Dora'")?.id as number
  const place = { sourceId: dora, questionId: 1 }
  run(ben, { command: 'createHighlight', args: { ...place, quirkId, start: 0, length: 10 } })
  run(ben, { command: 'editAnswer', args: { ...place, changes: [{ from: 0, to: 0, insert: 'Well: ' }] } })
  all(anna, [table('Emma', 'Nurse')])
  agreed()
  expect(cellsOf(ben.copy.db)).toEqual([
    { title: 'Dora', key: 'Role', value: 'Nurse' },
    { title: 'Emma', key: 'Role', value: 'Nurse' },
  ])
  expect(ben.copy.db.all('SELECT sourceId, start, length FROM highlights')).toEqual([
    { sourceId: dora, start: 6, length: 10 },
  ])
  // Taken back, it takes nothing of hers along.
  for (let i = 0; i < 3; i += 1) ben.copy.undo('tab')
  agreed()
  expect(cellsOf(anna.copy.db)).toEqual([{ title: 'Emma', key: 'Role', value: 'Nurse' }])
  ben.copy.redo('tab')
  agreed()
  expect(cellsOf(anna.copy.db)).toHaveLength(2)
  simulation.close()
})

it('one that is sent in parts comes whole too', () => {
  const { simulation, anna, ben, run, agreed } = two(4000)
  const titles = (name: string) => Array.from({ length: 120 }, (_, i) => `${name} ${i}`)
  for (const [person, name] of [
    [ben, 'Dora'],
    [anna, 'Emma'],
  ] as const)
    run(person, { command: 'importProject', args: { rows: tableOf(titles(name), 'nurse') } })
  agreed()
  expect(cellsOf(anna.copy.db)).toHaveLength(240)
  expect(anna.copy.db.all('SELECT key FROM source_metadata_keys')).toEqual([{ key: 'Role' }])
  ben.copy.undo('tab')
  agreed()
  expect(cellsOf(anna.copy.db)).toHaveLength(120)
  simulation.close()
})

it('what one’s own undo brings back under a name that has been made again goes into that, before anybody else hears of it', () => {
  const { ben, all, agreed, run } = two()
  all(ben, [{ command: 'importProject', args: { rows: tableOf(['Dora'], 'nurse') } }])
  agreed()
  const idIn = (table: string) => ben.copy.db.one<{ id: number }>(`SELECT id FROM ${table}`)?.id as number
  const keyId = idIn('source_metadata_keys')
  run(ben, { command: 'removePropertyValue', args: { valueId: idIn('source_metadata_values') } })
  const again: Call = { command: 'createPropertyValue', args: { keyId, value: 'Nurse' } }
  ben.copy.run('another tab', '', [again], 'undo.test')
  ben.copy.undo('tab')
  const whole = () => {
    expect(cellsOf(ben.copy.db)).toEqual([{ title: 'Dora', key: 'Role', value: 'Nurse' }])
    expect(ben.copy.db.all('SELECT value FROM source_metadata_values')).toEqual([{ value: 'Nurse' }])
  }
  whole()
  agreed()
  whole()
})

it('a group that another has made meanwhile takes the quirks that were put into one’s own', () => {
  const { simulation, anna, ben, run, agreed, quirkId } = two()
  for (const person of [ben, anna]) {
    const groupId = run(person, { command: 'createGroup', args: { description: 'Second cycle' } })
    run(person, { command: 'setGroup', args: { groupId, quirkId, member: true } })
  }
  const own = ben.copy.db.one<{ id: number }>('SELECT id FROM groups')?.id as number
  const doubt = run(ben, { command: 'createQuirk', args: { title: 'Doubt' } })
  run(ben, { command: 'setGroup', args: { groupId: own, quirkId: doubt, member: true } })
  agreed()
  expect(ben.copy.db.all('SELECT description FROM groups')).toEqual([{ description: 'Second cycle' }])
  expect(ben.copy.db.all('SELECT quirkId FROM group_quirks ORDER BY quirkId')).toEqual(
    [quirkId, doubt].toSorted((a, b) => a - b).map((quirkId) => ({ quirkId })),
  )
  // What another has made already is nothing that could be taken back here.
  ben.copy.undo('tab')
  ben.copy.undo('tab')
  expect(ben.copy.history('tab').undo).toBeNull()
  agreed()
  simulation.close()
})

it('what was written into an answer that another has begun meanwhile stands in theirs', () => {
  const { simulation, anna, ben, run, agreed, sourceId, quirkId } = two()
  const questionId = run(anna, { command: 'createQuestion', args: { question: 'Why?' } })
  const missing = simulation.roomDb.one<{ id: number }>('SELECT id FROM question_answers WHERE questionId = ?', [
    questionId,
  ])
  simulation.settle()
  const late = run(anna, { command: 'createSource', args: { title: 'Late' } })
  const other = run(ben, { command: 'createQuestion', args: { question: 'And then?' } })
  simulation.settle()
  expect(missing).toBeUndefined()
  const place = { sourceId: late, questionId: other }
  for (const [person, insert] of [
    [ben, 'Because of him. '],
    [anna, 'It rained.'],
  ] as const) {
    run(person, { command: 'createAnswer', args: place })
    run(person, { command: 'editAnswer', args: { ...place, changes: [{ from: 0, to: 0, insert }] } })
  }
  run(ben, { command: 'createHighlight', args: { ...place, quirkId, start: 0, length: 7 } })
  agreed()
  const [answer] = ben.copy.db.all<{ id: number; text: string }>(
    `SELECT a.id, t.text FROM question_answers a JOIN answer_texts t ON t.answerId = a.id WHERE sourceId = ? AND questionId = ?`,
    [late, other],
  )
  const [highlight] = ben.copy.db.all<{ start: number; length: number }>('SELECT start, length FROM highlights')
  expect(answer?.text).toContain('It rained.')
  expect(answer?.text.slice(highlight?.start, (highlight?.start ?? 0) + 7)).toBe('Because')
  expect(sourceId).not.toBe(late)
  simulation.close()
})

it('what two write into one empty answer at once are two paragraphs; where one writes nothing, there is no empty one', () => {
  const { simulation, anna, ben, run, agreed, sourceId } = two()
  const write = (person: Person, place: { sourceId: number; questionId: number }, words: string) => {
    for (const [from, insert] of [...words].entries())
      run(person, { command: 'editAnswer', args: { ...place, changes: [{ from, to: from, insert }] } })
  }
  const answerTo = (questionId: number) =>
    simulation.roomDb.one('SELECT answer FROM question_answers WHERE questionId = ?', [questionId])?.answer
  const bothWrite = (annas: string, bens: string): number => {
    const questionId = run(anna, { command: 'createQuestion', args: { question: 'Why?' } })
    simulation.settle()
    write(ben, { sourceId, questionId }, bens)
    write(anna, { sourceId, questionId }, annas)
    agreed()
    return questionId
  }
  const both = bothWrite('When.', 'Where.')
  expect(answerTo(both)).toBe('<p>When.</p><p>Where.</p>')
  // The paragraph goes with what was written into it.
  for (const _ of 'Where.') ben.copy.undo('tab')
  agreed()
  expect(answerTo(both)).toBe('<p>When.</p>')
  expect(answerTo(bothWrite('', 'Where.'))).toBe('<p>Where.</p>')
  expect(answerTo(bothWrite('When.', ''))).toBe('<p>When.</p>')
  simulation.close()
})

it('whose own is renamed or removed meanwhile is told, and keeps what was made with it', () => {
  const { simulation, anna, ben, run, sourceId } = two()
  const property = (person: Person) =>
    run(person, { command: 'createSourceProperty', args: { key: 'Role', values: ['nurse'] } })
  const keyId = property(ben)
  run(ben, { command: 'updateSourceProperty', args: { keyId, multipleChoice: true } })
  const valueId = ben.copy.db.one<{ id: number }>('SELECT id FROM source_metadata_values')?.id as number
  run(ben, { command: 'setSourceProperty', args: { sourceId, keyId, valueIds: [valueId] } })
  property(anna)
  simulation.settle()
  expect(ben.problems).toMatchObject([{ kind: 'keyExists', name: 'Role' }, { kind: 'parentRemoved' }])
  expect(setAsideSteps(ben.copy.db).length).toBeGreaterThan(0)
  for (const { copy } of [anna, ben]) expect(stateOf(copy.db)).toEqual(stateOf(simulation.roomDb))
  simulation.close()
})

it('of a property with one value a source has the one that was given last, in every copy', () => {
  const { simulation, anna, ben, run, agreed, sourceId } = two()
  const values = (multipleChoice: boolean) => {
    const key = multipleChoice ? 'Languages' : 'Role'
    const keyId = run(anna, {
      command: 'createSourceProperty',
      args: { key, values: ['nurse', 'cook'], multipleChoice },
    })
    const ids = anna.copy.db.all<{ id: number }>('SELECT id FROM source_metadata_values WHERE keyId = ? ORDER BY id', [
      keyId,
    ])
    return { keyId, valueIds: ids.map(({ id }) => id) }
  }
  const [one, several] = [values(false), values(true)]
  simulation.settle()
  for (const { keyId, valueIds } of [one, several])
    for (const [at, person] of [anna, ben].entries())
      run(person, { command: 'setSourceProperty', args: { sourceId, keyId, valueIds: valueIds.slice(at, at + 1) } })
  agreed()
  const held = (keyId: number) =>
    simulation.roomDb.all<{ valueId: number }>(
      'SELECT valueId FROM source_metadatas WHERE keyId = ? ORDER BY valueId',
      [keyId],
    )
  expect(held(one.keyId)).toEqual([{ valueId: one.valueIds[1] }])
  expect(held(several.keyId)).toEqual(several.valueIds.map((valueId) => ({ valueId })))
  simulation.close()
})

it('who sets a property that another has set meanwhile is told which value stands, and which has gone', () => {
  const { simulation, anna, ben, run, agreed, sourceId } = two()
  const keyId = run(anna, { command: 'createSourceProperty', args: { key: 'Age', values: ['old', 'young'] } })
  simulation.settle()
  const set = (person: Person, value: string) =>
    run(person, { command: 'setSourceProperties', args: { cells: [{ sourceId, keyId, values: [value] }] } })
  set(anna, 'old')
  set(ben, 'thirties')
  agreed()
  expect(cellsOf(anna.copy.db)).toEqual([{ title: 'Kelly', key: 'Age', value: 'thirties' }])
  expect(ben.meanwhile).toEqual([
    { kind: 'cellTwice', property: 'Age', source: 'Kelly', own: 'thirties', theirs: 'old', author: 'Anna' },
  ])
  expect(anna.meanwhile).toEqual([])
  // Of the same value nothing is to be said.
  set(anna, 'young')
  set(ben, 'young')
  agreed()
  expect(ben.meanwhile).toHaveLength(1)
  simulation.close()
})
