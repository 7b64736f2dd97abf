import { beforeEach, expect, test } from 'vitest'
import { at, draw, fill, quirkNamed, show } from '../../../fixtures/project.ts'
import type { Args, CommandName } from '../../../src/model/commands.ts'
import { operationsOf } from '../../../src/model/operations.ts'
import { isProblem } from '../../../src/model/problems.ts'
import { placedKey } from '../../../src/model/rules/projects/settings.ts'
import { openNode } from '../../../wasm/database/boot/node.ts'
import type { Db } from '../../../wasm/database/db.ts'
import { serverSql } from '../../../wasm/database/migrations/tables.ts'
import { type Copy, openCopy } from '../copy.ts'
import { pendingSteps } from '../pending/pending.ts'

const drawing = `
  quirk Trust
  quirk Letters < Trust
  quirk Doubt
  group Feelings: Trust
  group Things: Letters
  source Anna | I [trusted him]Trust until the [letter]Letters came.
`
let copy: Copy
let db: Db
let before: string

beforeEach(() => {
  db = openNode(':memory:')
  db.exec(serverSql)
  fill(db, draw(drawing))
  const bug = (error: unknown) => {
    throw error
  }
  copy = openCopy(db, { now: () => 1, random: () => 0, author: 'me', onChange: () => {}, onProblem: bug, onBug: bug })
  before = show(db)
})

function run<N extends CommandName>(command: N, args: Args<N>): unknown {
  const done = copy.run('tab', '', [{ command, args } as never], `undo.${command}`)
  return isProblem(done) ? done.problem.kind : done.ok[0]
}
const keys = () => db.all('SELECT * FROM quirk_shortcut_keys')
const id = (title: string) => quirkNamed(db, title)

test('1 §4: title, parent, groups and key of a quirk are one step', () => {
  const groupIds = db.all<{ id: number }>('SELECT id FROM groups').map((group) => group.id)
  const changed = { title: 'Fear', parentQuirkId: id('Trust'), groupIds, shortcutKey: 'f' }
  const doubt = id('Doubt')
  run('updateQuirk', { quirkId: doubt, ...changed })
  expect(show(db)).toContain('quirk Fear < Trust\ngroup Feelings: Trust, Fear\ngroup Things: Letters, Fear')
  expect(keys()).toEqual([{ quirkId: doubt, shortcutKey: 'f' }])
  expect(copy.history('tab').undo).toMatchObject({ key: 'undo.updateQuirk', about: ['Fear'] })
  copy.undo('tab')
  expect(show(db)).toBe(before)
  expect(keys()).toEqual([])
})

test('where quirks are drawn is where they lie, the canvas is laid out by people, and one that has gone meanwhile is left out', () => {
  const [doubt, gone] = [id('Doubt'), id('Letters')]
  run('removeQuirk', { quirkId: gone })
  const places = [doubt, gone].map((quirkId) => ({ quirkId, x: 10.4, y: -3 }))
  const lies = () => db.one('SELECT x, y FROM quirks WHERE id = ?', [doubt])
  const was = lies()
  run('tidyCanvas', { places })
  expect(lies()).toEqual({ x: 10, y: -3 })
  expect(db.one('SELECT value FROM preferences WHERE key = ?', [placedKey])).toEqual({ value: 'true' })
  copy.undo('tab')
  expect(lies()).toEqual(was)
  expect(db.one('SELECT value FROM preferences WHERE key = ?', [placedKey])).toBeUndefined()
})

test('what is refused of it leaves nothing behind', () => {
  run('setShortcutKey', { quirkId: id('Trust'), shortcutKey: 't' })
  const quirkId = id('Letters')
  expect(run('updateQuirk', { quirkId, title: 'Post', shortcutKey: 't' })).toBe('shortcutKeyTaken')
  expect(run('updateQuirk', { quirkId: id('Trust'), title: 'Post', parentQuirkId: quirkId })).toBe(
    'noParentToChildQuirk',
  )
  expect(run('createQuirk', { title: 'Post', groupIds: [99] })).toBe('groupNotFound')
  expect(show(db)).toBe(before)
})

test('a passage gets a quirk with groups and key in one step', () => {
  const place = at(db, 'until')
  run('createQuirkForPassage', { ...place, title: 'Time', parentQuirkId: id('Trust'), shortcutKey: 'z' })
  expect(show(db)).toContain('[until]Time')
  copy.undo('tab')
  expect(show(db)).toBe(before)
  expect(keys()).toEqual([])
})

test('recolouring is one change, however many highlights there are', () => {
  run('updateQuirk', { quirkId: id('Trust'), color: '#1a66d1' })
  const [step] = pendingSteps(db)
  expect(operationsOf(step?.intent ?? [])).toEqual([
    { name: 'quirkCreateOrUpdate', args: { id: id('Trust'), color: '#1a66d1' } },
  ])
})

test('1 §4: removal takes children, highlights, group links and keys along, in one step', () => {
  run('setShortcutKey', { quirkId: id('Letters'), shortcutKey: 'l' })
  run('removeQuirk', { quirkId: id('Trust') })
  expect(show(db)).toBe(
    'quirk Doubt\ngroup Feelings: \ngroup Things: \nsource Anna | I trusted him until the letter came.',
  )
  expect(keys()).toEqual([])
  copy.undo('tab')
  expect(show(db)).toBe(before)
  expect(keys()).toEqual([{ quirkId: id('Letters'), shortcutKey: 'l' }])
})

test('2 §5: a merge needs another quirk, and undo brings back the source with groups and key', () => {
  const trust = id('Trust')
  run('setShortcutKey', { quirkId: trust, shortcutKey: 't' })
  expect(run('mergeQuirks', { sourceQuirkId: trust, targetQuirkId: trust })).toBe('mergeIntoItself')
  run('mergeQuirks', { sourceQuirkId: trust, targetQuirkId: id('Letters') })
  expect(show(db)).toBe(
    'quirk Letters\nquirk Doubt\ngroup Feelings: \ngroup Things: Letters\nsource Anna | I [trusted him]Letters until the [letter]Letters came.',
  )
  copy.undo('tab')
  expect(show(db)).toBe(before)
  expect(keys()).toEqual([{ quirkId: trust, shortcutKey: 't' }])
})

test('a colour that is none is refused', () => {
  expect(run('createQuirk', { title: 'Hope', color: 'red' })).toBe('badRequest')
  expect(run('updateQuirk', { quirkId: id('Doubt'), color: '#12345' })).toBe('badRequest')
  expect(show(db)).toBe(before)
})
