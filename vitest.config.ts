import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

// The tests run on the Node of node_modules/.bin (node:sqlite, type stripping). Started from a shell, vitest's first line finds the
// machine's Node, which may be older: then the same command line runs again on the right one.
if (!/^v(2[4-9]|[3-9]\d)\./.test(process.version)) {
  const node = join(import.meta.dirname, 'node_modules/.bin', process.platform === 'win32' ? 'node.cmd' : 'node')
  const run = spawnSync(node, process.argv.slice(1), { stdio: 'inherit', shell: process.platform === 'win32' })
  process.exit(run.status ?? 1)
}

// What Node compiles once, types taken off, every process and thread of the run finds: a command of `thicket`, and the storage thread of each
// server, start in a third of the work.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/compiled')

const ignored = ['**/node_modules/**', 'dist/**']

// Tests with browsers and servers: after the others, with time to start, on a page and a Chromium made once. They wait for other programs, so
// one that fails is tried once more; the run ends with the names of those that needed it.
const slow = {
  retry: 1,
  globalSetup: './fixtures/testing/onceARun.ts',
  testTimeout: 120_000,
  hookTimeout: 120_000,
  // As long as playwright waits: on a busy machine a page takes longer than a second to load.
  expect: { poll: { timeout: 30_000 } },
  sequence: { groupOrder: 1 },
  // Two cores would stand idle a sixth of the time while two files wait for what a person would.
  maxWorkers: 3,
}

// No clock is part of a test: these end only what never comes.
const inNodeAlone = { testTimeout: 60_000, hookTimeout: 60_000, expect: { poll: { timeout: 20_000 } } }

const inNode = '*.test.{ts,tsx}'
const withBrowsers = ['**/*.browser.test.ts', '**/*.e2e.test.ts']

// These leave nothing in their process that a neighbour could meet (a clock or a global that one replaces, it puts back): their files share
// processes, which is a third of the work less.
const sharing = ['src', 'wasm', 'workers/import', 'workers/export'].map((folder) => `${folder}/**/${inNode}`)

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    reporters: ['default', './fixtures/testing/summaryReporter.ts'],
    projects: [
      {
        test: {
          name: 'sharing',
          include: sharing,
          exclude: [...ignored, ...withBrowsers],
          isolate: false,
          ...inNodeAlone,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'node',
          include: [`**/${inNode}`],
          exclude: [...ignored, ...withBrowsers, ...sharing],
          ...inNodeAlone,
          sequence: { groupOrder: 0 },
        },
      },
      { test: { name: 'browser', include: ['**/*.browser.test.ts'], exclude: ignored, ...slow } },
      { test: { name: 'e2e', include: ['**/*.e2e.test.ts'], exclude: ignored, ...slow } },
    ],
  },
})
