/** Hears what another program, as `thicket admin`, writes into the database of a server that runs. */
import type { CloudDatabase } from '../database.ts'

const lookEvery = 500

/** Calls `heard` within half a second after it; returns the function that stops it. */
export function watchOthers({ db }: CloudDatabase, heard: () => void): () => void {
  const look = db.prepare('PRAGMA data_version')
  const version = () => (look.get() as { data_version: number }).data_version
  let last = version()
  const timer = setInterval(() => {
    const current = version()
    if (current !== last) heard()
    last = current
  }, lookEvery)
  timer.unref()
  return () => clearInterval(timer)
}
