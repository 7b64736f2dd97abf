import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { isKeyOf, keysOf } from '../../../actions/actionKeys.ts'
import { areas } from '../../../actions/actions.ts'
import { eventName } from '../../../ui/shortcutText.ts'
import { allDoable, type Doable, possible, recordOf } from './doable.ts'

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
/** They stand for several keys: those that a project gives to its quirks, and the numbers of the quirks used last. */
const noKeys: readonly Doable[] = ['quirkKey', 'recentQuirk']

describe('the records of actions and views', () => {
  test('every key belongs to its action', () => {
    const dead = allDoable
      .filter((id) => !noKeys.includes(id))
      .flatMap((id) => keysOf(recordOf(id)).map((keys) => ({ id, keys })))
      .filter(({ id, keys }) => !isKeyOf(pressed(keys), recordOf(id)))
    expect(dead).toEqual([])
  })

  test('no two actions of one area, or of one area and everywhere, have the same key', () => {
    const where = (id: Doable) => (recordOf(id).heardEverywhere ? 'everywhere' : recordOf(id).area)
    const twice = areas.flatMap((area) => {
      const here = allDoable.filter((id) => where(id) === area || where(id) === 'everywhere')
      return here.flatMap((id, at) =>
        here
          .slice(at + 1)
          .filter((other) => keysOf(recordOf(id)).some((keys) => keysOf(recordOf(other)).includes(keys)))
          .map((other) => `${id} ${other}`),
      )
    })
    expect([...new Set(twice)].filter((pair) => !shared.includes(pair))).toEqual([])
  })

  test('the keys of a bubble stay, and are said in the list', () => {
    const said = (area: string) =>
      Object.fromEntries(
        allDoable.filter((id) => recordOf(id).area === area && recordOf(id).keys).map((id) => [id, recordOf(id).keys]),
      )
    expect(said('quirk')).toEqual({
      highlightHere: ['H'],
      overview: ['O'],
      editQuirk: ['F2', 'Enter'],
      move: ['M'],
      mergeQuirk: ['G'],
      quirkMenu: ['Shift+F10'],
      deleteQuirk: ['Del'],
    })
    expect(said('canvas')).toMatchObject({ newQuirk: ['N'], walk: ['←', '↑', '→', '↓'], walkEnds: ['Home', 'End'] })
  })

  test('nothing is offered that the host cannot do', () => {
    const run = () => {}
    expect(possible({ backupTo: { run }, home: { run } }, true, () => false)).toEqual({ home: { run } })
  })

  test('who may only read can do nothing that writes', () => {
    const run = () => {}
    const all = Object.fromEntries(allDoable.map((id) => [id, { run }]))
    const reading = Object.keys(possible(all, false, () => true)) as Doable[]
    expect(reading).toContain('palette')
    expect(reading.filter((id) => recordOf(id).writes)).toEqual([])
  })

  test('no menu and no button writes the key of an action beside its title: both come from the record', () => {
    const root = join(import.meta.dirname, '../../..')
    const titles = new Set<string>(allDoable.filter((id) => recordOf(id).keys).map((id) => recordOf(id).title))
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
