/** A snapshot made by the room, against VACUUM INTO; and one opened as a new copy with its first screen, against a copy of the file read by bare SQL. */
import { copyFileSync, rmSync } from 'node:fs'
import { copyDb, copyOn, meet, newRoom, readScreen, showScreen } from './openProject.ts'
import { compare, type Rows, timed } from './row.ts'

export const rows: Rows = async (bench) => {
  const { room, db } = newRoom(bench)
  const joiner = bench.newPath()
  room.snapshot(joiner, 'joiner')
  const once = (make: (path: string) => void) => () => {
    const path = bench.newPath()
    const spent = timed(() => make(path))
    for (const end of ['', '-wal', '-shm']) rmSync(path + end, { force: true })
    return spent
  }
  const made = compare(
    `snapshot made (${bench.size}) / VACUUM INTO`,
    1.5,
    once((path) => room.snapshot(path, 'joiner')),
    once((path) => db.run('VACUUM INTO ?', [path])),
  )
  const loaded = compare(
    `snapshot loaded, first screen told (${bench.size}) / a copy of the file read by bare SQL`,
    3,
    once((path) => {
      copyFileSync(joiner, path)
      const copy = copyOn(copyDb(path), 'Ben')
      meet(copy, room)
      showScreen(copy)
      copy.close()
    }),
    once((path) => {
      copyFileSync(joiner, path)
      const bare = copyDb(path)
      readScreen(bare)
      bare.close()
    }),
  )
  room.close()
  return [made, loaded]
}
