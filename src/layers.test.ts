// Holds the layers: who may import whom, as data, and a check that reads every import of every file against it. A new package or a new
// way between layers begins with a line here.
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { parseSync } from 'vite'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

interface Row {
  /** The files of this row; the first row that matches decides. */
  readonly files: RegExp
  /** Files that they may import; `$1` is what the first group of `files` caught. */
  readonly may?: readonly string[]
  /** Files of which they may import types only. */
  readonly types?: readonly string[]
  /** Packages, and `node:` for all of Node. A name with a star at its end stands for all that begin so. */
  readonly packages?: readonly string[]
}

const react = ['react', 'react-dom', 'valtio', '@base-ui/react', '@tanstack/react-virtual', 'lucide-react']
const view = [...react, 'konva', 'react-konva', 'codemirror', '@codemirror/*', '@lezer/highlight', 'frimousse', 'uqr']

/** What each worker reads and writes files with; a worker that is not named here has none. */
const parsers: Readonly<Record<string, readonly string[]>> = {
  import: [
    'mammoth',
    'fflate',
    'saxes',
    'htmlparser2',
    'pdfjs-dist',
    'marked',
    'papaparse',
    'chardet',
    '@e965/xlsx',
    'tesseract.js',
  ],
  export: ['fflate'],
  transcribe: ['mediabunny', 'libopus-wasm'],
}

interface ServerFolder {
  readonly name: string
  /** Folders and files of the server that it may import, besides itself. */
  readonly may: readonly string[]
  /** Those of which it may import types only. */
  readonly types?: readonly string[]
  readonly packages?: readonly string[]
}

/**
 * The folders of the server, from the ground floor up: each names only what stands before it. What runs in threads (`reading`, `room`, `tasks`,
 * `uploads`) is known on the event loop by its types and by the few files that start it or say what goes to and fro.
 */
const serverFolders: readonly ServerFolder[] = [
  { name: 'base', may: [], packages: ['hono', 'pino', 'zod', '@lingui/*'] },
  { name: 'files', may: ['base'], packages: ['zod'] },
  { name: 'reading', may: ['base'], packages: ['graphql'] },
  { name: 'room', may: ['base', 'files', 'reading/listQueries.ts'], types: ['reading'] },
  { name: 'tasks', may: ['base', 'files', 'room'] },
  { name: 'uploads', may: ['base', 'files', 'room'] },
  { name: 'speech', may: ['base'], packages: ['zod', 'libopus-wasm'] },
  { name: 'working', may: ['base', 'files', 'tasks/runTask.ts'], types: ['rooms/storedProject.ts'], packages: ['zod'] },
  { name: 'security', may: ['base'], types: ['host.ts'], packages: ['hono'] },
  {
    name: 'hosts',
    may: ['base', 'files', 'speech', 'working'],
    types: ['host.ts'],
    packages: ['zod', 'nodemailer', 'otpauth', '@lingui/*', 'stripe', 'openid-client', 'jose'],
  },
  // Loaded where a server is one of several; the others know its types alone.
  {
    name: 'cluster',
    may: ['base', 'files', 'security', 'hosts/cloud/database.ts'],
    types: ['host.ts', 'hosts', 'room', 'routes'],
    packages: ['hono', 'postgres', 'ws', 'zod'],
  },
  {
    name: 'rooms',
    may: ['base', 'files', 'tasks/runTask.ts', 'uploads/writeUpload.ts', 'room/threadMessages.ts'],
    types: ['host.ts', 'reading', 'room', 'tasks', 'working', 'cluster'],
  },
  {
    name: 'wire',
    may: ['base', 'reading', 'security/security.ts', 'rooms'],
    types: ['host.ts', 'cluster'],
    packages: ['hono', '@hono/node-server', 'ws'],
  },
  // Reports are written by one code, wherever they are asked for.
  { name: 'reports', may: ['base', 'working', '../workers/export'] },
  {
    name: 'routes',
    may: ['base', 'files', 'tasks/runTask.ts', 'security', 'rooms', 'wire', 'reports'],
    types: ['host.ts', 'hosts', 'reading'],
    packages: ['hono', '@hono/node-server', 'zod', 'prom-client', '@fastify/busboy', 'fflate'],
  },
  {
    name: 'running',
    may: [
      'base',
      'files',
      'speech',
      'working',
      'security',
      'hosts',
      'cluster',
      'rooms',
      'wire',
      'routes',
      'app.ts',
      '../esbuild.config.ts',
    ],
    types: ['host.ts'],
    packages: ['hono', '@hono/node-server', 'zod'],
  },
  { name: 'packaging', may: ['base'] },
  { name: 'api', may: ['reading', 'routes'], packages: ['graphql', 'zod'] },
]

