// The fuzz tests of texts and of undo at full length: 20,000 texts, 30,000 edits against an oracle, 300 seeds of undo.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
const run = spawnSync(process.execPath, [vitest, 'run', 'src/model/text', 'workers/project/undo/undo.fuzz.test.ts'], {
  cwd: root,
  env: { ...process.env, PROVE: '1', SEEDS: process.env.SEEDS ?? '300' },
  encoding: 'utf8',
})
const summary = /\d+ passed, \d+ failed/.exec(run.stdout)?.[0] ?? 'no summary'
console.log(`texts and undo at full length: ${summary}`)
if (run.status !== 0) throw new Error(run.stdout.slice(-3000))
