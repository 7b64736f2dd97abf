/** Two copies of one protected project, and the room between them, which has no key: everything can be written, and no word of it stands anywhere but in their memory. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { show } from '../../../fixtures/project.ts'
import {
  openedState,
  type Person,
  protect,
  type Simulation,
  serverProject,
  simulate,
  stateOf,
} from '../../../fixtures/testing/simulation.ts'
import { tracesOfWord } from '../../../fixtures/testing/tracesOfWord.ts'
import type { Call } from '../../../src/model/commands.ts'
import { attempt, isProblem } from '../../../src/model/problems.ts'
import type { Event } from '../../../src/model/protocol.ts'
import { keyPartsOf } from '../../../src/model/sealing/keys.ts'
import { hashOfWraps, wrapKey } from '../../../src/model/sealing/wraps.ts'
import { addSetAside, setAsideSteps } from '../setAside/setAside.ts'

const word = 'Heliotrop'
const sealing = { parts: keyPartsOf(new Uint8Array(32).fill(7)), name: 'p.qrk' }
const place = { sourceId: 1, questionId: 1 }

let simulation: Simulation
let ana: Person
let ben: Person
let calls = 0
beforeEach(() => {
  const db = serverProject('quirk Trust\nquirk Doubt\nsource One | I [trusted]Trust him until the letter came.')
  protect(db, sealing)
  simulation = simulate(() => 0.5, undefined, undefined, db, sealing)
  ana = simulation.join('Ana')
  ben = simulation.join('Ben')
})
afterEach(() => simulation.close())

const run = ({ copy }: Person, ...made: Call[]) => {
  const done = copy.run('tab', `call ${++calls}`, made, 'undo.test')
  if (isProblem(done)) throw new Error(JSON.stringify(done.problem))
  return done.ok
}
const textOf = ({ copy }: Person) =>
  copy.db.one<{ text: string }>('SELECT text FROM answer_texts WHERE text > 0')?.text ?? ''
const types = (person: Person, insert: string, before: string, deleted = 0) => {
  const from = textOf(person).indexOf(before)
  run(person, { command: 'editAnswer', args: { ...place, changes: [{ from, to: from + deleted, insert }] } })
}
const agree = () => {
  const room = openedState(simulation.roomDb, sealing)
  for (const { copy } of simulation.people) expect(stateOf(copy.db)).toEqual(room)
}
/** Of the word in what the room keeps and says, and in the files of the copies as they lie on the device. */
function traces(sent: readonly string[] = []): string[] {
  const rooms = ['_log', '_steps', '_clients', '_removed', 'sources', 'question_answers', 'answer_texts', 'memos']
  const kept = [...rooms, 'chat_messages', 'quirks', 'preferences'].map((table) =>
    simulation.roomDb.all(`SELECT * FROM "${table}"`).map((row) => Object.values(row).map(String).join(' ')),
  )
  const files = readdirSync(simulation.folder).map((name) => readFileSync(join(simulation.folder, name)))
  const told = JSON.stringify([kept, simulation.room.events(0, Number.MAX_SAFE_INTEGER), sent])
  return tracesOfWord(word, Buffer.concat([...files, Buffer.from(told)]))
}

it('what is written in one is read in the other: sources, texts, memos, chat, descriptions, queries, the stop list', () => {
  const [sourceId] = run(ana, { command: 'createSource', args: { title: `${word} A`, html: `<p>Of ${word}.</p>` } })
  run(
    ana,
    { command: 'createMemo', args: { ...place, start: 2, length: 7, content: `${word}?`, timestamp: 1 } as never },
    { command: 'sendChatMessage', args: { message: `${word} 😀` } },
    { command: 'updateQuirk', args: { quirkId: 1, description: `of ${word}` } },
    { command: 'setStopList', args: { words: [{ value: word, selected: true }] } },
    { command: 'saveQuery', args: { title: word, textSearch: word, filters: [], selectedQuirkId: -1 } },
    { command: 'saveStatement', args: { title: word, sql: `SELECT '${word}'` } },
  )
  types(ana, `${word}\n`, 'until')
  const waiting = ana.copy.nextPush()?.body ?? ''
  expect(traces([waiting])).toEqual([])
  simulation.settle()
  agree()
  expect(textOf(ben)).toBe(`I trusted him ${word}\nuntil the letter came.`)
  expect(ben.copy.db.one('SELECT title FROM sources WHERE id = ?', [sourceId as number])).toEqual({
    title: `${word} A`,
  })
  expect(ben.copy.db.one('SELECT message FROM chat_messages')).toEqual({ message: `${word} 😀` })
  expect(ben.copy.db.one('SELECT description FROM quirks WHERE id = 1')).toEqual({ description: `of ${word}` })
  expect(traces()).toEqual([])
})

