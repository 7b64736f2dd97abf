/** A small JSON file of the configuration, readable by its owner alone, always whole. */
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import type { z } from 'zod'

/** What the file holds; `missing` where there is none, or where it cannot be understood. */
export function readJson<T>(path: string, shape: z.ZodType<T>, missing: () => T): T {
  try {
    const read = shape.safeParse(JSON.parse(readFileSync(path, 'utf8')))
    return read.success ? read.data : missing()
  } catch {
    return missing()
  }
}

/** `flush`: it outlives a power cut, once the folder is flushed too. */
export function writeJson(path: string, value: unknown, { flush = false } = {}): void {
  const temporary = `${path}.${process.pid}.new`
  try {
    writeFileSync(temporary, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600, flush })
    renameSync(temporary, path)
  } finally {
    rmSync(temporary, { force: true })
  }
}
