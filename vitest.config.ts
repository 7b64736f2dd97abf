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

// Tests with browsers: after the others, with time to start, on a page and a Chromium made once. They wait for other programs, so one that fails is
// tried once more, and the run ends with the names of those that needed it and with what they failed at: each is to be looked at.
const withBrowsers = {
  retry: 1,
  globalSetup: './fixtures/testing/onceARun.ts',
  testTimeout: 120_000,
  hookTimeout: 120_000,
  // As long as playwright waits: on a busy machine a page takes longer than a second to load.
  expect: { poll: { timeout: 30_000 } },
  sequence: { groupOrder: 1 },
}

// No clock is part of a test: these end only what never comes.
const inNode = {
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 20_000 } },
  sequence: { groupOrder: 0 },
}

const browserTests = ['**/*.browser.test.ts', '**/*.e2e.test.ts']
/** Whole journeys that cost a minute each and seldom fail alone: `npm run prove -- tests`, and each by its name here. */
const longTests = ['**/*.long.test.ts']

// A process runs many files, one after the other: starting one for each was a third of the work. A test leaves nothing behind that a
// neighbour could meet: who replaces a clock, a global or the environment puts it back, and what others have loaded already is not mocked.
const everywhere = {
  pool: 'forks' as const,
  isolate: false,
  setupFiles: ['./fixtures/testing/fileCost.ts', './fixtures/testing/leftBehind.ts'],
}

/** Tests have all words at once: only the build takes them apart (`server/building/firstWords.ts`). */
const resolve = { alias: [{ find: /\.json\?(project|rest)$/, replacement: '.json' }] }

export default defineConfig({
  test: {
    // Two cores would stand idle a sixth of the time while two files wait: for a browser, a process, a clock that is what is tested.
    maxWorkers: 3,
    reporters: ['default', './fixtures/testing/summaryReporter.ts'],
    projects: [
      {
        resolve,
        test: {
          name: 'node',
          include: ['**/*.test.{ts,tsx}'],
          exclude: [...ignored, ...browserTests, ...longTests],
          ...everywhere,
          ...inNode,
        },
      },
      { resolve, test: { name: 'browsers', include: browserTests, exclude: ignored, ...everywhere, ...withBrowsers } },
      { resolve, test: { name: 'long', include: longTests, exclude: ignored, ...everywhere, ...withBrowsers } },
    ],
  },
})