it('two type into one text, what is coded keeps its words, each takes back their own, and a tab that is killed goes on', () => {
  types(ana, `${word} `, 'him')
  types(ben, `never ${word} `, 'trusted')
  run(ben, {
    command: 'createHighlights',
    args: { quirkId: 2, passages: [{ ...place, start: 0, length: 7 }] } as never,
  })
  simulation.kill(ana)
  types(ana, '', 'until', 6)
  simulation.settle()
  agree()
  expect(show(ben.copy.db)).toContain(`[I never]Doubt@Ben ${word} [trusted]Trust ${word} him the letter came.`)
  expect(isProblem(ana.copy.undo('tab'))).toBe(false)
  expect(isProblem(ben.copy.undo('tab'))).toBe(false)
  expect(isProblem(ben.copy.undo('tab'))).toBe(false)
  simulation.kill(ben)
  simulation.settle()
  agree()
  expect(show(ana.copy.db)).toContain(`I [trusted]Trust ${word} him until the letter came.`)
  expect(isProblem(ben.copy.redo('tab'))).toBe(false)
  simulation.settle()
  agree()
  expect(simulation.stats.stale + simulation.stats.rebased).toBeGreaterThan(0)
  expect(traces()).toEqual([])
})

it('how a text looks, and its pictures, are sealed as its words are', () => {
  const src = `data:image/png;base64,${Buffer.from(word.repeat(4)).toString('base64')}`
  run(ana, {
    command: 'createSource',
    args: { title: 'P', html: `<p><b>${word}</b><img src="${src}" alt="${word}"></p>` },
  })
  run(ana, {
    command: 'editAnswerSteps',
    args: { ...place, steps: [{ type: 'mark', tag: 'b', from: 2, to: 9, on: true }], tick: 0, session: 's' } as never,
  })
  simulation.settle()
  agree()
  expect(
    ben.copy.db.one<{ answer: string }>('SELECT answer FROM question_answers WHERE sourceId = 1')?.answer,
  ).toContain('<b>trusted</b>')
  const told = JSON.stringify(simulation.room.events(0, Number.MAX_SAFE_INTEGER))
  for (const letters of ['<b>', '"b"', 'image/png']) expect(told).not.toContain(letters)
  expect(traces()).toEqual([])
})

it('what is set aside lies sealed, and is there when the copy is opened again', () => {
  types(ana, `${word} `, 'him')
  ana.copy.setAside(true)
  expect(setAsideSteps(ana.copy.db)).toHaveLength(1)
  simulation.kill(ana)
  expect(JSON.stringify(setAsideSteps(ana.copy.db))).toContain(word)
  addSetAside(ana.copy.db, [])
  expect(traces()).toEqual([])
})

it('a step that was altered, put elsewhere or made by another key is found out: nothing but signs comes of it', () => {
  types(ana, `${word} `, 'him')
  run(ana, { command: 'updateSource', args: { sourceId: 1, title: word } })
  simulation.settle()
  const events = simulation.room.events(0, Number.MAX_SAFE_INTEGER)
  const cleo = simulation.join('Cleo')
  const next = (operations: Event['operations']): Event => ({
    ...(events.at(-1) as Event),
    ...{ seq: cleo.copy.head + 1, client: 999, n: 1, operations },
  })
  const [edit, title] = [events[0]?.operations ?? [], events[1]?.operations ?? []]
  const altered = (from: Event['operations'], change: (args: Record<string, never>) => void) => {
    const copied = structuredClone(from)
    change(copied[0]?.args as Record<string, never>)
    return copied
  }
  const steps = (args: Record<string, never>) => args.edit as unknown as { changes: unknown[]; sealed: object }[]
  const read = () => cleo.copy.db.all<{ title: string }>('SELECT title FROM sources').map((row) => row.title)
  for (const sealed of [word, '~1.3.short', String(title[0]?.args.title).replace(/.$/, 'x')]) {
    cleo.copy.receive([next(altered(title, (args) => Object.assign(args, { title: sealed })))])
    expect(read()).toEqual([expect.stringMatching(/^\uFFFD+$/)])
  }
  cleo.copy.receive([next(title)])
  expect(read()).toEqual([word])
  const before = textOf(cleo)
  for (const operations of [
    altered(edit, (args) => Object.assign(steps(args)[0] as object, { sealed: undefined })),
    altered(edit, (args) => Object.assign(steps(args)[0]?.sealed as object, { at: [7, 0] })),
  ]) {
    // As long as the text is now.
    const fitting = altered(operations, (args) =>
      steps(args)[0]?.changes.splice(-1, 1, textOf(cleo).length - Number(steps(args)[0]?.changes[0])),
    )
    cleo.copy.receive([next(fitting)])
  }
  expect(textOf(cleo).replaceAll('\uFFFD', '')).toBe(before)
  expect(textOf(cleo).length).toBe(before.length + 2 * `${word} `.length)
  expect(cleo.problems).toEqual([{ kind: 'textUnreadableBy', author: expect.any(String) }])
})

