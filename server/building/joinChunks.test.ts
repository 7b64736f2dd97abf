import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type BuildOptions, build } from 'esbuild'
import { afterAll, expect, test } from 'vitest'
import { joinChunks, type Layer } from './joinChunks.ts'

const folder = mkdtempSync(join(tmpdir(), 'thicket-join-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

// What each entry needs differs, so that every module is a chunk of its own; all export a name that the others export too.
const sources: Record<string, string> = {
  'main.ts': `import { name, log } from './one.ts'
    log('main'); export const before = name
    export const first = () => import('./first.ts'); export const second = () => import('./second.ts'); export const third = () => import('./third.ts')`,
  'first.ts': `import { log } from './one.ts'; import { name } from './two.ts'; import { name as other } from './four.ts'; log('first'); export const names = [name, other]`,
  'second.ts': `import { log } from './one.ts'; import { name } from './three.ts'; import { name as other } from './two.ts'; log('second'); export const names = [name, other]`,
  'third.ts': `import { log } from './one.ts'; import { name } from './three.ts'; import { name as other } from './four.ts'; log('third'); export const names = [name, other]`,
  'one.ts': `export const order: string[] = []; export const log = (word: string) => order.push(word); export const name = 'one'; log('one')`,
  'two.ts': `import { log } from './one.ts'; log('two'); export let name = 'two'`,
  'three.ts': `import { log } from './one.ts'; import { name as before } from './two.ts'; log('three'); export const name = 'three after ' + before`,
  'four.ts': `import { log } from './one.ts'; import { name as before } from './three.ts'; log('four'); export const name = 'four after ' + before`,
}

const options = {
  absWorkingDir: folder,
  entryPoints: ['main.ts'],
  outdir: 'out',
  write: false,
  metafile: true,
  bundle: true,
  splitting: true,
  format: 'esm',
  minify: true,
  chunkNames: 'chunk-[hash]',
} as const satisfies BuildOptions

interface Page {
  before: string
  first(): Promise<{ names: string[] }>
  second(): Promise<{ names: string[] }>
  third(): Promise<{ names: string[] }>
}

/** Lays the files of a build into a folder and runs them; `order` in which the modules ran. */
async function run(name: string, files: readonly { path: string; contents: Uint8Array }[]) {
  mkdirSync(join(folder, name))
  writeFileSync(join(folder, name, 'package.json'), '{ "type": "module" }')
  for (const { path, contents } of files) writeFileSync(join(folder, name, basename(path)), contents)
  const page = (await import(/* @vite-ignore */ pathToFileURL(join(folder, name, 'main.js')).href)) as Page
  const entries = [await page.third(), await page.first(), await page.second()]
  const order = (globalThis as unknown as Record<string, string[]>).joinedOrder ?? []
  return { before: page.before, names: entries.map(({ names }) => names), order: order.splice(0) }
}

test('joined chunks run as the chunks did, each module once, in fewer files', async () => {
  for (const [name, source] of Object.entries(sources))
    writeFileSync(
      join(folder, name),
      source.replace('string[] = []', 'string[] = ((globalThis as any).joinedOrder = [])'),
    )
  const made = await build({ ...options, sourcemap: 'external', legalComments: 'inline' })
  const layers: Layer[] = [
    { name: 'start', entries: ['main.ts'] },
    { name: 'rest', entries: [''] },
  ]
  const joined = await joinChunks(made, layers, options)
  const scripts = joined.outputFiles.map(({ path }) => basename(path)).filter((name) => name.endsWith('.js'))
  expect(scripts.filter((name) => !name.startsWith('chunk-')).sort()).toEqual(['main.js', 'rest.js', 'start.js'])
  // The three parts that load late.
  expect(scripts).toHaveLength(6)
  expect(made.outputFiles.filter(({ path }) => path.endsWith('.js')).length).toBeGreaterThan(scripts.length)

  const before = await run('apart', made.outputFiles)
  expect(before.order).toEqual(['one', 'main', 'two', 'three', 'four', 'third', 'first', 'second'])
  expect(await run('together', joined.outputFiles)).toEqual(before)

  const map = joined.outputFiles.find(({ path }) => path.endsWith('rest.js.map'))
  const { sources: mapped } = JSON.parse(map?.text ?? '{}') as { sources: string[] }
  expect(
    mapped
      .filter((path) => path.endsWith('.ts'))
      .map((path) => basename(path))
      .sort(),
  ).toEqual(['four.ts', 'three.ts', 'two.ts'])
  const main = joined.metafile.outputs['out/main.js']
  expect(main?.entryPoint).toBe('main.ts')
  expect(
    main?.imports.filter(({ kind }) => kind === 'import-statement').every(({ path }) => path === 'out/start.js'),
  ).toBe(true)
})

test('a small part of a layer is in its file, and is there once it is asked for; what a visit may begin with is not', async () => {
  const made = await build({ ...options, sourcemap: 'external', legalComments: 'inline' })
  const layers: Layer[] = [
    { name: 'start', entries: ['main.ts'] },
    { name: 'rest', entries: [''], parts: [''], beginnings: ['first.ts'] },
  ]
  const joined = await joinChunks(made, layers, options)
  const scripts = joined.outputFiles.map(({ path }) => basename(path)).filter((name) => name.endsWith('.js'))
  expect(scripts.filter((name) => !name.startsWith('chunk-')).sort()).toEqual(['main.js', 'rest.js', 'start.js'])
  expect(scripts).toHaveLength(4)
  const { names, order } = await run('with parts', joined.outputFiles)
  expect(names).toEqual((await run('without parts', made.outputFiles)).names)
  expect(order.slice(0, 2)).toEqual(['one', 'main'])
  expect(order.filter((word) => word === 'third')).toHaveLength(1)
})
