// `npm run prove`: the proofs that take too long for every test run, each a `*.prove.ts` that throws where it fails and prints one line.
// Arguments choose by part of the name (`npm run prove -- crash`); SEED repeats a run.
import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const wanted = process.argv.slice(2)
const files = globSync('bench/proofs/*.prove.ts', { cwd: root })
  .filter((file) => wanted.length === 0 || wanted.some((part) => file.includes(part)))
  .sort()

const failed = files.filter((file) => {
  console.log(`… ${file}`)
  return spawnSync(process.execPath, [join(root, file)], { cwd: root, stdio: 'inherit' }).status !== 0
})
console.log(`${files.length - failed.length} proved, ${failed.length} failed`)
for (const file of failed) console.log(`✗ ${file}`)
process.exitCode = failed.length > 0 || files.length === 0 ? 1 : 0
