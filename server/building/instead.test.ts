import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import * as usual from '@codemirror/commands'
import { EditorState, type Transaction } from '@codemirror/state'
import { build } from 'esbuild'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { instead } from './instead.ts'

const packages = ['@codemirror/language', '@lezer/common']
const root = join(import.meta.dirname, '../..')
const folder = mkdtempSync(join(import.meta.dirname, 'commands-'))
let given: typeof usual
let inputs: string[]

beforeAll(async () => {
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    stdin: { contents: `export * from '@codemirror/commands'`, resolveDir: root },
    external: ['@codemirror/state', '@codemirror/view'],
    bundle: true,
    format: 'esm',
    write: false,
    metafile: true,
    logLevel: 'silent',
    plugins: [instead(root, packages, '@codemirror/commands', 'src/features/text/noSyntax.ts')],
  })
  const file = join(folder, 'commands.js')
  writeFileSync(file, outputFiles[0]?.contents ?? '')
  given = await import(pathToFileURL(file).href)
  inputs = Object.keys(metafile.inputs)
})
afterAll(() => rmSync(folder, { recursive: true }))

/** The text and the caret that a key leaves. */
function after(commands: typeof usual, key: string, text: string, at: number) {
  const state = EditorState.create({ doc: text, selection: { anchor: at } })
  let left = state
  const target = { state, dispatch: (tr: Transaction) => (left = tr.state) }
  const command = commands.standardKeymap.find((binding) => binding.key === key)?.run
  expect(command?.(target as never)).toBe(true)
  return { text: left.doc.toString(), caret: left.selection.main.head }
}

test('a package is given the source in place of those that it imports', () => {
  expect(inputs).toContain('src/features/text/noSyntax.ts')
  expect(inputs.filter((path) => packages.some((name) => path.includes(name)))).toEqual([])
})

const texts = ['', 'one', '  one', '    ', '\t one', 'f() {}', '  a [] b', 'one\n   two (three)\n\tfour']

test.each(['Enter', 'Backspace'])('in a text without a language, %s does what it does with the package', (key) => {
  for (const text of texts)
    for (let at = key === 'Enter' ? 0 : 1; at <= text.length; at += 1)
      expect(after(given, key, text, at), `at ${at} of ${JSON.stringify(text)}`).toEqual(after(usual, key, text, at))
})
