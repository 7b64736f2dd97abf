import { closeSync, openSync, writeSync } from 'node:fs'
import type { Db } from '../../wasm/database/db.ts'
import { projectJson } from '../../wasm/database/projectJson.ts'

/** Writes the project JSON into a new file. `mode`: who may read it; what waits to be fetched is this program's alone. */
export function writeJson(db: Db, path: string, mode = 0o600): void {
  const file = openSync(path, 'wx', mode)
  try {
    for (const piece of projectJson(db)) writeSync(file, piece)
  } finally {
    closeSync(file)
  }
}
