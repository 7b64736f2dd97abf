/**
 * The executable (`npm run build:binary`), built anew: its size, and how soon after its start its address is printed, in an empty folder with an
 * empty environment, its storage being ready then. Against what it may be: 145 MB to download, and a second until the browser can be opened.
 * Beside it the same Node that starts and does nothing.
 */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { goalRounds, limitRow, median, type Rows, timed } from './row.ts'

export const rows: Rows = async (bench) => {
  const config = join(import.meta.dirname, '../binary.config.ts')
  const path = execFileSync(process.execPath, [config], { encoding: 'utf8' }).trim().split('\n').at(-1) ?? ''
  const [home, place] = [bench.newPath(), bench.newPath()]
  for (const folder of [home, place]) mkdirSync(folder)
  const started = async (): Promise<number> => {
    const began = performance.now()
    const child = spawn(path, [], { cwd: place, env: { HOME: home }, stdio: ['ignore', 'pipe', 'ignore'] })
    await once(child.stdout, 'data')
    const milliseconds = performance.now() - began
    child.kill()
    await once(child, 'exit')
    return milliseconds
  }
  const bare = () => timed(() => execFileSync(process.execPath, ['-e', '0'], { env: {} }))
  const [times, bareTimes]: [number[], number[]] = [[], []]
  // The first, which makes port and secret, does not count.
  for (let round = 0; round <= goalRounds; round++) {
    bareTimes[round] = bare()
    times[round] = await started()
  }
  const [value, node] = [median(times.slice(1)), median(bareTimes.slice(1))]
  const note = `median of ${goalRounds}, ${Math.round(Math.max(...times.slice(1)))} ms at most; a bare node: ${Math.round(node)} ms`
  return [
    limitRow('executable-start', value, 1000, 'ms', note),
    limitRow('executable-size', statSync(path).size / 1e6, 145, 'MB'),
  ]
}
