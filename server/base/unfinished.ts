/**
 * Files that are being written lie beside where they are to be, under names that say by whom: of the machine, the process and the try. What a
 * program has left that was killed is taken away by the next that writes there.
 */
import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, rmSync } from 'node:fs'
import { hostname } from 'node:os'
import { basename, dirname, join } from 'node:path'

export const machine = createHash('sha256').update(hostname()).digest('hex').slice(0, 8)
const shape = /^\..+\.([0-9a-f]{8})-(\d{1,10})-[0-9a-f]{12}\.new(-journal|-wal|-shm)?$/
/** What a program left was left before this one began. */
const swept = new Set<string>()

/** A name that nobody else has, for what is to be put at `path` by renaming. */
export const unfinishedBeside = (path: string): string =>
  join(dirname(path), `.${basename(path)}.${machine}-${process.pid}-${randomBytes(6).toString('hex')}.new`)

/** Takes away what programs of this machine that do not run any more have left in a folder. */
export function sweepUnfinished(folder: string): void {
  if (swept.has(folder)) return
  swept.add(folder)
  try {
    for (const name of readdirSync(folder)) {
      const [, where, pid] = shape.exec(name) ?? []
      if (where === machine && !runs(Number(pid))) rmSync(join(folder, name), { force: true })
    }
  } catch {
    // Whatever is to be written there says why it cannot be.
  }
}

/** Takes away what was only on its way. Where that cannot be, what it was for is no less done, or refused for another reason. */
export function discard(path: string): void {
  try {
    rmSync(path, { force: true })
  } catch {
    // In folders of projects the next program sweeps it up.
  }
}

export function runs(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as { code?: string }).code === 'EPERM'
  }
}
