import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { build } from 'esbuild'
import { afterAll, expect, test } from 'vitest'
import { compile } from '../../src/i18n/compile.ts'
import { firstWords } from './firstWords.ts'

const root = mkdtempSync(join(tmpdir(), 'thicket-words-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const files: Record<string, string> = {
  'main.ts': `import en from './i18n/en.json' with { type: 'json' }; import { said } from './said.ts'
    export { en, said }; export const more = () => Promise.all([import('./i18n/en.json?project', { with: { type: 'json' } }), import('./i18n/en.json?rest', { with: { type: 'json' } })])
    export const later = () => import('./later.ts')`,
  'said.ts': `export const said = (kind: string) => ['list.title', \`problem.\${kind}\`]`,
  'later.ts': `export const said = ['desk.title', 'list.title']; export const view = () => import('./view.ts')`,
  'view.ts': `export const said = 'view.title'`,
  'i18n/en.json':
    '{ "desk.title": "Desk", "list.title": "List", "list.titles": "Lists", "problem.one": "One", "problem.two": "{n, plural, one {# is} other {# are}} there", "problem.late": "Late", "view.title": "View" }',
}

test('the words of the first sources come with them, by key and by family but those that are later, those of a project by themselves; all others are the rest, and what has arguments is compiled', async () => {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), text)
  }
  await build({
    absWorkingDir: root,
    entryPoints: ['main.ts'],
    outdir: 'out',
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    plugins: [firstWords(root, { first: ['main.ts'], project: ['later.ts'], later: ['problem.late'] })],
  })
  const page = await import(/* @vite-ignore */ join(root, 'out/main.mjs'))
  expect(page.en).toEqual({
    'list.title': 'List',
    'problem.one': 'One',
    'problem.two': compile('{n, plural, one {# is} other {# are}} there'),
  })
  expect((await page.more()).map((part: { default: object }) => part.default)).toEqual([
    { 'desk.title': 'Desk' },
    { 'list.titles': 'Lists', 'problem.late': 'Late', 'view.title': 'View' },
  ])
})
