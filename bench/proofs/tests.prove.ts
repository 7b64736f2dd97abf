// The long tests, `*.long.test.ts`: those of the program as it is shipped, of what costs a minute for one rule, and of files and uploads that mean
// harm. They are too dear for every run of `npm test`.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
const { status } = spawnSync(process.execPath, [vitest, 'run', '--project', 'long'], { cwd: root, stdio: 'inherit' })
if (status !== 0) throw new Error('a long test failed')