const serverRows: readonly Row[] = serverFolders.map(({ name, may, types = [], packages = [] }) => {
  const paths = (of: readonly string[]) =>
    of.map((path) => posix.join('server', path.endsWith('.ts') ? path : `${path}/`))
  return {
    files: new RegExp(`^server/${name}/`),
    may: ['src/model/', 'wasm/', 'package.json', `server/${name}/`, ...paths(may)],
    types: paths(types),
    packages: ['node:*', ...packages],
  }
})

const rows: readonly Row[] = [
  { files: /^src\/model\/text\//, may: ['src/model/'], packages: ['htmlparser2', '@codemirror/state'] },
  // Contracts are checked with zod; the page and its workers import their types alone, which cost them nothing.
  { files: /^src\/model\/contract\//, may: ['src/model/'], packages: ['zod'] },
  { files: /^src\/model\/sealing\//, may: ['src/model/'], packages: ['@noble/ciphers', '@noble/hashes'] },
  { files: /^src\/model\/rules\/passwords\.ts$/, may: ['src/model/'], packages: ['@zxcvbn-ts/*'] },
  { files: /^src\/model\//, may: ['src/model/'] },

  { files: /^wasm\/database\/boot\/node/, may: ['src/model/', 'wasm/'], packages: ['node:sqlite'] },
  { files: /^wasm\/kernels\/build\.ts$/, may: ['wasm/'], packages: ['assemblyscript', 'node:*'] },
  { files: /^wasm\//, may: ['src/model/', 'wasm/'], packages: ['@sqlite.org/sqlite-wasm'] },

  { files: /^workers\/[^/]+\.worker\.ts$/, may: ['src/model/', 'wasm/', 'workers/'], packages: ['comlink'] },
  // What was written is opened again by what others read with.
  {
    files: /^workers\/(export)\/(?:.*\.test|testing\/.*)\.ts$/,
    may: ['src/model/', 'wasm/', 'workers/'],
    packages: [...Object.values(parsers).flat(), 'read-excel-file'],
  },
  ...Object.entries(parsers).map(([name, packages]) => ({
    files: new RegExp(`^workers/(${name})/`),
    may: ['src/model/', 'wasm/', 'workers/$1/'],
    packages,
  })),
  { files: /^workers\/([^/]+)\//, may: ['src/model/', 'wasm/', 'workers/$1/'] },

  // The command line is on top of the server, and its tests and those of the server put any of it together.
  {
    files: /^server\/cli\/.*\.test\.ts$/,
    may: ['src/model/', 'wasm/', 'workers/', 'server/'],
    packages: [...Object.values(parsers).flat(), 'read-excel-file'],
  },
  {
    files: /^server\/hosts\/cloud\/.*\.test\.ts$/,
    may: ['src/model/', 'wasm/', 'server/'],
    packages: ['node:*', 'otpauth', 'smtp-server', 'ws'],
  },
  {
    files: /^server\/building\//,
    may: ['server/building/', 'src/i18n/compile.ts'],
    types: ['src/model/guidePage.ts'],
    packages: ['*'],
  },
  { files: /^server\/testing\/mailServer\.ts$/, packages: ['node:*', 'smtp-server'] },
  {
    files: /^server\/testing\/ssoProvider\.ts$/,
    may: ['server/base/settings/'],
    packages: ['node:*', 'oidc-provider', 'jose'],
  },
  { files: /^server\/testing\/fakeStripe\.ts$/, may: ['src/model/rules/money.ts'], packages: ['node:*', 'stripe'] },
  {
    files: /^server\/(testing\/|.*\.test\.ts$)/,
    may: ['src/model/', 'wasm/', 'server/', 'esbuild.config.ts', 'package.json'],
    packages: [
      'node:*',
      'hono',
      '@hono/node-server',
      'ws',
      'postgres',
      'graphql',
      'zod',
      'fflate',
      'otpauth',
      '@lingui/*',
      'libopus-wasm',
    ],
  },
  {
    files: /^server\/cli\//,
    may: ['src/model/', 'wasm/', 'workers/', 'server/', 'package.json'],
    packages: ['node:*', '@lingui/*', 'fflate', 'zod'],
  },
  ...serverRows,
  // What differs between its modes is named by types alone; the program and what it answers are put together from all.
  { files: /^server\/host\.ts$/, may: ['src/model/'], types: ['server/'] },
  { files: /^server\/(app|main)\.ts$/, may: ['src/model/', 'server/', 'package.json'], packages: ['node:*', 'hono'] },
  {
    files: /^fixtures\/testing\//,
    may: [
      'src/model/',
      'src/data/server/accountSession.ts',
      'wasm/',
      'workers/',
      'server/',
      'fixtures/',
      'esbuild.config.ts',
    ],
    packages: ['node:*', 'vitest', 'playwright-core', 'axe-core', 'esbuild', 'fflate', 'otpauth', 'xmllint-wasm'],
  },
  { files: /^fixtures\//, may: ['src/model/', 'wasm/', 'workers/project/', 'fixtures/'] },
  { files: /^bench\//, may: [''], packages: ['*'] },

  {
    files: /^src\/data\//,
    may: ['src/model/', 'src/data/'],
    types: ['workers/'],
    packages: ['comlink', 'valtio', 'react'],
  },
  { files: /^src\/state\//, may: ['src/model/', 'src/state/'], packages: ['valtio'] },
  {
    files: /^src\/actions\//,
    may: ['src/actions/', 'src/model/', 'src/ui/', 'src/i18n/'],
  },
  {
    files: /^src\/i18n\//,
    may: ['src/i18n/', 'src/model/limits.ts'],
    types: ['src/model/'],
    packages: ['@lingui/*', 'react', 'valtio'],
  },
  { files: /^src\/ui\//, may: ['src/ui/', 'src/i18n/', 'src/model/limits.ts'], packages: react },
  {
    files: /^src\/features\/([^/]+)\//,
    may: ['src/features/$1/', 'src/actions/', 'src/model/', 'src/data/', 'src/state/', 'src/ui/', 'src/i18n/'],
    packages: view,
  },
  // The texts of the guide are Markdown, which the build reads; their test reads them as it does.
  { files: /^src\/guide\//, may: ['src/', 'server/building/'] },
  // A page of its own, which has to be small and readable for ever.
  { files: /^src\/reportPage\//, may: ['src/model/', 'src/reportPage/'] },
  { files: /^src\/gallery\//, may: ['src/', 'fixtures/'], packages: view },
  // The sample project is the one fixture that people meet.
  { files: /^src\/screens\/projectList\/sampleProject\.ts$/, may: ['src/', 'fixtures/sample/'] },
  // The screens, and the files that start the page.
  { files: /^src\/(screens\/)?/, may: ['src/'], packages: [...react, 'wouter', '@fontsource-variable/*'] },
  // The program and its page, for the executable.
  { files: /^binary\.config\.ts$/, may: ['esbuild.config.ts', 'server/', 'wasm/kernels/build.ts'], packages: ['*'] },
  {
    files: /^esbuild\.config\.ts$/,
    may: ['wasm/kernels/build.ts', 'server/building/', 'src/i18n/laterProblems.ts'],
    packages: ['*'],
  },
  { files: /^[^/]+\.config\.ts$/, may: ['wasm/kernels/build.ts'], packages: ['*'] },
]

const tools = ['node:*', 'vitest', 'vite', 'fast-check', 'playwright-core', 'axe-core']
/** A contract is a suite that several tests run. */
const isTest = (file: string) => /\.(test|contract)\.tsx?$/.test(file)
const isContract = (file: string) => file.startsWith('src/model/contract/')
/** Tests of several hosts at once: clients with a server, a browser with both. */
const isWideTest = (file: string) => /\.(fuzz|browser|e2e|long)\.test\.tsx?$/.test(file)

interface Import {
  readonly from: string
  readonly typeOnly: boolean
}

/** All imports, re-exports, `import()` and `import('…').Type` of a file. */
function importsOf(file: string, code: string): { imports: Import[]; barrel: boolean } {
  const { program, errors } = parseSync(file, code)
  if (errors.length > 0) throw new Error(`${file} does not parse: ${errors[0]?.message}`)
  const imports: Import[] = []
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    const found = node as Record<string, unknown> & { source?: { value?: unknown } | null }
    const from = found.source?.value
    if (typeof from === 'string') {
      const typeOnly = found.importKind === 'type' || found.exportKind === 'type' || found.type === 'TSImportType'
      imports.push({ from, typeOnly })
    }
    for (const value of Object.values(found)) visit(value)
  }
  visit(program)
  // A face that names what it passes on is a choice; a star or an index file is a heap.
  const star = program.body.some((line) => line.type === 'ExportAllDeclaration')
  return { imports, barrel: star || /(^|\/)index\.tsx?$/.test(file) }
}

const matches = (name: string, allowed: string) =>
  allowed.endsWith('*') ? name.startsWith(allowed.slice(0, -1)) : name === allowed || name.startsWith(`${allowed}/`)

/** What a file breaks, one line each; empty when it keeps the table. `file` is its path from the root, with slashes. */
function violations(file: string, code: string): string[] {
  const row = rows.find((candidate) => candidate.files.test(file))
  if (!row) return [`${file} belongs to no layer`]
  const caught = row.files.exec(file)?.[1] ?? ''
  const filled = (paths: readonly string[] = []) => paths.map((path) => path.replace('$1', caught))
  const may = isWideTest(file) ? [''] : isTest(file) ? [...filled(row.may), 'fixtures/'] : filled(row.may)
  const packages = isWideTest(file) ? ['*'] : isTest(file) ? [...(row.packages ?? []), ...tools] : (row.packages ?? [])

  const { imports, barrel } = importsOf(file, code)
  const broken = barrel ? [`${file} is a barrel: import the files themselves`] : []
  for (const { from, typeOnly } of imports) {
    if (!from.startsWith('.')) {
      if (!packages.some((allowed) => matches(from, allowed))) broken.push(`${file} may not import the package ${from}`)
      continue
    }
    const target = posix.join(posix.dirname(file), from)
    const allowed = typeOnly ? [...may, ...filled(row.types)] : may
    if (!allowed.some((path) => target.startsWith(path)))
      broken.push(`${file} may not import ${target}${typeOnly ? '' : ' (as a value)'}`)
    if (/\.test\.tsx?$/.test(target) || (isTest(target) && !isTest(file)))
      broken.push(`${file} imports a test, ${target}`)
    if (isContract(target) && !typeOnly && /^(src|workers)\//.test(file) && !isContract(file) && !isTest(file))
      broken.push(`${file} may not import ${target} (as a value)`)
    if (/\.worker\.ts$/.test(target) && !typeOnly) broken.push(`${file} imports a worker's entry, ${target}`)
    if (target.startsWith('fixtures/testing/') && !isTest(file) && !/^(fixtures\/testing|bench)\//.test(file)) {
      broken.push(`${file} imports the tests' machinery, ${target}`)
    }
  }
  return broken
}

const layers = ['src', 'workers', 'server', 'wasm', 'fixtures', 'bench']

describe('layers', () => {
  test('every import of every file keeps the table', () => {
    const files = [
      ...globSync(`{${layers.join(',')}}/**/*.{ts,tsx}`, { cwd: root }),
      ...globSync('*.ts', { cwd: root }),
    ].map((file) => file.replaceAll('\\', '/'))
    expect(files.length).toBeGreaterThan(10)
    const broken = files
      .filter((file) => !file.endsWith('.d.ts') && !file.startsWith('fixtures/files/'))
      .flatMap((file) => violations(file, readFileSync(join(root, file), 'utf8')))
    expect(broken).toEqual([])
  })

  test('the page never lays out the canvas, which takes a second of 2,000 quirks: that is what workers are for', () => {
    const laysOut = /^import (?!type )[^']*from '[^']*\/layoutMap\.ts'/m
    const files = globSync('src/**/*.{ts,tsx}', { cwd: root }).map((file) => file.replaceAll('\\', '/'))
    const page = files.filter((file) => !/\.test\.|^src\/(model|gallery)\//.test(file))
    expect(laysOut.test(readFileSync(join(root, 'workers/project/opened/map.ts'), 'utf8'))).toBe(true)
    expect(page.filter((file) => laysOut.test(readFileSync(join(root, file), 'utf8')))).toEqual([])
  })

  test('a folder of the server imports only those that stand before it in the list', () => {
    const upward = serverFolders.flatMap(({ name, may }, at) => {
      const before = serverFolders.slice(0, at).map((folder) => folder.name)
      const inside = may.filter((path) => !path.startsWith('../') && path !== 'app.ts')
      return inside.filter((path) => !before.includes(path.split('/')[0] ?? '')).map((path) => `${name}: ${path}`)
    })
    expect(upward).toEqual([])
  })

  test('every folder right under the four layers says in a README what it holds', () => {
    const silent = ['src', 'workers', 'server', 'wasm'].flatMap((layer) =>
      globSync(`${layer}/*/`, { cwd: root, withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map((entry) => `${layer}/${entry.name}`)
        .filter((folder) => readdirSync(join(root, folder)).length > 0 && !existsSync(join(root, folder, 'README.md'))),
    )
    expect(silent).toEqual([])
  })

  test('the root has no other folders', () => {
    const made = ['node_modules', 'dist', '.git', '.idea', '.vscode']
    const folders = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isDirectory())
    const known = [...layers, '.ci', '.github', ...made]
    expect(folders.map((folder) => folder.name).filter((name) => !known.includes(name))).toEqual([])
  })
})

describe('the check itself', () => {
  test.each([
    ['src/model/rules/nesting.ts', `import { a } from '../change.ts'`],
    ['src/model/text/edit.ts', `import { ChangeSet } from '@codemirror/state'`],
    ['src/data/server/server.ts', `import type { CallName } from '../../model/contract/calls.ts'`],
    ['wasm/database/boot/nodeDb.ts', `import { DatabaseSync } from 'node:sqlite'`],
    ['workers/project/commands/createQuirk.ts', `import { journal } from '../../../wasm/database/journal.ts'`],
    ['workers/project.worker.ts', `import { expose } from 'comlink'; import { project } from './project/project.ts'`],
    ['server/cli/run.ts', `import { project } from '../../workers/project/project.ts'; import 'node:fs'`],
    [
      'src/data/project.ts',
      `import type { Project } from '../../workers/project.worker.ts'; import { wrap } from 'comlink'`,
    ],
    ['src/features/text/highlight.ts', `import { EditorView } from '@codemirror/view'; import './highlight.css'`],
    ['src/features/text/highlight.ts', `const hint = "import x from 'comlink'" // import 'node:fs'`],
    [
      'src/screens/project.tsx',
      `import { Canvas } from '../features/canvas/Canvas.tsx'; import { Route } from 'wouter'`,
    ],
    ['src/gallery/gallery.tsx', `import { interview } from '../../fixtures/interview.ts'`],
    ['src/model/change.test.ts', `import fc from 'fast-check'; import { project } from '../../fixtures/project.ts'`],
    [
      'wasm/database/db.test.ts',
      `import { dbContract } from './db.contract.ts'; import { memory } from './boot/memory.ts'`,
    ],
    ['workers/project/sync/sync.fuzz.test.ts', `import { room } from '../../server/room/room.ts'`],
  ])('%s may: %s', (file, code) => {
    expect(violations(file, code)).toEqual([])
  })

  test.each([
    ['src/model/change.ts', `import { readFileSync } from 'node:fs'`, 'node:fs'],
    ['src/model/change.ts', `import { Parser } from 'htmlparser2'`, 'htmlparser2'],
    ['src/model/change.ts', `import type { Row } from '../../wasm/database/db.ts'`, 'wasm/database/db.ts'],
    ['src/model/change.ts', `type Row = import('../../wasm/database/db.ts').Row`, 'wasm/database/db.ts'],
    ['src/model/index.ts', `export const a = 1`, 'barrel'],
    ['src/model/all.ts', `export const a = 1; export * from './change.ts'`, 'barrel'],
    ['wasm/database/journal.ts', `import { DatabaseSync } from 'node:sqlite'`, 'node:sqlite'],
    ['wasm/database/boot/nodeDb.ts', `import { readFileSync } from 'node:fs'`, 'node:fs'],
    ['workers/project/project.ts', `import { expose } from 'comlink'`, 'comlink'],
    ['workers/project/project.ts', `import { read } from '../import/docx.ts'`, 'workers/import/docx.ts'],
    ['workers/project/project.ts', `const late = await import('../../server/room/room.ts')`, 'server/room/room.ts'],
    ['server/room/room.ts', `import { project } from '../../workers/project/project.ts'`, 'workers/project/project.ts'],
    ['server/room/room.ts', `import { openRooms } from '../rooms/rooms.ts'`, 'server/rooms/rooms.ts'],
    ['server/rooms/rooms.ts', `import { openRoom } from '../room/room.ts'`, '(as a value)'],
    ['server/base/log.ts', `import type { Host } from '../host.ts'`, 'server/host.ts'],
    ['server/cli/run.ts', `import '../../workers/project.worker.ts'`, "worker's entry"],
    ['src/data/project.ts', `import { run } from '../../workers/project/project.ts'`, '(as a value)'],
    ['src/data/project.ts', `import { type Run } from '../../workers/project/project.ts'`, '(as a value)'],
    ['src/data/project.ts', `export { run } from '../../workers/project/project.ts'`, '(as a value)'],
    ['src/data/server/server.ts', `import { everyCall } from '../../model/contract/calls.ts'`, '(as a value)'],
    ['src/state/selection.ts', `import { useState } from 'react'`, 'react'],
    ['src/ui/fields/Button.tsx', `import { quirk } from '../../model/schema.ts'`, 'src/model/schema.ts'],
    ['src/features/text/highlight.ts', `import { bubble } from '../canvas/bubble.ts'`, 'src/features/canvas/bubble.ts'],
    ['src/features/text/highlight.ts', `import { Link } from 'wouter'`, 'wouter'],
    ['src/features/text/highlight.ts', `import { at } from './highlight.test.ts'`, 'imports a test'],
    ['src/screens/project.tsx', `import { wrap } from 'comlink'`, 'comlink'],
    ['src/gallery/gallery.tsx', `import { launchChromium } from '../../fixtures/testing/chromium.ts'`, 'machinery'],
    ['fixtures/interview.ts', `import { readFileSync } from 'node:fs'`, 'node:fs'],
    ['src/model/change.test.ts', `import { room } from '../../server/room/room.ts'`, 'server/room/room.ts'],
    ['wasm/database/journal.ts', `import { dbContract } from './db.contract.ts'`, 'imports a test'],
    ['tools/build.ts', `export const a = 1`, 'no layer'],
  ])('%s may not: %s', (file, code, complaint) => {
    expect(violations(file, code)).toEqual([expect.stringContaining(complaint)])
  })

  test('a file that does not parse is not passed over', () => {
    expect(() => violations('src/model/change.ts', 'import {')).toThrow('does not parse')
  })
})
