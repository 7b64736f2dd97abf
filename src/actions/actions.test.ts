import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { eventName } from '../ui/shortcutText.ts'
import { isKeyOf, keysOf } from './actionKeys.ts'
import { type ActionId, actionOf, allActions, areas, possible } from './actions.ts'

/** What a keyboard sends for keys as the records write them. */
function pressed(keys: string) {
  const held = keys.split(/\+(?=.)/)
  const key = eventName(held.pop() ?? '')
  const [ctrl, alt, shift] = ['Mod', 'Alt', 'Shift'].map((one) => held.includes(one))
  return {
    key,
    code: /^\d$/.test(key) ? `Digit${key}` : '',
    ctrlKey: ctrl === true || held.includes('Ctrl'),
    metaKey: false,
    altKey: alt === true,
    shiftKey: shift === true,
  }
}

/** Two actions of one area that share a key: what has the focus, or is being edited, says which of them is meant. */
const shared = ['codeTo changeQuirk', 'deleteSource closeTab', 'undo undoTyping', 'redo redoTyping']
/** It stands for the keys that a project gives to its quirks. */
const noKey: ActionId = 'quirkKey'

describe('the records of actions', () => {
  test('every key belongs to its action', () => {
    const dead = allActions
      .filter((id) => id !== noKey)
      .flatMap((id) => keysOf(id).map((keys) => ({ id, keys })))
      .filter(({ id, keys }) => !isKeyOf(pressed(keys), id))
    expect(dead).toEqual([])
  })

  test('no two actions of one area, or of one area and everywhere, have the same key', () => {
    const where = (id: ActionId) => (actionOf(id).heardEverywhere ? 'everywhere' : actionOf(id).area)
    const twice = areas.flatMap((area) => {
      const here = allActions.filter((id) => where(id) === area || where(id) === 'everywhere')
      return here.flatMap((id, at) =>
        here
          .slice(at + 1)
          .filter((other) => keysOf(id).some((keys) => keysOf(other).includes(keys)))
          .map((other) => `${id} ${other}`),
      )
    })
    expect([...new Set(twice)].filter((pair) => !shared.includes(pair))).toEqual([])
  })

  test('nothing is offered that the host cannot do', () => {
    const run = () => {}
    expect(possible({ backupTo: { run }, home: { run } }, true, () => false)).toEqual({ home: { run } })
  })

  test('who may only read can do nothing that writes', () => {
    const run = () => {}
    const all = Object.fromEntries(allActions.map((id) => [id, { run }]))
    const reading = Object.keys(possible(all, false, () => true)) as ActionId[]
    expect(reading).toContain('palette')
    expect(reading.filter((id) => actionOf(id).writes)).toEqual([])
  })

  test('no menu and no button writes the key of an action beside its title: both come from the record', () => {
    const root = join(import.meta.dirname, '..')
    const titles = new Set<string>(allActions.filter((id) => actionOf(id).keys).map((id) => actionOf(id).title))
    const told = globSync('{features,screens}/**/*.{ts,tsx}', { cwd: root }).flatMap((file) => {
      if (/\.test\.tsx?$/.test(file)) return []
      const code = readFileSync(join(root, file), 'utf8')
      return [...code.matchAll(/label(?:=\{|: )t\('([\w.]+)'[^\n]*?\)\}?,?\s+(?:icon[^\n]*\s+)?shortcut(?:=|: )["']/g)]
        .filter(([, title = '']) => titles.has(title))
        .map(([, title]) => `${file}: ${title}`)
    })
    expect(told).toEqual([])
  })
})
