import { existsSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { show } from '../../fixtures/project.ts'
import { stateOf } from '../../fixtures/testing/simulation.ts'
import { isProblem, type Result } from '../../src/model/problems.ts'
import { createProject, type ProjectFile } from '../files/projectFile.ts'
import { testFolder } from '../testing/serve.ts'
import { type Clients, type Delivery, openClients } from './clients.ts'
import { openScript, type Script } from './script.ts'

let folder = ''
let project: ProjectFile
let clients: Clients
let script: Script

beforeEach(() => {
  folder = testFolder()
  const made = createProject(join(folder, 'p.qrk'), false)
  if (isProblem(made)) throw new Error(JSON.stringify(made))
  project = made.ok
  clients = openClients(project)
  script = openScript(clients)
})
afterEach(() => {
  clients.close()
  project.db.close()
  rmSync(folder, { recursive: true, force: true })
})

const take = (line: unknown): Result<unknown> | null =>
  script.take(typeof line === 'string' ? line : JSON.stringify(line))
const took = (line: unknown): unknown => {
  const result = take(line)
  if (result === null || isProblem(result)) throw new Error(`${JSON.stringify(line)} gave ${JSON.stringify(result)}`)
  return result.ok
}
const problemOf = (line: unknown) => {
  const result = take(line)
  if (result === null || !isProblem(result)) throw new Error(`${JSON.stringify(line)} gave ${JSON.stringify(result)}`)
  return result.problem
}
const deliver = () => took({ deliver: true }) as Delivery

/** Line 1 is the source, line 2 the quirk, line 3 the delivery. */
function begin(text: string): void {
  took({ command: 'createSource', args: { title: 'Ana', html: `<p>${text}</p>` } })
  took({ command: 'createQuirk', args: { title: 'Trust' } })
  deliver()
}
const highlight = (start: number, length: number, client = 1) => ({
  command: 'createHighlight',
  args: { sourceId: '$1', questionId: 1, quirkId: '$2', start, length },
  client,
})
const edit = (from: number, to: number, insert: string, client = 1) => ({
  command: 'editAnswer',
  args: { sourceId: '$1', questionId: 1, changes: [{ from, to, insert }] },
  client,
})

describe('one client', () => {
  it('does commands on the ids of earlier lines, and the project has them once they are delivered', () => {
    const sourceId = took({ command: 'createSource', args: { title: 'Ana', html: '<p>I trusted 😀 him.</p>' } })
    expect(sourceId).toBeTypeOf('number')
    expect(took({ command: 'createQuirk', args: { title: 'Trust' } })).toBeTypeOf('number')
    expect(took(highlight(2, 10))).toBeTypeOf('number')
    expect(project.db.all('SELECT id FROM sources')).toEqual([])
    expect(deliver()).toEqual({ delivered: 3, problems: [] })
    expect(show(project.db)).toBe('quirk Trust\nsource Ana | I [trusted 😀]Trust@{client 1} him.')
    expect(deliver()).toEqual({ delivered: 0, problems: [] })
  })

  it('edits a text, void being null, and takes it back and does it again', () => {
    begin('abc def')
    expect(took(edit(0, 3, '😀'))).toBe(null)
    deliver()
    expect(show(project.db)).toContain('| 😀 def')
    took({ undo: true })
    took({ undo: true })
    expect(clients.use(1, 'client 1').db.all('SELECT title FROM quirks')).toEqual([])
    took({ redo: true })
    took({ redo: true })
    expect(problemOf({ redo: true })).toEqual({ kind: 'nothingToRedo' })
    deliver()
    expect(show(project.db)).toBe('quirk Trust\nsource Ana | 😀 def')
  })

  it('reaches into results, and writes what looks like one with another $', () => {
    begin('abc def')
    const both = { sourceId: '$1', questionId: 1, title: '$$1', start: 0, length: 3 }
    expect(took({ command: 'createQuirkForPassage', args: both })).toEqual({
      quirkId: expect.any(Number),
      highlightId: expect.any(Number),
    })
    took({ command: 'updateHighlight', args: { highlightId: '$4.highlightId', length: 2 } })
    took({ command: 'importSources', args: { sources: [{ title: '$$5' }, { title: '$$x' }] } })
    took({ command: 'removeSources', args: { sourceIds: ['$6.0'] } })
    deliver()
    expect(show(project.db)).toBe('quirk Trust\nquirk $1\nsource Ana | [ab]{$1}@{client 1}c def\nsource $$x | ')
  })

  it('takes the author of a line', () => {
    begin('abc def')
    took({ ...highlight(0, 3), author: 'Anna' })
    took(highlight(0, 3))
    deliver()
    expect(project.db.all('SELECT author FROM highlights ORDER BY author')).toEqual([
      { author: 'Anna' },
      { author: 'client 1' },
    ])
  })
})

describe('several clients', () => {
  it('merges an edit with a highlight made on the text before it, and a second highlight of the same words', () => {
    begin('I trusted him until the letter came.')
    took(edit(0, 1, 'All of us', 2))
    took(highlight(2, 11, 3))
    took(highlight(24, 6))
    // Nobody sees anything before it is delivered.
    expect(clients.use(2, 'client 2').db.all('SELECT id FROM highlights')).toEqual([])
    expect(deliver()).toEqual({ delivered: 3, problems: [] })
    expect(show(project.db)).toBe(
      'quirk Trust\nsource Ana | All of us [trusted him]Trust@{client 3} until the [letter]Trust@{client 1} came.',
    )
    const room = stateOf(project.db)
    for (const client of [1, 2, 3]) expect(stateOf(clients.use(client, '').db)).toEqual(room)
  })

  it('says what the room refuses, and of whom', () => {
    begin('abc def')
    for (const description of ['First', 'Second']) took({ command: 'createGroup', args: { description } })
    expect(deliver().problems).toEqual([])
    for (const [groupId, client] of [
      ['$4', 1],
      ['$5', 2],
    ])
      took({ command: 'updateGroup', args: { groupId, description: 'Feelings' }, client })
    took({ command: 'removeQuirk', args: { quirkId: '$2' } })
    took(highlight(0, 3, 2))
    expect(deliver()).toEqual({
      delivered: 2,
      problems: [
        { client: 2, problem: { kind: 'groupExists', name: 'Feelings' } },
        { client: 2, problem: { kind: 'parentRemoved', of: 'quirk', title: 'Trust' } },
      ],
    })
    expect(stateOf(clients.use(2, '').db)).toEqual(stateOf(project.db))
  })

  it('gives each client its own undo, which leaves the work of others', () => {
    begin('abc def')
    took(highlight(0, 3))
    took(highlight(4, 3, 2))
    deliver()
    took({ undo: true, client: 2 })
    expect(problemOf({ undo: true, client: 2 })).toEqual({ kind: 'nothingToUndo' })
    expect(problemOf({ undo: true, client: 5 })).toEqual({ kind: 'nothingToUndo' })
    deliver()
    expect(show(project.db)).toContain('[abc]Trust@{client 1} def')
  })

  it('leaves no copies behind', () => {
    const copies = () => readdirSync(tmpdir()).filter((name) => name.startsWith('thicket-copies-'))
    const before = copies()
    const more = openClients(project)
    more.use(1, 'a')
    const [own] = copies().filter((name) => !before.includes(name))
    expect(own).toBeDefined()
    more.close()
    expect(existsSync(join(tmpdir(), own as string))).toBe(false)
  })
})

describe('a line that cannot be done', () => {
  it.each([
    'nonsense',
    '[]',
    '"undo"',
    'null',
    '{}',
    '{"undo":false}',
    '{"undo":true,"redo":true}',
    '{"command":"dropEverything"}',
    '{"command":"__proto__"}',
    '{"command":"createQuirk","args":[]}',
    '{"command":"createQuirk","args":{"title":5}}',
    '{"command":"createQuirk","args":{"titel":"Trust"}}',
    '{"command":"createQuirk","args":{"x":1e300}}',
    '{"command":"createHighlight","args":{"sourceId":1,"questionId":1,"quirkId":1,"start":0}}',
    '{"command":"createHighlight","args":{"sourceId":1,"questionId":1,"quirkId":1,"start":0.5,"length":1}}',
    '{"command":"editAnswer","args":{"sourceId":1,"questionId":1,"changes":[{"from":0,"to":1}]}}',
    '{"command":"createQuirk","args":{"title":"$7"}}',
    '{"command":"createQuirk","args":{"title":"$1"}}',
    '{"command":"createQuirk","client":0}',
    '{"command":"createQuirk","client":6}',
    '{"command":"createQuirk","client":"2"}',
    '{"command":"createQuirk","author":7}',
  ])('is a bad request: %s', (line) => {
    expect(problemOf(line)).toEqual({ kind: 'badRequest', detail: expect.any(String) })
    expect(deliver()).toEqual({ delivered: 0, problems: [] })
  })

  it.each([
    ['{"command":"removeQuirk","args":{"quirkId":1,"depth":2}}', /^args: .*"depth"/],
    ['{"command":"createGroup"}', /^description: .*string/],
    [
      '{"command":"editAnswer","args":{"sourceId":1,"questionId":1,"changes":[{"from":0,"to":1}]}}',
      /^changes\.0\.insert: /,
    ],
  ])('says what is wrong in the arguments of %s', (line, what) => {
    expect(problemOf(line)).toEqual({ kind: 'badRequest', detail: expect.stringMatching(what) })
  })

  it('answers with the problem of its command, changes nothing, and the next is done', () => {
    begin('abc def')
    expect(problemOf(highlight(5, 3))).toEqual({ kind: 'outsideText', start: 5, length: 3, textLength: 7 })
    expect(problemOf(highlight(5, 0))).toEqual({ kind: 'emptySelection' })
    expect(problemOf(edit(5, 9, ''))).toEqual({ kind: 'badEdit', detail: expect.any(String) })
    expect(problemOf({ command: 'removeQuirk', args: { quirkId: 7 } })).toEqual({ kind: 'quirkNotFound' })
    took(highlight(4, 3))
    expect(deliver()).toEqual({ delivered: 1, problems: [] })
  })

  it('counts an empty line, but does not answer it', () => {
    expect(take('')).toBe(null)
    expect(take(' \r')).toBe(null)
    took({ command: 'createQuirk', args: { title: 'Trust' } })
    took({ command: 'removeQuirk', args: { quirkId: '$3' } })
  })
})
