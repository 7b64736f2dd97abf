// The fuzz tests that run within one process, at full length: 20,000 texts, 30,000 edits against an oracle, 5,000 texts as the editor shows them, 700 sessions of typing, 1,000 merges of
// quirks, 200 series of highlights, and 300 seeds (`SEEDS`)
// each of undo, of going back, of what is posted to the page, of steps taken back while others work, of texts that are removed, and of selections.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
const tests = [
  'src/model/text',
  'src/features/text/editing/editingSession.fuzz.test.ts',
  'src/features/text/editing/shownText.fuzz.test.ts',
  'src/features/text/highlights/highlightState.test.ts',
  'workers/project/commands/mergeHighlights.test.ts',
  'workers/project/undo/undo.fuzz.test.ts',
  'workers/project/undo/restore.fuzz.test.ts',
  'workers/project/live/live.fuzz.test.ts',
  'workers/project/sync/undoneSteps.fuzz.test.ts',
  'workers/project/sync/rules/removedText.fuzz.test.ts',
  'workers/project/sync/presence.fuzz.test.ts',
]
const run = spawnSync(process.execPath, [vitest, 'run', ...tests], {
  cwd: root,
  env: { ...process.env, PROVE: '1', SEEDS: process.env.SEEDS ?? '300' },
  encoding: 'utf8',
})
const summary = /\d+ passed, \d+ failed/.exec(run.stdout)?.[0] ?? 'no summary'
console.log(`texts, undo and posts at full length: ${summary}`)
if (run.status !== 0) throw new Error(run.stdout.slice(-3000))
