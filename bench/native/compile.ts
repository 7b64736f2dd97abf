/** Compiles a reference in C for this machine, where there is a compiler; the program prints `{"ms", "check"}` as JSON. */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import type { Bench } from '../row.ts'

export interface Program<T> {
  run(...args: (string | number)[]): T
}

/** null where there is no compiler, or `libraries` are not there. Its own time to start is not in what it prints. */
export function compile<T>(bench: Bench, source: string, libraries: readonly string[] = []): Program<T> | null {
  const path = bench.newPath('')
  const file = join(import.meta.dirname, source)
  const args = ['-O3', '-march=native', '-o', path, file, ...libraries.map((library) => `-l${library}`)]
  try {
    execFileSync(process.env.CC ?? 'cc', args, { stdio: ['ignore', 'ignore', 'pipe'] })
  } catch (error) {
    const missing = (error as { code?: string }).code === 'ENOENT'
    const said = String((error as { stderr?: Buffer }).stderr ?? '')
    if (missing || /sqlite3/.test(said)) return null
    throw error
  }
  return {
    run: (...rest) => JSON.parse(execFileSync(path, rest.map(String), { encoding: 'utf8', maxBuffer: 2 ** 24 })) as T,
  }
}
