// A constant that nobody reads is a promise that nobody keeps: where its number stands in the code a second time, the two drift apart.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import * as limits from './limits.ts'

const root = join(import.meta.dirname, '../..')

/** The code that imports from `limits.ts`, with the names by which it knows them: `[code, { toastTime: 'toastTime' }]`. */
function readers(): [string, Readonly<Record<string, string>>][] {
  const files = globSync('{src,workers,server,wasm,bench,fixtures}/**/*.{ts,tsx}', { cwd: root })
  return files.flatMap((file) => {
    if (/\.test\.tsx?$/.test(file)) return []
    const code = readFileSync(join(root, file), 'utf8')
    const [, imported] = /import \{([^}]*)\} from '[^']*\/limits\.ts'/.exec(code) ?? []
    if (imported === undefined) return []
    const names = imported.split(',').map((one) => one.trim().split(' as '))
    const known = Object.fromEntries(names.map(([name = '', alias = name]) => [name, alias]))
    return [[code.replace(/^import [^;]*? from '.*'$/gm, ''), known] as [string, typeof known]]
  })
}

/** `zoom.step`, `const { step } = zoom`, or all of it handed on. */
const readsKey = (code: string, name: string, key: string): boolean =>
  new RegExp(`\\b${name}(\\.${key}\\b|\\[|(?![.\\w]))`).test(code)

test('every constant of limits.ts, and each of its parts, is read somewhere', () => {
  const all = readers()
  expect(all.length).toBeGreaterThan(50)
  const unread = Object.entries(limits).flatMap(([name, value]) => {
    const of = all.flatMap(([code, known]) => (known[name] === undefined ? [] : [[code, known[name]] as const]))
    if (typeof value !== 'object' || Array.isArray(value))
      return of.some(([code, alias]) => new RegExp(`\\b${alias}\\b`).test(code)) ? [] : [name]
    return Object.keys(value)
      .filter((key) => !of.some(([code, alias]) => readsKey(code, alias, key)))
      .map((key) => `${name}.${key}`)
  })
  expect(unread).toEqual([])
})