it('an edit that a server sends a second time, or before another one, is found out though it opens and fits: its words are signs', () => {
  const late = simulation.join('Cleo')
  simulation.cut(late)
  const types = (from: number, to: number, insert: string) => {
    run(ana, { command: 'editAnswer', args: { ...place, changes: [{ from, to, insert }] } })
    simulation.send(ana)
    simulation.serve(ana)
    simulation.arrive(ana)
  }
  const begins = simulation.room.head
  // Three of one length, so that each fits where another one was.
  types(2, 9, 'believe')
  types(2, 9, 'doubted')
  types(2, 9, 'desired')
  const [first, second, third] = simulation.room.events(begins, Number.MAX_SAFE_INTEGER)
  const receive = (person: Person, ...events: (Event | undefined)[]) =>
    person.copy.receive(
      events.map((event, at) => ({ ...(event as Event), seq: person.copy.head + at + 1, client: 999, n: at + 1 })),
    )
  const signs = '\uFFFD'.repeat(7)
  const rest = ' him until the letter came.'
  const reads = (person: Person) => [textOf(person), person.problems.map(({ kind }) => kind)]
  receive(late, first, second)
  expect(reads(late)).toEqual([`I doubted${rest}`, []])
  receive(late, first)
  expect(reads(late)).toEqual([`I ${signs}${rest}`, ['textUnreadable']])
  // It is known the next time, too, and nobody writes over it.
  simulation.kill(late)
  expect(late.copy.live.ask('answer', place)).toMatchObject({ value: { isUnreadable: true } })
  // In another order, with a step of one's own that waits.
  simulation.cut(ben)
  run(ben, { command: 'editAnswer', args: { ...place, changes: [{ from: 36, to: 36, insert: '!' }] } })
  receive(ben, first, third, second)
  expect(reads(ben)).toEqual([`I ${signs}${rest}!`, ['textUnreadable']])
})

it('an edit that a server sends a second time though it does not fit any more is found out too: nothing of one’s own is lost, and it is told', () => {
  simulation.cut(ben)
  run(ben, { command: 'editAnswer', args: { ...place, changes: [{ from: 36, to: 36, insert: '!' }] } })
  const begins = simulation.room.head
  run(ana, { command: 'editAnswer', args: { ...place, changes: [{ from: 2, to: 9, insert: 'believed in' }] } })
  simulation.send(ana)
  simulation.serve(ana)
  const [event] = simulation.room.events(begins, Number.MAX_SAFE_INTEGER)
  const again = (at: number) => ({ ...(event as Event), seq: ben.copy.head + at, client: 999, n: at })
  ben.copy.receive([again(1)])
  expect(textOf(ben)).toBe('I believed in him until the letter came.!')
  const before = stateOf(ben.copy.db)
  expect(attempt(() => ben.copy.receive([again(1)]))).toEqual({ problem: { kind: 'serverAstray' } })
  // It is as it was, and what waits in it goes to a server that keeps its order.
  expect(stateOf(ben.copy.db)).toEqual(before)
  simulation.kill(ben)
  expect(textOf(ben)).toBe('I believed in him until the letter came.!')
  expect(ben.copy.nextPush()?.body).toContain('answerCreateOrUpdate')
})

