/** What the benches of one run share: the project, a folder for files, and whatever is made once; all of it ends with the run. */
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { givenProject, preparedProject } from './openProject.ts'
import type { Bench, Shared } from './row.ts'

/** `own`: the file that is measured where `size` is 'project'; a copy of it is used. */
export function openBench(size: Bench['size'], own?: string): { bench: Bench; end: () => Promise<void> } {
  const folder = mkdtempSync(join(tmpdir(), 'thicket-bench-'))
  let project: string | undefined
  let paths = 0
  const newPath = (end = '.qrk') => {
    paths += 1
    return join(folder, `${paths}${end}`)
  }
  const shared = new Map<string, Promise<Shared<unknown>>>()
  const prepare = () => {
    const path = newPath()
    if (size !== 'project') return preparedProject(size, path)
    copyFileSync(resolve(own ?? ''), path)
    return givenProject(path)
  }
  const bench: Bench = {
    size,
    newPath,
    projectFile: () => {
      project ??= prepare()
      return project
    },
    shared: async <T>(key: string, make: () => Promise<Shared<T>>) => {
      const making = shared.get(key) ?? make()
      shared.set(key, making)
      // What could not be made may be by the next that asks.
      making.catch(() => shared.delete(key))
      return (await making).made as T
    },
  }
  const end = async () => {
    for (const making of [...shared.values()].reverse()) await making.then((made) => made.end?.()).catch(console.error)
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }
  return { bench, end }
}