it('the steps of one edit are found out where they come in another order', () => {
  const cleo = simulation.join('Cleo')
  simulation.cut(cleo)
  const begins = simulation.room.head
  const mark = { type: 'mark', tag: 'b', from: 2, to: 9 }
  const edit = [
    { ...mark, on: true },
    { ...mark, on: false },
  ]
  run(ana, { command: 'editAnswerSteps', args: { ...place, steps: edit, tick: 0, session: 's' } as never })
  simulation.send(ana)
  simulation.serve(ana)
  const [event] = structuredClone(simulation.room.events(begins, Number.MAX_SAFE_INTEGER))
  const steps = event?.operations[0]?.args.edit as unknown[]
  expect(steps).toHaveLength(2)
  steps.reverse()
  cleo.copy.receive([event as Event])
  const answer = cleo.copy.db.one<{ answer: string }>('SELECT answer FROM question_answers')?.answer
  expect(answer).toContain('I trusted him')
  expect(cleo.problems.map(({ kind }) => kind)).toEqual(['textUnreadableBy'])
})

it('who has it open, or comes back to it, is told by whom it was given another password', () => {
  const wraps = (password: string) => wrapKey(new Uint8Array(32).fill(7), password, 2 ** 15).hash
  const before = wraps('Am Weg')
  simulation.roomDb.run("UPDATE preferences SET value = ? WHERE key = '___db_hash'", [before])
  const args = { key: '___db_hash', create: true, value: wraps('Am See') }
  const sender = { client: 0, access: 'own', author: 'Ana', rewraps: hashOfWraps(before) } as const
  const steps = [{ operations: [{ name: 'preferenceCreateOrUpdate', args }], versions: {} }]
  for (const person of simulation.people) simulation.cut(person)
  const [taken] = simulation.room.submit([{ sender, push: null, hash: '', steps } as never])
  expect(taken?.answer.steps).toEqual([{ seq: simulation.room.head }])
  expect(ben.newPasswords).toEqual([])
  simulation.settle()
  types(ben, 'Levkoje ', 'until')
  simulation.settle()
  expect(ben.newPasswords).toEqual(['Ana'])
  agree()
})

it('what a member without the key writes blocks nobody: its row alone is signs, told once, not to be written over, and sent as it came', () => {
  const garbage = (length: number) => `~1.${length}.${'A'.repeat(60)}`
  const bySomebody = (name: string, args: Record<string, unknown>) => {
    const sender = { client: 5, access: 'write', author: 'Mallory' } as const
    const steps = [{ operations: [{ name, args }], versions: {} }]
    const [taken] = simulation.room.submit([{ sender, push: null, hash: '', steps } as never])
    expect(taken?.answer.steps).toEqual([expect.not.objectContaining({ problem: expect.anything() })])
    for (const { wire } of simulation.people)
      wire?.down.push({ events: simulation.room.events(simulation.room.head - 1, 9) })
  }
  const [memoId] = run(ana, {
    command: 'createMemo',
    args: { ...place, start: 2, length: 7, content: word, timestamp: 1 } as never,
  })
  simulation.settle()
  bySomebody('quirkCreateOrUpdate', { id: 1, description: garbage(6) })
  bySomebody('sourceCreateOrUpdate', { id: 1, title: garbage(4) })
  const blanks = { type: 'text', changes: [14, [0, '   '], 22], format: { marks: [], kinds: [], images: [] } }
  const edit = [{ ...blanks, sealed: { at: [1, 0], body: garbage(0), undo: garbage(0) } }]
  bySomebody('answerCreateOrUpdate', { id: 1, sourceId: 1, questionId: 1, edit, answer: garbage(39) })
  simulation.settle()
  expect(textOf(ana)).toBe('I trusted him \uFFFD\uFFFD\uFFFDuntil the letter came.')
  const tell = (person: Person) =>
    person.problems.filter((each) => each.kind === 'textUnreadableBy' && each.author === 'Mallory').length
  const one = <T>(person: Person, sql: string) => Object.values(person.copy.db.one<Record<string, T>>(sql) ?? {})[0]
  const refusedTo = (person: Person, call: Call) => {
    const done = person.copy.run('tab', `call ${++calls}`, [call], 'undo.test')
    expect(isProblem(done) && done.problem.kind, `${call.command} by ${person.name}`).toBe('textUnreadable')
  }
  simulation.kill(ben)
  const cleo = simulation.join('Cleo')
  expect([ana, ben].map(tell)).toEqual([1, 1])
  for (const person of [ana, ben, cleo]) {
    expect(one(person, 'SELECT title FROM sources')).toBe('\uFFFD'.repeat(4))
    expect(one(person, 'SELECT description FROM quirks WHERE id = 1')).toBe('\uFFFD'.repeat(6))
    expect(textOf(person)).toHaveLength(39)
    expect(textOf(person)).toContain('\uFFFD\uFFFD\uFFFD')
    // The page does not even begin to edit.
    expect(person.copy.live.ask('answer', place)).toMatchObject({ value: { isUnreadable: true } })
    refusedTo(person, { command: 'updateSource', args: { sourceId: 1, title: 'x' } })
    refusedTo(person, { command: 'updateQuirk', args: { quirkId: 1, description: 'x' } })
    refusedTo(person, { command: 'editAnswer', args: { ...place, changes: [{ from: 0, to: 1, insert: 'x' }] } })
    // The rest of the row, and of the project, is as it ever was.
    run(person, { command: 'updateQuirk', args: { quirkId: 1, title: `Trust ${person.name}` } })
    run(person, { command: 'updateMemo', args: { memoId, content: `${word} ${person.name}` } as never })
    simulation.settle()
    expect(one(ana, 'SELECT content FROM memos')).toBe(`${word} ${person.name}`)
    expect(one(ana, 'SELECT title FROM quirks WHERE id = 1')).toBe(`Trust ${person.name}`)
  }
  // Removed and brought back by somebody who could not read it, it is what it was.
  const titleInRoom = () => simulation.roomDb.one('SELECT title FROM sources')
  expect(titleInRoom()).toEqual({ title: garbage(4) })
  run(cleo, { command: 'removeSources', args: { sourceIds: [1] } })
  simulation.settle()
  expect(titleInRoom()).toBeUndefined()
  expect(isProblem(cleo.copy.undo('tab'))).toBe(false)
  simulation.settle()
  expect(titleInRoom()).toEqual({ title: garbage(4) })
  expect(simulation.roomDb.one('SELECT answer FROM question_answers')).toEqual({ answer: garbage(39) })
})

it('the room takes no plain word, and no answer of another length than the step leaves', () => {
  const sender = { client: 5, access: 'own', author: 'Ana' } as const
  const tried = (name: string, args: Record<string, unknown>) => {
    const steps = [{ operations: [{ name, args }], versions: {} }]
    const [taken] = simulation.room.submit([{ sender, push: null, hash: '', steps } as never])
    const [answer] = taken?.answer.steps ?? []
    return answer && 'problem' in answer ? answer.problem.kind : 'taken'
  }
  types(ana, 'x', 'him')
  const push = JSON.parse(ana.copy.nextPush()?.body ?? '{}') as { steps: { variables: Record<string, unknown> }[] }
  const values = Object.values(push.steps[0]?.variables ?? {})
  const edit = values.find(Array.isArray) as Record<string, unknown>[]
  const answer = values.find((value) => String(value).startsWith('~1.'))
  const bare = { id: 1, sourceId: 1, questionId: 1 }
  const plain = { type: 'text', changes: [14, [0, word], 22], format: { marks: [], kinds: [], images: [] } }
  expect(tried('sourceCreateOrUpdate', { id: 1, title: word })).toBe('protectedProject')
  expect(tried('chatMessageCreateOrUpdate', { message: word })).toBe('protectedProject')
  expect(tried('answerCreateOrUpdate', { ...bare, answer: `<p>${word}</p>` })).toBe('protectedProject')
  expect(tried('answerCreateOrUpdate', { ...bare, edit: [plain], answer })).toBe('protectedProject')
  const mixed = { ...plain, sealed: edit[0]?.sealed }
  expect(tried('answerCreateOrUpdate', { ...bare, edit: [mixed], answer })).toBe('protectedProject')
  expect(tried('answerCreateOrUpdate', { ...bare, edit: [7], answer })).toBe('protectedProject')
  expect(tried('answerCreateOrUpdate', { ...bare, edit })).toBe('protectedProject')
  const longer = String(answer).replace(/^~1\.\d+/, '~1.99')
  expect(tried('answerCreateOrUpdate', { ...bare, edit, answer: longer })).toBe('badEdit')
  expect(tried('answerCreateOrUpdate', { ...bare, edit, answer })).toBe('taken')
  expect(tried('quirkCreateOrUpdate', { id: 1, title: 'Faith' })).toBe('taken')
})
